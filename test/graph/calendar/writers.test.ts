import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { globalId } from '../../../src/graph/global-id.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { eventNow } from '../../support/calendar.ts';
import { launch, type Program } from '../../support/program.ts';
import { start } from '../../support/sandbox.ts';

const event = [ids.calendar.release, ids.event.townhallMeeting] as const;
const id = globalId('Event', event);
const writers = 32;
const all = Array.from({ length: writers }, (_, index) => index);
let sandbox: Sandbox;
let gateways: readonly Program[];
let addresses: readonly string[];

beforeAll(async () => {
  sandbox = await startSandbox({ now: start });
  const { video, storage, calendar } = sandbox.bases;
  const env = {
    PORT: '0',
    VIDEO_BASE_URL: video,
    STORAGE_BASE_URL: storage,
    CALENDAR_BASE_URL: calendar,
  };
  const cwd = fileURLToPath(new URL('../../../', import.meta.url));
  gateways = [0, 1].map(() => launch(['node', 'src/main.ts'], { cwd, env }));
  addresses = await Promise.all(
    gateways.map(async (gateway) => (await gateway.printed(/^GraphQL\s+(\S+)/m))[1]!),
  );
});

afterAll(async () => {
  for (const gateway of gateways) gateway.signal('SIGTERM');
  await Promise.all(gateways.map(({ ended }) => ended));
  await sandbox.close();
});

/** Sends one request to one of the two processes; many run concurrently. */
async function send(index: number, query: string, variables: object): Promise<any> {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer studio-owner' };
  const response = await fetch(addresses[index % 2]!, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data: any; errors?: unknown };
  expect(errors).toBeUndefined();
  return data;
}

const storedEvent = () => eventNow(sandbox, event);

/**
 * Adds a line to the description it has read, and starts again after a conflict.
 * @returns how many writes failed with a conflict
 */
async function addLine(index: number): Promise<number> {
  for (let conflicts = 0; conflicts < 20 * writers; conflicts += 1) {
    const seen = await send(
      index,
      'query ($id: ID!) { event(by: { id: $id }) { etag description } }',
      {
        id,
      },
    );
    const { etag, description } = seen.event;
    const written = await send(
      index,
      'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { description } errors { code } } }',
      { input: { by: { id }, ifMatch: etag, description: `${description ?? ''}line ${index}\n` } },
    );
    const { errors } = written.updateEvent;
    if (errors.length === 0) return conflicts;
    expect(errors).toEqual([{ code: 'CONFLICT' }]);
  }
  throw new Error('never came through');
}

it('keeps the lines of 32 writers that send ifMatch through two gateway processes', {
  timeout: 60_000,
}, async () => {
  const conflictCounts = await Promise.all(all.map(addLine));
  expect(storedEvent().description!.trimEnd().split('\n').toSorted()).toEqual(
    all.map((index) => `line ${index}`).toSorted(),
  );
  // Without conflicts the test would prove nothing.
  expect(Math.max(...conflictCounts)).toBeGreaterThan(0);
});

it('keeps the properties of concurrent writers without ifMatch through two gateway processes', async () => {
  const before = storedEvent();
  const some = all.slice(0, 8);
  const input = (index: number): object => ({
    by: { id },
    sharedProperties: { set: [{ key: `writer ${index}`, value: String(index) }] },
  });
  /**
   * The gateway reads again once for a client without ifMatch; a second conflict is returned, and
   * the client repeats the mutation.
   */
  const write = async (index: number): Promise<void> => {
    for (let attemptsLeft = 50; attemptsLeft > 0; attemptsLeft -= 1) {
      const { updateEvent } = await send(
        index,
        'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { errors { code } } }',
        {
          input: input(index),
        },
      );
      if (updateEvent.errors.length === 0) return;
    }
    throw new Error('never came through');
  };
  await Promise.all(some.map(write));
  const { extendedProperties, description, attendees } = storedEvent();
  expect(extendedProperties).toEqual({
    ...before.extendedProperties,
    shared: {
      ...before.extendedProperties?.shared,
      ...Object.fromEntries(some.map((index) => [`writer ${index}`, String(index)])),
    },
  });
  expect({ description, attendees }).toEqual({
    description: before.description,
    attendees: before.attendees,
  });
});

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { eventNow } from '../../support/scenario/calendar.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { promised } from '../../support/report/promised-size.ts';
import { start } from '../../support/gateway/sandbox.ts';

const event = [ids.calendar.release, ids.event.townhallMeeting] as const;
const id = globalId('Event', event);
const writers = promised(32, 16);
const all = Array.from({ length: writers }, (_, index) => index);
let sandbox: Sandbox;
let gateway: RunningGateway;
let program: Program;

/** Of the process of the test, and of another one. */
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
  program = launch(gatewayCommand, { cwd, env });
  gateway = await startGateway({ sandbox });
  const [, url] = await program.printed(/^GraphQL\s+(\S+)/m);
  addresses = [`${gateway.url}/graphql`, url!];
});

afterAll(async () => {
  program.signal('SIGKILL');
  await program.ended;
  await gateway.close();
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

/** Writes of each writer. */
const writes = promised(50, 2);

const read = 'query ($id: ID!) { event(by: { id: $id }) { etag description } }';

/** The payload has the new version, and after a conflict the current one: no further read. */
const update =
  'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { etag description } errors { code ... on ConflictError { current { ... on Event { etag description } } } } } }';

/** Writers whose requests run at the same time. With all of them, most requests are conflicts. */
const atOnce = 4;

interface Version {
  readonly etag: string;
  readonly description: string | null;
}

/** A client with the version of the event that it has seen last. */
interface Writer {
  readonly index: number;
  seen: Version;
  lines: number;
  conflicts: number;
}

/** Adds one line to the description. After a conflict it repeats the line with the new version. */
async function addLine(writer: Writer): Promise<void> {
  const { index } = writer;
  for (;;) {
    const { etag, description } = writer.seen;
    const text = `${description ?? ''}${index}.${writer.lines} `;
    const input = { by: { id }, ifMatch: etag, description: text };
    const { updateEvent } = await send(index, update, { input });
    const [error] = updateEvent.errors;
    writer.seen = error ? error.current : updateEvent.event;
    if (!error) break;
    expect(error.code).toBe('CONFLICT');
    writer.conflicts += 1;
  }
  writer.lines += 1;
}

it(`keeps all updates of ${writers} writers that send ifMatch through two gateway processes`, {
  tags: ['R12', 'fullSize'],
  timeout: 600_000,
}, async () => {
  const { event: seen } = await send(0, read, { id });
  const writersOfTest = all.map((index): Writer => ({ index, seen, lines: 0, conflicts: 0 }));
  // The writers take turns, so that each has an old version when its turn comes.
  const waiting = [...writersOfTest];
  const work = async (): Promise<void> => {
    for (let writer = waiting.shift(); writer; writer = waiting.shift()) {
      await addLine(writer);
      if (writer.lines < writes) waiting.push(writer);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  const expected = all.flatMap((index) =>
    Array.from({ length: writes }, (_, line) => `${index}.${line}`),
  );
  const lines = storedEvent().description!.trimEnd().split(' ').slice(-expected.length);
  expect(lines.toSorted()).toEqual(expected.toSorted());
  // Without conflicts the test would prove nothing.
  expect(Math.min(...writersOfTest.map(({ conflicts }) => conflicts))).toBeGreaterThan(0);
});

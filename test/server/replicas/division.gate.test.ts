/**
 * The division of a series in a process that dies between any two of its writes: until the same
 * mutation is repeated in another process, nothing is lost, and then the division is complete.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { ask, start } from '../../support/gateway/sandbox.ts';
import { idAt, makeExceptions, seriesId, zoned } from '../../support/scenario/series.ts';
import { post } from '../../support/client/upload-client.ts';

let redis: TestRedis;
let replicas: Replicas;
const calendarId = ids.calendar.release;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({ count: 2, env: { REDIS_URL: redis.url } });
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

/** The new series, two occurrences that were changed singly, the end of the old series. */
const writes = [
  'calendar:events.insert',
  'calendar:events.patch',
  'calendar:events.patch',
  'calendar:events.patch',
];

const deaths = writes.map((operation, step) => ({ operation, step }));

const api = async (path: string, method = 'GET', body?: object): Promise<any> => {
  const { calendar } = replicas.sandbox.bases;
  const url = `${calendar}/calendars/${encodeURIComponent(calendarId)}/events${path}`;
  return (await ask(url, { method, body })).body;
};

async function makeSeries(): Promise<void> {
  replicas.sandbox.reset(start);
  await api('', 'POST', {
    id: seriesId,
    summary: 'Weekly',
    location: 'Room 1',
    start: zoned.start,
    end: zoned.end,
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
  });
  await makeExceptions({ api }, zoned);
  replicas.sandbox.clearCalls();
}

const divide = (index: number): Promise<any> =>
  post(
    replicas.urlOf(index),
    'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { eventId } errors { code message } } }',
    {
      input: {
        by: { key: { calendarId, eventId: idAt(zoned, 3) } },
        scope: 'FOLLOWING',
        description: 'Bring coffee',
      },
    },
  );

/** Start, title, place and description of the occurrences of all series of the test. */
async function occurrences(): Promise<readonly (readonly string[])[]> {
  const window = 'timeMin=2026-03-01T00:00:00Z&timeMax=2026-05-01T00:00:00Z';
  const { items } = await api(`?singleEvents=true&orderBy=startTime&${window}`);
  return (items as any[])
    .filter(({ recurringEventId, location }) => recurringEventId && /Room 1|Else/.test(location))
    .map((each) => [
      new Date(each.start.dateTime).toISOString(),
      each.summary,
      each.location,
      each.description,
    ]);
}

const writesSoFar = (): number =>
  replicas.sandbox.calls().filter(({ operation = '' }) => writes.includes(operation)).length;

/** A process that is starting in place of the one that has died. */
let restarted: Promise<void> = Promise.resolve();

afterEach(() => restarted);

/** Begins in the first process, and kills it before a write. */
async function dieBefore({ operation, step }: (typeof deaths)[number]): Promise<void> {
  const match = { operation };
  const before = writes.slice(0, step).filter((each) => each === operation).length;
  // Faults without an effect let the calls before pass.
  if (before > 0) replicas.sandbox.fault({ match, delayMs: 0, times: before });
  replicas.sandbox.fault({ match, hang: true });
  const lost = divide(0).catch(() => undefined);
  // The answer of the write before has arrived when the next one is sent.
  await expect.poll(writesSoFar, { interval: 5 }).toBe(step + 1);
  await replicas.kill(0);
  await redis.expireLeases();
  restarted = replicas.restart(0);
  await lost;
  replicas.sandbox.clearFaults();
}

describe('a process that dies while it divides a series', () => {
  it.each(deaths)('is continued by the same mutation: $step, before $operation', async (death) => {
    await makeSeries();
    const before = await occurrences();
    expect((await divide(1)).data.updateEvent.errors).toEqual([]);
    const undisturbed = await occurrences();
    await makeSeries();
    await dieBefore(death);
    expect(await occurrences()).toEqual(expect.arrayContaining([...before]));
    const { data, errors } = await divide(1);
    expect([errors, data?.updateEvent.errors]).toEqual([undefined, []]);
    expect(await occurrences()).toEqual(undisturbed);
  });
});

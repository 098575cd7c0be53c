/**
 * The division of a series in a process that dies between any two of its writes: until the same
 * mutation is repeated in another process, nothing is lost, and then the division is complete.
 */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { ask, start } from '../../support/gateway/sandbox.ts';
import { useTwoProcesses } from '../../support/gateway/two-processes.ts';
import { idAt, makeExceptions, seriesId, zoned } from '../../support/scenario/series.ts';
import { post } from '../../support/client/upload-client.ts';

const two = useTwoProcesses();

const calendarId = ids.calendar.release;

/** The new series, two occurrences that were changed singly, the end of the old series. */
const writes = [
  'calendar:events.insert',
  'calendar:events.patch',
  'calendar:events.patch',
  'calendar:events.patch',
];

const deaths = writes.map((operation, step) => ({ operation, step }));

const api = async (path: string, method = 'GET', body?: object): Promise<any> => {
  const { calendar } = two.replicas.sandbox.bases;
  const url = `${calendar}/calendars/${encodeURIComponent(calendarId)}/events${path}`;
  return (await ask(url, { method, body })).body;
};

async function makeSeries(): Promise<void> {
  two.replicas.sandbox.reset(start);
  await api('', 'POST', {
    id: seriesId,
    summary: 'Weekly',
    location: 'Room 1',
    start: zoned.start,
    end: zoned.end,
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
  });
  await makeExceptions({ api }, zoned);
  two.replicas.sandbox.clearCalls();
}

const divide = (index: number): Promise<any> =>
  post(
    two.replicas.urlOf(index),
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

describe('a process that dies while it divides a series', () => {
  it.each(deaths)(
    'is continued by the same mutation: $step, before $operation',
    async ({ step }) => {
      await makeSeries();
      const before = await occurrences();
      expect((await divide(1)).data.updateEvent.errors).toEqual([]);
      const undisturbed = await occurrences();
      await makeSeries();
      await two.dieBefore(writes, step, () => divide(0));
      expect(await occurrences()).toEqual(expect.arrayContaining([...before]));
      const { data, errors } = await divide(1);
      expect([errors, data?.updateEvent.errors]).toEqual([undefined, []]);
      expect(await occurrences()).toEqual(undisturbed);
    },
  );
});

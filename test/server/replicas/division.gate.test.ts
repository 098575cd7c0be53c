/**
 * The division of a series in a process that dies between any two of its writes: until the same
 * mutation is repeated in another process, nothing is lost, and then the division is complete.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { ask, start } from '../../support/gateway/sandbox.ts';
import { useTwoProcesses } from '../../support/gateway/two-processes.ts';
import { idAt, makeExceptions, zoned } from '../../support/scenario/series.ts';
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

/** Id of the series whose division a process begins. */
const seriesOf = (step: number): string => `meetings${step}`;

const api = async (path: string, method = 'GET', body?: object): Promise<any> => {
  const { calendar } = two.replicas.sandbox.bases;
  const url = `${calendar}/calendars/${encodeURIComponent(calendarId)}/events${path}`;
  return (await ask(url, { method, body })).body;
};

/** @param series id of the series */
async function makeSeries(series: string): Promise<void> {
  await api('', 'POST', {
    id: series,
    summary: 'Weekly',
    location: 'Room 1',
    start: zoned.start,
    end: zoned.end,
    recurrence: ['RRULE:FREQ=WEEKLY;COUNT=6'],
    extendedProperties: { private: { series } },
  });
  await makeExceptions({ api }, zoned, series);
}

const divide = (index: number, series: string): Promise<any> =>
  post(
    two.replicas.urlOf(index),
    'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { eventId } errors { code message } } }',
    {
      input: {
        by: { key: { calendarId, eventId: idAt(zoned, 3, series) } },
        scope: 'FOLLOWING',
        description: 'Bring coffee',
      },
    },
  );

/** Start, title, place and description of the occurrences of a series and of what it becomes. */
async function occurrences(series: string): Promise<readonly (readonly string[])[]> {
  const window = 'timeMin=2026-03-01T00:00:00Z&timeMax=2026-05-01T00:00:00Z';
  const { items } = await api(`?singleEvents=true&orderBy=startTime&${window}`);
  return (items as any[])
    .filter(({ extendedProperties }) => extendedProperties?.private?.series === series)
    .map((each) => [
      new Date(each.start.dateTime).toISOString(),
      each.summary,
      each.location,
      each.description,
    ]);
}

describe('a process that dies while it divides a series', () => {
  const undivided = 'undivided';
  const undisturbed = 'undisturbed';
  let undisturbedErrors: unknown;
  beforeAll(async () => {
    two.replicas.sandbox.reset(start);
    for (const series of [undivided, undisturbed]) await makeSeries(series);
    for (const { step } of deaths) {
      await makeSeries(seriesOf(step));
      await two.holdBefore(writes, step, () => divide(0, seriesOf(step)));
    }
    await two.kill();
    undisturbedErrors = (await divide(1, undisturbed)).data.updateEvent.errors;
  });
  it.each(deaths)(
    'is continued by the same mutation: $step, before $operation',
    async ({ step }) => {
      expect(undisturbedErrors).toEqual([]);
      const series = seriesOf(step);
      const before = await occurrences(undivided);
      expect(before).toHaveLength(4);
      expect(await occurrences(series)).toEqual(expect.arrayContaining([...before]));
      const { data, errors } = await divide(1, series);
      expect([errors, data?.updateEvent.errors]).toEqual([undefined, []]);
      expect(await occurrences(series)).toEqual(await occurrences(undisturbed));
    },
  );
});

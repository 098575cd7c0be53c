/**
 * A division of a series of which a call loses its answer while the reads fail by which the gateway
 * finds out what became of it: the error says so, and a repetition completes the division.
 */
import { afterEach, expect, it, vi } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { sampled } from '../../../support/report/sample.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import {
  idAt,
  inEachForm,
  makeExceptions,
  seriesId,
  useSeries,
  zoned,
} from '../../../support/scenario/series.ts';
import { failReads, mainReadFailures } from '../../../support/upstream/failed-read.ts';

const tools = useSeries(async () => ({
  env: {
    RETRY_BASE_MS: '1',
    RETRY_RATE_LIMIT_BASE_MS: '1',
    RETRY_BUDGET_FLOOR: '1000000',
    BREAKER_FAILURES: '1000000',
  },
}));

const { studio, makeSeries, occurrences, update, seriesNow } = tools;

afterEach(() => vi.restoreAllMocks());

const divide = { scope: 'FOLLOWING', location: 'Room 2' };
const eventId = (): string => idAt(zoned, 3);

async function prepare(): Promise<void> {
  studio.sandbox.reset(start);
  studio.sandbox.clearFaults();
  await makeSeries(zoned, 'COUNT=6');
  await makeExceptions(tools, zoned);
  studio.sandbox.clearCalls();
}

/** Divides the series. @returns the messages of the errors, and the id of one of a lost call */
async function divided() {
  const { data, errors = [] } = await studio.query(
    `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { errors { code message } } }`,
    { input: { by: { key: { calendarId: ids.calendar.release, eventId: eventId() } }, ...divide } },
  );
  const all: readonly { readonly code?: string; readonly message: string }[] = [
    ...(data.updateEvent?.errors ?? []),
    ...errors,
  ];
  return { messages: all.map(({ message }) => message), id: errors[0]?.extensions['id'] };
}

const unknownIn = (message: string): string | undefined =>
  /may have (been applied|succeeded)/.exec(message)?.[0];

/** Calls after which the gateway reads, with what a repetition of the mutation is told. */
const lostCalls = [
  ['the new series', { operation: 'calendar:events.insert' }, []],
  // The series has no such occurrence any more.
  [
    'the end of the old series',
    { operation: 'calendar:events.patch', conditional: true },
    ['may have succeeded'],
  ],
] as const;

inEachForm('a division of which a call loses its answer, and whose later reads fail', () => {
  it.each(sampled(lostCalls, 2))(
    'says that it may have been made: %s',
    async (_, match, repeated) => {
      await prepare();
      await update(eventId(), divide);
      const expected = await occurrences(...seriesNow());
      const found: unknown[] = [];
      // A list without events is an answer.
      const failures = Object.entries(mainReadFailures).filter(([, each]) => !('answer' in each));
      for (const [title, read] of failures) {
        await prepare();
        studio.sandbox.fault({ match, drop: 'after', times: 1 });
        const isLost = (): boolean =>
          studio
            .calls()
            .some(({ operation, call }) => operation === match.operation && call.status === 0);
        failReads(studio, isLost, read);
        const { messages, id } = await divided();
        vi.restoreAllMocks();
        const newId = seriesNow().find((each) => each !== seriesId);
        studio.sandbox.clearFaults();
        const again = await divided();
        found.push([
          title,
          messages.map(unknownIn),
          match.operation === 'calendar:events.patch' || id === newId,
          again.messages.map(unknownIn),
          seriesNow().length,
          await occurrences(...seriesNow()),
        ]);
      }
      const told = ['may have been applied'];
      expect(found).toEqual(failures.map(([title]) => [title, told, true, repeated, 2, expected]));
    },
  );
});

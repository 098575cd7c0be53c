/**
 * Writes of single occurrences while their series is divided, in one process: what is acknowledged
 * is there in the end.
 */
import { expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { promised } from '../../../support/report/promised-size.ts';
import { randomNumbers } from '../../../support/random/random-number.ts';
import { seedOf } from '../../../support/random/repeatable-seed.ts';
import {
  idAt,
  inEachForm,
  type Occurrence,
  useSeries,
  zoned,
} from '../../../support/scenario/series.ts';

const { studio, api, makeSeries, occurrences, update, remove, seriesNow } = useSeries();
const rounds = promised(100, 12);
const maxDelayMs = promised(600, 60);
const seed = seedOf(process.env);

/** A write of the fifth occurrence, and how one sees it. */
interface LateWrite {
  readonly name: string;
  readonly run: () => Promise<{ readonly errors: readonly unknown[] }>;
  readonly isThere: (found: readonly Occurrence[]) => boolean | Promise<boolean>;
}

const late = (): string => idAt(zoned, 4);
const lateStart = '2026-04-08T07:00';

/** The response of a guest to an occurrence, as the organizer sees it. */
async function responseAt(instant: string): Promise<unknown> {
  const window = 'timeMin=2026-03-01T00:00:00Z&timeMax=2026-05-01T00:00:00Z';
  const { items } = await api(`?singleEvents=true&${window}`);
  const event = (items as any[]).find(
    ({ summary, start: { dateTime } }) =>
      summary === 'Weekly' && new Date(dateTime).toISOString().startsWith(instant),
  );
  return event?.attendees.find(({ email }: any) => email === ids.person.ben)?.responseStatus;
}

const writes: readonly LateWrite[] = [
  {
    name: 'a deletion',
    run: () => remove(late(), {}),
    isThere: (found) => !found.some(([at]) => at === lateStart),
  },
  {
    name: 'a color',
    run: () => update(late(), { colorId: '9' }),
    isThere: (found) => found.some(([at, , , , color]) => at === lateStart && color === '9'),
  },
  {
    name: 'another time',
    run: () => update(late(), zoned.moved),
    isThere: (found) => found.some(([at]) => at === '2026-04-09T15:00'),
  },
  {
    name: 'the response of a guest',
    run: async () => {
      const { data } = await studio.query(
        'mutation ($input: RespondToEventInput!) { respondToEvent(input: $input) { errors { code } } }',
        {
          input: {
            by: { key: { calendarId: ids.person.ben, eventId: late() } },
            responseStatus: 'DECLINED',
          },
        },
        'studio-guest',
      );
      return data.respondToEvent;
    },
    isThere: async () => (await responseAt(lateStart)) === 'declined',
  },
];

inEachForm('writes of a later occurrence during a division', () => {
  it.each(writes)(
    'are not lost if they are acknowledged: $name',
    { tags: ['R12', 'fullSize'], timeout: 600_000 },
    async ({ run, isThere }) => {
      const random = randomNumbers(seed);
      const acknowledged: boolean[] = [];
      for (let round = 0; round < rounds; round += 1) {
        studio.sandbox.reset(start);
        await makeSeries(zoned, 'COUNT=6');
        for (const method of ['insert', 'patch', 'list', 'get'])
          studio.sandbox.fault({
            match: { operation: `calendar:events.${method}` },
            delayMs: Math.floor(random() * maxDelayMs),
            times: 1,
          });
        const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
        const [early, later] = [random(), random()].map((each) => each * maxDelayMs);
        const [division, write] = await Promise.all([
          pause(early!).then(() =>
            update(idAt(zoned, 2), { scope: 'FOLLOWING', location: 'Room 2' }),
          ),
          pause(later!).then(run),
        ]);
        studio.sandbox.clearFaults();
        const found = await occurrences(...seriesNow());
        const isDone = write.errors.length === 0;
        acknowledged.push(isDone);
        const result = {
          context: `seed ${seed}, round ${round}`,
          errors: division.errors,
          isLost: isDone && !(await isThere(found)),
          isDivided: found.filter(([, , , location]) => location === 'Room 2').length > 2,
        };
        expect(result).toEqual({
          context: result.context,
          errors: [],
          isLost: false,
          isDivided: true,
        });
      }
      expect(acknowledged).toContain(true);
    },
  );
});

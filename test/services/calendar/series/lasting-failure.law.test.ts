/**
 * From one of its calls on, a write of a series fails for ever: the call is refused, it or its
 * answer is lost, or Google Calendar answers success and ignores it; and with it all later calls
 * to the same address, or all of its kind to occurrences. The calendar then has the old series or
 * the new one, and no occurrence twice. Only where the service takes no single change back, or may
 * still end the old series, the error is that the write is done in part. Without the fault, a
 * repetition completes it.
 */
import { afterEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/sandbox/fault.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { occurrenceIdForms } from '../../../../src/sandbox/calendar/series/occurrence-id.ts';
import { runsFull } from '../../../support/report/promised-size.ts';
import { eventsOn } from '../../../support/scenario/calendar.ts';
import { savedEvents } from '../../../support/scenario/series-race.ts';
import {
  idAt,
  makeExceptions,
  type Occurrence,
  seriesId,
  setModel,
  useForm,
  useSeries,
  zoned,
} from '../../../support/scenario/series.ts';

const tools = useSeries(async () => ({
  env: {
    RETRY_BASE_MS: '1',
    RETRY_MAX_ATTEMPTS: '2',
    RETRY_BUDGET_FLOOR: '1000000',
    BREAKER_FAILURES: '1000000',
  },
}));

const { studio, api, makeSeries, occurrences, update, remove, seriesNow } = tools;

const writes: Record<string, () => Promise<any>> = {
  'update FOLLOWING': () => update(idAt(zoned, 3), { scope: 'FOLLOWING', location: 'Room 2' }),
  'update ALL': () => update(idAt(zoned, 3), { scope: 'ALL', location: 'Room 2' }),
  'move ALL': () =>
    update(idAt(zoned, 3), {
      scope: 'ALL',
      start: { dateTime: '2026-04-01T11:00:00+02:00' },
      end: { dateTime: '2026-04-01T12:00:00+02:00' },
    }),
  'delete FOLLOWING': () => remove(idAt(zoned, 3), { scope: 'FOLLOWING' }),
};

/** The title of a write with what Google Calendar leaves of a series that ends. */
const leaving = (write: string): string => `${write}, exceptions stay`;

for (const write of ['update FOLLOWING', 'delete FOLLOWING'])
  writes[leaving(write)] = writes[write]!;

const effects: Readonly<Record<string, Fault>> = {
  'is forbidden': { status: 403, reason: 'forbidden' },
  'is invalid': { status: 400, reason: 'invalid' },
  'has no answer': { drop: 'after' },
  'does not arrive': { drop: 'before' },
  'is ignored': { ignore: true },
};

interface Found {
  readonly series: readonly string[];
  readonly occurrences: readonly Occurrence[];
  /** The ids of the exceptions that their series does not have. */
  readonly left: readonly string[];
}

async function found(): Promise<Found> {
  const series = seriesNow().toSorted();
  const shown = await Promise.all(series.map((id) => api(`/${id}/instances`)));
  const own = new Set(shown.flatMap(({ items }) => items.map(({ id }: { id: string }) => id)));
  const stored = [...eventsOn(studio.sandbox, ids.calendar.release).values()];
  const left = stored.filter(
    ({ id, status, recurringEventId }) =>
      series.includes(recurringEventId ?? '') && status !== 'cancelled' && !own.has(id),
  );
  return { series, occurrences: await occurrences(...series), left: left.map(({ id }) => id) };
}

/** Calls of a write that nothing disturbs: one of them and the later ones that are like it. */
interface Disturbed {
  readonly operation: string;
  /** A part of the address that they share. */
  readonly path: string;
  /** The number of earlier calls that are like them. */
  readonly earlier: number;
}

/** The beginning of the addresses of all occurrences of a series that begins in 2026. */
const occurrencePath = (path: string): string | undefined =>
  /^.*\/events\/(?:\w+?_|o)(?:2026|32303236)(?=\w+\?$)/.exec(path)?.[0];

function callsNow(): Disturbed[] {
  const calls = studio.calls().map(({ operation, call: { path } }) => {
    const own = `${path}?`;
    return { operation, paths: new Set([own, occurrencePath(own) ?? own]) };
  });
  return calls.flatMap(({ operation, paths }, index) =>
    [...paths].map((path) => {
      const isAlike = (other: (typeof calls)[number]): boolean =>
        other.operation === operation && other.paths.has(path);
      return { operation, path, earlier: calls.slice(0, index).filter(isAlike).length };
    }),
  );
}

/** Lets calls fail. @returns the errors of the write */
async function failFrom(
  { operation, path, earlier }: Disturbed,
  effect: Fault,
  run: () => Promise<any>,
): Promise<readonly any[]> {
  const match = { operation, pathIncludes: path };
  if (earlier > 0) studio.sandbox.fault({ match, times: earlier, delayMs: 0 });
  studio.sandbox.fault({ ...effect, match });
  const { errors } = await run().catch((error: unknown) => ({ errors: [error] }));
  studio.sandbox.clearFaults();
  return errors;
}

const cases = Object.keys(writes).flatMap((write, row) =>
  Object.keys(effects).flatMap((effect, column) =>
    occurrenceIdForms
      .filter((_, index) => runsFull || index === (row + column) % occurrenceIdForms.length)
      .map((form) => ({ write, effect, form })),
  ),
);

// Other files run in the same modules.
afterEach(() => useForm('start'));

describe('a write of a series of which a call fails for ever', () => {
  it.each(cases)(
    'leaves the old series or the new one: $write, a call $effect, $form',
    { tags: ['fullSize'], timeout: 300_000 },
    async ({ write, effect, form }) => {
      useForm(form);
      const run = writes[write]!;
      const leavesExceptions = write === leaving(write.split(',')[0]!);
      setModel(studio.sandbox, { dropsExceptions: write === 'move ALL', leavesExceptions });
      // One of the later occurrences is an ordinary one.
      await makeSeries(zoned, 'COUNT=7');
      await makeExceptions(tools, zoned);
      await api(`/${idAt(zoned, 2)}`, 'PATCH', { summary: 'Third' });
      const restore = savedEvents(studio.sandbox);
      const before = await found();
      studio.sandbox.clearCalls();
      expect((await run()).errors).toEqual([]);
      const calls = callsNow();
      const after = await found();
      const problems: string[] = [];
      const mayFail = ({ operation, path }: Disturbed): boolean => {
        const isRead = /\.(get|list|instances)$/.test(operation);
        if (effects[effect]!.ignore) return !isRead && !operation.endsWith('.insert');
        // What nobody can read, nobody can undo.
        return !write.endsWith(' ALL') || !isRead || !path.endsWith(`/${seriesId}?`);
      };
      /** Whether the service takes no single change back, or can end the old series later. */
      const isStuck = ({ path }: Disturbed): boolean =>
        write.endsWith(' ALL')
          ? !path.endsWith('?')
          : effects[effect]!.drop === 'before' && path.endsWith(`/${seriesId}?`);
      for (const call of calls.filter(mayFail)) {
        restore();
        const errors = await failFrom(call, effects[effect]!, run);
        const now = await found();
        const problem = (text: string): void =>
          void problems.push(
            `${call.operation} ${call.path} ${call.earlier}: ${text}: ${JSON.stringify([errors, now])}`,
          );
        const is = (expected: Found): boolean => isWhole(expected) && now.left.length === 0;
        const isWhole = ({ occurrences: expected, series }: Found): boolean =>
          JSON.stringify(now.occurrences) === JSON.stringify(expected) &&
          now.series.length === series.length;
        if (is(after)) continue;
        const told = errors.find(({ code }) => code === 'PARTLY_DONE');
        if (isWhole(after)) {
          // A new series cannot be divided again.
          if (!told?.remaining.includes('calendar:events.delete')) problem('left in silence');
          if (write.startsWith('update')) continue;
        } else if (!is(before) && !(isStuck(call) && told))
          problem('neither the old series nor the new one');
        if (errors.length === 0) problem('acknowledged');
        const again = await run();
        const completed = await found();
        if (again.errors.length > 0) problem(`a repetition: ${JSON.stringify(again.errors)}`);
        else if (
          JSON.stringify([completed.occurrences, completed.left]) !==
          JSON.stringify([after.occurrences, after.left])
        )
          problem(`a repetition leaves ${JSON.stringify(completed)}`);
      }
      expect(problems).toEqual([]);
      expect(seriesNow()).toContain(seriesId);
    },
  );
});

describe('a division of which a call is refused, and whose new series is not deleted', () => {
  it('says so, and a repetition completes it', async () => {
    const run = writes['update FOLLOWING']!;
    await makeSeries(zoned, 'COUNT=6');
    await makeExceptions(tools, zoned);
    const restore = savedEvents(studio.sandbox);
    const before = await occurrences(seriesId);
    studio.sandbox.clearCalls();
    expect((await run()).errors).toEqual([]);
    const patches = studio.calls().filter(({ operation }) => operation.endsWith('.patch')).length;
    const after = await occurrences(...seriesNow());
    expect(patches).toBeGreaterThan(1);
    for (let earlier = 0; earlier < patches; earlier += 1) {
      restore();
      const match = { operation: 'calendar:events.patch' };
      if (earlier > 0) studio.sandbox.fault({ match, times: earlier, delayMs: 0 });
      studio.sandbox.fault({ match, status: 403 });
      studio.sandbox.fault({ match: { operation: 'calendar:events.delete' }, ignore: true });
      const { errors } = await run();
      studio.sandbox.clearFaults();
      expect(errors).toMatchObject([{ code: 'PARTLY_DONE' }]);
      expect(errors[0].done).toContain('calendar:events.insert');
      expect(await occurrences(seriesId)).toEqual(before);
      expect(seriesNow()).toHaveLength(2);
      expect((await run()).errors).toEqual([]);
      expect(await occurrences(...seriesNow())).toEqual(after);
    }
  });
});

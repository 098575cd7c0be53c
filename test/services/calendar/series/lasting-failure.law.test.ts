/**
 * From one of its calls on, a write of a series fails for ever: the call is refused, its answer is
 * lost, or Google Calendar answers success and ignores it. The calendar then has the old series or
 * the new one, and no occurrence twice; without the fault, a repetition completes the write.
 */
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/sandbox/fault.ts';
import { occurrenceIdForms } from '../../../../src/sandbox/calendar/series/occurrence-id.ts';
import { runsFull } from '../../../support/report/promised-size.ts';
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

const writes: Readonly<Record<string, () => Promise<any>>> = {
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

const effects: Readonly<Record<string, Fault | 'ignored'>> = {
  'is forbidden': { status: 403, reason: 'forbidden' },
  'is invalid': { status: 400, reason: 'invalid' },
  'has no answer': { drop: 'after' },
  'is ignored': 'ignored',
};

interface Found {
  readonly series: readonly string[];
  readonly occurrences: readonly Occurrence[];
}

const found = async (): Promise<Found> => ({
  series: seriesNow().toSorted(),
  occurrences: await occurrences(...seriesNow()),
});

/** A call of a write that nothing disturbs. */
interface Disturbed {
  readonly method: string;
  readonly path: string;
  /** The number of earlier calls with the same method and path. */
  readonly earlier: number;
  readonly body: object;
}

function callsNow(): Disturbed[] {
  const calls = studio.calls().map(({ call: { method, path }, body }) => ({
    method,
    path,
    body: body ?? {},
  }));
  return calls.map((call, index) => ({
    ...call,
    earlier: calls.slice(0, index).filter((other) => isAlike(other, call)).length,
  }));
}

const isAlike = (one: Pick<Disturbed, 'method' | 'path'>, other: typeof one): boolean =>
  one.method === other.method && one.path === other.path;

/** Lets a call, and all later ones to the same address, fail. @returns the errors of the write */
async function failFrom(
  { method, path, earlier, body }: Disturbed,
  effect: Fault | 'ignored',
  run: () => Promise<any>,
): Promise<readonly any[]> {
  const match = { method, pathIncludes: `${path}?` };
  if (effect === 'ignored') setModel(studio.sandbox, { ignoredFields: Object.keys(body) });
  else {
    studio.sandbox.fault({ match, times: earlier, delayMs: 0 });
    studio.sandbox.fault({ ...effect, match });
  }
  const { errors } = await run().catch((error: unknown) => ({ errors: [error] }));
  studio.sandbox.clearFaults();
  setModel(studio.sandbox, { ignoredFields: [] });
  return errors;
}

const cases = Object.keys(writes).flatMap((write, row) =>
  Object.keys(effects).flatMap((effect, column) =>
    occurrenceIdForms
      .filter((_, index) => runsFull || index === (row + column) % occurrenceIdForms.length)
      .map((form) => ({ write, effect, form })),
  ),
);

describe('a write of a series of which a call fails for ever', () => {
  it.each(cases)(
    'leaves the old series or the new one: $write, a call $effect, $form',
    { tags: ['fullSize'], timeout: 300_000 },
    async ({ write, effect, form }) => {
      useForm(form);
      const run = writes[write]!;
      setModel(studio.sandbox, { dropsExceptions: write === 'move ALL' });
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
      const mayFail = ({ method, path }: Disturbed): boolean => {
        // A move drops what is written after it alone.
        if (effects[effect] === 'ignored')
          return method === 'PUT' || (method === 'PATCH' && write !== 'move ALL');
        // What nobody can read, nobody can undo.
        return !write.endsWith(' ALL') || method !== 'GET' || !path.endsWith(`/${seriesId}`);
      };
      for (const call of calls.filter(mayFail)) {
        restore();
        const errors = await failFrom(call, effects[effect]!, run);
        const now = await found();
        const problem = (text: string): void =>
          void problems.push(
            `${call.method} ${call.path} ${call.earlier}: ${text}: ${JSON.stringify([errors, now])}`,
          );
        const is = ({ occurrences: expected, series }: Found): boolean =>
          JSON.stringify(now.occurrences) === JSON.stringify(expected) &&
          now.series.length === series.length;
        if (is(after)) continue;
        if (!is(before)) problem('neither the old series nor the new one');
        if (errors.length === 0) problem('acknowledged');
        const again = await run();
        const completed = await found();
        if (again.errors.length > 0) problem(`a repetition: ${JSON.stringify(again.errors)}`);
        else if (JSON.stringify(completed.occurrences) !== JSON.stringify(after.occurrences))
          problem(`a repetition leaves ${JSON.stringify(completed.occurrences)}`);
      }
      expect(problems).toEqual([]);
      expect(seriesNow()).toContain(seriesId);
    },
  );
});

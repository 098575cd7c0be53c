/** Updates of events of each type: every field that is not changed keeps its value. */
import { describe, expect, it } from 'vitest';
import { getter } from '../../../../src/engine/read/path.ts';
import type { EventEntity } from '../../../../src/sandbox/calendar/state.ts';
import { completeEvents } from '../../../../src/sandbox/seed/calendar/complete-event.ts';
import { eventLabels, productionLabel } from '../../../../src/sandbox/seed/calendar/label.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { writablePathsOf } from '../../../../src/sandbox/call/writable-path.ts';
import {
  type Keys,
  patched,
  replaced,
  settled,
  useEventUpdates,
} from '../../../support/event-update.ts';

const { update, now, operations } = useEventUpdates();

const keysOf = ({ id }: { readonly id: string }): Keys => [ids.calendar.ava, id];

/** Types whose properties an update cannot send back: the gateway sends a PATCH. */
const patchedTypes: ReadonlySet<string> = new Set(['birthday', 'fromGmail']);

/** Writable paths that no event of the seed has. */
const unstoredPaths: Readonly<Record<string, string>> = {
  attendeesOmitted: 'Describes the request body.',
  originalStartTime: 'Belongs to instances of a series, and no update changes it.',
  privateCopy: 'The gateway sends a PATCH for a private copy.',
};

const fields = [
  [{ summary: 'Changed title' }, { summary: 'Changed title' }],
  [{ description: 'Changed text' }, { description: 'Changed text' }],
  [{ colorId: '2' }, { colorId: '2' }],
] as const;

describe('updateEvent in mode SAFE', () => {
  describe.each(completeEvents.map((plan) => [plan.more?.eventType ?? 'default', plan] as const))(
    'of an event of type %s',
    (type, plan) => {
      it.each(fields)('changes %j and nothing else', async (input, changed) => {
        const before = now(keysOf(plan));
        expect(getter(Object.keys(changed)[0]!)(before)).toBeDefined();
        const { errors } = await update({ ...input, mode: 'SAFE' }, { keys: keysOf(plan) });
        expect(errors).toEqual([]);
        expect(operations()).toEqual(patchedTypes.has(type) ? patched : replaced);
        expect(settled(now(keysOf(plan)))).toEqual(settled({ ...before, ...changed }));
      });
    },
  );
  it.each(['SAFE', 'PATCH'])('writes either the color or the label in mode %s', async (mode) => {
    const [plan] = completeEvents;
    const write = async (input: object): Promise<readonly unknown[]> => {
      expect((await update({ ...input, mode }, { keys: keysOf(plan!) })).errors).toEqual([]);
      const { colorId, eventLabelId } = now(keysOf(plan!));
      return [colorId, eventLabelId];
    };
    const other = eventLabels[1]!.id;
    expect(await write({ colorId: '2' })).toEqual(['2', productionLabel]);
    expect(await write({ eventLabelId: other })).toEqual(['2', other]);
    expect(await write({ colorId: null })).toEqual([undefined, other]);
    expect(await write({ eventLabelId: null })).toEqual([undefined, undefined]);
  });
  it('is tested with an event of each type, with all fields that an update writes', () => {
    const events: readonly EventEntity[] = completeEvents.map((plan) => now(keysOf(plan)));
    expect(new Set(events.map(({ eventType }) => eventType))).toEqual(
      new Set(['birthday', 'default', 'focusTime', 'fromGmail', 'outOfOffice', 'workingLocation']),
    );
    const replaceable = events.filter(({ eventType }) => !patchedTypes.has(eventType));
    const missing = writablePathsOf('calendar:events.update')
      .map((path) => path.replace(/(\[\]|\.\(key\))$/, ''))
      .filter((path) => !replaceable.some((event) => getter(path)(event) !== undefined))
      .filter((path) => !Object.hasOwn(unstoredPaths, path.split('.')[0]!));
    expect(missing).toEqual([]);
  });
});

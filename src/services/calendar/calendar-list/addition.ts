/** The strategy of `addCalendarToList`, which changes no entry that the list has already. */
import type { calendar_v3 } from '@googleapis/calendar';
import { showsAllChanges } from '../../../engine/write/update/applied-change.ts';
import { findOut, hasUnknownOutcome } from '../../../engine/rest/call/unknown-outcome.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import type { Strategy, WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';
import { UpstreamError, upstreamError } from '../../../engine/api/error.ts';
import { calendarList } from '../operations.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { CalendarListEntry } from '../resources.ts';

type EntryJson = calendar_v3.Schema$CalendarListEntry;

const inner = insert();

/** Values that Google Calendar shows as absent. */
export const entryDefaults = { hidden: false, selected: false } as const;

/**
 * Declares the strategy: an insert after a read, because an insert of a calendar that is in the
 * list resets the settings that the input omits.
 */
export const addToList = (): Strategy => ({
  ...inner,
  isRepeatable: true,
  operations: (write) => [calendarList.get, ...inner.operations(write)],
  calls: (write) => [[calendarList.get, 1], ...inner.calls!(write)],
  run: async (write) => {
    const calendarId = write.changes.find(({ path }) => path === 'id')!.apply(undefined) as string;
    const ref = { resource: CalendarListEntry.resource, key: [calendarId] };
    return write.execution.runExclusive(
      ref,
      write.operation,
      async () => (await listed(write, calendarId)) ?? add(write, calendarId),
    );
  },
});

/** Adds the calendar. After a lost answer, the list shows whether it has it. */
async function add(write: WriteRequest, calendarId: string): Promise<WriteOutcome> {
  try {
    return await inner.run(write);
  } catch (error) {
    if (!hasUnknownOutcome(error)) throw error;
    return findOut(error, () => listed(write, calendarId));
  }
}

/**
 * The entry that the list has already; undefined if it has none.
 * @throws MutationError `CONFLICT` for an entry with other settings than those of the input
 */
async function listed(write: WriteRequest, calendarId: string): Promise<WriteOutcome | undefined> {
  const { execution, selected } = write;
  const settings = write.changes.filter(
    ({ path, apply }) => path !== 'id' && apply(undefined) !== undefined,
  );
  const requested = selected.with('id', 'deleted', ...settings.map(({ path }) => path));
  const fresh = await readEntry(write, { calendarId, fields: requested.mask });
  if (fresh === undefined || fresh.deleted) return undefined;
  if (!fresh.id) throw upstreamError(calendarList.get, 'UPSTREAM_INVALID', { id: calendarId });
  const ref = { resource: CalendarListEntry.resource, key: [fresh.id] };
  execution.invalidate(ref, fresh, requested);
  if (showsAllChanges(settings, { previous: {}, fresh: { ...fresh }, defaults: entryDefaults }))
    return { ref };
  throw new MutationError(
    'CONFLICT',
    'calendarId: the calendar is in the list already, with other settings. Change them with updateCalendarListEntry.',
    { path: ['calendarId'], current: ref },
  );
}

async function readEntry(
  { execution }: WriteRequest,
  args: { readonly calendarId: string; readonly fields: string },
): Promise<EntryJson | undefined> {
  try {
    return await execution.send(calendarList.get, args);
  } catch (error) {
    if (error instanceof UpstreamError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

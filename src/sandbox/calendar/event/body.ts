/** Applies a request body to an event: `update` replaces all fields, `patch` merges them. */
import type { ApiCall } from '../../call/handler.ts';
import { writableNamesOf } from '../../call/writable-path.ts';
import { merge, withoutNulls } from '../body.ts';
import { normalizeEvent } from './normalization.ts';
import type { CalendarEntity, EventEntity, Reminders } from '../state.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Listed as writable, but not stored from the body: `attendeesOmitted` describes the body itself,
 * `originalStartTime` belongs to the series.
 */
const ignoredFields: ReadonlySet<string> = new Set(['attendeesOmitted', 'originalStartTime']);

/** Set when an event is created; an update neither changes nor removes them. */
const insertOnlyFields: ReadonlySet<string> = new Set(['id', 'iCalUID', 'eventType']);

/** The top-level fields that the operation writes. */
function writableFields({ operation }: ApiCall): ReadonlySet<string> {
  const names = writableNamesOf(operation.key);
  return new Set([...names].filter((name) => !ignoredFields.has(name)));
}

const pick = (fields: Fields, isPicked: (name: string) => boolean): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => isPicked(name)));

/** The body without the fields that the service ignores unless a parameter enables them. */
function enabledBody(call: ApiCall): Fields {
  const { body, query } = call;
  const disabled = new Set<string>([unwrittenColor(call)]);
  if (!query.flag('supportsAttachments')) disabled.add('attachments');
  if (query.int('conferenceDataVersion') !== 1) disabled.add('conferenceData');
  return pick(body, (name) => !disabled.has(name));
}

/** A call writes either the label or the color; the other one stays. */
const unwrittenColor = ({ query }: ApiCall): string =>
  query.int('eventLabelVersion') === 1 ? 'colorId' : 'eventLabelId';

/**
 * The event after `update` or `insert`: writable fields that the body omits are removed.
 * @throws ApiError 400 if a field of the body is invalid
 */
export function replaceFields(
  call: ApiCall,
  calendar: CalendarEntity,
  event: EventEntity,
): EventEntity {
  const writable = writableFields(call);
  const unwritten = unwrittenColor(call);
  const retained = pick(
    event,
    (name) => !writable.has(name) || insertOnlyFields.has(name) || name === unwritten,
  );
  const defaults = { status: 'confirmed', reminders: { useDefault: true } };
  const written = pick(
    enabledBody(call),
    (name) => writable.has(name) && !insertOnlyFields.has(name),
  );
  const next = { ...retained, sequence: event.sequence, ...defaults, ...withoutNulls(written) };
  return normalizeEvent(call, calendar, event, next);
}

/**
 * The event after `patch`: objects are merged, lists are replaced, null removes a field.
 * @throws ApiError 400 if a field of the body is invalid
 */
export function mergeFields(
  call: ApiCall,
  calendar: CalendarEntity,
  event: EventEntity,
): EventEntity {
  const writable = writableFields(call);
  const written = pick(enabledBody(call), (name) => writable.has(name));
  const next = merge(event, written);
  next['reminders'] ??= { useDefault: true };
  const { useDefault, overrides } = (written['reminders'] ?? {}) as Reminders;
  // Switching to the default reminders removes the overrides.
  if (useDefault && !overrides) next['reminders'] = { useDefault };
  return normalizeEvent(call, calendar, event, next);
}

/** Lists of the events of a calendar, and of the instances of a series. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { pageMark, paginate } from '../../call/page.ts';
import { fingerprint } from '../../random.ts';
import { ApiError } from '../../http/api-error.ts';
import { findCalendar, roleOf, throwNotFound } from '../access.ts';
import { matchesEventQuery } from './filter.ts';
import { responseTimeZone, serializeEvent } from './serializer.ts';
import { exceptionsOf, findEvent, instancesOf } from '../series/recurrence.ts';
import { type CalendarEntity, calendarState, type EventEntity } from '../state.ts';
import { changedEvents, checkSyncParameters, listRevision, nextTokenOf } from '../sync-token.ts';
import { overlaps, startInstant, type TimeWindow, timeWindowOf } from '../time-window.ts';
import { isTimestamp } from '../time-zone.ts';

/** Parameters that cannot be combined with a sync token. */
const notWithSyncToken = [
  'iCalUID',
  'orderBy',
  'privateExtendedProperty',
  'q',
  'sharedExtendedProperty',
  'timeMin',
  'timeMax',
  'updatedMin',
];

/** `events.list`. */
export const listEvents: Handler = (call) => {
  const calendar = findCalendar(call);
  const { query } = call;
  if (query.text('orderBy') === 'startTime' && !isExpanded(call))
    throw new ApiError(400, 'badRequest', {
      message: 'The requested ordering is not available for the particular query.',
      location: 'orderBy',
    });
  const window = timeWindowOf(call);
  checkSyncParameters(call, notWithSyncToken);
  const changes = query.has('syncToken') ? changedEvents(call, calendar) : undefined;
  const events = [...calendar.events.values()]
    .filter(({ id }) => changes?.ids.has(id) ?? true)
    .flatMap((event) => expand(call, calendar, event, window))
    .filter((event) => matchesEventQuery(call, event) || isDeletedSincePage(call, calendar, event));
  const listed = new Set(events.map(({ id }) => id));
  const vanished = (changes?.vanished ?? [])
    .filter(({ event, wasStored }) => !listed.has(event.id) && (wasStored || isExpanded(call)))
    .map(({ event }) => event)
    .filter((event) => matchesEventQuery(call, event));
  return listResponse(call, calendar, sortEvents(call, calendar, [...events, ...vanished]));
};

/** Whether the list shows instances in place of their series. */
const isExpanded = ({ query }: ApiCall): boolean => query.flag('singleEvents');

/** Events that are deleted between two pages keep their place: no other event may be skipped. */
function isDeletedSincePage(
  call: ApiCall,
  { revisions }: CalendarEntity,
  { id, status }: EventEntity,
): boolean {
  const mark = pageMark(call);
  return status === 'cancelled' && mark !== undefined && (revisions.get(id) ?? 0) > mark;
}

/** `events.instances`; the list is empty for an event that is not a series. */
export const listInstances: Handler = (call) => {
  const calendar = findCalendar(call);
  const { query, path } = call;
  const series = findEvent(calendar, path['eventId']!) ?? throwNotFound();
  const { min, max } = timeWindowOf(call);
  const window = { min, max: query.has('timeMax') ? max : Infinity };
  const originalStart = originalStartOf(call, calendar);
  const end = Math.max(max, (originalStart ?? -Infinity) + 1);
  const originalInstant = ({ originalStartTime }: EventEntity): number =>
    startInstant({ start: originalStartTime! }, calendar);
  const movedEarlier = exceptionsOf(calendar, series).filter(
    (event) => originalInstant(event) >= end,
  );
  const instances = (series.recurrence ? instancesOf(series, calendar, end) : [])
    .concat(movedEarlier)
    .filter((event) => overlaps(event, calendar, window))
    .filter(({ status }) => status !== 'cancelled' || query.flag('showDeleted'))
    .filter((event) => originalStart === undefined || originalInstant(event) === originalStart);
  return listResponse(call, calendar, instances);
};

/**
 * The parameter `originalStart` in milliseconds: a date, or a date-time with an offset.
 * @throws ApiError 400
 */
function originalStartOf({ query }: ApiCall, calendar: CalendarEntity): number | undefined {
  const text = query.text('originalStart');
  if (text === undefined) return undefined;
  if (isTimestamp(text)) return Date.parse(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)))
    return startInstant({ start: { date: text } }, calendar);
  throw new ApiError(400, 'badRequest', { message: 'Bad Request', location: 'originalStart' });
}

/** The list items of a stored event: the event, or with `singleEvents` its instances. */
function expand(
  call: ApiCall,
  calendar: CalendarEntity,
  event: EventEntity,
  window: TimeWindow,
): EventEntity[] {
  const { query } = call;
  const hasWindow = query.has('timeMin') || query.has('timeMax');
  if (event.recurrence === undefined)
    return !hasWindow || overlaps(event, calendar, window) ? [event] : [];
  if (!hasWindow && !isExpanded(call)) return [event];
  const instances = instancesOf(event, calendar, window.max).filter((instance) =>
    overlaps(instance, calendar, window),
  );
  if (!isExpanded(call)) return instances.length > 0 ? [event] : [];
  // Instances with individual changes are stored events and list themselves.
  return instances.filter(({ id }) => !calendar.events.has(id));
}

function sortEvents(
  { query }: ApiCall,
  calendar: CalendarEntity,
  events: EventEntity[],
): EventEntity[] {
  const order = query.text('orderBy');
  if (order === undefined) return events;
  const keyOf = (event: EventEntity): number =>
    order === 'updated' ? Date.parse(event.updated) : startInstant(event, calendar);
  return events.toSorted((a, b) => keyOf(a) - keyOf(b) || (a.id < b.id ? -1 : 1));
}

function listResponse(
  call: ApiCall,
  calendar: CalendarEntity,
  events: readonly EventEntity[],
): object {
  const { items, next } = paginate(call, events, listRevision(call));
  const timeZone = responseTimeZone(call, calendar);
  const { id, summary, description } = calendar.resource;
  const { calendarLists } = calendarState(call.simulation);
  const ownList = calendarLists.get(call.user.email);
  const entry = ownList?.find(({ calendarId, deleted }) => calendarId === id && !deleted);
  return {
    kind: 'calendar#events',
    etag: `"${fingerprint([calendar.updated, items.map((event) => [event.id, event.etag])])}"`,
    summary,
    ...(description !== undefined && { description }),
    updated: calendar.updated,
    timeZone,
    accessRole: roleOf(calendar, call.user),
    defaultReminders: entry?.defaultReminders ?? [],
    ...nextTokenOf(call, id, next),
    items: items.map((event) => serializeEvent(call, calendar, event, timeZone)),
  };
}

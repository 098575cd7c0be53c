/** Calendars: the primary one of each person, and secondary ones. */
import { hash } from 'node:crypto';
import { type ApiCall, checkIfMatch, type Handler } from '../call/handler.ts';
import { calendarId } from '../seed/entity-id.ts';
import { isLongerThan } from '../text.ts';
import { findCalendar, findCalendarWithRole, throwInvalid, throwRefused } from './access.ts';
import { merged, replaced } from './body.ts';
import { addEntry, touchEntries } from './calendar-list/calendar-list.ts';
import { cancelEvent } from './event/store.ts';
import {
  type CalendarEntity,
  type CalendarResource,
  calendarState,
  type EventLabel,
} from './state.ts';
import { newStamp } from './synchronized.ts';
import { isTimeZone } from './time-zone.ts';
import { workingHoursAfter } from './working-hours.ts';

/** Needs any role; the calendar `primary` is returned with its real id. */
export const getCalendar: Handler = (call) => findCalendar(call).resource;

/** `calendars.insert`: the caller becomes the owner and has the calendar on the list. */
export const insertCalendar: Handler = (call) => {
  const { simulation, user } = call;
  const state = calendarState(simulation);
  const id = calendarId(`inserted ${state.revision}`);
  const calendar = written(call, replaced, {
    kind: 'calendar#calendar',
    etag: '',
    id,
    summary: '',
    timeZone: '',
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
    dataOwner: user.email,
  });
  const { etag } = newStamp(simulation);
  const resource = { ...calendar, etag };
  const scope = { type: 'user', value: user.email } as const;
  state.calendars.set(id, {
    resource,
    rules: [{ kind: 'calendar#aclRule', etag, id: `user:${user.email}`, scope, role: 'owner' }],
    events: new Map(),
    revisions: new Map(),
    vanished: new Map(),
    opaqueSeries: new Set(),
    updated: simulation.now().toISOString(),
  });
  addEntry(call, id);
  return resource;
};

/**
 * The calendar after a write. An update without labels keeps them.
 * @throws ApiError 400 if the time zone or a label is invalid
 */
function written(
  call: ApiCall,
  apply: typeof replaced,
  before: CalendarResource,
): CalendarResource {
  const { labelProperties } = before;
  const workingHours = workingHoursAfter(call, before);
  const keepsLabels = call.operation.method === 'PUT' && labelProperties !== undefined;
  const after: Partial<CalendarResource> & Omit<CalendarResource, 'timeZone'> = {
    ...(keepsLabels && { labelProperties }),
    ...apply(call, before),
  };
  const { timeZone = 'UTC' } = after;
  if (!after.summary) throwInvalid('Missing title.', 'required');
  if (!isTimeZone(timeZone)) throwInvalid(`Invalid time zone: ${timeZone}`);
  const labels = after.labelProperties?.eventLabels;
  return {
    ...after,
    timeZone,
    ...(workingHours && { workingHours }),
    ...(labels && { labelProperties: { eventLabels: checkLabels(call, labels) } }),
  };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A UUID that depends on the name only. */
const uuidOf = (name: string): string =>
  hash('sha256', name).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');

/** The labels; those without an id get one. */
function checkLabels({ simulation }: ApiCall, labels: readonly EventLabel[]): EventLabel[] {
  if (labels.length > 200) throwInvalid('Too many event labels; expected at most 200.');
  const given = labels.flatMap(({ id }) => id ?? []);
  if (new Set(given).size < given.length) throwInvalid('The ids of event labels must be unique.');
  const { revision } = calendarState(simulation);
  return labels.map(({ id: own, name, backgroundColor }, at) => {
    const id = own ?? uuidOf(`label ${revision} ${at}`);
    if (!uuid.test(id)) throwInvalid(`Invalid id of an event label: '${id}'.`);
    if (isLongerThan(name, 50))
      throwInvalid('The name of an event label has at most 50 characters.');
    if (!/^#[0-9a-f]{6}$/i.test(backgroundColor ?? ''))
      throwInvalid('An event label needs a background color.');
    return { id, ...(name && { name }), backgroundColor: backgroundColor! };
  });
}

/** @param apply makes the written calendar of the call's body and the stored calendar */
const writeHandler =
  (apply: typeof replaced): Handler =>
  (call) => {
    const calendar = findCalendarWithRole(call, 'owner');
    checkIfMatch(call, calendar.resource.etag);
    const after = written(call, apply, calendar.resource);
    calendar.resource = { ...after, etag: newStamp(call.simulation).etag };
    touchEntries(call.simulation, after.id);
    return calendar.resource;
  };

/** `calendars.update`. */
export const updateCalendar = writeHandler(replaced);

/** `calendars.patch`. */
export const patchCalendar = writeHandler(merged);

const isPrimary = ({ resource }: CalendarEntity): boolean => resource.dataOwner === undefined;

/**
 * `calendars.delete`: secondary calendars only, and only by their data owner (release notes of the
 * Calendar API, 27 October 2025; the reason is assumed).
 */
export const deleteCalendar: Handler = (call) => {
  const { simulation, user } = call;
  const calendar = findCalendarWithRole(call, 'owner');
  checkIfMatch(call, calendar.resource.etag);
  if (isPrimary(calendar))
    throwRefused('cannotDeletePrimaryCalendar', 'The primary calendar cannot be deleted.');
  if (calendar.resource.dataOwner !== user.email)
    throwRefused('forbidden', 'Only the data owner can delete the calendar.');
  cancelEvents(call, calendar);
  calendarState(simulation).calendars.delete(calendar.resource.id);
  touchEntries(simulation, calendar.resource.id);
  return undefined;
};

/** `calendars.clear`: primary calendars only. */
export const clearCalendar: Handler = (call) => {
  const calendar = findCalendarWithRole(call, 'owner');
  if (!isPrimary(calendar)) throwInvalid('Invalid Value');
  cancelEvents(call, calendar);
  return undefined;
};

function cancelEvents({ simulation }: ApiCall, calendar: CalendarEntity): void {
  for (const event of calendar.events.values())
    if (event.status !== 'cancelled') cancelEvent(simulation, calendar, event);
}

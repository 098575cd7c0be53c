/** The rules for events of each type, and for the properties that only one type has. */
import { ApiError } from '../../http/api-error.ts';
import { day } from '../../time.ts';
import type { CalendarEntity, EventEntity } from '../state.ts';
import type { RefusalReason } from '../../rule.ts';

/** @throws ApiError 400 */
function throwMalformed(reason: RefusalReason, message: string): never {
  throw new ApiError(400, reason, { domain: 'calendar', message });
}

const throwRestricted = (message: string): never => throwMalformed('eventTypeRestriction', message);

/** The rules for the events of one type. */
interface TypeRules {
  /** The field with the properties of the type. */
  readonly field?: string;
  /** @throws ApiError 400 */
  readonly check?: (event: EventEntity) => void;
  /** Also for events on secondary calendars. */
  readonly isForAllCalendars?: true;
}

const declineModes: ReadonlySet<unknown> = new Set([
  undefined,
  'declineNone',
  'declineAllConflictingInvitations',
  'declineOnlyNewConflictingInvitations',
]);

const chatStatuses: ReadonlySet<unknown> = new Set([undefined, 'available', 'doNotDisturb']);

/** The properties of the types with a status, as far as the schema checks them. */
interface StatusProperties {
  readonly autoDeclineMode?: string;
  readonly chatStatus?: string;
}

/** Focus time and absences block the time of their owner alone. */
const statusRules = (field: string, reason: RefusalReason): TypeRules => ({
  field,
  check(event) {
    const { autoDeclineMode, chatStatus } = (event[field] ?? {}) as StatusProperties;
    if (event.start.date !== undefined)
      throwMalformed(reason, 'This type cannot be an all-day event.');
    if (event['transparency'] === 'transparent')
      throwMalformed(reason, 'An event of this type must be opaque.');
    if (event.attendees) throwMalformed(reason, 'An event of this type cannot have attendees.');
    if (!declineModes.has(autoDeclineMode))
      throwMalformed(reason, `Invalid autoDeclineMode: '${autoDeclineMode}'.`);
    if (!chatStatuses.has(chatStatus))
      throwMalformed(reason, `Invalid chatStatus: '${chatStatus}'.`);
  },
});

const locationTypes: ReadonlySet<unknown> = new Set([
  'homeOffice',
  'officeLocation',
  'customLocation',
]);

function checkWorkingLocation(event: EventEntity): void {
  const reason = 'malformedWorkingLocationEvent';
  const properties = event['workingLocationProperties'] as { readonly type?: string } | undefined;
  if (event.visibility !== 'public' || event['transparency'] !== 'transparent')
    throwMalformed(reason, 'A working location must be public and transparent.');
  if (!locationTypes.has(properties?.type))
    throwMalformed(reason, `Invalid type of working location: '${properties?.type}'.`);
  if (event.attendees) throwMalformed(reason, 'A working location cannot have attendees.');
  if (isLongerThanOneDay(event))
    throwMalformed(reason, 'A working location cannot be longer than one day.');
}

const isLongerThanOneDay = ({ start, end }: EventEntity): boolean =>
  start.date !== undefined && Date.parse(end.date!) - Date.parse(start.date) > day;

/** The types of birthdays that clients may create. */
const birthdayTypes: ReadonlySet<unknown> = new Set([undefined, 'birthday']);

/**
 * The rules for all birthdays, new or not: phw198/OutlookGoogleCalendarSync#2021 and #2103,
 * December 2024 and April 2025 (the reason is assumed).
 */
function checkBirthday(event: EventEntity): void {
  if (Object.keys(event.extendedProperties?.private ?? {}).length > 0)
    throwRestricted("'birthday' event type must not have private extended properties.");
  if (isNew(event)) checkNewBirthday(event);
}

/** The rules for new birthdays. Google creates birthdays that break them, from contacts. */
function checkNewBirthday(event: EventEntity): void {
  const { type } = (event['birthdayProperties'] ?? {}) as { readonly type?: string };
  const { start, recurrence = [], visibility, attendees } = event;
  if (!birthdayTypes.has(type)) throwRestricted('Only birthdays can be created.');
  if (start.date === undefined || isLongerThanOneDay(event))
    throwRestricted('A birthday is an all-day event of one day.');
  if (recurrence.length !== 1 || !/^RRULE:FREQ=YEARLY(;|$)/.test(recurrence[0]!))
    throwRestricted('A birthday recurs every year.');
  if (visibility !== 'private' || event['transparency'] !== 'transparent')
    throwRestricted('A birthday must be private and transparent.');
  if (attendees || event.location !== undefined || event.description !== undefined)
    throwRestricted('A birthday has a title, a color and reminders only.');
}

const isNew = ({ etag }: EventEntity): boolean => etag === '';

/** By event type. */
const typeRules: ReadonlyMap<string, TypeRules> = new Map([
  ['default', { isForAllCalendars: true }],
  ['focusTime', statusRules('focusTimeProperties', 'malformedFocusTimeEvent')],
  ['outOfOffice', statusRules('outOfOfficeProperties', 'malformedOutOfOfficeEvent')],
  ['workingLocation', { field: 'workingLocationProperties', check: checkWorkingLocation }],
  [
    'birthday',
    {
      field: 'birthdayProperties',
      isForAllCalendars: true,
      check: checkBirthday,
    },
  ],
  [
    'fromGmail',
    {
      isForAllCalendars: true,
      check: (event) =>
        isNew(event) ? throwRestricted('Only Gmail creates events of this type.') : undefined,
    },
  ],
]);

/** @throws ApiError 400 for the first rule of its type that the event breaks */
export function checkEventType({ resource }: CalendarEntity, event: EventEntity): void {
  const { eventType } = event;
  const rules = typeRules.get(eventType);
  if (rules === undefined) throwMalformed('invalidEventType', 'Invalid event type.');
  for (const { field } of typeRules.values())
    if (field !== undefined && field !== rules.field && event[field] !== undefined)
      throwRestricted(`${field} is not allowed for this event type.`);
  const isSecondary = resource.dataOwner !== undefined;
  if (isSecondary && (!rules.isForAllCalendars || (eventType === 'birthday' && isNew(event))))
    throwRestricted('This type is for primary calendars only.');
  rules.check?.(event);
}

/** The properties of a birthday; a new one is linked to no contact. */
export function birthdayFields(event: EventEntity): object {
  if (event.eventType !== 'birthday' || !isNew(event)) return {};
  const { type = 'birthday' } = (event['birthdayProperties'] ?? {}) as { readonly type?: string };
  return { birthdayProperties: { type } };
}

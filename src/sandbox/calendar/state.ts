/** The data of the calendar service: calendars with events and access rules, and calendar lists. */
import type { NotificationChannels } from '../notification-channel.ts';
import type { Simulation } from '../simulation.ts';
import type { OccurrenceIdForm } from './series/occurrence-id.ts';
import type { EventTime } from './time-zone.ts';

/** The rights of a person on a calendar, in ascending order. */
export type CalendarRole =
  | 'none'
  | 'freeBusyReader'
  | 'reader'
  | 'writerWithoutPrivateAccess'
  | 'writer'
  | 'owner';

/** An object that a list with sync tokens returns. */
export interface Synchronized {
  /** The revision of the last write. Seeded objects have none. */
  readonly revision?: number;
  /** Kept for the holders of sync tokens. */
  readonly deleted?: true;
}

/** An access rule. */
export interface AclRule extends Synchronized {
  readonly kind: 'calendar#aclRule';
  readonly etag: string;
  /** `type:value`; `default` for the public scope. */
  readonly id: string;
  readonly scope: {
    readonly type: 'default' | 'user' | 'group' | 'domain';
    readonly value?: string;
  };
  readonly role: CalendarRole;
}

/** The creator, the organizer or an attendee of an event. */
export interface EventPerson {
  readonly email: string;
  readonly displayName?: string;
}

/** An attendee of an event, without the fields that depend on the caller. */
export interface Attendee extends EventPerson {
  /** The profile id of the attendee. */
  readonly id?: string;
  readonly responseStatus: string;
  readonly optional?: boolean;
  readonly resource?: boolean;
  readonly comment?: string;
  readonly additionalGuests?: number;
  /** `inProgress`: the members of a large group are still being listed. */
  readonly asyncOperation?: string;
}

/** A file attached to an event. */
export interface EventAttachment {
  readonly fileUrl: string;
  readonly title?: string;
  readonly mimeType?: string;
  readonly iconLink?: string;
  /** Derived from `fileUrl`. */
  readonly fileId?: string;
}

/** The conference of an event; fields that are not listed are stored as they are sent. */
export interface ConferenceData {
  readonly conferenceId?: string;
  readonly createRequest?: {
    readonly requestId?: string;
    readonly conferenceSolutionKey?: { readonly type?: string };
    readonly status?: { readonly statusCode: string };
  };
  readonly entryPoints?: readonly {
    readonly entryPointType?: string;
    readonly uri?: string;
    readonly label?: string;
  }[];
  readonly [field: string]: unknown;
}

/** A reminder before the start of an event. */
interface Reminder {
  readonly method?: string;
  readonly minutes?: number;
}

/** The reminders of an event; `minutes` are before its start. */
export interface Reminders {
  readonly useDefault?: boolean;
  readonly overrides?: readonly Reminder[];
}

/**
 * The copy of an event on one calendar. Immutable: a write replaces it. Fields that depend on the
 * caller (`self`, hidden fields, offsets) are added by `serializeEvent`.
 */
export interface EventEntity {
  readonly kind: 'calendar#event';
  readonly etag: string;
  readonly id: string;
  readonly status: string;
  readonly htmlLink: string;
  readonly created: string;
  readonly updated: string;
  readonly summary?: string;
  readonly description?: string;
  readonly location?: string;
  readonly creator: EventPerson;
  readonly organizer: EventPerson;
  readonly start: EventTime;
  readonly end: EventTime;
  /** RFC 5545 lines; present on a series only. */
  readonly recurrence?: readonly string[];
  /** The id of the series; present on an instance only. */
  readonly recurringEventId?: string;
  /** The start of an instance according to the rule of its series. */
  readonly originalStartTime?: EventTime;
  readonly visibility?: string;
  readonly iCalUID: string;
  readonly sequence: number;
  readonly attendees?: readonly Attendee[];
  readonly extendedProperties?: {
    readonly private?: Readonly<Record<string, string>>;
    readonly shared?: Readonly<Record<string, string>>;
  };
  readonly attachments?: readonly EventAttachment[];
  readonly conferenceData?: ConferenceData;
  readonly hangoutLink?: string;
  readonly guestsCanModify?: boolean;
  readonly guestsCanInviteOthers?: boolean;
  readonly guestsCanSeeOtherGuests?: boolean;
  readonly reminders: Reminders;
  readonly locked?: boolean;
  readonly privateCopy?: boolean;
  /** Visible to the creator only. */
  readonly source?: { readonly title?: string; readonly url?: string };
  readonly eventType: string;
  readonly [field: string]: unknown;
}

/** A label that the events of a calendar can have. */
export interface EventLabel {
  readonly id?: string;
  readonly name?: string;
  readonly backgroundColor?: string;
}

/** Working hours. Times are minutes from the start of a day; the end is exclusive. */
export interface WorkingHours {
  readonly workingHoursEnabled?: boolean;
  readonly availableTimes?: readonly {
    readonly dayOfWeek?: string;
    readonly periodStart?: number;
    readonly periodEnd?: number;
  }[];
}

/** A calendar, as `calendars.get` returns it. */
export interface CalendarResource {
  readonly kind: 'calendar#calendar';
  readonly etag: string;
  /** The id of a primary calendar is the e-mail address of its owner. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly location?: string;
  readonly timeZone: string;
  readonly conferenceProperties: { readonly allowedConferenceSolutionTypes: readonly string[] };
  /** The owner of a secondary calendar; absent for primary calendars. */
  readonly dataOwner?: string;
  /** The labels that events of the calendar can have. */
  readonly labelProperties?: { readonly eventLabels?: readonly EventLabel[] };
  /** Of a user: primary calendars alone have them. */
  readonly workingHours?: WorkingHours;
}

/** An event that a calendar has no longer, because its series has changed. */
export interface VanishedEvent {
  /** Cancelled. */
  readonly event: EventEntity;
  /** Whether it was an event with individual changes, not only an occurrence of the series. */
  readonly wasStored: boolean;
  readonly revision: number;
}

/** A calendar with its access rules and events. */
export interface CalendarEntity {
  resource: CalendarResource;
  readonly rules: AclRule[];
  /** By event id. */
  readonly events: Map<string, EventEntity>;
  /** By event id: the revision of the last write. Seeded events have no entry. */
  readonly revisions: Map<string, number>;
  /** By event id: what changes of series have removed. */
  readonly vanished: Map<string, VanishedEvent>;
  /** The ids of the series whose occurrences have opaque ids. */
  readonly opaqueSeries: Set<string>;
  /** RFC 3339; the last change of any event. */
  updated: string;
}

/** The settings of a person for a calendar on their calendar list. */
export interface CalendarListEntry extends Synchronized {
  readonly calendarId: string;
  readonly etag: string;
  readonly summaryOverride?: string;
  readonly colorId: string;
  readonly hidden?: true;
  readonly selected?: true;
  /** Set instead of the colors of `colorId`. */
  readonly backgroundColor?: string;
  readonly foregroundColor?: string;
  readonly defaultReminders: readonly Reminder[];
  readonly notificationSettings?: {
    readonly notifications?: readonly { readonly type?: string; readonly method?: string }[];
  };
}

/** A setting of the calendar user interface of a person. */
export interface UserSetting extends Synchronized {
  readonly kind: 'calendar#setting';
  readonly etag: string;
  readonly id: string;
  readonly value: string;
}

/** A list that a notification channel watches. */
export type WatchedList =
  | { readonly kind: 'acl' | 'events'; readonly calendarId: string }
  | { readonly kind: 'calendarList' | 'settings' };

/** The open notification channels, by id. */
export type CalendarChannels = NotificationChannels<WatchedList>;

/**
 * What Google does not document of series, and what a change of a series does to its exceptions:
 * the instances that are stored, because they were changed or deleted singly.
 */
export interface SeriesModel {
  /**
   * Whether a changed field of a series changes in the exceptions as well that had its old value.
   * Otherwise exceptions keep all their fields.
   */
  readonly reachesExceptions: boolean;
  /**
   * Whether a series that moves (another start, time zone or rule) drops all exceptions. Otherwise
   * those stay whose original start the moved series has as well. A rule with another end only
   * (`COUNT`, `UNTIL`) and other dates (`EXDATE`, `RDATE`) are no move.
   */
  readonly dropsExceptions: boolean;
  /**
   * Whether the exceptions stay whose occurrences a changed series no longer has. Otherwise they
   * are deleted with these. The reference of events says neither (read 2026-11-29).
   */
  readonly leavesExceptions: boolean;
  /** The form of the ids of the occurrences of series that are made from now on. */
  readonly occurrenceIds: OccurrenceIdForm;
  /**
   * Fields of an event that later updates leave as they are, with the answer 200. Google says so of
   * the visibility of an occurrence, and does so without a word elsewhere.
   */
  readonly ignoredFields: readonly string[];
  /**
   * Whether the change that a guest makes to what is the organizer's has the answer 200 and no
   * effect (googleapis/google-api-nodejs-client#2989, open in November 2026). Otherwise it is
   * refused with 403.
   */
  readonly ignoresGuests: boolean;
}

/** All data of the calendar service. */
export interface CalendarState {
  /** By calendar id. */
  readonly calendars: Map<string, CalendarEntity>;
  /** By the e-mail address of the person. */
  readonly calendarLists: Map<string, CalendarListEntry[]>;
  /** By the e-mail address of the person. */
  readonly settings: Map<string, UserSetting[]>;
  /** The number of writes so far, which sync tokens contain. */
  revision: number;
  /** Part of each sync token; a higher number makes the earlier tokens invalid. */
  tokenGeneration: number;
  seriesModel: SeriesModel;
  /** The open notification channels. */
  readonly channels: CalendarChannels;
}

/** The stored data of the calendar service. */
export const calendarState = (simulation: Simulation): CalendarState =>
  simulation.state('calendar') as CalendarState;

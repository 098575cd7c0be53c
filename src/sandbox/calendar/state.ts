/** What the calendar service keeps: calendars with their events and rules, and each person's list of calendars. */
import type { Simulation } from '../simulation.ts';
import type { EventTime } from './zone.ts';

export type CalendarRole = 'none' | 'freeBusyReader' | 'reader' | 'writer' | 'owner';

export interface Rule {
  readonly kind: 'calendar#aclRule';
  readonly etag: string;
  /** `type:value`; `default` for everybody. */
  readonly id: string;
  readonly scope: {
    readonly type: 'default' | 'user' | 'group' | 'domain';
    readonly value?: string;
  };
  readonly role: CalendarRole;
}

export interface Party {
  readonly email: string;
  readonly displayName?: string;
}

export interface Attendee extends Party {
  readonly responseStatus: string;
  readonly optional?: boolean;
  readonly resource?: boolean;
  readonly comment?: string;
  readonly additionalGuests?: number;
}

export interface Attachment {
  readonly fileUrl: string;
  readonly title?: string;
  readonly mimeType?: string;
  readonly iconLink?: string;
  /** Follows from the address. */
  readonly fileId?: string;
}

export interface Conference {
  readonly conferenceId?: string;
  readonly createRequest?: {
    readonly requestId?: string;
    readonly conferenceSolutionKey?: { readonly type?: string };
  };
  readonly entryPoints?: readonly {
    readonly entryPointType?: string;
    readonly uri?: string;
    readonly label?: string;
  }[];
  readonly [more: string]: unknown;
}

export interface Reminders {
  readonly useDefault?: boolean;
  readonly overrides?: readonly { readonly method?: string; readonly minutes?: number }[];
}

/** An event as one calendar holds it; never changed in place. What depends on the reader is added on the way out. */
export interface Event {
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
  readonly creator: Party;
  readonly organizer: Party;
  readonly start: EventTime;
  readonly end: EventTime;
  readonly recurrence?: readonly string[];
  /** An instance: the series it belongs to, and when that would have had it. */
  readonly recurringEventId?: string;
  readonly originalStartTime?: EventTime;
  readonly visibility?: string;
  readonly iCalUID: string;
  readonly sequence: number;
  readonly attendees?: readonly Attendee[];
  readonly extendedProperties?: {
    readonly private?: Readonly<Record<string, string>>;
    readonly shared?: Readonly<Record<string, string>>;
  };
  readonly attachments?: readonly Attachment[];
  readonly conferenceData?: Conference;
  readonly hangoutLink?: string;
  readonly guestsCanModify?: boolean;
  readonly guestsCanInviteOthers?: boolean;
  readonly guestsCanSeeOtherGuests?: boolean;
  readonly reminders: Reminders;
  readonly locked?: boolean;
  readonly privateCopy?: boolean;
  /** Shown to the creator alone. */
  readonly source?: { readonly title?: string; readonly url?: string };
  readonly eventType: string;
  readonly [more: string]: unknown;
}

export interface Calendar {
  readonly kind: 'calendar#calendar';
  readonly etag: string;
  /** A primary calendar's id is its owner's e-mail. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly location?: string;
  readonly timeZone: string;
  readonly conferenceProperties: object;
  readonly dataOwner?: string;
}

/** A calendar with what belongs to it. */
export interface StoredCalendar {
  calendar: Calendar;
  readonly rules: Rule[];
  readonly events: Map<string, Event>;
  /** By event: the number of the write that touched it last. What came with the seed is 0. */
  readonly revisions: Map<string, number>;
  updated: string;
}

/** A person's own view of a calendar. */
export interface Entry {
  readonly calendarId: string;
  readonly etag: string;
  readonly summaryOverride?: string;
  readonly colorId: string;
  readonly hidden?: true;
  readonly selected?: true;
  readonly defaultReminders: readonly object[];
  readonly notificationSettings?: object;
}

export interface CalendarState {
  readonly calendars: Map<string, StoredCalendar>;
  /** By person's e-mail. */
  readonly entries: Map<string, Entry[]>;
  /** Writes so far: what sync tokens stand for. */
  revision: number;
}

export const calendarState = (simulation: Simulation): CalendarState =>
  simulation.state('calendar') as CalendarState;

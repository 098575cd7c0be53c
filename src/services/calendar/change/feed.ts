/** The feeds of changes, each as a query (`Calendar.eventChanges`) and as a subscription. */
import { ownId } from '../../../engine/read/resource.ts';
import { acl, calendarList, calendars, channels, events, settings } from '../operations.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { checkParameters } from '../../../engine/rest/request/request.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { flag, required } from '../../../engine/schema/field/input-row.ts';
import {
  costText,
  failureText,
  feed,
  feedSubscription,
  pollingText,
} from '../../../engine/schema/feed/feed.ts';
import { Viewer } from '../../shared/viewer.ts';
import { answerArguments, checkAnswerArguments } from '../event/answer-argument.ts';
import { resolveCalendarId } from '../calendar-id.ts';
import {
  AccessRuleChangePage,
  CalendarListChangePage,
  CalendarSettingChangePage,
  EventChangePage,
} from './type.ts';
import {
  accessRuleSource,
  calendarListSource,
  changesPerPage,
  type EventChangeArguments,
  eventParameters,
  eventSource,
  settingSource,
  pollIntervalMs,
} from './source.ts';
import { Calendar } from '../resources.ts';
import { EventType } from '../enums.ts';

/** GraphQL arguments of the changes of events. */
const eventArguments = {
  types: [[EventType], 'Return only changes of events of these types. Default: all types.'],
  expandSeries: flag(
    'Return the occurrences of recurring events, each as an event of its own, instead of the series. Occurrences that a series loses or has again are then changes, too. By default the series, and those occurrences that were changed or deleted individually.',
  ),
  includeHiddenInvitations: flag('Also return invitations that the caller has hidden.'),
  ...answerArguments,
} as const;

/** @throws InvalidInput */
function checkEventArguments(args: EventChangeArguments): void {
  checkAnswerArguments(args);
  if (args.types?.length === 0)
    throw new InvalidInput('types', 'the list is empty; expected at least one value');
  checkParameters(events.list, eventParameters(args));
}

/** @param what the items, in the plural @param of what the cursor belongs to */
const after = (what: string, of: string): string =>
  `Return the changes after this cursor of the same ${of}. Default: begin with all ${what}, as changes.`;

/** @param what the items, in the plural */
const pages = (what: string): string =>
  `One page of the changes of ${what} after a cursor, at most ${changesPerPage}. The first pages, without \`after\` and up to \`hasMore: false\`, have all ${what}: a client that applies every page has a copy.`;

export function addChangeFeeds(): void {
  builder.objectFields(Calendar, (t) => ({
    eventChanges: feed<EventChangeArguments>(
      t,
      {
        type: EventChangePage,
        operations: [events.list],
        arguments: eventArguments,
        check: checkEventArguments,
        source: (calendar, args) => {
          checkEventArguments(args);
          return eventSource(ownId(calendar), args);
        },
        afterDescription: after('events', 'calendar and arguments'),
      },
      `${pages('events')} Use the subscription \`eventChanges\` to follow the changes.`,
    ),
    accessRuleChanges: feed(
      t,
      {
        type: AccessRuleChangePage,
        operations: [acl.list],
        source: (calendar) => accessRuleSource(ownId(calendar)),
        nullOnReasons: [acl.list.reasons.requiredAccessLevel],
        afterDescription: after('access rules', 'calendar'),
      },
      `${pages('access rules')} Writers and owners of the calendar only: null with a warning for other callers. Use the subscription \`accessRuleChanges\` to follow the changes.`,
    ),
  }));
  builder.objectFields(Viewer, (t) => ({
    calendarListChanges: feed(
      t,
      {
        type: CalendarListChangePage,
        operations: [calendarList.list],
        source: () => calendarListSource,
        afterDescription: after('calendar list entries', 'account'),
      },
      `${pages('calendar list entries')} Includes hidden entries. Use the subscription \`calendarListChanges\` to follow the changes.`,
    ),
    calendarSettingChanges: feed(
      t,
      {
        type: CalendarSettingChangePage,
        operations: [settings.list],
        source: () => settingSource,
        afterDescription: after('settings', 'account'),
      },
      `${pages('settings')} The settings are those of the caller in Google Calendar. Use the subscription \`calendarSettingChanges\` to follow the changes.`,
    ),
  }));
  addChangeSubscriptions();
}

/** @param what whose changes are followed @param field the query form */
const follows = (what: string, field: string): string =>
  `The changes of ${what}, page by page as in \`${field}\`. All subscribers of the same changes with the same access token share one poller. ${costText} ${failureText} ${pollingText('Google Calendar')}`;

/** @param what the items, in the plural @param of what the cursor belongs to */
const beginAfter = (what: string, of: string): string =>
  `Begin with the changes after this cursor of the same ${of}. Default: begin with all ${what}, as changes.`;

/** @param what what is followed of the calendar */
const followedCalendar = (what: string) =>
  [
    required('ID'),
    `The calendar whose ${what} are followed: a global id, a Google Calendar id, or \`primary\` for the primary calendar of the caller. \`primary\` can cost one more call, \`calendars.get\`.`,
  ] as const;

interface FollowedCalendar {
  readonly calendarId: string;
}

function addChangeSubscriptions(): void {
  builder.subscriptionFields((t) => ({
    eventChanges: feedSubscription<EventChangeArguments & FollowedCalendar>(
      t,
      {
        type: EventChangePage,
        operations: [calendars.get, events.list, events.watch, channels.stop],
        poll: { operation: events.list, intervalMs: pollIntervalMs },
        arguments: { calendarId: followedCalendar('events'), ...eventArguments },
        source: async (_, { calendarId, ...args }, execution) => {
          // Before the call for `primary`.
          checkEventArguments(args);
          return eventSource(await resolveCalendarId(execution, calendarId), args);
        },
        afterDescription: beginAfter('events', 'arguments'),
      },
      follows('the events of a calendar', 'Calendar.eventChanges'),
    ),
    accessRuleChanges: feedSubscription<FollowedCalendar>(
      t,
      {
        type: AccessRuleChangePage,
        operations: [calendars.get, acl.list, acl.watch, channels.stop],
        poll: { operation: acl.list, intervalMs: pollIntervalMs },
        arguments: { calendarId: followedCalendar('access rules') },
        source: async (_, { calendarId }, execution) =>
          accessRuleSource(await resolveCalendarId(execution, calendarId)),
        afterDescription: beginAfter('access rules', 'calendar'),
      },
      `${follows('the access rules of a calendar', 'Calendar.accessRuleChanges')} Writers and owners of the calendar only: an error for other callers.`,
    ),
    calendarListChanges: feedSubscription(
      t,
      {
        type: CalendarListChangePage,
        operations: [calendarList.list, calendarList.watch, channels.stop],
        poll: { operation: calendarList.list, intervalMs: pollIntervalMs },
        source: () => calendarListSource,
        afterDescription: beginAfter('calendar list entries', 'account'),
      },
      `${follows('the calendar list of the caller', 'Viewer.calendarListChanges')} Includes hidden entries.`,
    ),
    calendarSettingChanges: feedSubscription(
      t,
      {
        type: CalendarSettingChangePage,
        operations: [settings.list, settings.watch, channels.stop],
        poll: { operation: settings.list, intervalMs: pollIntervalMs },
        source: () => settingSource,
        afterDescription: beginAfter('settings', 'account'),
      },
      follows('the Google Calendar settings of the caller', 'Viewer.calendarSettingChanges'),
    ),
  }));
}

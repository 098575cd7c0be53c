/**
 * The feeds of changes: `Query.eventChanges` and others, and the subscription `eventChanges`.
 */
import type { Execution } from '../../data/execution.ts';
import {
  acl,
  calendarList,
  calendars,
  channels,
  events,
  settings,
} from '../../upstream/calendar/index.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import type { AnyFieldBuilder } from '../field/field-factory.ts';
import { costText, failureText, feed, feedSubscription, pollingText } from '../field/feed.ts';
import { answerArguments, checkAnswerArguments } from './answer-argument.ts';
import { resolveCalendarId } from './calendar-id.ts';
import {
  AccessRuleChangePage,
  CalendarListChangePage,
  EventChangePage,
  SettingChangePage,
} from './change.ts';
import {
  accessRuleSource,
  calendarListSource,
  changesPerPage,
  type EventChangeArguments,
  eventSource,
  settingSource,
  pollIntervalMs,
} from './change-source.ts';
import { EventType } from './event-enum.ts';

interface CalendarArgument {
  readonly calendarId: string;
}

const calendarArgument = (t: AnyFieldBuilder, description: string) =>
  t.arg.id({
    required: true,
    description: `${description}: a global id, a Google Calendar id, or \`primary\` for the primary calendar of the caller. \`primary\` can cost one more call, \`calendars.get\`.`,
  });

/** GraphQL arguments of the changes of events. */
const eventArguments = (t: AnyFieldBuilder) => ({
  calendarId: calendarArgument(t, 'The calendar whose events are followed'),
  types: t.arg({
    type: [EventType],
    description: 'Return only changes of events of these types. Default: all types.',
  }),
  expandSeries: t.arg.boolean({
    required: true,
    defaultValue: false,
    description:
      'Return the occurrences of recurring events, each as an event of its own, instead of the series. By default the series, and those occurrences that were changed or deleted individually.',
  }),
  includeHiddenInvitations: t.arg.boolean({
    required: true,
    defaultValue: false,
    description: 'Also return invitations that the caller has hidden.',
  }),
  ...answerArguments(t),
});

const eventOptions = {
  type: EventChangePage,
  operations: [calendars.get, events.list],
  source: async (
    _: unknown,
    { calendarId, ...args }: CalendarArgument & EventChangeArguments,
    execution: Execution,
  ) => {
    checkAnswerArguments(args);
    // Before the call for `primary`.
    if (args.types?.length === 0)
      throw new InvalidInput('types', 'the list is empty; expected at least one value');
    return eventSource(await resolveCalendarId(execution, calendarId), args);
  },
};

/** @param what the items, in the plural */
const since = (what: string): string =>
  `Return the changes after this cursor of the same arguments. Default: begin with all ${what}, as changes.`;

/** @param what the items, in the plural */
const pages = (what: string): string =>
  `One page of the changes of ${what} since a cursor, at most ${changesPerPage}. The first pages, without \`since\` and up to \`hasMore: false\`, have all ${what}: a client that applies every page has a copy.`;

/** Adds the fields of this module to the schema. */
export function addChangeFeeds(): void {
  builder.queryFields((t) => ({
    eventChanges: feed<CalendarArgument & EventChangeArguments>(
      t,
      {
        ...eventOptions,
        arguments: eventArguments(t),
        cursorArgument: 'since',
        afterDescription: since('events'),
      },
      `${pages('events')} Use the subscription \`eventChanges\` to follow the changes.`,
    ),
    accessRuleChanges: feed<CalendarArgument>(
      t,
      {
        type: AccessRuleChangePage,
        operations: [calendars.get, acl.list],
        arguments: {
          calendarId: calendarArgument(t, 'The calendar whose access rules are followed'),
        },
        source: async (_, { calendarId }, execution) =>
          accessRuleSource(await resolveCalendarId(execution, calendarId)),
        cursorArgument: 'since',
        afterDescription: since('access rules'),
      },
      `${pages('access rules')} Writers and owners of the calendar only.`,
    ),
    calendarListChanges: feed(
      t,
      {
        type: CalendarListChangePage,
        operations: [calendarList.list],
        source: () => calendarListSource,
        cursorArgument: 'since',
        afterDescription: since('calendar list entries'),
      },
      `${pages('calendar list entries')} Includes hidden entries.`,
    ),
    settingChanges: feed(
      t,
      {
        type: SettingChangePage,
        operations: [settings.list],
        source: () => settingSource,
        cursorArgument: 'since',
        afterDescription: since('settings'),
      },
      `${pages('settings')} The settings are those of the caller in Google Calendar.`,
    ),
  }));
  builder.subscriptionField('eventChanges', (t) =>
    feedSubscription<CalendarArgument & EventChangeArguments>(
      t,
      {
        ...eventOptions,
        operations: [...eventOptions.operations, events.watch, channels.stop],
        poll: { operation: events.list, intervalMs: pollIntervalMs },
        arguments: eventArguments(t),
        afterDescription:
          'Begin with the changes after this cursor of the same arguments. Default: begin with all events, as changes.',
      },
      `The changes of the events of a calendar, page by page as in the query. All subscribers of the same changes with the same access token share one poller. ${costText} ${failureText} ${pollingText('Google Calendar')}`,
    ),
  );
}

/** The sources of the feeds of Google Calendar: lists with a sync token. */
import { channelCalls } from '../../../engine/feed/watch/channel-calls.ts';
import type { FeedSource } from '../../../engine/feed/source/source.ts';
import { syncTokenList } from '../../../engine/feed/source/sync-token-list.ts';
import { acl, calendarList, channels, events, settings } from '../operations.ts';
import type { AnyOperation } from '../../../engine/api/operation.ts';
import type { AnswerArguments } from '../event/answer-argument.ts';
import { AccessRule, Calendar, CalendarListEntry, CalendarSetting, Event } from '../resources.ts';

/** Time in ms between two polls without a watch channel. */
export const pollIntervalMs = 10_000;

/** Maximum number of changes of a page. Whole events are large: the REST API allows more. */
export const changesPerPage = 250;

/** The arguments of the changes of events, without the calendar. */
export interface EventChangeArguments extends AnswerArguments {
  readonly types?: readonly string[] | null;
  readonly expandSeries?: boolean;
  readonly includeHiddenInvitations?: boolean;
}

/**
 * The parameters that `events.list` takes together with a sync token. Those with the default of the
 * REST API are not sent.
 */
export function eventParameters({
  types,
  expandSeries,
  includeHiddenInvitations,
  timeZone,
  maxAttendees,
}: EventChangeArguments) {
  return {
    ...(types != null && { eventTypes: types }),
    ...(expandSeries && { singleEvents: expandSeries }),
    ...(includeHiddenInvitations && { showHiddenInvitations: includeHiddenInvitations }),
    ...(timeZone != null && { timeZone }),
    ...(maxAttendees != null && { maxAttendees }),
  };
}

/**
 * The options that all sources have.
 * @param watch opens a channel of the list @param args its arguments, without the body
 */
const options = (watch: AnyOperation, args: Readonly<Record<string, unknown>> = {}) => ({
  intervalMs: pollIntervalMs,
  pageSize: changesPerPage,
  watch: channelCalls({ watch, stop: channels.stop, args: async () => args }),
});

/** The feed of the events of a calendar; other arguments make another feed. */
export function eventSource(calendarId: string, args: EventChangeArguments): FeedSource {
  const parameters = { calendarId, ...eventParameters(args) };
  return syncTokenList(events.list, parameters, {
    ...options(events.watch, { calendarId }),
    entities: { resource: Event.resource, parentKey: [calendarId] },
    owner: { type: Calendar.name, id: calendarId },
    argumentNames: {
      eventTypes: 'types',
      singleEvents: 'expandSeries',
      showHiddenInvitations: 'includeHiddenInvitations',
    },
  });
}

export const accessRuleSource = (calendarId: string): FeedSource =>
  syncTokenList(
    acl.list,
    { calendarId },
    {
      ...options(acl.watch, { calendarId }),
      entities: { resource: AccessRule.resource, parentKey: [calendarId] },
      owner: { type: Calendar.name, id: calendarId },
    },
  );

/** The feed of the calendar list. Changes of hidden entries come with a sync token in any case. */
export const calendarListSource: FeedSource = syncTokenList(
  calendarList.list,
  { showHidden: true },
  {
    ...options(calendarList.watch),
    entities: { resource: CalendarListEntry.resource, parentKey: [] },
  },
);

export const settingSource: FeedSource = syncTokenList(
  settings.list,
  {},
  {
    ...options(settings.watch),
    entities: { resource: CalendarSetting.resource, parentKey: [] },
  },
);

/** Writes that open watch channels of Google Calendar. */
import { openChannel } from '../../../../engine/write/insert/watch-channel.ts';
import { acl, calendarList, events, settings } from '../../../calendar/operations.ts';
import { parameters } from '../../../../engine/schema/write/write-input.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import type { IdSpec } from '../../../../engine/schema/write/write-spec.ts';
import { WatchChannel } from '../type.ts';
import { channelInput, channelReasons, receiverText } from './input.ts';
import { wellKnownCalendar } from '../../../calendar/calendar-id.ts';
import { Calendar } from '../../../calendar/resources.ts';
import { EventType } from '../../../calendar/enums.ts';

/** @param what is watched in the calendar */
const watchedCalendar = (what: string): IdSpec => ({
  argument: 'calendarId',
  description: `The calendar whose ${what} are watched: a global id, a Google Calendar id, or \`primary\` for the primary calendar of the caller, which costs one more call.`,
  wellKnown: wellKnownCalendar,
});

const strategy = openChannel({
  channel: WatchChannel.resource,
  service: 'calendar',
  args: () => ({}),
});

const common = {
  resultType: WatchChannel,
  strategy,
  input: channelInput,
  reasons: channelReasons,
  result: 'The opened channel.',
} as const;

const watchEvents = write('watchEvents', {
  ...common,
  description: `Let Google send a notification to a receiver when events of a calendar change, ${receiverText} See also \`Calendar.eventChanges\` and the subscription \`eventChanges\`.`,
  operation: events.watch,
  target: Calendar,
  id: watchedCalendar('events'),
  parameters: parameters(events.watch, {
    types: [
      [EventType],
      'eventTypes',
      'Notify only of changes of events of these types. Default: all types. REST parameter: `eventTypes`.',
    ],
  }),
});

const watchAccessRules = write('watchAccessRules', {
  ...common,
  description: `Let Google send a notification to a receiver when the access rules of a calendar change, ${receiverText} See also \`Calendar.accessRuleChanges\` and the subscription \`accessRuleChanges\`.`,
  operation: acl.watch,
  target: Calendar,
  id: watchedCalendar('access rules'),
});

const watchCalendarList = write('watchCalendarList', {
  ...common,
  description: `Let Google send a notification to a receiver when the calendar list of the caller changes, ${receiverText} See also \`Viewer.calendarListChanges\` and the subscription \`calendarListChanges\`.`,
  operation: calendarList.watch,
  target: WatchChannel,
});

const watchCalendarSettings = write('watchCalendarSettings', {
  ...common,
  description: `Let Google send a notification to a receiver when the Google Calendar settings of the caller change, ${receiverText} See also \`Viewer.calendarSettingChanges\` and the subscription \`calendarSettingChanges\`.`,
  operation: settings.watch,
  target: WatchChannel,
});

/** All mutations of this module. */
export const calendarWatchWrites = [
  watchEvents,
  watchAccessRules,
  watchCalendarList,
  watchCalendarSettings,
];

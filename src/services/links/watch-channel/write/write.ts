/** Writes that open and stop watch channels. */
import { openChannel, stopChannel } from '../../../../engine/write/insert/watch-channel.ts';
import * as calendar from '../../../calendar/operations.ts';
import { parameters, required, settings } from '../../../../engine/schema/write/write-input.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import type { IdSpec } from '../../../../engine/schema/write/write-spec.ts';
import { WatchChannel, WatchChannelRef } from '../type.ts';
import { channelInput, channelReasons, receiverText } from './input.ts';
import { wellKnownCalendar } from '../../../calendar/calendar-id.ts';
import { Calendar } from '../../../calendar/resources.ts';
import { EventType } from '../../../calendar/enums.ts';
import * as storage from '../../../storage/operations.ts';
import {
  type ChangeArguments,
  changeParameters,
  pageTokenAfter,
  startOf,
} from '../../../storage/change/source.ts';
import { allDrives, File, includeAllDrives, SharedDrive } from '../../../storage/resources.ts';
import { withResourceKeys } from '../../../storage/resource-key.ts';
import { FileSpace } from '../../../storage/enums.ts';

const common = {
  resultType: WatchChannel,
  input: channelInput,
  reasons: channelReasons,
  result: 'The opened channel.',
} as const;

const watchFile = write('watchFile', {
  ...common,
  description: `Let Google send a notification of each change of a file to a receiver, ${receiverText} See also the subscription \`fileChanged\`.`,
  operation: storage.files.watch,
  target: File,
  id: { argument: 'fileId', description: 'The file to watch: a global id or a Google Drive id.' },
  strategy: openChannel({
    channel: WatchChannel.resource,
    service: 'storage',
    args: () => allDrives,
  }),
});

const watchFileChanges = write('watchFileChanges', {
  ...common,
  description: `Let Google send a notification to a receiver when files or shared drives change, ${receiverText} See also \`Viewer.fileChanges\` and the subscription \`fileChanges\`.`,
  operation: storage.changes.watch,
  target: WatchChannel,
  strategy: openChannel({
    channel: WatchChannel.resource,
    service: 'storage',
    alsoCalls: [storage.changes.getStartPageToken],
    args: async ({ execution, settings: input }) => {
      const args = input as ChangeArguments & { readonly after?: string | null };
      const pageToken =
        args.after == null
          ? await startOf(execution, changeParameters(args).driveId)
          : pageTokenAfter(args, args.after);
      return { ...includeAllDrives, pageToken };
    },
  }),
  parameters: parameters(storage.changes.watch, {
    driveId: [
      'ID',
      'driveId',
      'Watch this shared drive: a global id or a Google Drive id. Default: the files of the caller.',
      { references: SharedDrive },
    ],
    spaces: [
      [FileSpace],
      'spaces',
      'Watch these storage spaces. `PHOTOS` is not supported. Default: `DRIVE`.',
      { convert: (spaces) => spaces.join(',') },
    ],
    includeRemoved: [
      required('Boolean'),
      'includeRemoved',
      'Notify also of removed files and shared drives.',
      { default: true },
    ],
    includeCorpusRemovals: [
      required('Boolean'),
      'includeCorpusRemovals',
      'Treat a file that has left the watched files, and that the caller can still read, as changed.',
      { default: false },
    ],
    myDriveOnly: [
      required('Boolean'),
      'restrictToMyDrive',
      'Watch only files in My Drive. Not allowed together with `driveId`. REST parameter: `restrictToMyDrive`.',
      { default: false },
    ],
  }),
  settings: settings({
    after: [
      'String',
      'A cursor of `Viewer.fileChanges` with the same arguments: notify of changes after it. Default: the present, which costs one more call.',
    ],
  }),
  validate: (input) => {
    changeParameters(input);
    if (input.after != null) pageTokenAfter(input, input.after);
  },
});

/** @param what is watched in the calendar */
const watchedCalendar = (what: string): IdSpec => ({
  argument: 'calendarId',
  description: `The calendar whose ${what} are watched: a global id, a Google Calendar id, or \`primary\` for the primary calendar of the caller, which costs one more call.`,
  wellKnown: wellKnownCalendar,
});

const ofCalendar = {
  ...common,
  strategy: openChannel({
    channel: WatchChannel.resource,
    service: 'calendar',
    args: () => ({}),
  }),
} as const;

const watchEvents = write('watchEvents', {
  ...ofCalendar,
  description: `Let Google send a notification to a receiver when events of a calendar change, ${receiverText} See also \`Calendar.eventChanges\` and the subscription \`eventChanges\`.`,
  operation: calendar.events.watch,
  target: Calendar,
  id: watchedCalendar('events'),
  parameters: parameters(calendar.events.watch, {
    types: [
      [EventType],
      'eventTypes',
      'Notify only of changes of events of these types. Default: all types. REST parameter: `eventTypes`.',
    ],
  }),
});

const watchAccessRules = write('watchAccessRules', {
  ...ofCalendar,
  description: `Let Google send a notification to a receiver when the access rules of a calendar change, ${receiverText} See also \`Calendar.accessRuleChanges\` and the subscription \`accessRuleChanges\`.`,
  operation: calendar.acl.watch,
  target: Calendar,
  id: watchedCalendar('access rules'),
});

const watchCalendarList = write('watchCalendarList', {
  ...ofCalendar,
  description: `Let Google send a notification to a receiver when the calendar list of the caller changes, ${receiverText} See also \`Viewer.calendarListChanges\` and the subscription \`calendarListChanges\`.`,
  operation: calendar.calendarList.watch,
  target: WatchChannel,
});

const watchCalendarSettings = write('watchCalendarSettings', {
  ...ofCalendar,
  description: `Let Google send a notification to a receiver when the Google Calendar settings of the caller change, ${receiverText} See also \`Viewer.calendarSettingChanges\` and the subscription \`calendarSettingChanges\`.`,
  operation: calendar.settings.watch,
  target: WatchChannel,
});

const stopWatching = write('stopWatching', {
  description:
    'Stop a watch channel before it expires. Only with an access token of the account that opened the channel. Error `NOT_FOUND` for a channel that was stopped or has expired.',
  operation: storage.channels.stop,
  target: WatchChannel,
  id: {
    ref: WatchChannelRef,
    description: 'The channel to stop, which only its mutation returns.',
  },
  strategy: stopChannel({ storage: storage.channels.stop, calendar: calendar.channels.stop }),
  deletes: 'The global id of the stopped channel.',
});

export const watchWrites = [
  ...[watchFile, watchFileChanges].map(withResourceKeys),
  watchEvents,
  watchAccessRules,
  watchCalendarList,
  watchCalendarSettings,
  stopWatching,
];

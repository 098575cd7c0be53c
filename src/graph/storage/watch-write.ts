/** Writes of watch channels. */
import { openChannel, stopChannel } from '../../data/write/watch-channel.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { changes, channels, files } from '../../upstream/storage/index.ts';
import { changes as bodyRows, parameters, required, settings } from '../field/write-input.ts';
import { write } from '../field/write.ts';
import {
  type ChangeArguments,
  changeParameters,
  pageTokenAfter,
  startOf,
} from './change-source.ts';
import { allDrives, File, includeAllDrives, SharedDrive } from './resource.ts';
import { FileSpace } from './space.ts';
import { WatchChannel, WatchChannelRef } from './watch-channel.ts';

const maxTokenLength = 256;
const maxIdLength = 64;

/** @throws InvalidInput for text that Google does not accept as the id of a channel */
function checkChannelId(id: string, argument: string): void {
  if (id.length > maxIdLength || !/^[\w+/=-]+$/.test(id))
    throw new InvalidInput(
      argument,
      `${showValue(id)} is not an id of a channel; expected 1 to ${maxIdLength} characters of A-Z, a-z, 0-9 and -_+/=`,
    );
}

/** The input of both operations: their bodies are the same. */
const channelInput = bodyRows(files.watch, {
  address: [
    required('URL'),
    'address',
    'The https URL of the receiver, to which Google sends each notification by POST. Its origin must be in the setting `NOTIFICATION_ORIGINS` of the gateway.',
  ],
  token: [
    'String',
    'token',
    `A secret that each notification repeats, so that the receiver can reject other requests. At most ${maxTokenLength} characters.`,
    { maxLength: maxTokenLength },
  ],
  expiresAt: [
    'DateTime',
    'expiration',
    'The latest time at which the channel ends. Google chooses an earlier one if this is too late: a day for a file, a week for changes. Default: the choice of Google. REST field: `expiration`.',
    { convert: (time) => String(Date.parse(time)) },
  ],
  channelId: [
    'String',
    'id',
    `The id of the new channel, which must be unique. At most ${maxIdLength} characters of A-Z, a-z, 0-9 and -_+/=. Default: a random one. REST field: \`id\`.`,
    { check: checkChannelId },
  ],
  payload: [
    'Boolean',
    'payload',
    'Whether notifications have a body, where the resource has one. Default: the choice of Google.',
  ],
  ttlSeconds: [
    'Int',
    'params',
    'The time until the channel ends, if `expiresAt` is omitted. Seconds, at least 1. REST field: `params.ttl`.',
    {
      check: (seconds, argument) => {
        if (seconds < 1)
          throw new InvalidInput(argument, `${seconds} is too small; expected at least 1`);
      },
      convert: (seconds) => ({ ttl: String(seconds) }),
    },
  ],
});

const receiverText =
  'for clients that run a receiver of their own; the subscription has no need of one. A notification has no data: read the changes after it. Notifications can be lost, or arrive twice. Stop the channel with `stopWatching` when it is no longer needed.';

/** Places of rejected values. A receiver that is not reached over https is rejected before. */
const bodyReasons = { channelIdNotUnique: 'id' } as const;

const watchFile = write('watchFile', {
  description: `Let Google send a notification of each change of a file to a receiver, ${receiverText} See also the subscription \`fileChanged\`.`,
  inputDescription: 'Input of `watchFile`.',
  operation: files.watch,
  target: File,
  resultType: WatchChannel,
  id: { argument: 'fileId', description: 'The file to watch: a global id or a Google Drive id.' },
  strategy: openChannel({
    channel: WatchChannel.resource,
    service: 'storage',
    args: () => allDrives,
  }),
  input: channelInput,
  reasons: bodyReasons,
  result: ['watchChannel', 'The opened channel.'],
});

const watchFileChanges = write('watchFileChanges', {
  description: `Let Google send a notification to a receiver when files or shared drives change, ${receiverText} See also the subscription \`fileChanges\`.`,
  inputDescription: 'Input of `watchFileChanges`.',
  operation: changes.watch,
  target: WatchChannel,
  strategy: openChannel({
    channel: WatchChannel.resource,
    service: 'storage',
    alsoCalls: [changes.getStartPageToken],
    args: async ({ execution, settings: input }) => {
      const args = input as ChangeArguments & { readonly since?: string | null };
      const pageToken =
        args.since == null
          ? await startOf(execution, changeParameters(args).driveId)
          : pageTokenAfter(args, args.since);
      return { ...includeAllDrives, pageToken };
    },
  }),
  input: channelInput,
  parameters: parameters(changes.watch, {
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
    since: [
      'String',
      'A cursor of `fileChanges` with the same arguments: notify of changes after it. Default: the present, which costs one more call.',
    ],
  }),
  validate: (input) => {
    changeParameters(input);
    if (input.since != null) pageTokenAfter(input, input.since);
  },
  reasons: bodyReasons,
  result: ['watchChannel', 'The opened channel.'],
});

const stopWatching = write('stopWatching', {
  description:
    'Stop a watch channel before it expires. Only with an access token of the account that opened the channel. Error `NOT_FOUND` for a channel that was stopped or has expired.',
  inputDescription: 'Input of `stopWatching`.',
  operation: channels.stop,
  target: WatchChannel,
  id: {
    ref: WatchChannelRef,
    description: 'The channel to stop, which only its mutation returns.',
  },
  strategy: stopChannel({ storage: channels.stop }),
  deletes: 'The global id of the stopped channel.',
});

/** All mutations of watch channels. */
export const watchWrites = [watchFile, watchFileChanges, stopWatching];

/** Writes that open watch channels of Google Drive. */
import { openChannel } from '../../../../engine/write/insert/watch-channel.ts';
import { changes, files } from '../../../storage/operations.ts';
import { parameters, required, settings } from '../../../../engine/schema/write/write-input.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { WatchChannel } from '../type.ts';
import { channelInput, channelReasons, receiverText } from './input.ts';
import {
  type ChangeArguments,
  changeParameters,
  pageTokenAfter,
  startOf,
} from '../../../storage/change/source.ts';
import { allDrives, File, includeAllDrives, SharedDrive } from '../../../storage/resources.ts';
import { withResourceKeys } from '../../../storage/resource-key.ts';
import { FileSpace } from '../../../storage/enums.ts';

const watchFile = write('watchFile', {
  description: `Let Google send a notification of each change of a file to a receiver, ${receiverText} See also the subscription \`fileChanged\`.`,
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
  reasons: channelReasons,
  result: 'The opened channel.',
});

const watchFileChanges = write('watchFileChanges', {
  description: `Let Google send a notification to a receiver when files or shared drives change, ${receiverText} See also \`Viewer.fileChanges\` and the subscription \`fileChanges\`.`,
  operation: changes.watch,
  target: WatchChannel,
  strategy: openChannel({
    channel: WatchChannel.resource,
    service: 'storage',
    alsoCalls: [changes.getStartPageToken],
    args: async ({ execution, settings: input }) => {
      const args = input as ChangeArguments & { readonly after?: string | null };
      const pageToken =
        args.after == null
          ? await startOf(execution, changeParameters(args).driveId)
          : pageTokenAfter(args, args.after);
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
    after: [
      'String',
      'A cursor of `Viewer.fileChanges` with the same arguments: notify of changes after it. Default: the present, which costs one more call.',
    ],
  }),
  validate: (input) => {
    changeParameters(input);
    if (input.after != null) pageTokenAfter(input, input.after);
  },
  reasons: channelReasons,
  result: 'The opened channel.',
});

/** All mutations of this module. */
export const storageWatchWrites = [watchFile, watchFileChanges].map(withResourceKeys);

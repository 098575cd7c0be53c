/**
 * The feeds of changes: `Viewer.fileChanges`, and the subscriptions `fileChanges`, `fileChanged`.
 */
import { checkResourceKey } from '../resource-key-header.ts';
import { changes, channels, files } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { flag, required } from '../../../engine/schema/field/input-row.ts';
import {
  costText,
  failureText,
  feed,
  feedSubscription,
  pollingText,
} from '../../../engine/schema/feed/feed.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { Viewer } from '../../shared/viewer.ts';
import { changesPerPage, FileChangePage } from './type.ts';
import {
  type ChangeArguments,
  changeParameters,
  changeSource,
  fileSource,
  pollIntervalMs,
} from './source.ts';
import { File } from '../resources.ts';
import { resourceKeyArgument } from '../resource-key.ts';
import { FileSpace } from '../enums.ts';

/** GraphQL arguments that select changes. */
const changeArguments = {
  driveId: [
    'ID',
    'Return the changes of this shared drive: a global id or a Google Drive id. Default: the changes of the files of the caller, which leave out files of shared drives that the caller has not opened or been given.',
  ],
  spaces: [
    [FileSpace],
    'Return only changes in these storage spaces. `PHOTOS` is not supported. Default: `DRIVE`.',
  ],
  includeRemoved: [
    required('Boolean'),
    'Return also `FileRemoved` and `SharedDriveRemoved`.',
    { default: true },
  ],
  includeCorpusRemovals: flag(
    'Return `FileChanged` for a file that has left the selected files and that the caller can still read, for example after a move to a shared drive. By default that is a `FileRemoved`.',
  ),
  myDriveOnly: flag(
    'Return only changes of files in My Drive. Leaves out files that were shared with the caller. Not allowed together with `driveId`. REST parameter: `restrictToMyDrive`.',
  ),
} as const;

const changeOptions = {
  type: FileChangePage,
  operations: [changes.getStartPageToken, changes.list],
  source: (_: unknown, args: ChangeArguments) => changeSource(args),
};

export function addChangeFeeds(): void {
  builder.objectField(Viewer, 'fileChanges', (t) =>
    feed<ChangeArguments>(
      t,
      {
        ...changeOptions,
        arguments: changeArguments,
        check: changeParameters,
        afterDescription:
          'Return the changes after this cursor of the same arguments. Default: begin now and return no changes.',
      },
      `One page of changes of files and shared drives after a cursor, at most ${changesPerPage}. The first cursor comes from a query without \`after\`: read the files after that query, so that no change is lost. Use the subscription \`fileChanges\` to follow the changes.`,
    ),
  );
  builder.subscriptionFields((t) => ({
    fileChanges: feedSubscription<ChangeArguments>(
      t,
      {
        ...changeOptions,
        operations: [...changeOptions.operations, changes.watch, channels.stop],
        poll: { operation: changes.list, intervalMs: pollIntervalMs },
        arguments: changeArguments,
        afterDescription:
          'Begin with the changes after this cursor of the same arguments. Default: begin now.',
      },
      `The changes of files and shared drives. The first event has the changes after the cursor \`after\`, or no changes and the first cursor: read the files after that event, so that no change is lost. All subscribers of the same changes with the same access token share one poller. ${costText} ${failureText} ${pollingText('Google Drive')}`,
    ),
    fileChanged: feedSubscription<{
      readonly id: string;
      readonly resourceKey?: string | null;
    }>(
      t,
      {
        type: FileChangePage,
        operations: [files.get, files.watch, channels.stop],
        poll: { operation: files.get, intervalMs: pollIntervalMs },
        arguments: {
          id: [
            required('ID'),
            'The file: a global id or a Google Drive id, or `root` for the root folder of My Drive.',
          ],
          resourceKey: resourceKeyArgument,
        },
        afterDescription:
          'Begin with the state of the file, if it has changed after this cursor. Default: begin now.',
        source: (_, { id, resourceKey }) => {
          if (resourceKey != null) checkResourceKey('resourceKey', resourceKey);
          return fileSource(upstreamId(File.resource, id, 'id'), resourceKey);
        },
      },
      `The changes of one file. The first event has no change and the first cursor, unless \`after\` is given. Each further event has one change, with the present state of the file; changes in quick succession are one event. ${costText} The subscription completes after \`FileRemoved\`. ${failureText} ${pollingText('Google Drive')}`,
    ),
  }));
}

/**
 * The feeds of changes: `Query.fileChanges`, and the subscriptions `fileChanges`, `fileChanged`.
 */
import type { drive_v3 } from '@googleapis/drive';
import { channelCalls } from '../../data/feed/channel-calls.ts';
import { entityVersions } from '../../data/feed/entity-versions.ts';
import type { FeedSource } from '../../data/feed/source.ts';
import { syncTokenList } from '../../data/feed/sync-token-list.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { changes, channels, files } from '../../upstream/storage/index.ts';
import { builder } from '../builder.ts';
import type { AnyFieldBuilder } from '../field/field-factory.ts';
import { feed, feedSubscription } from '../field/feed.ts';
import { upstreamId } from '../global-id.ts';
import { type ChangeShape, changesPerPage, FileChangePage } from './change.ts';
import { allDrives, File, includeAllDrives, SharedDrive } from './resource.ts';
import { FileSpace } from './space.ts';

/** Time in ms between two polls without a watch channel. */
const intervalMs = 10_000;

/** The arguments that select changes. */
interface ChangeArguments {
  readonly driveId?: string | null;
  readonly spaces?: readonly string[] | null;
  readonly includeRemoved: boolean;
  readonly includeCorpusRemovals: boolean;
  readonly myDriveOnly: boolean;
}

/** GraphQL arguments that select changes. */
const changeArguments = (t: AnyFieldBuilder) => ({
  driveId: t.arg.id({
    description:
      'Return the changes of this shared drive: a global id or a Google Drive id. Default: the changes of the files of the caller, which leave out files of shared drives that the caller has not opened or been given.',
  }),
  spaces: t.arg({
    type: [FileSpace],
    description:
      'Return only changes in these storage spaces. `PHOTOS` is not supported. Default: `DRIVE`.',
  }),
  includeRemoved: t.arg.boolean({
    required: true,
    defaultValue: true,
    description: 'Return also `FileRemoved` and `SharedDriveRemoved`.',
  }),
  includeCorpusRemovals: t.arg.boolean({
    required: true,
    defaultValue: false,
    description:
      'Return `FileChanged` for a file that has left the selected files and that the caller can still read, for example after a move to a shared drive. By default that is a `FileRemoved`.',
  }),
  myDriveOnly: t.arg.boolean({
    required: true,
    defaultValue: false,
    description:
      'Return only changes of files in My Drive. Leaves out files that were shared with the caller. Not allowed together with `driveId`. REST parameter: `restrictToMyDrive`.',
  }),
});

/** @throws InvalidInput for arguments that contradict each other, and for an invalid id */
function changeParameters({
  driveId: drive,
  spaces,
  includeRemoved,
  includeCorpusRemovals,
  myDriveOnly,
}: ChangeArguments) {
  if (drive != null && myDriveOnly)
    throw new InvalidInput('myDriveOnly', 'true is not allowed together with driveId');
  const driveId = drive == null ? undefined : upstreamId(SharedDrive.resource, drive, 'driveId');
  return {
    ...(driveId !== undefined && { driveId }),
    ...(spaces?.length && { spaces: spaces.join(',') }),
    // The other values are the defaults of the REST API.
    ...(!includeRemoved && { includeRemoved }),
    ...(includeCorpusRemovals && { includeCorpusRemovals }),
    ...(myDriveOnly && { restrictToMyDrive: myDriveOnly }),
  };
}

/** The feed of changes; other arguments make another feed. */
function changeSource(args: ChangeArguments): FeedSource {
  const parameters = { ...includeAllDrives, ...changeParameters(args) };
  const { driveId } = parameters;
  const start = {
    operation: changes.getStartPageToken,
    args: { ...allDrives, ...(driveId !== undefined && { driveId }) },
    field: 'startPageToken',
  } as const;
  return syncTokenList(changes.list, parameters, {
    start,
    intervalMs,
    pageSize: changesPerPage,
    minimumPath: 'changeType',
    wholeFields: '*',
    argumentNames: { restrictToMyDrive: 'myDriveOnly' },
    ...(driveId !== undefined && { owner: { type: SharedDrive.name, id: driveId } }),
    versionOf: versionOfChange,
    watch: channelCalls({
      watch: changes.watch,
      stop: channels.stop,
      args: async (execution) => {
        const { startPageToken } = await execution.send(start.operation, start.args);
        return { ...parameters, pageToken: startPageToken };
      },
    }),
  });
}

const versionOfChange = ({ changeType, fileId, driveId, removed, time }: ChangeShape): string =>
  [changeType, changeType === 'drive' ? driveId : fileId, removed, time].join(' ');

/** The versions of one file, as changes. */
const fileSource = (fileId: string): FeedSource =>
  entityVersions({
    operation: files.get,
    args: { ...allDrives, fileId },
    version: 'version',
    intervalMs,
    owner: { type: File.name, id: fileId },
    toItem: (file?: drive_v3.Schema$File): ChangeShape =>
      file === undefined
        ? { changeType: 'file', removed: true, fileId }
        : { changeType: 'file', removed: false, fileId, file },
    watch: channelCalls({
      watch: files.watch,
      stop: channels.stop,
      args: async () => ({ ...allDrives, fileId }),
    }),
  });

const changeOptions = {
  type: FileChangePage,
  operations: [changes.getStartPageToken, changes.list],
  source: (_: unknown, args: ChangeArguments) => changeSource(args),
};

const pushText =
  'The gateway receives a notification of each change from Google Drive if it has a public address, and reads the changes every ten seconds if not.';

/** Adds the fields of this module to the schema. */
export function addChangeFeeds(): void {
  builder.queryField('fileChanges', (t) =>
    feed<ChangeArguments>(
      t,
      {
        ...changeOptions,
        arguments: changeArguments(t),
        cursorArgument: 'since',
        afterDescription:
          'Return the changes after this cursor of the same arguments. Default: begin now and return no changes.',
      },
      `One page of changes of files and shared drives since a cursor, at most ${changesPerPage}. The first cursor comes from a query without \`since\`: read the files after that query, so that no change is lost. Use the subscription \`fileChanges\` to follow the changes.`,
    ),
  );
  builder.subscriptionFields((t) => ({
    fileChanges: feedSubscription<ChangeArguments>(
      t,
      {
        ...changeOptions,
        operations: [...changeOptions.operations, changes.watch, channels.stop],
        arguments: changeArguments(t),
        afterDescription:
          'Begin with the changes after this cursor of the same arguments. Default: begin now.',
      },
      `The changes of files and shared drives. The first event has the changes after the cursor \`after\`, or no changes and the first cursor: read the files after that event, so that no change is lost. All subscribers of the same changes with the same access token share one poller. ${pushText}`,
    ),
    fileChanged: feedSubscription<{ readonly fileId: string }>(
      t,
      {
        type: FileChangePage,
        operations: [files.get, files.watch, channels.stop],
        arguments: {
          fileId: t.arg.id({
            required: true,
            description: 'The file: a global id or a Google Drive id.',
          }),
        },
        afterDescription:
          'Begin with the state of the file, if it has changed after this cursor. Default: begin now.',
        source: (_, { fileId }) => fileSource(upstreamId(File.resource, fileId, 'fileId')),
      },
      `The changes of one file. The first event has no change and the first cursor, unless \`after\` is given. Each further event has one change, with the present state of the file; changes in quick succession are one event. The subscription completes after \`FileRemoved\`. ${pushText}`,
    ),
  }));
}

/** Sources of changes of files: the log of changes, and the versions of one file. */
import { resourceKeyHeaders } from '../resource-key-header.ts';
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../../engine/execution/execution.ts';
import { channelCalls } from '../../../engine/feed/watch/channel-calls.ts';
import { decodeCursor } from '../../../engine/feed/cursor.ts';
import { entityVersions } from '../../../engine/feed/source/entity-versions.ts';
import type { FeedSource } from '../../../engine/feed/source/source.ts';
import { syncTokenList } from '../../../engine/feed/source/sync-token-list.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { changes, channels, files } from '../operations.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { type ChangeShape, changesPerPage } from './type.ts';
import { requireId } from '../file/id.ts';
import { allDrives, File, includeAllDrives, SharedDrive } from '../resources.ts';
import { spacesParameter } from '../search/space.ts';

/** Time in ms between two polls without a watch channel. */
export const pollIntervalMs = 10_000;

export interface ChangeArguments {
  readonly driveId?: string | null;
  readonly spaces?: readonly string[] | null;
  /** Default: true. */
  readonly includeRemoved?: boolean;
  readonly includeCorpusRemovals?: boolean;
  readonly myDriveOnly?: boolean;
}

/** @throws InvalidInput for arguments that contradict each other, and for an invalid id */
export function changeParameters({
  driveId: drive,
  spaces,
  includeRemoved = true,
  includeCorpusRemovals,
  myDriveOnly,
}: ChangeArguments) {
  if (drive != null && myDriveOnly)
    throw new InvalidInput('myDriveOnly', 'true is not allowed together with driveId');
  const driveId = drive == null ? undefined : upstreamId(SharedDrive.resource, drive, 'driveId');
  const searched = spacesParameter(spaces);
  return {
    ...(driveId !== undefined && { driveId }),
    ...(searched !== undefined && { spaces: searched }),
    // The other values are the defaults of the REST API.
    ...(!includeRemoved && { includeRemoved }),
    ...(includeCorpusRemovals && { includeCorpusRemovals }),
    ...(myDriveOnly && { restrictToMyDrive: myDriveOnly }),
  };
}

/** The call that returns the page token of the present. */
const startCall = (driveId: string | undefined) => ({
  operation: changes.getStartPageToken,
  args: { ...allDrives, ...(driveId !== undefined && { driveId }) },
  field: 'startPageToken' as const,
});

/** @returns the page token of the present */
export async function startOf(execution: Execution, driveId: string | undefined): Promise<string> {
  const { operation, args, field } = startCall(driveId);
  const { startPageToken } = await execution.send(operation, { ...args, fields: field });
  return requireId(operation, startPageToken);
}

/** @returns the page token in a cursor. @throws InvalidInput naming `after` */
export function pageTokenAfter(args: ChangeArguments, after: string): string {
  try {
    const { pageToken } = decodeCursor(changeSource(args), after);
    if (pageToken !== undefined) return pageToken;
  } catch (error) {
    if (!(error instanceof InvalidInput) || error.argument !== 'after') throw error;
  }
  throw new InvalidInput(
    'after',
    `${showValue(after)} is not a cursor of these changes; expected a cursor that \`fileChanges\` returned for the same arguments`,
  );
}

/** The feed of changes; other arguments make another feed. */
export function changeSource(args: ChangeArguments): FeedSource {
  const parameters = { ...includeAllDrives, ...changeParameters(args) };
  const { driveId } = parameters;
  return syncTokenList(changes.list, parameters, {
    start: startCall(driveId),
    intervalMs: pollIntervalMs,
    pageSize: changesPerPage,
    minimumPath: 'changeType',
    wholeFields: '*',
    argumentNames: { restrictToMyDrive: 'myDriveOnly' },
    ...(driveId !== undefined && { owner: { type: SharedDrive.name, id: driveId } }),
    versionOf: versionOfChange,
    watch: channelCalls({
      watch: changes.watch,
      stop: channels.stop,
      args: async (execution) => ({
        ...parameters,
        pageToken: await startOf(execution, driveId),
      }),
    }),
  });
}

const versionOfChange = ({ changeType, fileId, driveId, removed, time }: ChangeShape): string =>
  [changeType, changeType === 'drive' ? driveId : fileId, removed, time].join(' ');

/** The versions of one file, as changes. */
export function fileSource(fileId: string, resourceKey?: string | null): FeedSource {
  const own = resourceKey == null ? {} : { headers: resourceKeyHeaders(fileId, resourceKey) };
  const args = { ...allDrives, fileId, ...own };
  return entityVersions({
    operation: files.get,
    args,
    version: 'version',
    intervalMs: pollIntervalMs,
    owner: { type: File.name, id: fileId },
    toItem: (file?: drive_v3.Schema$File): ChangeShape =>
      file === undefined
        ? { changeType: 'file', removed: true, fileId }
        : { changeType: 'file', removed: false, fileId, file },
    watch: channelCalls({
      watch: files.watch,
      stop: channels.stop,
      args: async () => args,
    }),
  });
}

/** The file that `publishFileAsVideo` publishes: what it must be, and its bytes. */
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import { NotApplied } from '../../../engine/write/acknowledgement.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { InvalidInput, showValue, upstreamError } from '../../../engine/api/error.ts';
import { acceptsMediaType } from '../../../engine/api/operation.ts';
import { files } from '../../storage/operations.ts';
import { videos } from '../../video/operations.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { FOLDER, isGoogleType, SHORTCUT } from '../../storage/mime-type.ts';
import { fileWithVideo, videoIdOfFile } from '../../shared/video-id.ts';
import { allDrives } from '../../storage/resources.ts';

/** A file that can be published. */
export interface PublishedFile {
  readonly ref: Ref;
  readonly contentType: string;
  /** Bytes. */
  readonly total: number;
  /** Changes with the content. */
  readonly version: string;
  /** The video that was made of the file. */
  readonly videoId: string | undefined;
}

const versionFields = ['md5Checksum', 'headRevisionId', 'size'] as const;

type Version = Pick<drive_v3.Schema$File, (typeof versionFields)[number]>;

/** A file that is changed and changed back has the same checksum, and another revision. */
const versionOf = (file: Version): string =>
  JSON.stringify(versionFields.map((name) => file[name] ?? ''));

const paths = Paths.of(
  'name',
  'mimeType',
  'shortcutDetails.targetId',
  'capabilities.canDownload',
  'capabilities.canEdit',
  'appProperties',
  ...versionFields,
);

/**
 * Reads a file as it is now.
 * @throws UpstreamError NOT_FOUND, InvalidInput for a file that YouTube does not take,
 * MutationError FORBIDDEN if the caller may not download or change it
 */
export async function readPublishedFile(execution: Execution, ref: Ref): Promise<PublishedFile> {
  const [id = ''] = ref.key;
  execution.invalidate();
  const file: drive_v3.Schema$File | null = await execution.load(ref, {
    paths,
    downstream: new Set(),
  });
  if (file === null) throw upstreamError(files.get, 'NOT_FOUND', { id });
  const { mimeType: contentType = '', capabilities } = file;
  checkType(id, file);
  const total = Number(file.size ?? 0);
  checkSize(id, total);
  if (capabilities?.canDownload === false)
    throw forbidden(`the caller may not download ${showValue(id)}`);
  if (capabilities?.canEdit === false)
    throw forbidden(
      `the caller may not change ${showValue(id)}: the file has to name its video; expected a file that the caller may edit`,
    );
  const videoId = videoIdOfFile(file) ?? undefined;
  return { ref, contentType: contentType!, total, version: versionOf(file), videoId };
}

const forbidden = (problem: string): MutationError =>
  new MutationError('FORBIDDEN', `fileId: ${problem}.`, { path: ['fileId'] });

function checkType(id: string, { mimeType, shortcutDetails }: drive_v3.Schema$File): void {
  const { mediaTypes } = videos.insert.upload!;
  const expected = `expected a file of type ${mediaTypes.join(' or ')}`;
  const problem = (text: string): InvalidInput =>
    new InvalidInput('fileId', `${showValue(id)} ${text}`);
  if (mimeType === FOLDER) throw problem(`is a folder; ${expected}`);
  if (mimeType === SHORTCUT)
    throw problem(
      `is a shortcut; expected the file that it leads to, ${showValue(shortcutDetails?.targetId ?? '')}`,
    );
  if (mimeType != null && isGoogleType(mimeType))
    throw problem(`is a document without bytes (${mimeType}); ${expected}`);
  if (!acceptsMediaType(videos.insert.upload!, mimeType ?? ''))
    throw problem(`has the type ${showValue(mimeType ?? '')}; ${expected}`);
}

function checkSize(id: string, total: number): void {
  const { maxBytes } = videos.insert.upload!;
  if (total < 1) throw new InvalidInput('fileId', `${showValue(id)} is empty`);
  if (total > maxBytes)
    throw new InvalidInput(
      'fileId',
      `${showValue(id)} has ${total} bytes; expected at most ${maxBytes}`,
    );
}

export const downloadArguments = ({ key: [fileId = ''] }: Ref) => ({ ...allDrives, fileId });

/**
 * Compares the content of a file with the one whose bytes were sent before.
 * @throws MutationError CONFLICT if it has changed
 */
export async function checkVersion(execution: Execution, ref: Ref, version: string): Promise<void> {
  const fields = versionFields.join();
  const file = await execution.send(files.get, { ...downloadArguments(ref), fields });
  if (versionOf(file) !== version)
    throw new MutationError(
      'CONFLICT',
      'fileId: the content of the file has changed while it was transferred. Repeat the mutation to transfer the new content.',
      { path: ['fileId'], current: ref },
    );
}

/** The id of the video that the file names. */
export async function linkedVideo(execution: Execution, ref: Ref): Promise<string | undefined> {
  const file = await execution.send(files.get, {
    ...downloadArguments(ref),
    fields: 'appProperties',
  });
  return videoIdOfFile(file) ?? undefined;
}

/**
 * Lets the file name its video: a PATCH keeps the other properties.
 * @throws NotApplied if the service ignores it
 */
export async function linkToVideo(execution: Execution, ref: Ref, videoId: string): Promise<void> {
  const body = fileWithVideo(videoId);
  const args = { ...downloadArguments(ref), fields: 'id,appProperties', body };
  if (videoIdOfFile(await execution.send(files.update, args)) !== videoId)
    throw new NotApplied(ref, ['fileId'], 'the property of the file that names the video');
}

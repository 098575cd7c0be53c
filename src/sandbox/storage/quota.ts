/** The storage of a person, which is used by the files that they own. */
import { ApiError } from '../http/api-error.ts';
import type { FileEntity, StorageState } from './state.ts';

/** Bytes. */
export const storageLimit = 200 * 1024 ** 3;

/** The bytes of the content of a file, and of its earlier revisions that are kept forever. */
export const usedBytes = ({ content, history }: FileEntity): number =>
  history
    .slice(0, -1)
    .filter(({ options }) => options.keepForever)
    .reduce((sum, revision) => sum + (revision.content?.size ?? 0), content?.size ?? 0);

/**
 * The bytes that a new revision of a file releases: those of the current one, unless it is kept.
 */
export const releasedBytes = ({ content, history }: FileEntity): number =>
  history.at(-1)?.options.keepForever ? 0 : (content?.size ?? 0);

/** The sum of the used bytes. */
export const totalSize = (files: Iterable<FileEntity>): number =>
  [...files].reduce((sum, file) => sum + usedBytes(file), 0);

/**
 * @param owner e-mail address
 * @param added the bytes that the files of the owner would use in addition
 * @throws ApiError 403 if they would use more than the limit
 */
export function checkStorageQuota(
  { files, model: { fullStorage } }: StorageState,
  owner: string | undefined,
  added: number,
): void {
  if (owner === undefined) return;
  if (fullStorage !== undefined) throwFull(fullStorage);
  const owned = [...files.values()].filter((file) => file.owner === owner);
  if (totalSize(owned) + added > storageLimit) throwFull('storageQuotaExceeded');
}

/**
 * Google's guide documents `storageQuotaExceeded`; iterative/PyDrive2#238 and rclone's backend for
 * Drive, read in November 2026, know `quotaExceeded`, too.
 */
function throwFull(reason: NonNullable<StorageState['model']['fullStorage']>): never {
  throw new ApiError(403, reason, {
    domain: reason === 'quotaExceeded' ? 'usageLimits' : 'global',
    message: "The user's Drive storage quota has been exceeded.",
  });
}

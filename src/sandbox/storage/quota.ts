/** The storage of a person, which is used by the files that they own. */
import { ApiError } from '../api-error.ts';
import type { ApiCall } from '../handler.ts';
import type { FileEntity } from './state.ts';

/** Bytes. */
export const storageLimit = 200 * 1024 ** 3;

/** The sum of the sizes in bytes. */
export const totalSize = (files: Iterable<FileEntity>): number =>
  [...files].reduce((sum, { content }) => sum + (content?.size ?? 0), 0);

/** The size of the uploaded content, or the one that a resumable upload declares at its start. */
const uploadSize = ({ media, headers }: ApiCall): number =>
  media?.size ?? Number(headers['x-upload-content-length'] ?? 0);

/**
 * @param owned the files of the owner of the content
 * @throws ApiError 403 if they would use more than the limit
 */
export function checkStorageQuota(call: ApiCall, owned: Iterable<FileEntity>): void {
  if (totalSize(owned) + uploadSize(call) > storageLimit)
    throw new ApiError(403, 'storageQuotaExceeded', {
      message: "The user's Drive storage quota has been exceeded.",
    });
}

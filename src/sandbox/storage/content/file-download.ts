/** Downloads of files with bytes. */
import { ApiError } from '../../http/api-error.ts';
import { FileResponse } from '../../http/file-response.ts';
import type { ApiCall } from '../../call/handler.ts';
import { roleOf } from '../permission/access.ts';
import { isOwnerOrOrganizer, mayDownload } from '../file/capability.ts';
import { type FileEntity, type RevisionEntity, storageState } from '../state.ts';

/**
 * The bytes of a revision; of the earlier ones only those that are kept forever. Their entity tag
 * is the MD5 checksum.
 * @throws ApiError 403 for documents, and for callers who may not download the file
 */
export function downloadRevision(
  call: ApiCall,
  file: FileEntity,
  revision: RevisionEntity | undefined,
): FileResponse {
  const { bytes, content } = revision ?? {};
  if (!revision || !bytes || !content)
    throw new ApiError(403, 'fileNotDownloadable', {
      message:
        'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
      location: 'alt',
    });
  checkDownload(call, file);
  if (revision !== file.history.at(-1) && !revision.options.keepForever)
    throw new ApiError(403, 'download_restricted_for_revision', {
      message: 'This revision cannot be downloaded by the authenticated user.',
    });
  return new FileResponse(revision.mimeType, bytes, { etag: content.md5Checksum });
}

/** @throws ApiError 403 if the caller may not download the file, or has to acknowledge its abuse */
function checkDownload({ simulation, user, query }: ApiCall, file: FileEntity): void {
  const role = roleOf(storageState(simulation), user, file);
  if (!mayDownload(role, file))
    throw new ApiError(403, 'cannotDownloadFile', {
      message: 'This file cannot be downloaded by the user.',
    });
  // Only those who may delete the file can acknowledge.
  if (file.isAbusive && !(query.flag('acknowledgeAbuse') && isOwnerOrOrganizer(role, file)))
    throw new ApiError(403, 'cannotDownloadAbusiveFile', {
      message: 'This file has been identified as malware or spam and cannot be downloaded.',
    });
}

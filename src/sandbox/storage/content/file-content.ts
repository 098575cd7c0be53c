/** The content of new files and new revisions. */
import { ApiError } from '../../http/api-error.ts';
import { type Bytes, readAll, RepeatedBytes } from '../../bytes.ts';
import type { ApiCall } from '../../call/handler.ts';
import { throwTooLarge } from '../../upload/media.ts';
import { contentOf, uploadedContent } from './content.ts';
import { importFormats, maxImportSizes } from './export-format.ts';
import { isEditorsFile } from './mime.ts';
import { checkStorageQuota, releasedBytes } from '../quota.ts';
import { type ContentMetadata, type FileEntity, storageState } from '../state.ts';

/** The MIME type of content of unknown type. */
export const unknownType = 'application/octet-stream';

/** Empty content. */
export const noBytes: Bytes = new RepeatedBytes(Buffer.alloc(0));

/** Larger files are not searched for words. */
const maxIndexed = 1024 * 1024;

/** The content of a file; documents have neither metadata nor bytes. */
export interface NewContent {
  readonly metadata?: ContentMetadata;
  readonly bytes?: Bytes;
  /** The text that full-text search finds. */
  readonly text?: string;
}

/** Whether the call writes content; at the start of a resumable upload it has not arrived yet. */
export const writesContent = ({ query }: ApiCall): boolean => query.has('uploadType');

/** The size of the uploaded content, or the one that a resumable upload declares at its start. */
const uploadSize = ({ media, headers }: ApiCall): number =>
  media?.size ?? Number(headers['x-upload-content-length'] ?? 0);

/**
 * @param owner e-mail address
 * @param file the file that gets the content; absent: a new one
 * @throws ApiError 403 if the owner has too little storage left
 */
export function checkOwnerQuota(call: ApiCall, owner: string | undefined, file?: FileEntity): void {
  if (file && !writesContent(call)) return;
  const added = uploadSize(call) - (file ? releasedBytes(file) : 0);
  checkStorageQuota(storageState(call.simulation), owner, added);
}

/**
 * The content of a new file or revision.
 * @param mimeType of the file; content is converted to the types of documents
 * @param revisionId of the new revision
 * @throws ApiError 400 if content cannot be converted to the type
 */
export function newContent(call: ApiCall, mimeType: string, revisionId: string): NewContent {
  const { media, query } = call;
  if (isEditorsFile(mimeType))
    return textField(media && convertedText(media.content, media.type, mimeType));
  const bytes = media?.content ?? noBytes;
  const isText = mimeType.startsWith('text/') || query.flag('useContentAsIndexableText');
  const ownText = isText && bytes.size <= maxIndexed ? media?.bytes.toString() : undefined;
  return {
    bytes,
    metadata: media ? uploadedContent(media, revisionId) : contentOf(bytes, revisionId),
    ...textField(ownText),
  };
}

const textField = (text: string | undefined): Pick<NewContent, 'text'> => (text ? { text } : {});

/**
 * The text of a document that is made of other content.
 * @param type of the content
 * @throws ApiError 400 if it cannot be converted to the MIME type, 413 if it is too large for that
 */
export function convertedText(content: Bytes, type: string, mimeType: string): string {
  if (!importFormats[type]?.includes(mimeType))
    throw new ApiError(400, 'badRequest', {
      message: `Content of type ${type} cannot be converted to ${mimeType}.`,
    });
  if (content.size > (maxImportSizes[mimeType] ?? Infinity)) throwTooLarge();
  return readAll(content).toString();
}

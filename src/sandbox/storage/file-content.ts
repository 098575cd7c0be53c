/** The content of new files and new revisions. */
import { ApiError } from '../api-error.ts';
import { type Bytes, RepeatedBytes } from '../bytes.ts';
import type { ApiCall } from '../handler.ts';
import type { Media } from '../upload/media.ts';
import { contentOf, uploadedContent } from './content.ts';
import { importFormats } from './export-format.ts';
import { isEditorsFile } from './mime.ts';
import { checkStorageQuota } from './quota.ts';
import { type ContentMetadata, storageState } from './state.ts';

/** The MIME type of content of unknown type. */
export const unknownType = 'application/octet-stream';

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

/** @throws ApiError 403 if the owner has too little storage left. @param owner e-mail address */
export function checkOwnerQuota(call: ApiCall, owner: string | undefined): void {
  if (owner === undefined || !writesContent(call)) return;
  const { files } = storageState(call.simulation);
  checkStorageQuota(
    call,
    [...files.values()].filter((file) => file.owner === owner),
  );
}

/**
 * The content of a new file or revision.
 * @param mimeType of the file; content is converted to the types of documents
 * @param revisionId of the new revision
 * @throws ApiError 400 if content cannot be converted to the type
 */
export function newContent(call: ApiCall, mimeType: string, revisionId: string): NewContent {
  const { media, query } = call;
  if (isEditorsFile(mimeType)) return textField(convert(media, mimeType));
  const bytes = media?.content ?? new RepeatedBytes(Buffer.alloc(0));
  const isText = mimeType.startsWith('text/') || query.flag('useContentAsIndexableText');
  const ownText = isText && bytes.size <= maxIndexed ? media?.bytes.toString() : undefined;
  return {
    bytes,
    metadata: media ? uploadedContent(media, revisionId) : contentOf(bytes, revisionId),
    ...textField(ownText),
  };
}

const textField = (text: string | undefined): Pick<NewContent, 'text'> => (text ? { text } : {});

/** @returns the text of the document */
function convert(media: Media | undefined, mimeType: string): string | undefined {
  if (!media) return undefined;
  if (importFormats[media.type]?.includes(mimeType)) return media.bytes.toString();
  throw new ApiError(400, 'badRequest', {
    message: `Content of type ${media.type} cannot be converted to ${mimeType}.`,
  });
}

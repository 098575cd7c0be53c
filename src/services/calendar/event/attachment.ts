/** Attachments of events. The link to the file is in `links/attachment.ts`. */
import type { calendar_v3 } from '@googleapis/calendar';
import { mergeFields } from '../../../engine/write/update/keyed-list.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { type ListRules, listChangeType } from '../../../engine/schema/write/list-change.ts';
import { valueType } from '../../../engine/schema/field/path-field.ts';
import { inputObject, oneOfObject } from '../../../engine/schema/field/input-row.ts';
import { upstreamId, typeNamed } from '../../../engine/schema/type/global-id.ts';
import { fileIdFromUrl } from '../../shared/url.ts';
import { checkWebUrl } from '../scheme.ts';

export const EventAttachment = valueType<calendar_v3.Schema$EventAttachment>(
  'EventAttachment',
).rows(
  'A file that is attached to an event. The title and the MIME type are copies from the time when the file was attached.',
  {
    title: 'The title of the file when the file was attached.',
    mimeType:
      'The MIME type of the file when the file was attached, for example `application/pdf`.',
    fileUrl: ['URL', 'The URL that opens the file in a browser. Readers need access to the file.'],
    iconLink: ['URL', 'The URL of an icon for the file type.'],
    fileId: 'The Google Drive id of the file. Null for files that are not in Google Drive.',
  },
);

export const EventAttachmentInput = inputObject(
  'EventAttachmentInput',
  'A file to attach to an event. Requires either `fileId` or `fileUrl`.',
  {
    fileId: [
      'ID',
      'The file in Google Drive: the global id of a `File`, or the Google Drive id. The gateway makes the URL; an attachment that exists keeps its URL.',
    ],
    fileUrl: [
      'URL',
      'The URL of the file, also of a file that is not in Google Drive. Scheme: `http` or `https`.',
    ],
    title: ['String', 'The title that the event shows for the attachment.'],
    mimeType: ['String', 'The MIME type of the attachment, for example `application/pdf`.'],
    iconLink: [
      'URL',
      'The URL of an icon for the attachment. Scheme: `http` or `https`. Only for files that are not in Google Drive.',
    ],
  },
);

const EventAttachmentKeyInput = oneOfObject(
  'EventAttachmentKeyInput',
  'Identifies an attachment of an event. Exactly one field must be given.',
  {
    fileId: ['ID', 'The attached file: the global id of a `File`, or the Google Drive id.'],
    fileUrl: [
      'URL',
      'The URL of the attachment. For a file in Google Drive, any URL that contains the id of the file.',
    ],
  },
);

export const EventAttachmentChangesInput = listChangeType('EventAttachmentChangesInput', {
  entry: EventAttachmentInput,
  key: EventAttachmentKeyInput,
  many: 'attachments',
  one: 'attachment',
  keys: 'the file in Google Drive, or else by the URL',
  setNote: 'An event has at most 25 attachments.',
});

type Attachment = calendar_v3.Schema$EventAttachment;
type AttachmentInput = typeof EventAttachmentInput.$inferType;

/** Files are of another service. */
export const attachedFile = typeNamed('File');

export interface AttachmentKey {
  readonly fileId?: string | null | undefined;
  readonly fileUrl?: string | null | undefined;
}

/**
 * A URL of a file in Google Drive, of which Google Calendar takes the id: the form that Google
 * Calendar itself writes.
 */
const urlOf = (fileId: string): string => `https://drive.google.com/open?id=${fileId}`;

/** @throws InvalidInput for text that is no id of a file: `root` is none that a URL can have */
function checkFileId(fileId: string, argument: string): void {
  const id = upstreamId(attachedFile.resource, fileId, argument);
  if (fileIdFromUrl(urlOf(id)) !== id)
    throw new InvalidInput(
      argument,
      `${showValue(id)} is not the id of a file; expected the id of a File`,
    );
}

/** @throws InvalidInput for both or none, for text that is no id, and for another scheme */
function checkKey({ fileId, fileUrl }: AttachmentKey, argument: string): void {
  if ((fileId == null) === (fileUrl == null))
    throw new InvalidInput(
      argument,
      `expected either fileId or fileUrl, got ${fileId == null ? 'none' : 'both'}`,
    );
  if (fileId != null) checkFileId(fileId, `${argument}.fileId`);
  if (fileUrl != null) checkWebUrl(`${argument}.fileUrl`, fileUrl);
}

const inputKeyOf = ({ fileId, fileUrl }: AttachmentKey): string =>
  fileId == null ? keyOf({ fileUrl }) : upstreamId(attachedFile.resource, fileId);

const keyOf = ({ fileId, fileUrl }: AttachmentKey): string =>
  fileId || fileIdFromUrl(fileUrl ?? '') || (fileUrl ?? '');

/** The attachments of an event. */
export const attachmentList: ListRules<Attachment, AttachmentInput, AttachmentKey> = {
  one: 'attachment',
  many: 'attachments',
  maxLength: 25,
  keyOf,
  inputKeyOf,
  removedKeyOf: inputKeyOf,
  checkKey,
  check: ({ fileId, fileUrl, iconLink }, argument) => {
    checkKey({ fileId, fileUrl }, argument);
    if (iconLink != null) checkWebUrl(`${argument}.iconLink`, iconLink);
  },
  merge: ({ fileId, fileUrl, ...rest }, current) => {
    const newUrl = fileId == null ? fileUrl! : urlOf(upstreamId(attachedFile.resource, fileId));
    return mergeFields(current, {
      ...rest,
      fileUrl: (fileId != null && current?.fileUrl) || newUrl,
    });
  },
};

/**
 * Returns an attachment as the REST API accepts it: without the file id, which the URL contains.
 */
export function writableAttachment(attachment: Attachment): Attachment {
  const { fileId: _, ...rest } = attachment;
  return rest;
}

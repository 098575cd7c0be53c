/** Attachments of events. The link to the file is in `link/attachment.ts`. */
import type { calendar_v3 } from '@googleapis/calendar';
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { fields } from '../field/path-field.ts';
import { checkWebUrl } from './scheme.ts';

export const EventAttachment = builder
  .objectRef<calendar_v3.Schema$EventAttachment>('EventAttachment')
  .implement({
    description:
      'A file that is attached to an event. The title and the MIME type are copies from the time when the file was attached.',
    fields: (t) =>
      fields(t, {
        title: ['String', 'The title of the file when the file was attached.'],
        mimeType: [
          'String',
          'The MIME type of the file when the file was attached, for example `application/pdf`.',
        ],
        fileUrl: [
          'URL',
          'The URL that opens the file in a browser. Readers need access to the file.',
        ],
        iconLink: ['URL', 'The URL of an icon for the file type.'],
        fileId: [
          'ID',
          'The Google Drive id of the file. Null for files that are not in Google Drive.',
        ],
      }),
  });

export const EventAttachmentInput = builder.inputType('EventAttachmentInput', {
  description: 'A file to attach to an event.',
  fields: (t) => ({
    fileUrl: t.field({
      type: 'URL',
      required: true,
      description:
        'The URL of the file, for example `webViewLink` of a `File`. Scheme: `http` or `https`.',
    }),
    title: t.string({ description: 'The title that the event shows for the attachment.' }),
    mimeType: t.string({
      description: 'The MIME type of the attachment, for example `application/pdf`.',
    }),
    iconLink: t.field({
      type: 'URL',
      description:
        'The URL of an icon for the attachment. Scheme: `http` or `https`. Only for files that are not in Google Drive.',
    }),
  }),
});

const maxAttachments = 25;

/**
 * Row option `check` for all attachments of an event.
 * @throws InvalidInput for too many, and for a URL of another scheme than those of web pages
 */
export function checkAttachments(
  attachments: readonly (typeof EventAttachmentInput.$inferInput)[],
  argument: string,
): void {
  if (attachments.length > maxAttachments)
    throw new InvalidInput(
      argument,
      `expected at most ${maxAttachments} attachments, got ${attachments.length}`,
    );
  for (const [index, { fileUrl, iconLink }] of attachments.entries())
    for (const [name, url] of Object.entries({ fileUrl, iconLink }))
      if (url != null) checkWebUrl(`${argument}.${index}.${name}`, url);
}

type Attachment = calendar_v3.Schema$EventAttachment;
type AttachmentProperties = { readonly [K in keyof Attachment]: Attachment[K] | undefined };

/**
 * Returns an attachment as the REST API accepts it: without the file id, which the URL contains.
 */
export function writableAttachment({
  fileUrl,
  title,
  mimeType,
  iconLink,
}: AttachmentProperties): Attachment {
  return Object.fromEntries(
    Object.entries({ fileUrl, title, mimeType, iconLink }).filter(([, value]) => value != null),
  );
}

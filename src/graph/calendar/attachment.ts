/** Attachments of events. The link to the file is in `link/attachment.ts`. */
import type { calendar_v3 } from '@googleapis/calendar';
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { fields } from '../field/path-field.ts';

export const EventAttachment = builder
  .objectRef<calendar_v3.Schema$EventAttachment>('EventAttachment')
  .implement({
    description: 'A file that was attached to an event: its title and kind as they were then.',
    fields: (t) =>
      fields(t, {
        title: ['String', 'What it was called when it was attached.'],
        mimeType: ['String', 'Its kind then, `application/pdf`.'],
        fileUrl: [
          'URL',
          'Where it opens in a browser; whoever follows it needs access to the file.',
        ],
        iconLink: ['URL', 'A small picture for its kind.'],
        fileId: ['ID', 'Its id in the file storage service; null for files that lie elsewhere.'],
      }),
  });

export const EventAttachmentInput = builder.inputType('EventAttachmentInput', {
  description: 'A file to attach to an event.',
  fields: (t) => ({
    fileUrl: t.field({
      type: 'URL',
      required: true,
      description: 'Its address, as its own page shows it.',
    }),
    title: t.string({ description: 'What to call it on the event.' }),
    mimeType: t.string({ description: 'What kind of file it is, as a media type.' }),
  }),
});

const maxAttachments = 25;

/** Row option `check` for all attachments of an event. @throws InvalidInput for too many */
export function checkAttachments(attachments: readonly unknown[], argument: string): void {
  if (attachments.length > maxAttachments)
    throw new InvalidInput(
      argument,
      `expected at most ${maxAttachments} attachments, got ${attachments.length}`,
    );
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

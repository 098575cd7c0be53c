/** Link from the attachments of events to files. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../builder.ts';
import { EventAttachment } from '../calendar/attachment.ts';
import { link } from '../field/link.ts';
import { File } from '../storage/resource.ts';
import { fileIdFromUrl } from './url.ts';

/** Adds the types and fields of this module to the schema. */
export function addAttachment(): void {
  builder.objectFields(EventAttachment, (t) => ({
    file: link(
      t,
      File,
      {
        paths: ['fileId', 'fileUrl'],
        key: ({ fileId, fileUrl }: calendar_v3.Schema$EventAttachment) => {
          const id = fileId || fileIdFromUrl(fileUrl ?? '');
          return id ? [id] : null;
        },
      },
      'The attached file with its current metadata. Null if the file is not in Google Drive, was deleted or is not visible to the caller.',
    ),
  }));
}

/** Links between events and the files that are attached to them. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../../engine/schema/builder.ts';
import { EventAttachment } from '../calendar/event/attachment.ts';
import { eventConnection } from '../calendar/event/list.ts';
import { eventKey, filteredEvents } from '../calendar/event/search.ts';
import { connection } from '../../engine/schema/list/connection.ts';
import { fields } from '../../engine/schema/field/path-field.ts';
import { File } from '../storage/resources.ts';
import { fileIdFromUrl } from '../shared/url.ts';

/** Returns the id of the attached file; null if it is not in Drive. */
const fileIdOf = ({ fileId, fileUrl }: calendar_v3.Schema$EventAttachment): string | null =>
  fileId || fileIdFromUrl(fileUrl ?? '');

export function addAttachment(): void {
  builder.objectFields(EventAttachment, (t) =>
    fields(t, {
      file: [
        File,
        'The attached file with its current metadata. Null if the file is not in Google Drive, was deleted or is not visible to the caller.',
        {
          paths: ['fileId', 'fileUrl'],
          key: (attachment: calendar_v3.Schema$EventAttachment) => {
            const id = fileIdOf(attachment);
            return id ? [id] : null;
          },
        },
      ],
    }),
  );

  builder.objectFields(File, (t) => ({
    events: connection(
      t,
      eventConnection,
      {
        ...filteredEvents(),
        keyOf: (event, _, args) => eventKey(event, args),
        filter: ({ attachments }: calendar_v3.Schema$Event, file) =>
          attachments?.some((each) => fileIdOf(each) === file!.key[0]) ?? false,
        filterPaths: ['attachments.fileId', 'attachments.fileUrl'],
        sameForAllParents: true,
      },
      'The events of a calendar with the file as an attachment. The REST API cannot search for attachments, so the gateway reads all events of the calendar between `from` and `to`: specify both. Calls `calendars.get` only if `calendarId` is `primary`.',
    ),
  }));
}

/** The formats that a document of the Google editors can be exported to, and their URLs. */
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { computed } from '../../../engine/schema/field/path-field.ts';
import { madeType } from '../../../engine/schema/field/own-value.ts';
import { required } from '../../../engine/schema/field/input-row.ts';

/** A file or a revision: MIME types and URLs. */
interface WithExportLinks {
  readonly exportLinks?: Readonly<Record<string, string>> | null;
}

const FileExportLink = madeType<{ readonly mimeType: string; readonly url: string }>(
  'FileExportLink',
).rows('A URL of Google that exports a document in one format.', {
  mimeType: [required('String'), 'The MIME type of the format.'],
  url: [
    required('URL'),
    "The URL. Requests need the header `Authorization` with the caller's access token, or the cookies of a user who is signed in to Google.",
  ],
});

export const exportFormats = (t: FieldBuilder<WithExportLinks>, description: string): Field =>
  computed(
    t,
    ['String'],
    {
      paths: ['exportLinks'],
      compute: ({ exportLinks }) => exportLinks && Object.keys(exportLinks).toSorted(),
    },
    `${description} REST field: \`exportLinks\`.`,
  );

export const exportLinks = (t: FieldBuilder<WithExportLinks>, description: string): Field =>
  computed(
    t,
    [FileExportLink],
    {
      paths: ['exportLinks'],
      compute: ({ exportLinks: links }) =>
        links &&
        Object.entries(links)
          .map(([mimeType, url]) => ({ mimeType, url }))
          .toSorted((a, b) => a.mimeType.localeCompare(b.mimeType)),
    },
    description,
  );

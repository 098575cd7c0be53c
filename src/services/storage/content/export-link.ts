/** The formats that a document of the Google editors can be exported to, and their URLs. */
import { noNeeds } from '../../../engine/read/needs.ts';
import { builder } from '../../../engine/schema/builder.ts';
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { computed } from '../../../engine/schema/field/path-field.ts';

/** A file or a revision: MIME types and URLs. */
interface WithExportLinks {
  readonly exportLinks?: Readonly<Record<string, string>> | null;
}

const FileExportLink = builder
  .objectType<{ readonly mimeType: string; readonly url: string }>('FileExportLink')
  .implement({
    description: 'A URL of Google that exports a document in one format.',
    fields: (t) => ({
      mimeType: t.expose('String', 'mimeType', {
        nullable: false,
        description: 'The MIME type of the format.',
        extensions: { needs: noNeeds },
      }),
      url: t.field({
        type: 'URL',
        nullable: false,
        description:
          "The URL. Requests need the header `Authorization` with the caller's access token, or the cookies of a user who is signed in to Google.",
        extensions: { needs: noNeeds },
        resolve: ({ url }) => url,
      }),
    }),
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

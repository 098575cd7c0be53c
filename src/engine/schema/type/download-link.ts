/** Download URLs of content, for values that are too long for a field. */
import type { DownloadUrl } from '../../transfer/download-link.ts';
import { builder } from '../builder.ts';

export const DownloadLink = builder.objectType<DownloadUrl>('DownloadLink').implement({
  description:
    'A download URL. Needs no `authorization` header. Every read returns a new URL, which expires after a few minutes; do not store it.',
  fields: (t) => ({
    url: t.expose('URL', 'url', {
      nullable: false,
      description:
        'The URL. Accepts GET and HEAD requests, also with the header `Range`. Keep the URL secret: anybody who has it can read the content until `expiresAt`.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: false,
      description: 'The time after which the URL is rejected.',
      resolve: ({ expiresAt }: DownloadUrl) => new Date(expiresAt).toISOString(),
    }),
  }),
});

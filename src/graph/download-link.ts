/** Download URLs of content, for values that are too long for a field. */
import { noNeeds } from '../data/read/needs.ts';
import type { DownloadUrl as Link } from '../data/transfer/download-link.ts';
import { builder } from './builder.ts';
import { field } from './field/field-factory.ts';

export const DownloadLink = builder.objectRef<Link>('DownloadLink').implement({
  description:
    'An address from which bytes come without any header of yours. A new one each time, for a few minutes: never keep it.',
  fields: (t) => ({
    url: field(t, {
      type: 'URL',
      nullable: false,
      description:
        'GET or HEAD it, with `Range` for a part. Whoever has it reads as you do, that one file, until it expires.',
      needs: noNeeds,
      resolve: ({ url }: Link) => url,
    }),
    expiresAt: field(t, {
      type: 'DateTime',
      nullable: false,
      description: 'From when on it is refused.',
      needs: noNeeds,
      resolve: ({ expiresAt }: Link) => new Date(expiresAt).toISOString(),
    }),
  }),
});

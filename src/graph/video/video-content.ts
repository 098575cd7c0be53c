/** Content details of a video: format, ratings and restrictions by country. */
import type { youtube_v3 } from '@googleapis/youtube';
import { noNeeds } from '../../data/read/needs.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { field } from '../field/field-factory.ts';
import { link } from '../field/link.ts';
import { computed, fieldAt, fields } from '../field/path-field.ts';
import { Region } from './resource.ts';

const VideoDefinition = enumeration('VideoDefinition', 'How sharp the picture is.', {
  sd: 'Standard definition.',
  hd: 'High definition.',
});

const VideoProjection = enumeration(
  'VideoProjection',
  'How the picture surrounds the viewer.',
  { rectangular: 'An ordinary flat picture.', '360': 'A sphere to look around in.' },
  { '360': 'DEG_360' },
);

const CountryRestriction = builder
  .objectRef<youtube_v3.Schema$AccessPolicy>('CountryRestriction')
  .implement({
    description:
      'In which countries a video may be watched: a rule, and the countries where it is the other way round.',
    fields: (t) => ({
      ...fields(t, {
        allowed: ['Boolean', 'Whether it may be watched, but for the exceptions.'],
        exception: [['String'], 'Two-letter codes of the countries where the opposite holds.'],
      }),
      exceptionRegions: link(
        t,
        [Region],
        { path: 'exception', maxItems: 250 },
        'These countries, with their names; null in place of one that upstream does not list.',
      ),
    }),
  });

const RegionRestriction = builder
  .objectRef<youtube_v3.Schema$VideoContentDetailsRegionRestriction>('RegionRestriction')
  .implement({
    description: 'Where a video may be watched: one of the two lists is there, or neither.',
    fields: (t) => ({
      ...fields(t, {
        allowed: [
          ['String'],
          'Two-letter codes of the only countries where it may be watched; empty: nowhere.',
        ],
        blocked: [
          ['String'],
          'Two-letter codes of the countries where it may not; empty: it may be watched everywhere.',
        ],
      }),
      allowedRegions: link(
        t,
        [Region],
        { path: 'allowed', maxItems: 250 },
        'The only countries where it may be watched; null in place of one without a name.',
      ),
      blockedRegions: link(
        t,
        [Region],
        { path: 'blocked', maxItems: 250 },
        'Countries where it may not be watched; null in place of one without a name.',
      ),
    }),
  });

interface ContentRatingValue {
  readonly scheme: string;
  readonly rating: string;
  readonly reasons: readonly string[] | null;
}

const ContentRating = builder.objectRef<ContentRatingValue>('ContentRating').implement({
  description: 'How one of the rating boards of the world has rated a video.',
  fields: (t) => ({
    scheme: field(t, {
      type: 'String',
      nullable: false,
      description:
        'Whose rating it is, by its abbreviation: `mpaa`, `fsk`, or `yt` for the platform itself.',
      needs: noNeeds,
      resolve: ({ scheme }: ContentRatingValue) => scheme,
    }),
    rating: field(t, {
      type: 'String',
      nullable: false,
      description:
        "Upstream's word for it, which begins with the scheme: `mpaaPg13`, `fsk12`, `ytAgeRestricted`.",
      needs: noNeeds,
      resolve: ({ rating }: ContentRatingValue) => rating,
    }),
    reasons: field(t, {
      type: ['String'],
      nullable: { list: true, items: false },
      description: 'What led to the rating, where the board says so (`djctq` does).',
      needs: noNeeds,
      resolve: ({ reasons }: ContentRatingValue) => reasons,
    }),
  }),
});

/** Properties that YouTube has replaced by others. */
const replacedProperties: ReadonlySet<string> = new Set(['fmocRating']);

const contentRatings = ({
  contentRating,
}: youtube_v3.Schema$VideoContentDetails): ContentRatingValue[] | null =>
  contentRating
    ? Object.entries(contentRating).flatMap(([name, rating]) => {
        if (!name.endsWith('Rating') || typeof rating !== 'string' || replacedProperties.has(name))
          return [];
        const reasons = (contentRating as Readonly<Record<string, unknown>>)[`${name}Reasons`] as
          | string[]
          | undefined;
        return [{ scheme: name.slice(0, -'Rating'.length), rating, reasons: reasons ?? null }];
      })
    : null;

export const VideoContentDetails = builder
  .objectRef<youtube_v3.Schema$VideoContentDetails>('VideoContentDetails')
  .implement({
    description: 'What the recording itself is like.',
    fields: (t) => ({
      ...fields(t, {
        duration: ['Duration', 'How long it runs; `P0D` while it is live.'],
        dimension: ['String', '`2d` or `3d`.'],
        definition: [VideoDefinition, 'Whether it is available in high definition.'],
        licensedContent: ['Boolean', 'Whether it was uploaded and claimed by a content partner.'],
        projection: [VideoProjection, 'Whether one looks at it or around in it.'],
        hasCustomThumbnail: [
          'Boolean',
          'Whether its owner has chosen a picture for it; shown to the owner alone.',
        ],
      }),
      hasCaptions: computed(
        t,
        'Boolean',
        {
          paths: ['caption'],
          compute: ({ caption }) => (caption == null ? null : caption === 'true'),
        },
        'Whether there are subtitles to it.',
      ),
      contentRating: computed(
        t,
        [ContentRating],
        { paths: ['contentRating'], compute: contentRatings },
        'Ratings by the boards that have rated it; often none.',
      ),
      countryRestriction: fieldAt(
        t,
        CountryRestriction,
        'countryRestriction',
        'Where in the world it is shown; null where nothing is restricted.',
      ),
      regionRestriction: fieldAt(t, RegionRestriction, 'regionRestriction', {
        description: 'Countries where it is shown, or is not; null where nothing is restricted.',
        deprecationReason: 'Upstream calls it deprecated; `countryRestriction` says the same.',
      }),
    }),
  });

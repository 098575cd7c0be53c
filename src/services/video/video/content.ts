/** Content details of a video: format, ratings and restrictions by country. */
import type { youtube_v3 } from '@googleapis/youtube';
import { builder } from '../../../engine/schema/builder.ts';
import { computed, fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { madeType } from '../../../engine/schema/field/own-value.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { Region } from '../resources.ts';
import { VideoDimension } from '../../shared/youtube/enums.ts';

/** Maximum number of countries: ISO 3166-1 assigns fewer codes. */
const maxCountries = 250;

const RegionRestriction = valueType<youtube_v3.Schema$VideoContentDetailsRegionRestriction>(
  'RegionRestriction',
  'VideoContentDetailsRegionRestriction',
).rows('The countries where a video can be watched. At most one of the lists is set.', {
  allowed:
    'The only countries where the video can be watched, as ISO 3166-1 alpha-2 codes; see `regions`. An empty list means no country.',
  blocked:
    'The countries where the video cannot be watched, as ISO 3166-1 alpha-2 codes; see `regions`. An empty list means no restriction.',
  allowedRegions: [
    [Region],
    'The only countries where the video can be watched, with their names. An entry is null if YouTube does not list the country.',
    { ids: 'allowed', maxItems: maxCountries },
  ],
  blockedRegions: [
    [Region],
    'The countries where the video cannot be watched, with their names. An entry is null if YouTube does not list the country.',
    { ids: 'blocked', maxItems: maxCountries },
  ],
});

interface ContentRatingValue {
  readonly scheme: string;
  readonly rating: string;
  readonly reasons: readonly string[] | null;
}

const ContentRating = madeType<ContentRatingValue>('ContentRating').rows(
  'The age rating of a video by one rating scheme.',
  {
    scheme: [
      required('String'),
      'The abbreviation of the rating scheme, for example `mpaa` or `fsk`. `yt` is the scheme of YouTube.',
    ],
    rating: [
      required('String'),
      'The REST value of the rating, for example `mpaaPg13`, `fsk12` or `ytAgeRestricted`.',
    ],
    reasons: [
      ['String'],
      'REST values of the reasons for the rating. Null if the scheme states no reasons; only `djctq` states reasons.',
    ],
  },
);

/** Properties that YouTube has replaced by others. */
const replacedProperties: ReadonlySet<string> = new Set(['fmocRating']);

/** Lists the ratings of `contentRating`, which has a property for each scheme: `mpaaRating`. */
function listRatings({
  contentRating,
}: youtube_v3.Schema$VideoContentDetails): ContentRatingValue[] | null {
  if (!contentRating) return null;
  const properties = contentRating as Readonly<Record<string, unknown>>;
  return Object.entries(properties).flatMap(([name, rating]) => {
    if (!name.endsWith('Rating') || typeof rating !== 'string' || replacedProperties.has(name))
      return [];
    const reasons = properties[`${name}Reasons`] as string[] | null | undefined;
    return [{ scheme: name.slice(0, -'Rating'.length), rating, reasons: reasons ?? null }];
  });
}

export const VideoContentDetails = builder
  .objectType<youtube_v3.Schema$VideoContentDetails>('VideoContentDetails')
  .implement({
    description: 'The duration, picture format, ratings and regional restrictions of a video.',
    fields: (t) => ({
      ...fields(t, {
        duration: ['Duration', 'The duration of the video. `P0D` during a live broadcast.'],
        dimension: [VideoDimension, 'The dimension of the picture: two- or three-dimensional.'],
        definition: 'The highest available picture definition.',
        licensedContent: 'Whether a YouTube content partner uploaded and claimed the video.',
        projection: 'The projection of the picture: flat or 360 degrees.',
        hasCustomThumbnail:
          'Whether the owner has uploaded a thumbnail. Video owner only, null for other callers.',
        regionRestriction: [
          RegionRestriction,
          'The countries where the video is allowed or blocked. Null if no country is restricted.',
        ],
      }),
      hasCaptions: computed(
        t,
        'Boolean',
        {
          paths: ['caption'],
          compute: ({ caption }) => (caption == null ? null : caption === 'true'),
        },
        'Whether the video has captions. REST field: `caption`.',
      ),
      contentRatings: computed(
        t,
        [ContentRating],
        { paths: ['contentRating'], compute: listRatings },
        'The age ratings of the video, one for each rating scheme. Empty if the video is not rated. REST field: `contentRating`.',
      ),
    }),
  });

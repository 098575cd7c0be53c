/** Categories of videos, and of channels in the removed channel guide. */
import { guideCategories, videoCategories } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { list } from '../../../engine/schema/list/list.ts';
import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';
import { oneOfObject, required } from '../../../engine/schema/field/input-row.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { parseRegionCode } from '../../shared/youtube/region-code.ts';
import { languageArgument, languageParameter } from '../../shared/youtube/language-argument.ts';
import { Channel, GuideCategory, VideoCategory } from '../resources.ts';

const GuideCategoryBy = oneOfObject(
  'GuideCategoryBy',
  'A selector for categories of the discontinued channel guide. Exactly one field must be given.',
  {
    regionCode: [
      'String',
      'Select all guide categories of this country. Country as an ISO 3166-1 alpha-2 code; see `regions`.',
    ],
    ids: [
      ['ID'],
      'The guide categories: global ids or YouTube ids. YouTube documents no maximum number.',
    ],
  },
);

interface GuideCategoryArguments {
  readonly by: typeof GuideCategoryBy.$inferType;
}

const guideCategoryIds = ({ by: { ids } }: GuideCategoryArguments): string[] | undefined =>
  ids?.map((id, index) => upstreamId(GuideCategory.resource, id, `by.ids.${index}`));

const guideCategoryParameters = (given: GuideCategoryArguments): Record<string, unknown> => {
  const id = guideCategoryIds(given);
  return id ? { id } : { regionCode: parseRegionCode(given.by.regionCode, 'by.regionCode') };
};

/**
 * Maximum number of categories, for the estimate of the calls below a list. Google documents none;
 * YouTube has fewer than 50 categories.
 */
export const maxCategories = 50;

/** Only YouTube creates categories: all answers name the same channel, which is its own. */
const ofYouTube = { id: 'channelId', maxEntities: 1 } as const;

export function addCategory(): void {
  VideoCategory.implement({
    ...node,
    description: 'A category of YouTube videos, for example music.',
    fields: (t) => ({
      categoryId: ownKey(t, 'The YouTube id of the category: a number as text.'),
      ...fields(t, 'snippet', {
        channelId: 'The YouTube id of the channel that created the category.',
        title: 'The name of the category. In English, or in the requested language.',
        assignable:
          'Whether the category can be set on videos. False for categories of older videos.',
        channel: [
          Channel,
          'The channel that created the category. A channel of YouTube.',
          ofYouTube,
        ],
      }),
    }),
  });

  GuideCategory.implement({
    ...node,
    description: 'A category of the discontinued channel guide of YouTube.',
    fields: (t) => ({
      guideCategoryId: ownKey(t, 'The YouTube id of the guide category.'),
      ...fields(t, 'snippet', {
        channelId: 'The YouTube id of the channel that created the guide category.',
        title: 'The name of the guide category. In English, or in the requested language.',
        channel: [
          Channel,
          'The channel that created the guide category. A channel of YouTube.',
          ofYouTube,
        ],
      }),
    }),
  });

  builder.queryFields((t) => ({
    videoCategories: list(
      t,
      VideoCategory,
      {
        operation: videoCategories.list,
        args: (_, { regionCode: code, language }) => ({
          regionCode: parseRegionCode(code),
          ...(language == null ? {} : { hl: language }),
        }),
        parameters: languageParameter,
        maxItems: maxCategories,
        arguments: {
          regionCode: [
            required('String'),
            'Return the categories of this country. Country as an ISO 3166-1 alpha-2 code; see `regions`.',
          ],
          language: languageArgument('Return the names in this language. Default: English.'),
        },
      },
      'Video categories of a country.',
    ),
    guideCategories: list(
      t,
      GuideCategory,
      {
        operation: guideCategories.list,
        args: (_, { by, language }) => ({
          ...guideCategoryParameters({ by }),
          ...(language == null ? {} : { hl: language }),
        }),
        parameters: languageParameter,
        maxItems: maxCategories,
        idsIn: guideCategoryIds,
        argumentNames: { regionCode: 'by.regionCode', id: 'by.ids' },
        arguments: {
          by: [required(GuideCategoryBy), 'Select the guide categories by country or ids.'],
          language: languageArgument(
            'Return the guide category names in this language. Default: English.',
          ),
        },
        deprecationReason:
          'YouTube has removed the operation with the channel guide. Use `Channel.topicDetails`.',
      },
      'Categories of the discontinued channel guide. With `ids`: in the order of the ids, and null for each category that does not exist.',
    ),
  }));
}

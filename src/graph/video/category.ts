/** Categories of videos, and of channels in the removed channel guide. */
import { guideCategories, videoCategories } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { link } from '../field/link.ts';
import { list } from '../field/list.ts';
import { fields, ownKey } from '../field/path-field.ts';
import { upstreamId } from '../global-id.ts';
import { node } from '../node-interface.ts';
import { languageArgument, parseRegionCode } from './language.ts';
import { Channel, GuideCategory, VideoCategory } from './resource.ts';

const GuideCategoryBy = builder.inputType('GuideCategoryBy', {
  description: 'One way to choose categories of the former channel guide.',
  isOneOf: true,
  fields: (t) => ({
    regionCode: t.string({ description: 'All of a country, by its two letters.' }),
    ids: t.idList({ description: 'These alone: global ids, or those of the guide.' }),
  }),
});

const guideCategoryParameters = ({
  regionCode: code,
  ids,
}: typeof GuideCategoryBy.$inferInput): Record<string, unknown> =>
  ids == null
    ? { regionCode: parseRegionCode(code, 'by.regionCode') }
    : { id: ids.map((id, index) => upstreamId(GuideCategory.resource, id, `by.ids.${index}`)) };

/** YouTube documents no limit and has fewer than 50; the estimate of links below needs a number. */
const maxCategories = 50;

/** Adds the types and fields of this module to the schema. */
export function addCategory(): void {
  VideoCategory.implement({
    ...node,
    description: 'What a video is filed under, such as music or education.',
    fields: (t) => ({
      categoryId: ownKey(t, 'The number that an upload or an update names it by.'),
      ...fields(t, 'snippet', {
        title: ['String', 'Its name, in English unless another language was asked for.'],
        assignable: [
          'Boolean',
          'Whether videos can be put into it: some are there for old ones alone.',
        ],
      }),
      channel: link(
        t,
        Channel,
        'snippet.channelId',
        'The channel that made the category: one of the platform itself.',
      ),
    }),
  });

  GuideCategory.implement({
    ...node,
    description:
      'What a channel was filed under by the former channel guide, which upstream has given up.',
    fields: (t) => ({
      guideCategoryId: ownKey(t, 'The id it had in the guide.'),
      ...fields(t, 'snippet', { title: ['String', 'What the guide called it.'] }),
      channel: link(
        t,
        Channel,
        'snippet.channelId',
        "The channel that made the guide's category: one of the platform itself.",
      ),
    }),
  });

  builder.queryFields((t) => ({
    videoCategories: list(
      t,
      VideoCategory,
      {
        operation: videoCategories.list,
        args: (_, { regionCode: code, hl }) => ({
          regionCode: parseRegionCode(code),
          ...(hl == null ? {} : { hl }),
        }),
        variantParameters: ['hl'],
        maxItems: maxCategories,
        arguments: {
          regionCode: t.arg.string({
            required: true,
            description: 'The country, by its two letters; see `regions`.',
          }),
          hl: languageArgument(t, 'The language of the titles; English, unless said.'),
        },
      },
      'What videos can be filed under in a country.',
    ),
    guideCategories: list(
      t,
      GuideCategory,
      {
        operation: guideCategories.list,
        args: (_, { by, hl }) => ({
          ...guideCategoryParameters(by),
          ...(hl == null ? {} : { hl }),
        }),
        variantParameters: ['hl'],
        maxItems: maxCategories,
        argumentNames: { regionCode: 'by.regionCode', id: 'by.ids' },
        arguments: {
          by: t.arg({ type: GuideCategoryBy, required: true, description: 'Which of them.' }),
          hl: languageArgument(
            t,
            'The language the guide was written in for its readers; English, unless said.',
          ),
        },
        deprecationReason:
          'Upstream has given the channel guide up: there are topics in `topicDetails` instead.',
      },
      'What channels were filed under by the former channel guide.',
    ),
  }));
}

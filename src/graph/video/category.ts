/** What videos, and formerly channels, are filed under. */
import { link } from '../field/link.ts';
import { fields, key } from '../field/table.ts';
import { node } from '../node-interface.ts';
import { Channel, GuideCategory, VideoCategory } from './resource.ts';

VideoCategory.implement({
  ...node,
  description: 'What a video is filed under, such as music or education.',
  fields: (t) => ({
    categoryId: key(t, -1, 'The number that an upload or an update names it by.'),
    ...fields(t, 'snippet', {
      title: ['String', 'Its name, in English unless another language was asked for.'],
      assignable: ['Boolean', 'Whether videos can be put into it: some are there for old ones alone.'],
    }),
    channel: link(t, Channel, 'snippet.channelId', 'The channel that made the category: one of the platform itself.'),
  }),
});
GuideCategory.implement({
  ...node,
  description: 'What a channel was filed under by the former channel guide, which upstream has given up.',
  fields: (t) => ({
    guideCategoryId: key(t, -1, 'The id it had in the guide.'),
    ...fields(t, 'snippet', { title: ['String', 'What the guide called it.'] }),
    channel: link(t, Channel, 'snippet.channelId', "The channel that made the guide's category: one of the platform itself."),
  }),
});

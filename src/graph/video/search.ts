/** Full-text search for videos, channels and playlists. */
import type { youtube_v3 } from '@googleapis/youtube';
import { search } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { connectionType } from '../field/connection-type.ts';
import { enumeration } from '../field/enumeration.ts';
import { link } from '../field/link.ts';
import { computed, fieldAt, fields } from '../field/path-field.ts';
import { decodeHtml } from './html-entity.ts';
import { Channel } from './resource.ts';
import {
  searchArgumentNames,
  SearchFilter,
  searchParameters,
  SearchResultType,
} from './search-filter.ts';
import { ContentTarget, contentTargetRef } from './content-target.ts';
import { thumbnail, thumbnails } from './thumbnail.ts';
import { LiveBroadcastContent } from './video-enum.ts';

const SearchResult = builder.objectRef<youtube_v3.Schema$SearchResult>('SearchResult').implement({
  description:
    'A place in the results of a search, with the texts as the search shows them: shortened, perhaps, and not always up to date. What it leads to says what is.',
  fields: (t) => ({
    type: fieldAt(
      t,
      SearchResultType,
      'id.kind',
      'Whether a video, a channel or a playlist was found.',
    ),
    title: computed(
      t,
      'String',
      { paths: ['snippet.title'], compute: ({ snippet }) => decodeHtml(snippet?.title) },
      'Its name in the results, as plain text.',
    ),
    description: computed(
      t,
      'String',
      {
        paths: ['snippet.description'],
        compute: ({ snippet }) => decodeHtml(snippet?.description),
      },
      'The beginning of what it says of itself, as plain text.',
    ),
    thumbnails: thumbnails(t),
    thumbnail: thumbnail(t),
    ...fields(t, 'snippet', {
      publishedAt: ['DateTime', 'When what was found was published.'],
      liveBroadcastContent: [
        LiveBroadcastContent,
        'Whether a video is on air or about to be; of channels, whether one of theirs is.',
      ],
    }),
    channel: link(
      t,
      Channel,
      'snippet.channelId',
      'Who published what was found; of a channel, itself.',
    ),
    target: link(
      t,
      ContentTarget,
      { paths: ['id'], ref: ({ id }) => contentTargetRef(id) },
      'What was found, as it is now; null for what is gone since the search last looked.',
    ),
  }),
});

const resultConnection = connectionType(SearchResult, 'search results', {
  countedBy: search.list,
  pageFields: {
    regionCode: [
      'String',
      'The country for which was searched: the one asked for, or the one that upstream assumes.',
    ],
  },
});

const SearchOrder = enumeration('SearchOrder', 'What comes first among the results.', {
  relevance: 'What fits the words best.',
  date: 'The newest.',
  rating: 'The best rated.',
  viewCount: 'The most watched; of broadcasts on air, by how many watch now.',
  title: 'By name, in the order of the alphabet.',
  videoCount: 'Channels with the most videos.',
});

/** Adds the types and fields of this module to the schema. */
export function addSearch(): void {
  builder.queryField('search', (t) =>
    connection(
      t,
      resultConnection,
      {
        operation: search.list,
        args: (_, args, __, execution) => searchParameters(args, execution),
        onePage: 50,
        argumentNames: searchArgumentNames,
        arguments: {
          query: t.arg.string({
            description:
              'Words that are to be there: `-word` must not be, `one|other` is either. Left out, the filter alone decides.',
          }),
          filter: t.arg({ type: SearchFilter, description: 'What else must hold.' }),
          order: t.arg({
            type: SearchOrder,
            required: true,
            defaultValue: 'relevance',
            description: 'The order of the results.',
          }),
        },
      },
      'Videos, channels and playlists that fit. Each page is one call, of which upstream allows only some hundred a day: a page may come short, `hasNextPage` tells whether to go on. Nothing new comes after about 500 results.',
    ),
  );
}

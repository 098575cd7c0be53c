/** Full-text search for videos, channels and playlists. */
import type { youtube_v3 } from '@googleapis/youtube';
import { isKey } from '../../../engine/read/resource.ts';
import { search } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { computed, fields } from '../../../engine/schema/field/path-field.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { Channel } from '../resources.ts';
import { searchArgumentNames, SearchFilter, searchParameters } from './filter.ts';
import { ContentTarget, contentTargetRef } from '../content-target.ts';
import { thumbnail, thumbnails } from '../../shared/youtube/thumbnail.ts';
import { SearchOrder, SearchResultType } from '../../shared/youtube/enums.ts';

/**
 * The kind and the YouTube id of a found object: `video:8TfMYbN7p2w`.
 * @returns undefined for a result that names no object
 */
function resultKey({ id }: youtube_v3.Schema$SearchResult): string | undefined {
  const { kind, ...ids } = id ?? {};
  const key = [kind, ...Object.values(ids)];
  if (key.length < 2 || !key.every(isKey)) return undefined;
  return key.join(':').replace('youtube#', '');
}

const SearchResult = builder.objectType<youtube_v3.Schema$SearchResult>('SearchResult').implement({
  description:
    'A result of a YouTube search. The texts come from the search index: possibly shortened or outdated. `target` has the current values.',
  fields: (t) => ({
    key: field(t, {
      type: 'String',
      nullable: false,
      description:
        'A stable key of the result for client caches: the kind and the YouTube id of the found object.',
      needs: { kind: 'paths', paths: ['id'] },
      resolve: resultKey,
    }),
    ...fields(t, {
      type: [SearchResultType, 'The kind of the found object.', { path: 'id.kind' }],
      target: [
        ContentTarget,
        'The found video, channel or playlist with its current values. Null if the object no longer exists.',
        { paths: ['id'], ref: ({ id }: youtube_v3.Schema$SearchResult) => contentTargetRef(id) },
      ],
    }),
    title: computed(
      t,
      'String',
      { paths: ['snippet.title'], compute: ({ snippet }) => decodeHtml(snippet?.title) },
      'The title in the search index. Plain text.',
    ),
    description: computed(
      t,
      'String',
      {
        paths: ['snippet.description'],
        compute: ({ snippet }) => decodeHtml(snippet?.description),
      },
      'The beginning of the description in the search index. Plain text.',
    ),
    thumbnails: thumbnails(t),
    thumbnail: thumbnail(t),
    ...fields(t, 'snippet', {
      channelId: 'The YouTube id of the channel that published the found object.',
      channelTitle: 'The title of the channel in the search index.',
      publishedAt: 'The publication time of the found object.',
      liveBroadcastContent:
        'The stage of the live broadcast of a found video, or of a current broadcast of a found channel. YouTube rarely returns `COMPLETED`.',
      channel: [
        Channel,
        'The channel that published the found object. For a found channel: the channel itself.',
        { id: 'channelId' },
      ],
    }),
    targetId: computed(
      t,
      'ID',
      { paths: ['id'], compute: ({ id }) => contentTargetRef(id)?.key[0] ?? null },
      'The YouTube id of the found video, channel or playlist. Needs no further call.',
    ),
  }),
});

const resultConnection = connectionType(SearchResult, 'search results', {
  counted: [
    search.list,
    'The number of matches on YouTube, as estimated by YouTube. At most 1,000,000. Only about the first 500 results can be read, regardless of this number.',
  ],
  pageFields: {
    regionCode: [
      'String',
      'The country of the search, as an ISO 3166-1 alpha-2 code; see `regions`. The requested country, or a country chosen by YouTube.',
    ],
  },
});

export function addSearch(): void {
  builder.queryField('search', (t) =>
    connection(
      t,
      resultConnection,
      {
        operation: search.list,
        args: (_, args, __, execution) => searchParameters(args, execution),
        forCaller: ({ filter }) => filter?.of != null,
        onePage: 50,
        isUsable: (result) => resultKey(result) !== undefined,
        argumentNames: searchArgumentNames,
        arguments: {
          search: [
            'String',
            'Search for these words. `-word` excludes a word, `one|other` matches either word. Default: results that match the filter.',
          ],
          filter: [SearchFilter, 'Restrict the results.'],
          orderBy: [required(SearchOrder), 'Sort order of the results.', { default: 'relevance' }],
        },
      },
      'Search for videos, channels and playlists. One call per page; YouTube allows about 100 search calls per day and project. A page can have fewer than `first` items: check `hasNextPage`. YouTube returns at most about 500 results per search.',
    ),
  );
}

const characters: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * Decodes the HTML character references of search results. YouTube escapes five characters by name
 * and others by number. The other names of HTML do not occur: decoding them would change a text
 * that contains `&eacute;` literally.
 * @returns the text as its author wrote it, or null if there is none. A reference to a number that
 * is no Unicode character stays unchanged
 */
export const decodeHtml = (html: string | null | undefined): string | null =>
  html?.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return characters[name]!;
      const point = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
      const isCharacter = point > 0 && point <= 0x10_ff_ff && (point < 0xd8_00 || point > 0xdf_ff);
      return isCharacter ? String.fromCodePoint(point) : whole;
    },
  ) ?? null;

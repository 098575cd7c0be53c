/** Every rule that the video service holds its callers to: one call that breaks it, and what comes back. */
import { describe, expect, it } from 'vitest';
import { ids, uploadsOf, videoId } from '../../src/sandbox/seed/ids.ts';
import { type Ask, useSandbox } from '../support/sandbox.ts';

const { ask } = useSandbox();
type Row = readonly [law: string, call: string, status: number, reason: string, options?: Ask];

const named = (rows: readonly Row[]) =>
  rows.map(([law, call, status, reason, options]) => ({ law, call, status, reason, options }));

const { video, playlist, channel, commentThread } = ids;
const ids51 = Array.from({ length: 51 }, (_, at) => videoId(`any ${at}`)).join(',');
const put = (body: unknown, token = 'studio-owner'): Ask => ({ method: 'PUT', body, token });
const post = (body: unknown, token = 'studio-owner'): Ask => ({ method: 'POST', body, token });
const snippet = { title: 'New', categoryId: '1' };
const guest: Ask = { token: 'studio-guest' };

const queries: readonly Row[] = [
  ['a parameter nobody knows', `/videos?part=id&id=${video.trailer}&foo=1`, 400, 'invalid'],
  ['no part', `/videos?id=${video.trailer}`, 400, 'missingRequiredParameter'],
  [
    'a part that does not exist',
    `/videos?part=snippet,foo&id=${video.trailer}`,
    400,
    'unknownPart',
  ],
  [
    'a part of another resource',
    `/playlists?part=statistics&id=${playlist.fifty}`,
    400,
    'unknownPart',
  ],
  ['a value outside a closed list', '/videos?part=id&chart=leastPopular', 400, 'invalid'],
  ['text for a number', '/videos?part=id&chart=mostPopular&maxResults=many', 400, 'invalid'],
  ['text for a flag', '/channels?part=id&mine=perhaps', 400, 'invalid'],
  [
    'a page larger than there is',
    '/videos?part=id&chart=mostPopular&maxResults=51',
    400,
    'invalidParameter',
  ],
  [
    'a page of none where one is the least',
    '/videos?part=id&chart=mostPopular&maxResults=0',
    400,
    'invalidParameter',
  ],
  ['no filter', '/videos?part=id', 400, 'missingRequiredParameter'],
  [
    'a flag that is false is no filter',
    '/channels?part=id&mine=false',
    400,
    'missingRequiredParameter',
  ],
  [
    'two filters',
    `/videos?part=id&id=${video.trailer}&chart=mostPopular`,
    400,
    'incompatibleParameters',
  ],
  [
    'two filters for channels',
    `/channels?part=id&id=${channel.studio}&mine=true`,
    400,
    'invalidCriteria',
  ],
  [
    'a page size beside ids of videos',
    `/videos?part=id&id=${video.trailer}&maxResults=5`,
    400,
    'incompatibleParameters',
  ],
  ['more than fifty ids', `/videos?part=id&id=${ids51}`, 400, 'invalidFilters'],
  [
    'more than fifty ids, each in a parameter of its own',
    `/videos?part=id&id=${ids51.replaceAll(',', '&id=')}`,
    400,
    'invalidFilters',
  ],
  [
    'a page token of another list',
    '/videos?part=id&chart=mostPopular&pageToken=WzUsIm5vcGUiXQ',
    400,
    'invalidPageToken',
  ],
  [
    'a page token that is none',
    '/videos?part=id&chart=mostPopular&pageToken=!',
    400,
    'invalidPageToken',
  ],
  [
    'a mask that does not end',
    `/videos?part=id&id=${video.trailer}&fields=items(id`,
    400,
    'invalidParameter',
  ],
  [
    'a mask with an unknown field',
    `/videos?part=id&id=${video.trailer}&fields=items/foo`,
    400,
    'invalidParameter',
  ],
  [
    'a mask that goes into a text',
    `/videos?part=snippet&id=${video.trailer}&fields=items/snippet/title/a`,
    400,
    'invalidParameter',
  ],
  ['a language that is none', `/videos?part=id&id=${video.trailer}&hl=12`, 400, 'invalidLanguage'],
  [
    'a language that is not supported',
    `/videos?part=id&id=${video.trailer}&hl=tlh`,
    400,
    'unsupportedLanguageCode',
  ],
  ['a region that is none', '/videoCategories?part=id&regionCode=SWE', 400, 'invalidRegionCode'],
  [
    'a region that is not supported',
    '/videoCategories?part=id&regionCode=AQ',
    400,
    'unsupportedRegionCode',
  ],
  [
    'a chart of an unknown category',
    '/videos?part=id&chart=mostPopular&videoCategoryId=999',
    400,
    'videoChartNotFound',
  ],
  [
    'a player narrower than 72',
    `/videos?part=player&id=${video.trailer}&maxWidth=71`,
    400,
    'invalidParameter',
  ],
];

const reads: readonly Row[] = [
  [
    "file details of somebody else's video",
    `/videos?part=fileDetails&id=${video.emoji}`,
    403,
    'forbidden',
  ],
  [
    "file details of one's own and another's",
    `/videos?part=id,suggestions&id=${video.trailer},${video.emoji}`,
    403,
    'forbidden',
  ],
  [
    "the audit of somebody else's channel",
    `/channels?part=auditDetails&id=${channel.harbor}`,
    403,
    'channelForbidden',
  ],
  [
    'playlists of a channel that is not there',
    `/playlists?part=id&channelId=${channel.missing}`,
    404,
    'channelNotFound',
  ],
  [
    'items of a playlist that is not there',
    `/playlistItems?part=id&playlistId=${playlist.missing}`,
    404,
    'playlistNotFound',
  ],
  [
    "items of somebody's private playlist",
    `/playlistItems?part=id&playlistId=${playlist.drafts}`,
    403,
    'playlistItemsNotAccessible',
    guest,
  ],
  [
    'comments of a video that is not there',
    `/commentThreads?part=id&videoId=${video.missing}`,
    404,
    'videoNotFound',
  ],
  [
    'comments where they are disabled',
    `/commentThreads?part=id&videoId=${video.commentsOff}`,
    403,
    'commentsDisabled',
  ],
  [
    "comments of somebody's private video",
    `/commentThreads?part=id&videoId=${video.privateCut}`,
    403,
    'forbidden',
    guest,
  ],
  [
    'comments around a channel that is not there',
    `/commentThreads?part=id&allThreadsRelatedToChannelId=UCx`,
    404,
    'channelNotFound',
  ],
  [
    'held comments of another owner',
    `/commentThreads?part=id&videoId=${video.trailer}&moderationStatus=heldForReview`,
    403,
    'forbidden',
    guest,
  ],
  [
    'more than a hundred comments a page',
    `/commentThreads?part=id&videoId=${video.trailer}&maxResults=101`,
    400,
    'invalidParameter',
  ],
  [
    'replies to nothing',
    `/comments?part=id&parentId=${commentThread.missing}`,
    404,
    'commentNotFound',
  ],
];

const updates: readonly Row[] = [
  ['an update without the id', '/videos?part=snippet', 400, 'required', put({ snippet })],
  [
    'an update without the title',
    '/videos?part=snippet',
    400,
    'invalidTitle',
    put({ id: video.trailer, snippet: { categoryId: '1' } }),
  ],
  [
    'an update without the category',
    '/videos?part=snippet',
    400,
    'invalidCategoryId',
    put({ id: video.trailer, snippet: { title: 'A' } }),
  ],
  [
    'a title of 101 characters',
    '/videos?part=snippet',
    400,
    'invalidTitle',
    put({ id: video.trailer, snippet: { ...snippet, title: 'x'.repeat(101) } }),
  ],
  [
    'an angle bracket in a title',
    '/videos?part=snippet',
    400,
    'invalidTitle',
    put({ id: video.trailer, snippet: { ...snippet, title: 'a<b' } }),
  ],
  [
    'a description of 5,001 bytes',
    '/videos?part=snippet',
    400,
    'invalidDescription',
    put({ id: video.trailer, snippet: { ...snippet, description: 'x'.repeat(5001) } }),
  ],
  [
    'tags of more than 500 characters',
    '/videos?part=snippet',
    400,
    'invalidTags',
    put({ id: video.trailer, snippet: { ...snippet, tags: Array(60).fill('ten letter') } }),
  ],
  [
    'a category that is not assignable',
    '/videos?part=snippet',
    400,
    'invalidCategoryId',
    put({ id: video.trailer, snippet: { ...snippet, categoryId: '30' } }),
  ],
  [
    'a date of publication on a public video',
    '/videos?part=status',
    400,
    'invalidPublishAt',
    put({
      id: video.trailer,
      status: { privacyStatus: 'public', publishAt: '2026-05-01T00:00:00Z' },
    }),
  ],
  [
    'a date of publication without a privacy',
    '/videos?part=status',
    400,
    'invalidPublishAt',
    put({ id: video.trailer, status: { publishAt: '2026-05-01T00:00:00Z' } }),
  ],
  [
    'translations without a language to translate from',
    '/videos?part=snippet,localizations',
    400,
    'defaultLanguageNotSet',
    put({ id: video.trailer, snippet, localizations: { sv: { title: 'Ny' } } }),
  ],
  [
    'a part in the body that is not named',
    '/videos?part=snippet',
    400,
    'unexpectedPart',
    put({ id: video.trailer, snippet, status: { privacyStatus: 'private' } }),
  ],
  [
    'a field nobody knows',
    '/videos?part=snippet',
    400,
    'invalid',
    put({ id: video.trailer, snippet: { ...snippet, colour: 'red' } }),
  ],
  [
    'a field of the wrong type',
    '/videos?part=snippet',
    400,
    'invalid',
    put({ id: video.trailer, snippet: { ...snippet, tags: 'one' } }),
  ],
  [
    'a privacy nobody knows',
    '/videos?part=status',
    400,
    'invalid',
    put({ id: video.trailer, status: { privacyStatus: 'secret' } }),
  ],
  [
    'a date that is none',
    '/videos?part=status',
    400,
    'invalid',
    put({ id: video.trailer, status: { privacyStatus: 'private', publishAt: 'soon' } }),
  ],
  [
    'a body that is no JSON',
    '/videos?part=snippet',
    400,
    'parseError',
    { method: 'PUT', body: '{"id":' },
  ],
  ['a body that is a list', '/videos?part=snippet', 400, 'parseError', put([])],
  [
    'an update of nothing',
    '/videos?part=snippet',
    404,
    'videoNotFound',
    put({ id: video.missing, snippet }),
  ],
  [
    "an update of somebody's public video",
    '/videos?part=snippet',
    403,
    'forbidden',
    put({ id: video.trailer, snippet }, 'studio-guest'),
  ],
  [
    "an update of somebody's private video",
    '/videos?part=snippet',
    404,
    'videoNotFound',
    put({ id: video.privateCut, snippet }, 'studio-guest'),
  ],
  [
    'a playlist without a title',
    '/playlists?part=snippet',
    400,
    'playlistTitleRequired',
    post({ snippet: {} }),
  ],
  [
    'a playlist title of 151 characters',
    '/playlists?part=snippet',
    400,
    'invalidPlaylistSnippet',
    post({ snippet: { title: 'x'.repeat(151) } }),
  ],
  [
    'playlist translations without a language',
    '/playlists?part=snippet,localizations',
    400,
    'defaultLanguageNotSetError',
    post({ snippet: { title: 'A' }, localizations: { sv: { title: 'B' } } }),
  ],
  [
    'an update of a playlist that is not there',
    '/playlists?part=snippet',
    404,
    'playlistNotFound',
    put({ id: playlist.missing, snippet: { title: 'A' } }),
  ],
  [
    "an update of somebody's playlist",
    '/playlists?part=snippet',
    403,
    'playlistForbidden',
    put({ id: playlist.fifty, snippet: { title: 'A' } }, 'studio-guest'),
  ],
  [
    'an update of the uploads',
    '/playlists?part=snippet',
    403,
    'playlistOperationUnsupported',
    put({ id: uploadsOf(channel.studio), snippet: { title: 'A' } }),
  ],
  [
    "deleting somebody's playlist",
    `/playlists?id=${playlist.fifty}`,
    403,
    'playlistForbidden',
    { method: 'DELETE', token: 'studio-guest' },
  ],
  [
    'deleting a playlist that is not there',
    `/playlists?id=${playlist.missing}`,
    404,
    'playlistNotFound',
    { method: 'DELETE' },
  ],
  ['deleting without an id', '/playlists', 400, 'missingRequiredParameter', { method: 'DELETE' }],
];

describe.each([
  ['queries', queries],
  ['reads', reads],
  ['writes', updates],
])('the video service refuses, of %s,', (_, rows) => {
  it.each(named(rows))('$law', async ({ call, status, reason, options }) => {
    const got = await ask(`/youtube/v3${call}`, options);
    expect([got.status, got.reason]).toEqual([status, reason]);
    expect(got.body.error.code).toBe(status);
  });
});

describe('a refused write', () => {
  it('leaves everything as it was', async () => {
    const read = `/youtube/v3/videos?part=snippet,status,localizations&id=${video.trailer}`;
    const before = (await ask(read)).body;
    for (const [, call, , , options] of updates) await ask(`/youtube/v3${call}`, options);
    expect((await ask(read)).body).toEqual(before);
  });
});

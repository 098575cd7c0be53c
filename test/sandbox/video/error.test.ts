/** Rules of videos, playlists and of all requests: one rejected request for each. */
import { describe, expect, it } from 'vitest';
import { ids, uploadsOf, videoId } from '../../../src/sandbox/seed/ids.ts';
import { namedRequests, type RejectedRequest, sending } from '../../support/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/sandbox.ts';

const { ask } = useSandbox();

const { video, playlist, channel, commentThread } = ids;
const ids51 = Array.from({ length: 51 }, (_, at) => videoId(`any ${at}`)).join(',');

const put = sending('PUT');
const post = sending('POST');
const snippet = { title: 'New', categoryId: '1' };
const guest: RequestOptions = { token: 'studio-guest' };

const queries: readonly RejectedRequest[] = [
  ['an unknown parameter', `/videos?part=id&id=${video.trailer}&foo=1`, 400, 'invalid'],
  ['a missing part', `/videos?id=${video.trailer}`, 400, 'missingRequiredParameter'],
  ['an unknown part', `/videos?part=snippet,foo&id=${video.trailer}`, 400, 'unknownPart'],
  [
    'a part of another resource',
    `/playlists?part=statistics&id=${playlist.fifty}`,
    400,
    'unknownPart',
  ],
  ['an unknown enum value', '/videos?part=id&chart=leastPopular', 400, 'invalid'],
  ['text for a number', '/videos?part=id&chart=mostPopular&maxResults=many', 400, 'invalid'],
  ['text for a flag', '/channels?part=id&mine=perhaps', 400, 'invalid'],
  [
    'a page size above the maximum',
    '/videos?part=id&chart=mostPopular&maxResults=51',
    400,
    'invalidParameter',
  ],
  [
    'a page size below the minimum',
    '/videos?part=id&chart=mostPopular&maxResults=0',
    400,
    'invalidParameter',
  ],
  ['a missing filter', '/videos?part=id', 400, 'missingRequiredParameter'],
  ['a filter flag that is false', '/channels?part=id&mine=false', 400, 'missingRequiredParameter'],
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
    'a page size with video ids',
    `/videos?part=id&id=${video.trailer}&maxResults=5`,
    400,
    'incompatibleParameters',
  ],
  ['more than 50 ids', `/videos?part=id&id=${ids51}`, 400, 'invalidFilters'],
  [
    'more than 50 ids in repeated parameters',
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
    'an invalid page token',
    '/videos?part=id&chart=mostPopular&pageToken=!',
    400,
    'invalidPageToken',
  ],
  [
    'a fields mask without a closing parenthesis',
    `/videos?part=id&id=${video.trailer}&fields=items(id`,
    400,
    'invalidParameter',
  ],
  [
    'a fields mask with an unknown field',
    `/videos?part=id&id=${video.trailer}&fields=items/foo`,
    400,
    'invalidParameter',
  ],
  [
    'a fields mask that selects inside a string',
    `/videos?part=snippet&id=${video.trailer}&fields=items/snippet/title/a`,
    400,
    'invalidParameter',
  ],
  ['an invalid language', `/videos?part=id&id=${video.trailer}&hl=12`, 400, 'invalidLanguage'],
  [
    'an unsupported language',
    `/videos?part=id&id=${video.trailer}&hl=tlh`,
    400,
    'unsupportedLanguageCode',
  ],
  ['an invalid region', '/videoCategories?part=id&regionCode=SWE', 400, 'invalidRegionCode'],
  ['an unsupported region', '/videoCategories?part=id&regionCode=AQ', 400, 'unsupportedRegionCode'],
  [
    'a chart of an unknown category',
    '/videos?part=id&chart=mostPopular&videoCategoryId=999',
    400,
    'videoChartNotFound',
  ],
  [
    'a player width below 72',
    `/videos?part=player&id=${video.trailer}&maxWidth=71`,
    400,
    'invalidParameter',
  ],
];

const reads: readonly RejectedRequest[] = [
  [
    "file details of another channel's video",
    `/videos?part=fileDetails&id=${video.emoji}`,
    403,
    'forbidden',
  ],
  [
    "suggestions of the caller's and another channel's video",
    `/videos?part=id,suggestions&id=${video.trailer},${video.emoji}`,
    403,
    'forbidden',
  ],
  [
    'audit details of another channel',
    `/channels?part=auditDetails&id=${channel.harbor}`,
    403,
    'channelForbidden',
  ],
  [
    'playlists of an unknown channel',
    `/playlists?part=id&channelId=${channel.missing}`,
    404,
    'channelNotFound',
  ],
  [
    'items of an unknown playlist',
    `/playlistItems?part=id&playlistId=${playlist.missing}`,
    404,
    'playlistNotFound',
  ],
  [
    "items of another channel's private playlist",
    `/playlistItems?part=id&playlistId=${playlist.drafts}`,
    403,
    'playlistItemsNotAccessible',
    guest,
  ],
  [
    'comments of an unknown video',
    `/commentThreads?part=id&videoId=${video.missing}`,
    404,
    'videoNotFound',
  ],
  [
    'comments of a video with disabled comments',
    `/commentThreads?part=id&videoId=${video.commentsOff}`,
    403,
    'commentsDisabled',
  ],
  [
    "comments of another channel's private video",
    `/commentThreads?part=id&videoId=${video.privateCut}`,
    403,
    'forbidden',
    guest,
  ],
  [
    'comments related to an unknown channel',
    `/commentThreads?part=id&allThreadsRelatedToChannelId=UCx`,
    404,
    'channelNotFound',
  ],
  [
    "held comments on another channel's video",
    `/commentThreads?part=id&videoId=${video.trailer}&moderationStatus=heldForReview`,
    403,
    'forbidden',
    guest,
  ],
  [
    'more than 100 comments per page',
    `/commentThreads?part=id&videoId=${video.trailer}&maxResults=101`,
    400,
    'invalidParameter',
  ],
  [
    'replies of an unknown comment',
    `/comments?part=id&parentId=${commentThread.missing}`,
    404,
    'commentNotFound',
  ],
];

const updates: readonly RejectedRequest[] = [
  ['an update without an id', '/videos?part=snippet', 400, 'required', put({ snippet })],
  [
    'an update without a title',
    '/videos?part=snippet',
    400,
    'invalidTitle',
    put({ id: video.trailer, snippet: { categoryId: '1' } }),
  ],
  [
    'an update without a category',
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
    'a publication date of a public video',
    '/videos?part=status',
    400,
    'invalidPublishAt',
    put({
      id: video.trailer,
      status: { privacyStatus: 'public', publishAt: '2026-05-01T00:00:00Z' },
    }),
  ],
  [
    'a publication date without a privacy status',
    '/videos?part=status',
    400,
    'invalidPublishAt',
    put({ id: video.trailer, status: { publishAt: '2026-05-01T00:00:00Z' } }),
  ],
  [
    'translations without a default language',
    '/videos?part=snippet,localizations',
    400,
    'defaultLanguageNotSet',
    put({ id: video.trailer, snippet, localizations: { sv: { title: 'Ny' } } }),
  ],
  [
    'a part of the body that is not in the part parameter',
    '/videos?part=snippet',
    400,
    'unexpectedPart',
    put({ id: video.trailer, snippet, status: { privacyStatus: 'private' } }),
  ],
  [
    'an unknown field',
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
    'an unknown privacy status',
    '/videos?part=status',
    400,
    'invalid',
    put({ id: video.trailer, status: { privacyStatus: 'secret' } }),
  ],
  [
    'an invalid date',
    '/videos?part=status',
    400,
    'invalid',
    put({ id: video.trailer, status: { privacyStatus: 'private', publishAt: 'soon' } }),
  ],
  [
    'a body that is not JSON',
    '/videos?part=snippet',
    400,
    'parseError',
    { method: 'PUT', body: '{"id":' },
  ],
  ['a body that is a list', '/videos?part=snippet', 400, 'parseError', put([])],
  [
    'an update of an unknown video',
    '/videos?part=snippet',
    404,
    'videoNotFound',
    put({ id: video.missing, snippet }),
  ],
  [
    "an update of another channel's public video",
    '/videos?part=snippet',
    403,
    'forbidden',
    put({ id: video.trailer, snippet }, 'studio-guest'),
  ],
  [
    "an update of another channel's private video",
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
    'playlist translations without a default language',
    '/playlists?part=snippet,localizations',
    400,
    'defaultLanguageNotSetError',
    post({ snippet: { title: 'A' }, localizations: { sv: { title: 'B' } } }),
  ],
  [
    'an update of an unknown playlist',
    '/playlists?part=snippet',
    404,
    'playlistNotFound',
    put({ id: playlist.missing, snippet: { title: 'A' } }),
  ],
  [
    "an update of another channel's playlist",
    '/playlists?part=snippet',
    403,
    'playlistForbidden',
    put({ id: playlist.fifty, snippet: { title: 'A' } }, 'studio-guest'),
  ],
  [
    'an update of the uploads playlist',
    '/playlists?part=snippet',
    403,
    'playlistOperationUnsupported',
    put({ id: uploadsOf(channel.studio), snippet: { title: 'A' } }),
  ],
  [
    "deleting another channel's playlist",
    `/playlists?id=${playlist.fifty}`,
    403,
    'playlistForbidden',
    { method: 'DELETE', token: 'studio-guest' },
  ],
  [
    'deleting an unknown playlist',
    `/playlists?id=${playlist.missing}`,
    404,
    'playlistNotFound',
    { method: 'DELETE' },
  ],
  [
    'deleting a playlist without an id',
    '/playlists',
    400,
    'missingRequiredParameter',
    { method: 'DELETE' },
  ],
];

describe.each([
  ['queries', queries],
  ['reads', reads],
  ['writes', updates],
])('%s', (_, rows) => {
  it.each(namedRequests(rows))('rejects $request', async ({ call, status, reason, options }) => {
    const response = await ask(`/youtube/v3${call}`, options);
    expect([response.status, response.reason]).toEqual([status, reason]);
    expect(response.body.error.code).toBe(status);
  });
});

describe('a rejected write', () => {
  it('changes nothing', async () => {
    const read = `/youtube/v3/videos?part=snippet,status,localizations&id=${video.trailer}`;
    const before = (await ask(read)).body;
    for (const [, call, , , options] of updates) await ask(`/youtube/v3${call}`, options);
    expect((await ask(read)).body).toEqual(before);
  });
});

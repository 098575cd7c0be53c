/** Rules of videos, playlists and of all requests: one rejected request for each. */
import { describe } from 'vitest';
import { ids, uploadsOf, videoId } from '../../../src/sandbox/seed/ids.ts';
import { post, put } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');

const { video, playlist, channel, commentThread } = ids;
const ids51 = Array.from({ length: 51 }, (_, at) => videoId(`any ${at}`)).join(',');

const snippet = { title: 'New', categoryId: '1' };
const guest: RequestOptions = { token: 'studio-guest' };

const queries: RejectedRequests = {
  '400 invalid': {
    'an unknown parameter': `/videos?part=id&id=${video.trailer}&foo=1`,
    'an unknown enum value': '/videos?part=id&chart=leastPopular',
    'text for a number': '/videos?part=id&chart=mostPopular&maxResults=many',
    'text for a flag': '/channels?part=id&mine=perhaps',
  },
  '400 missingRequiredParameter': {
    'a missing part': `/videos?id=${video.trailer}`,
    'a missing filter': '/videos?part=id',
    'a filter flag that is false': '/channels?part=id&mine=false',
  },
  '400 unknownPart': {
    'an unknown part': `/videos?part=snippet,foo&id=${video.trailer}`,
    'a part of another resource': `/playlists?part=statistics&id=${playlist.fifty}`,
  },
  '400 invalidParameter': {
    'a page size above the maximum': '/videos?part=id&chart=mostPopular&maxResults=51',
    'a page size below the minimum': '/videos?part=id&chart=mostPopular&maxResults=0',
    'a fields mask without a closing parenthesis': `/videos?part=id&id=${video.trailer}&fields=items(id`,
    'a fields mask with an unknown field': `/videos?part=id&id=${video.trailer}&fields=items/foo`,
    'a fields mask that selects inside a string': `/videos?part=snippet&id=${video.trailer}&fields=items/snippet/title/a`,
    'a player width below 72': `/videos?part=player&id=${video.trailer}&maxWidth=71`,
  },
  '400 incompatibleParameters': {
    'two filters': `/videos?part=id&id=${video.trailer}&chart=mostPopular`,
    'a page size with video ids': `/videos?part=id&id=${video.trailer}&maxResults=5`,
  },
  '400 invalidCriteria': {
    'two filters for channels': `/channels?part=id&id=${channel.studio}&mine=true`,
  },
  '400 invalidFilters': {
    'more than 50 ids': `/videos?part=id&id=${ids51}`,
    'more than 50 ids in repeated parameters': `/videos?part=id&id=${ids51.replaceAll(',', '&id=')}`,
  },
  '400 invalidPageToken': {
    'a page token of another list': '/videos?part=id&chart=mostPopular&pageToken=WzUsIm5vcGUiXQ',
    'an invalid page token': '/videos?part=id&chart=mostPopular&pageToken=!',
  },
  '400 invalidLanguage': { 'an invalid language': `/videos?part=id&id=${video.trailer}&hl=12` },
  '400 unsupportedLanguageCode': {
    'an unsupported language': `/videos?part=id&id=${video.trailer}&hl=tlh`,
  },
  '400 invalidRegionCode': { 'an invalid region': '/videoCategories?part=id&regionCode=SWE' },
  '400 unsupportedRegionCode': {
    'an unsupported region': '/videoCategories?part=id&regionCode=AQ',
  },
  '400 videoChartNotFound': {
    'a chart of an unknown category': '/videos?part=id&chart=mostPopular&videoCategoryId=999',
  },
};

const reads: RejectedRequests = {
  '403 forbidden': {
    "file details of another channel's video": `/videos?part=fileDetails&id=${video.emoji}`,
    "suggestions of the caller's and another channel's video": `/videos?part=id,suggestions&id=${video.trailer},${video.emoji}`,
    "comments of another channel's private video": [
      `/commentThreads?part=id&videoId=${video.privateCut}`,
      guest,
    ],
    "held comments on another channel's video": [
      `/commentThreads?part=id&videoId=${video.trailer}&moderationStatus=heldForReview`,
      guest,
    ],
  },
  '403 channelForbidden': {
    'audit details of another channel': `/channels?part=auditDetails&id=${channel.harbor}`,
  },
  '404 channelNotFound': {
    'playlists of an unknown channel': `/playlists?part=id&channelId=${channel.missing}`,
    'comments related to an unknown channel': `/commentThreads?part=id&allThreadsRelatedToChannelId=UCx`,
  },
  '404 playlistNotFound': {
    'items of an unknown playlist': `/playlistItems?part=id&playlistId=${playlist.missing}`,
  },
  '403 playlistItemsNotAccessible': {
    "items of another channel's private playlist": [
      `/playlistItems?part=id&playlistId=${playlist.drafts}`,
      guest,
    ],
  },
  '404 videoNotFound': {
    'comments of an unknown video': `/commentThreads?part=id&videoId=${video.missing}`,
  },
  '403 commentsDisabled': {
    'comments of a video with disabled comments': `/commentThreads?part=id&videoId=${video.commentsOff}`,
  },
  '400 invalidParameter': {
    'more than 100 comments per page': `/commentThreads?part=id&videoId=${video.trailer}&maxResults=101`,
  },
  '404 commentNotFound': {
    'replies of an unknown comment': `/comments?part=id&parentId=${commentThread.missing}`,
  },
};

const updateSnippet = (...request: Parameters<typeof put>) =>
  ['/videos?part=snippet', put(...request)] as const;

const updateStatus = (...request: Parameters<typeof put>) =>
  ['/videos?part=status', put(...request)] as const;

const updatePlaylist = (...request: Parameters<typeof put>) =>
  ['/playlists?part=snippet', put(...request)] as const;

const updates: RejectedRequests = {
  '400 required': { 'an update without an id': updateSnippet({ snippet }) },
  '400 invalidTitle': {
    'an update without a title': updateSnippet({ id: video.trailer, snippet: { categoryId: '1' } }),
    'a title of 101 characters': updateSnippet({
      id: video.trailer,
      snippet: { ...snippet, title: 'x'.repeat(101) },
    }),
    'an angle bracket in a title': updateSnippet({
      id: video.trailer,
      snippet: { ...snippet, title: 'a<b' },
    }),
  },
  '400 invalidCategoryId': {
    'an update without a category': updateSnippet({ id: video.trailer, snippet: { title: 'A' } }),
    'a category that is not assignable': updateSnippet({
      id: video.trailer,
      snippet: { ...snippet, categoryId: '30' },
    }),
  },
  '400 invalidDescription': {
    'a description of 5,001 bytes': updateSnippet({
      id: video.trailer,
      snippet: { ...snippet, description: 'x'.repeat(5001) },
    }),
  },
  '400 invalidTags': {
    'tags of more than 500 characters': updateSnippet({
      id: video.trailer,
      snippet: { ...snippet, tags: Array(60).fill('ten letter') },
    }),
  },
  '400 invalidPublishAt': {
    'a publication date of a public video': updateStatus({
      id: video.trailer,
      status: { privacyStatus: 'public', publishAt: '2026-05-01T00:00:00Z' },
    }),
    'a publication date without a privacy status': updateStatus({
      id: video.trailer,
      status: { publishAt: '2026-05-01T00:00:00Z' },
    }),
  },
  '400 defaultLanguageNotSet': {
    'translations without a default language': [
      '/videos?part=snippet,localizations',
      put({ id: video.trailer, snippet, localizations: { sv: { title: 'Ny' } } }),
    ],
  },
  '400 unexpectedPart': {
    'a part of the body that is not in the part parameter': updateSnippet({
      id: video.trailer,
      snippet,
      status: { privacyStatus: 'private' },
    }),
  },
  '400 invalid': {
    'an unknown field': updateSnippet({
      id: video.trailer,
      snippet: { ...snippet, colour: 'red' },
    }),
    'a field of the wrong type': updateSnippet({
      id: video.trailer,
      snippet: { ...snippet, tags: 'one' },
    }),
    'an unknown privacy status': updateStatus({
      id: video.trailer,
      status: { privacyStatus: 'secret' },
    }),
    'an invalid date': updateStatus({
      id: video.trailer,
      status: { privacyStatus: 'private', publishAt: 'soon' },
    }),
  },
  '400 parseError': {
    'a body that is not JSON': ['/videos?part=snippet', { method: 'PUT', body: '{"id":' }],
    'a body that is a list': updateSnippet([]),
  },
  '404 videoNotFound': {
    'an update of an unknown video': updateSnippet({ id: video.missing, snippet }),
    "an update of another channel's private video": updateSnippet(
      { id: video.privateCut, snippet },
      'studio-guest',
    ),
  },
  '403 forbidden': {
    "an update of another channel's public video": updateSnippet(
      { id: video.trailer, snippet },
      'studio-guest',
    ),
  },
  '400 playlistTitleRequired': {
    'a playlist without a title': ['/playlists?part=snippet', post({ snippet: {} })],
  },
  '400 invalidPlaylistSnippet': {
    'a playlist title of 151 characters': [
      '/playlists?part=snippet',
      post({ snippet: { title: 'x'.repeat(151) } }),
    ],
  },
  '400 defaultLanguageNotSetError': {
    'playlist translations without a default language': [
      '/playlists?part=snippet,localizations',
      post({ snippet: { title: 'A' }, localizations: { sv: { title: 'B' } } }),
    ],
  },
  '404 playlistNotFound': {
    'an update of an unknown playlist': updatePlaylist({
      id: playlist.missing,
      snippet: { title: 'A' },
    }),
    'deleting an unknown playlist': [`/playlists?id=${playlist.missing}`, { method: 'DELETE' }],
  },
  '403 playlistForbidden': {
    "an update of another channel's playlist": updatePlaylist(
      { id: playlist.fifty, snippet: { title: 'A' } },
      'studio-guest',
    ),
    "deleting another channel's playlist": [
      `/playlists?id=${playlist.fifty}`,
      { method: 'DELETE', token: 'studio-guest' },
    ],
  },
  '403 playlistOperationUnsupported': {
    'an update of the uploads playlist': updatePlaylist({
      id: uploadsOf(channel.studio),
      snippet: { title: 'A' },
    }),
  },
  '400 missingRequiredParameter': {
    'deleting a playlist without an id': ['/playlists', { method: 'DELETE' }],
  },
};

describe.each([
  ['queries', queries],
  ['reads', reads],
  ['writes', updates],
])('%s', (_, rows) => {
  testRejected(box, rows);
});

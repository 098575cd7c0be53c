/** Rules of channels and channel sections: one rejected request for each. */
import { describe, expect, it } from 'vitest';
import { ids, sectionId } from '../../../src/sandbox/seed/ids.ts';
import { sending } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const { ask } = useSandbox();

type Row = readonly [
  request: string,
  call: string,
  status: number,
  reason: string,
  location?: string | undefined,
  options?: RequestOptions,
];

const named = (rows: readonly Row[]) =>
  rows.map(([request, call, status, reason, location, options]) => ({
    request,
    call,
    status,
    reason,
    location,
    options,
  }));

const { channel, channelSection, playlist, video, contentOwner } = ids;

const put = sending('PUT');
const post = sending('POST');
const guest: RequestOptions = { token: 'studio-guest' };

const reads: readonly Row[] = [
  [
    'contentOwnerDetails without onBehalfOfContentOwner',
    `/channels?part=contentOwnerDetails&id=${channel.studio}`,
    403,
    'channelForbidden',
  ],
  [
    'contentOwnerDetails of a channel that the content owner does not manage',
    `/channels?part=contentOwnerDetails&id=${channel.kite}&onBehalfOfContentOwner=${contentOwner}`,
    403,
    'channelForbidden',
  ],
  [
    'managedByMe without onBehalfOfContentOwner',
    '/channels?part=id&managedByMe=true',
    403,
    'channelForbidden',
  ],
  [
    'a content owner that the caller cannot act for',
    `/channels?part=id&managedByMe=true&onBehalfOfContentOwner=${contentOwner}`,
    403,
    'cmsUserAccountNotFound',
    'onBehalfOfContentOwner',
    guest,
  ],
  [
    'an unknown content owner',
    '/channels?part=id&managedByMe=true&onBehalfOfContentOwner=nobody',
    404,
    'contentOwnerAccountNotFound',
    'onBehalfOfContentOwner',
  ],
  [
    'an unknown guide category',
    '/channels?part=id&categoryId=GCnothing',
    404,
    'categoryNotFound',
    'categoryId',
  ],
  [
    'sections of an unknown channel',
    `/channelSections?part=id&channelId=${channel.missing}`,
    404,
    'channelNotFound',
    'channelId',
  ],
  [
    'sections with two filters',
    `/channelSections?part=id&channelId=${channel.studio}&mine=true`,
    400,
    'incompatibleParameters',
    'parameters.',
  ],
  [
    'sections of a caller without a channel',
    '/channelSections?part=id&mine=true',
    401,
    'youtubeSignupRequired',
    'Authorization',
    { token: 'no-channel' },
  ],
];

const branding = (brandingSettings: unknown): RequestOptions =>
  put({ id: channel.studio, brandingSettings });

const attachRef = (field: string, value: string): Row => [
  `an invalid ${field}`,
  '/channels?part=brandingSettings',
  400,
  'brandingValidationError',
  `body.brandingSettings.channel.${field}`,
  branding({ channel: { [field]: value } }),
];

const updates: readonly Row[] = [
  [
    'an update without an id',
    '/channels?part=brandingSettings',
    400,
    'requiredItemIdNotSet',
    'body.id',
    put({ brandingSettings: {} }),
  ],
  [
    'no such channel',
    '/channels?part=brandingSettings',
    404,
    'channelNotFound',
    'body.id',
    put({ id: channel.missing }),
  ],
  [
    'an update of another channel',
    '/channels?part=brandingSettings',
    403,
    'channelForbidden',
    undefined,
    put({ id: channel.kite }),
  ],
  [
    'an update of a managed channel without onBehalfOfContentOwner',
    '/channels?part=status',
    403,
    'channelForbidden',
    undefined,
    put({ id: channel.harbor }),
  ],
  [
    'an update of the branding settings with another part',
    '/channels?part=brandingSettings,status',
    400,
    'invalidPart',
    'part',
    put({ id: channel.studio, brandingSettings: {}, status: {} }),
  ],
  [
    'an update of two other parts',
    '/channels?part=localizations,status',
    400,
    'unexpectedPart',
    'part',
    put({ id: channel.studio, localizations: { sv: { title: 'T' } }, status: {} }),
  ],
  [
    'the removal of all translations',
    '/channels?part=localizations',
    400,
    'required',
    undefined,
    put({ id: channel.studio, localizations: {} }),
  ],
  [
    'an update of the title',
    '/channels?part=brandingSettings',
    400,
    'channelTitleUpdateForbidden',
    'body.brandingSettings.channel.title',
    branding({ channel: { title: 'Southlight' } }),
  ],
  attachRef('description', 'd'.repeat(1001)),
  attachRef('keywords', 'k'.repeat(501)),
  attachRef('country', 'AQ'),
  attachRef('defaultLanguage', 'tlh'),
  attachRef('unsubscribedTrailer', video.privateCut),
  attachRef('unsubscribedTrailer', video.strangersPrivate),
  [
    'an invalid banner URL',
    '/channels?part=brandingSettings',
    400,
    'brandingValidationError',
    'body.brandingSettings.image.bannerExternalUrl',
    branding({ image: { bannerExternalUrl: 'banner.png' } }),
  ],
  [
    'a translation without a title',
    '/channels?part=localizations',
    400,
    'localizationValidationError',
    'body.localizations',
    put({ id: channel.studio, localizations: { sv: { description: 'Bara text' } } }),
  ],
];

const inPlaylists = (type: string, ...playlists: string[]): RequestOptions =>
  post({ snippet: { type, title: 'T' }, contentDetails: { playlists } });

const inChannels = (...channels: string[]): RequestOptions =>
  post({ snippet: { type: 'multipleChannels', title: 'T' }, contentDetails: { channels } });

const insert = '/channelSections?part=snippet,contentDetails';
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `PL${at}`);

const sections: readonly Row[] = [
  [
    'a section without a type',
    insert,
    400,
    'typeRequired',
    'body.snippet.type',
    post({ snippet: {} }),
  ],
  [
    'a section of an unknown type',
    insert,
    400,
    'invalid',
    undefined,
    post({ snippet: { type: 'allTheCats' } }),
  ],
  [
    'multiplePlaylists without a title',
    insert,
    400,
    'titleRequired',
    'body.snippet.title',
    post({ snippet: { type: 'multiplePlaylists' } }),
  ],
  [
    'singlePlaylist without the part contentDetails',
    '/channelSections?part=snippet',
    400,
    'contentDetailsNeeded',
    'body.contentDetails',
    post({ snippet: { type: 'singlePlaylist' } }),
  ],
  [
    'singlePlaylist with two playlists',
    insert,
    400,
    'onePlaylistNeeded',
    'body.contentDetails.playlists',
    inPlaylists('singlePlaylist', playlist.long, playlist.fifty),
  ],
  [
    'multiplePlaylists without playlists',
    insert,
    400,
    'playlistsNeeded',
    'body.contentDetails.playlists',
    inPlaylists('multiplePlaylists'),
  ],
  [
    'multipleChannels without channels',
    insert,
    400,
    'channelsNeeded',
    'body.contentDetails.channels',
    inChannels(),
  ],
  [
    'a duplicate playlist',
    insert,
    400,
    'playlistsDuplicated',
    'body.contentDetails.playlists',
    inPlaylists('multiplePlaylists', playlist.long, playlist.long),
  ],
  [
    'a duplicate channel',
    insert,
    400,
    'channelsDuplicated',
    'body.contentDetails.channels',
    inChannels(channel.kite, channel.kite),
  ],
  [
    '101 playlists',
    insert,
    400,
    'maxPlaylistExceeded',
    'body.contentDetails.playlists',
    inPlaylists('multiplePlaylists', ...many(101)),
  ],
  [
    '101 channels',
    insert,
    400,
    'maxChannelsExceeded',
    'body.contentDetails.channels',
    inChannels(...many(101)),
  ],
  [
    'a section with its own channel',
    insert,
    400,
    'ownChannelInChannels',
    'body.contentDetails.channels',
    inChannels(channel.studio),
  ],
  [
    'a section with a closed channel',
    insert,
    400,
    'channelNotActive',
    'body.contentDetails.channels',
    inChannels(ids.account.closed),
  ],
  [
    'no such channel',
    insert,
    404,
    'channelNotFound',
    'body.contentDetails.channels',
    inChannels(channel.missing),
  ],
  [
    'a section with an unknown playlist',
    insert,
    404,
    'playlistNotFound',
    'body.contentDetails.playlists',
    inPlaylists('singlePlaylist', playlist.missing),
  ],
  [
    "a section with the channel's private playlist",
    insert,
    400,
    'playlistIsPrivate',
    'body.contentDetails.playlists',
    inPlaylists('singlePlaylist', playlist.drafts),
  ],
  [
    'a position after the end',
    insert,
    400,
    'positionInvalid',
    'body.snippet.position',
    post({ snippet: { type: 'recentUploads', position: 7 } }),
  ],
  [
    'a negative position',
    insert,
    400,
    'positionInvalid',
    'body.snippet.position',
    post({ snippet: { type: 'recentUploads', position: -1 } }),
  ],
  [
    'an insert into a channel that the content owner does not manage',
    `${insert}&onBehalfOfContentOwner=${contentOwner}&onBehalfOfContentOwnerChannel=${channel.kite}`,
    403,
    'channelSectionForbidden',
    undefined,
    post({ snippet: { type: 'recentUploads' } }),
  ],
  [
    'a section update without an id',
    insert,
    400,
    'idRequired',
    'body.id',
    put({ snippet: { type: 'recentUploads' } }),
  ],
  [
    'an update of an unknown section',
    insert,
    404,
    'channelSectionNotFound',
    'body.id',
    put({ id: channelSection.missing, snippet: { type: 'recentUploads' } }),
  ],
  [
    "an update of another channel's section",
    insert,
    403,
    'channelSectionForbidden',
    undefined,
    put({ id: channelSection.harborAll, snippet: { type: 'recentUploads' } }),
  ],
  [
    'an update of the section of subscriptions',
    `${insert}&onBehalfOfContentOwner=${contentOwner}`,
    400,
    'notEditable',
    'body.id',
    put({ id: channelSection.harborSubscriptions, snippet: { type: 'recentUploads' } }),
  ],
  [
    'a change to singlePlaylist without playlists',
    '/channelSections?part=snippet',
    400,
    'contentDetailsNeeded',
    'body.contentDetails',
    put({ id: channelSection.shelf, snippet: { type: 'singlePlaylist' } }),
  ],
  [
    'deleting an unknown section',
    `/channelSections?id=${sectionId('kite', 'none')}`,
    404,
    'channelSectionNotFound',
    'id',
    { method: 'DELETE' },
  ],
  [
    "deleting another channel's section",
    `/channelSections?id=${channelSection.harborAll}`,
    403,
    'channelSectionForbidden',
    undefined,
    { method: 'DELETE' },
  ],
];

describe.each([
  ['reads', named(reads)],
  ['channel updates', named(updates)],
  ['channel sections', named(sections)],
])('%s', (_, rows) => {
  it.each(rows)('rejects $request', async ({ call, status, reason, location, options }) => {
    const { body, ...response } = await ask(`/youtube/v3${call}`, options);
    expect({ status: response.status, reason: response.reason }).toEqual({ status, reason });
    expect(body.error.errors[0].location).toBe(location);
  });
});

it('rejects translations of a channel without a default language', async () => {
  await ask('/youtube/v3/channels?part=brandingSettings', branding({ channel: {} }));
  const { status, reason } = await ask(
    '/youtube/v3/channels?part=localizations',
    put({ id: channel.studio, localizations: { sv: { title: 'T' } } }),
  );
  expect({ status, reason }).toEqual({ status: 400, reason: 'defaultLanguageNotSetError' });
});

it('accepts ten sections per channel and rejects an eleventh', async () => {
  const add = () => ask(`/youtube/v3${insert}`, post({ snippet: { type: 'recentUploads' } }));
  for (let number = 7; number <= 10; number += 1) expect((await add()).status).toBe(200);
  expect(await add()).toMatchObject({ status: 400, reason: 'maxChannelSectionExceeded' });
});

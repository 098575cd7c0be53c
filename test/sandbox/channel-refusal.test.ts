/** Every rule of channels and of their sections: one call that breaks it, and what comes back. */
import { describe, expect, it } from 'vitest';
import { ids, sectionId } from '../../src/sandbox/seed/ids.ts';
import { type Ask, useSandbox } from '../support/sandbox.ts';

const { ask } = useSandbox();

type Row = readonly [
  law: string,
  call: string,
  status: number,
  reason: string,
  location?: string | undefined,
  options?: Ask,
];

const named = (rows: readonly Row[]) =>
  rows.map(([law, call, status, reason, location, options]) => ({
    law,
    call,
    status,
    reason,
    location,
    options,
  }));

const { channel, channelSection, playlist, video, contentOwner } = ids;
const put = (body: unknown, token = 'studio-owner'): Ask => ({ method: 'PUT', body, token });
const post = (body: unknown, token = 'studio-owner'): Ask => ({ method: 'POST', body, token });
const guest: Ask = { token: 'studio-guest' };

const reads: readonly Row[] = [
  [
    'the content owner of a channel, unasked by it',
    `/channels?part=contentOwnerDetails&id=${channel.studio}`,
    403,
    'channelForbidden',
  ],
  [
    'the content owner of a channel that it does not manage',
    `/channels?part=contentOwnerDetails&id=${channel.kite}&onBehalfOfContentOwner=${contentOwner}`,
    403,
    'channelForbidden',
  ],
  [
    'managed channels without a content owner',
    '/channels?part=id&managedByMe=true',
    403,
    'channelForbidden',
  ],
  [
    'somebody else’s content owner',
    `/channels?part=id&managedByMe=true&onBehalfOfContentOwner=${contentOwner}`,
    403,
    'cmsUserAccountNotFound',
    'onBehalfOfContentOwner',
    guest,
  ],
  [
    'a content owner that there is not',
    '/channels?part=id&managedByMe=true&onBehalfOfContentOwner=nobody',
    404,
    'contentOwnerAccountNotFound',
    'onBehalfOfContentOwner',
  ],
  [
    'channels of a category that there is not',
    '/channels?part=id&categoryId=GCnothing',
    404,
    'categoryNotFound',
    'categoryId',
  ],
  [
    'sections of no channel',
    `/channelSections?part=id&channelId=${channel.missing}`,
    404,
    'channelNotFound',
    'channelId',
  ],
  [
    'sections of two filters',
    `/channelSections?part=id&channelId=${channel.studio}&mine=true`,
    400,
    'incompatibleParameters',
    'parameters.',
  ],
  [
    'sections of the caller who has no channel',
    '/channelSections?part=id&mine=true',
    401,
    'youtubeSignupRequired',
    'Authorization',
    { token: 'no-channel' },
  ],
];

const branding = (brandingSettings: unknown): Ask => put({ id: channel.studio, brandingSettings });

const attachRef = (field: string, value: string): Row => [
  `a wrong ${field}`,
  '/channels?part=brandingSettings',
  400,
  'brandingValidationError',
  `body.brandingSettings.channel.${field}`,
  branding({ channel: { [field]: value } }),
];

const updates: readonly Row[] = [
  [
    'no id',
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
    'another’s channel',
    '/channels?part=brandingSettings',
    403,
    'channelForbidden',
    undefined,
    put({ id: channel.kite }),
  ],
  [
    'a managed channel, unless the owner is named',
    '/channels?part=status',
    403,
    'channelForbidden',
    undefined,
    put({ id: channel.harbor }),
  ],
  [
    'two parts at once',
    '/channels?part=brandingSettings,status',
    400,
    'unexpectedPart',
    'part',
    put({ id: channel.studio, brandingSettings: {}, status: {} }),
  ],
  [
    'another title',
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
    'a banner from nowhere',
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

const inPlaylists = (type: string, ...playlists: string[]): Ask =>
  post({ snippet: { type, title: 'T' }, contentDetails: { playlists } });

const inChannels = (...channels: string[]): Ask =>
  post({ snippet: { type: 'multipleChannels', title: 'T' }, contentDetails: { channels } });

const insert = '/channelSections?part=snippet,contentDetails';
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `PL${at}`);

const sections: readonly Row[] = [
  ['a section of no type', insert, 400, 'typeRequired', 'body.snippet.type', post({ snippet: {} })],
  [
    'a type that there is not',
    insert,
    400,
    'invalid',
    undefined,
    post({ snippet: { type: 'allTheCats' } }),
  ],
  [
    'several playlists without a title',
    insert,
    400,
    'titleRequired',
    'body.snippet.title',
    post({ snippet: { type: 'multiplePlaylists' } }),
  ],
  [
    'a playlist without its part',
    '/channelSections?part=snippet',
    400,
    'contentDetailsNeeded',
    'body.contentDetails',
    post({ snippet: { type: 'singlePlaylist' } }),
  ],
  [
    'two playlists where one stands',
    insert,
    400,
    'onePlaylistNeeded',
    'body.contentDetails.playlists',
    inPlaylists('singlePlaylist', playlist.long, playlist.fifty),
  ],
  [
    'no playlists',
    insert,
    400,
    'playlistsNeeded',
    'body.contentDetails.playlists',
    inPlaylists('multiplePlaylists'),
  ],
  ['no channels', insert, 400, 'channelsNeeded', 'body.contentDetails.channels', inChannels()],
  [
    'a playlist twice',
    insert,
    400,
    'playlistsDuplicated',
    'body.contentDetails.playlists',
    inPlaylists('multiplePlaylists', playlist.long, playlist.long),
  ],
  [
    'a channel twice',
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
    'its own channel',
    insert,
    400,
    'ownChannelInChannels',
    'body.contentDetails.channels',
    inChannels(channel.studio),
  ],
  [
    'a channel that was closed',
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
    'no such playlist',
    insert,
    404,
    'playlistNotFound',
    'body.contentDetails.playlists',
    inPlaylists('singlePlaylist', playlist.missing),
  ],
  [
    'a playlist that is private',
    insert,
    400,
    'playlistIsPrivate',
    'body.contentDetails.playlists',
    inPlaylists('singlePlaylist', playlist.drafts),
  ],
  [
    'a place behind the end',
    insert,
    400,
    'positionInvalid',
    'body.snippet.position',
    post({ snippet: { type: 'recentUploads', position: 7 } }),
  ],
  [
    'a place before the first',
    insert,
    400,
    'positionInvalid',
    'body.snippet.position',
    post({ snippet: { type: 'recentUploads', position: -1 } }),
  ],
  [
    'a channel that the content owner does not manage',
    `${insert}&onBehalfOfContentOwner=${contentOwner}&onBehalfOfContentOwnerChannel=${channel.kite}`,
    403,
    'channelSectionForbidden',
    undefined,
    post({ snippet: { type: 'recentUploads' } }),
  ],
  [
    'an update without the id',
    insert,
    400,
    'idRequired',
    'body.id',
    put({ snippet: { type: 'recentUploads' } }),
  ],
  [
    'an update of nothing',
    insert,
    404,
    'channelSectionNotFound',
    'body.id',
    put({ id: channelSection.missing, snippet: { type: 'recentUploads' } }),
  ],
  [
    'an update of another’s section',
    insert,
    403,
    'channelSectionForbidden',
    undefined,
    put({ id: channelSection.harborAll, snippet: { type: 'recentUploads' } }),
  ],
  [
    'an update of what the service made',
    `${insert}&onBehalfOfContentOwner=${contentOwner}`,
    400,
    'notEditable',
    'body.id',
    put({ id: channelSection.harborSubscriptions, snippet: { type: 'recentUploads' } }),
  ],
  [
    'an update that forgets the playlists',
    '/channelSections?part=snippet',
    400,
    'contentDetailsNeeded',
    'body.contentDetails',
    put({ id: channelSection.shelf, snippet: { type: 'singlePlaylist' } }),
  ],
  [
    'a deletion of nothing',
    `/channelSections?id=${sectionId('kite', 'none')}`,
    404,
    'channelSectionNotFound',
    'id',
    { method: 'DELETE' },
  ],
  [
    'a deletion of another’s',
    `/channelSections?id=${channelSection.harborAll}`,
    403,
    'channelSectionForbidden',
    undefined,
    { method: 'DELETE' },
  ],
];

describe.each([
  ['reads of channels', named(reads)],
  ['updates of channels', named(updates)],
  ['sections', named(sections)],
])('%s', (_, rows) => {
  it.each(rows)('are refused: $law', async ({ call, status, reason, location, options }) => {
    const { body, ...got } = await ask(`/youtube/v3${call}`, options);
    expect({ status: got.status, reason: got.reason }).toEqual({ status, reason });
    expect(body.error.errors[0].location).toBe(location);
  });
});

it('refuses translations of a channel that has no language of its own', async () => {
  await ask('/youtube/v3/channels?part=brandingSettings', branding({ channel: {} }));
  const { status, reason } = await ask(
    '/youtube/v3/channels?part=localizations',
    put({ id: channel.studio, localizations: { sv: { title: 'T' } } }),
  );
  expect({ status, reason }).toEqual({ status: 400, reason: 'defaultLanguageNotSetError' });
});

it('lets a channel have ten sections, and no eleventh', async () => {
  const add = () => ask(`/youtube/v3${insert}`, post({ snippet: { type: 'recentUploads' } }));
  for (let number = 7; number <= 10; number += 1) expect((await add()).status).toBe(200);
  expect(await add()).toMatchObject({ status: 400, reason: 'maxChannelSectionExceeded' });
});

/** Rules of channels and channel sections: one rejected request for each. */
import { describe, expect, it } from 'vitest';
import { ids, sectionId } from '../../../src/sandbox/seed/ids.ts';
import { post, put } from '../../support/client/sandbox-request.ts';
import {
  type Calls,
  type RejectedRequests,
  testRejected,
} from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');
const { ask } = box;

const { channel, channelSection, playlist, video, contentOwner } = ids;

const guest: RequestOptions = { token: 'studio-guest' };

const reads: RejectedRequests = {
  '403 channelForbidden': {
    'contentOwnerDetails without onBehalfOfContentOwner': `/channels?part=contentOwnerDetails&id=${channel.studio}`,
    'contentOwnerDetails of a channel that the content owner does not manage': `/channels?part=contentOwnerDetails&id=${channel.kite}&onBehalfOfContentOwner=${contentOwner}`,
    'managedByMe without onBehalfOfContentOwner': '/channels?part=id&managedByMe=true',
  },
  '403 cmsUserAccountNotFound onBehalfOfContentOwner': {
    'a content owner that the caller cannot act for': [
      `/channels?part=id&managedByMe=true&onBehalfOfContentOwner=${contentOwner}`,
      guest,
    ],
  },
  '404 contentOwnerAccountNotFound onBehalfOfContentOwner': {
    'an unknown content owner': '/channels?part=id&managedByMe=true&onBehalfOfContentOwner=nobody',
  },
  '404 categoryNotFound categoryId': {
    'an unknown guide category': '/channels?part=id&categoryId=GCnothing',
  },
  '404 channelNotFound channelId': {
    'sections of an unknown channel': `/channelSections?part=id&channelId=${channel.missing}`,
  },
  '400 incompatibleParameters parameters.': {
    'sections with two filters': `/channelSections?part=id&channelId=${channel.studio}&mine=true`,
  },
  '401 youtubeSignupRequired Authorization': {
    'sections of a caller without a channel': [
      '/channelSections?part=id&mine=true',
      { token: 'no-channel' },
    ],
  },
};

const branding = (brandingSettings: unknown): RequestOptions =>
  put({ id: channel.studio, brandingSettings });

const updateBranding = (...request: Parameters<typeof branding>) =>
  ['/channels?part=brandingSettings', branding(...request)] as const;

const invalid = (field: string, ...values: string[]): RejectedRequests => ({
  [`400 brandingValidationError body.brandingSettings.channel.${field}`]: values.map(
    (value): Calls => ({
      [`an invalid ${field}`]: updateBranding({ channel: { [field]: value } }),
    }),
  ),
});

const updates: RejectedRequests = {
  '400 requiredItemIdNotSet body.id': {
    'an update without an id': ['/channels?part=brandingSettings', put({ brandingSettings: {} })],
  },
  '404 channelNotFound body.id': {
    'no such channel': ['/channels?part=brandingSettings', put({ id: channel.missing })],
  },
  '403 channelForbidden': {
    'an update of another channel': ['/channels?part=brandingSettings', put({ id: channel.kite })],
    'an update of a managed channel without onBehalfOfContentOwner': [
      '/channels?part=status',
      put({ id: channel.harbor }),
    ],
  },
  '400 invalidPart part': {
    'an update of the branding settings with another part': [
      '/channels?part=brandingSettings,status',
      put({ id: channel.studio, brandingSettings: {}, status: {} }),
    ],
  },
  '400 unexpectedPart part': {
    'an update of two other parts': [
      '/channels?part=localizations,status',
      put({ id: channel.studio, localizations: { sv: { title: 'T' } }, status: {} }),
    ],
  },
  '400 required': {
    'the removal of all translations': [
      '/channels?part=localizations',
      put({ id: channel.studio, localizations: {} }),
    ],
  },
  '400 channelTitleUpdateForbidden body.brandingSettings.channel.title': {
    'an update of the title': updateBranding({ channel: { title: 'Southlight' } }),
  },
  '400 brandingValidationError body.brandingSettings.image.bannerExternalUrl': {
    'an invalid banner URL': updateBranding({ image: { bannerExternalUrl: 'banner.png' } }),
  },
  '400 localizationValidationError body.localizations': {
    'a translation without a title': [
      '/channels?part=localizations',
      put({ id: channel.studio, localizations: { sv: { description: 'Bara text' } } }),
    ],
  },
  ...invalid('description', 'd'.repeat(1001)),
  ...invalid('keywords', 'k'.repeat(501)),
  ...invalid('country', 'AQ'),
  ...invalid('defaultLanguage', 'tlh'),
  ...invalid('unsubscribedTrailer', video.privateCut, video.strangersPrivate),
};

const inPlaylists = (type: string, ...playlists: string[]): RequestOptions =>
  post({ snippet: { type, title: 'T' }, contentDetails: { playlists } });

const inChannels = (...channels: string[]): RequestOptions =>
  post({ snippet: { type: 'multipleChannels', title: 'T' }, contentDetails: { channels } });

const insert = '/channelSections?part=snippet,contentDetails';
const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `PL${at}`);

const newSection = (...request: Parameters<typeof inPlaylists>) =>
  [insert, inPlaylists(...request)] as const;

const sections: RejectedRequests = {
  '400 typeRequired body.snippet.type': {
    'a section without a type': [insert, post({ snippet: {} })],
  },
  '400 invalid': {
    'a section of an unknown type': [insert, post({ snippet: { type: 'allTheCats' } })],
  },
  '400 titleRequired body.snippet.title': {
    'multiplePlaylists without a title': [insert, post({ snippet: { type: 'multiplePlaylists' } })],
  },
  '400 contentDetailsNeeded body.contentDetails': {
    'singlePlaylist without the part contentDetails': [
      '/channelSections?part=snippet',
      post({ snippet: { type: 'singlePlaylist' } }),
    ],
    'a change to singlePlaylist without playlists': [
      '/channelSections?part=snippet',
      put({ id: channelSection.shelf, snippet: { type: 'singlePlaylist' } }),
    ],
  },
  '400 onePlaylistNeeded body.contentDetails.playlists': {
    'singlePlaylist with two playlists': newSection(
      'singlePlaylist',
      playlist.long,
      playlist.fifty,
    ),
  },
  '400 playlistsNeeded body.contentDetails.playlists': {
    'multiplePlaylists without playlists': newSection('multiplePlaylists'),
  },
  '400 channelsNeeded body.contentDetails.channels': {
    'multipleChannels without channels': [insert, inChannels()],
  },
  '400 playlistsDuplicated body.contentDetails.playlists': {
    'a duplicate playlist': newSection('multiplePlaylists', playlist.long, playlist.long),
  },
  '400 channelsDuplicated body.contentDetails.channels': {
    'a duplicate channel': [insert, inChannels(channel.kite, channel.kite)],
  },
  '400 maxPlaylistExceeded body.contentDetails.playlists': {
    '101 playlists': newSection('multiplePlaylists', ...many(101)),
  },
  '400 maxChannelsExceeded body.contentDetails.channels': {
    '101 channels': [insert, inChannels(...many(101))],
  },
  '400 ownChannelInChannels body.contentDetails.channels': {
    'a section with its own channel': [insert, inChannels(channel.studio)],
  },
  '400 channelNotActive body.contentDetails.channels': {
    'a section with a closed channel': [insert, inChannels(ids.account.closed)],
  },
  '404 channelNotFound body.contentDetails.channels': {
    'no such channel': [insert, inChannels(channel.missing)],
  },
  '404 playlistNotFound body.contentDetails.playlists': {
    'a section with an unknown playlist': newSection('singlePlaylist', playlist.missing),
  },
  '400 playlistIsPrivate body.contentDetails.playlists': {
    "a section with the channel's private playlist": newSection('singlePlaylist', playlist.drafts),
  },
  '400 positionInvalid body.snippet.position': {
    'a position after the end': [insert, post({ snippet: { type: 'recentUploads', position: 7 } })],
    'a negative position': [insert, post({ snippet: { type: 'recentUploads', position: -1 } })],
  },
  '403 channelSectionForbidden': {
    'an insert into a channel that the content owner does not manage': [
      `${insert}&onBehalfOfContentOwner=${contentOwner}&onBehalfOfContentOwnerChannel=${channel.kite}`,
      post({ snippet: { type: 'recentUploads' } }),
    ],
    "an update of another channel's section": [
      insert,
      put({ id: channelSection.harborAll, snippet: { type: 'recentUploads' } }),
    ],
    "deleting another channel's section": [
      `/channelSections?id=${channelSection.harborAll}`,
      { method: 'DELETE' },
    ],
  },
  '400 idRequired body.id': {
    'a section update without an id': [insert, put({ snippet: { type: 'recentUploads' } })],
  },
  '404 channelSectionNotFound body.id': {
    'an update of an unknown section': [
      insert,
      put({ id: channelSection.missing, snippet: { type: 'recentUploads' } }),
    ],
  },
  '400 notEditable body.id': {
    'an update of the section of subscriptions': [
      `${insert}&onBehalfOfContentOwner=${contentOwner}`,
      put({ id: channelSection.harborSubscriptions, snippet: { type: 'recentUploads' } }),
    ],
  },
  '404 channelSectionNotFound id': {
    'deleting an unknown section': [
      `/channelSections?id=${sectionId('harbor', 'none')}`,
      { method: 'DELETE' },
    ],
  },
};

describe.each([
  ['reads', reads],
  ['channel updates', updates],
  ['channel sections', sections],
])('%s', (_, rows) => {
  testRejected(box, rows, { locations: true });
});

it('rejects translations of a channel without a default language', async () => {
  await ask('/channels?part=brandingSettings', branding({ channel: {} }));
  const { status, reason } = await ask(
    '/channels?part=localizations',
    put({ id: channel.studio, localizations: { sv: { title: 'T' } } }),
  );
  expect({ status, reason }).toEqual({ status: 400, reason: 'defaultLanguageNotSetError' });
});

it('accepts ten sections per channel and rejects an eleventh', async () => {
  const add = () => ask(insert, post({ snippet: { type: 'recentUploads' } }));
  for (let number = 7; number <= 10; number += 1) expect((await add()).status).toBe(200);
  expect(await add()).toMatchObject({ status: 400, reason: 'maxChannelSectionExceeded' });
});

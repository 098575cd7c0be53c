/** Channels, the sections of their home pages, and subscriptions to them. */
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import { subscriptionId } from '../../../src/sandbox/seed/entity-id.ts';
import { png } from '../../support/image.ts';
import type { Fixtures } from './fixture.ts';

const { studio, missing } = ids.channel;
const channel = `video/channels/${studio}`;
const sections = `video/channelSections/${studio}`;
const { latest } = ids.channelSection;
const picture = { type: 'image/png', bytes: png };
const rejectedFile = { file: [{ input: {}, file: { type: 'image/png', bytes: 'no picture' } }] };
const { long, fifty, drafts } = ids.playlist;
const callers = { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' };

/** One more than a section may have. */
const many = (idOf: (at: number) => string): string[] =>
  Array.from({ length: 101 }, (_, at) => idOf(at));

const playlistOf = (at: number): string => `PL${at}`;

const german = { language: 'de', title: 'Nordlicht', description: 'Kurze Filme' };
const french = { language: 'fr', title: 'Lumière du nord', description: 'Films courts' };
const { language: _, ...germanTexts } = german;
const { language: __, ...frenchTexts } = french;

/** The REST API does not tell a missing channel from one of somebody else. */
const notOwnChannel = { missing, code: 'FORBIDDEN' } as const;

export const channelFixtures: Fixtures = {
  updateChannel: {
    target: { id: studio },
    entity: channel,
    fields: {
      // The channel's snippet repeats some of its branding settings.
      description: {
        values: ['First text', 'Second text'],
        alsoChanges: [`${channel}/snippet/description`],
      },
      keywords: ['one "two words"', 'three'],
      country: { values: ['NO', 'FI'], alsoChanges: [`${channel}/snippet/country`] },
      defaultLanguage: {
        values: ['sv', 'fi'],
        alsoChanges: [`${channel}/snippet/defaultLanguage`],
      },
      trackingAnalyticsAccountId: ['G-FIRST', 'G-SECOND'],
      unsubscribedTrailerId: [ids.video.makingOf, ids.video.localized],
      bannerExternalUrl: [
        'https://i.video.example/banner/first',
        'https://i.video.example/banner/second',
      ],
      localizations: {
        values: [{ replaceAll: [german] }, { replaceAll: [french] }],
        stored: [{ de: germanTexts }, { fr: frenchTexts }],
      },
      selfDeclaredMadeForKids: [true, false],
    },
    callers,
    ids: {
      id: { missing },
      unsubscribedTrailerId: { missing: ids.video.missing, code: 'INVALID_INPUT' },
    },
    rejected: {
      description: [{ input: { description: 'x'.repeat(1001) } }],
      keywords: [{ input: { keywords: 'x'.repeat(501) } }],
      country: [
        { input: { country: 'XX' } },
        { input: { country: 'SWE' } },
        { input: { country: 'AQ' }, reason: 'brandingValidationError' },
      ],
      defaultLanguage: [{ input: { defaultLanguage: 'tlh' }, reason: 'brandingValidationError' }],
      unsubscribedTrailerId: [
        {
          input: { unsubscribedTrailerId: ids.video.privateCut },
          reason: 'brandingValidationError',
        },
      ],
      bannerExternalUrl: [
        {
          input: { bannerExternalUrl: 'http://i.video.example/banner' },
          reason: 'brandingValidationError',
        },
      ],
      localizations: [
        {
          input: { localizations: { set: [{ ...german, title: 'x'.repeat(101) }] } },
          path: 'localizations.set.0.title',
        },
        {
          input: { localizations: { set: [{ language: 'de', title: ' ' }] } },
          path: 'localizations.set.0.title',
        },
        {
          input: { localizations: { set: [{ language: 'de', description: 'Ohne Titel' }] } },
          reason: 'localizationValidationError',
        },
      ],
      inVideoPromotion: [{ input: { inVideoPromotion: {} }, code: 'OPERATION_RETIRED' }],
    },
    accepts: ['trackingAnalyticsAccountId', 'selfDeclaredMadeForKids'],
  },
  uploadChannelBanner: {
    file: picture,
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    rejected: rejectedFile,
    repeatable: { 'video:channelBanners.insert': 'An upload makes an address and nothing else.' },
  },
  setChannelBanner: {
    target: { id: studio },
    entity: `${channel}/brandingSettings/image/bannerExternalUrl`,
    file: picture,
    // The picture is uploaded before it is known whose channel it is for.
    callers: { 'studio-guest': 'PARTLY_DONE', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing, code: 'PARTLY_DONE' } },
    rejected: rejectedFile,
    repeatable: { 'video:channelBanners.insert': 'An upload makes an address and nothing else.' },
  },
  setWatermark: {
    target: { id: studio },
    entity: `video/watermarks/${studio}`,
    fields: {
      timing: {
        values: [
          { type: 'OFFSET_FROM_END', offset: 'PT15S', duration: 'PT1S' },
          { type: 'OFFSET_FROM_START', offset: 'PT0.001S' },
        ],
        stored: [
          { type: 'offsetFromEnd', offsetMs: '15000', durationMs: '1000' },
          { type: 'offsetFromStart', offsetMs: '1' },
        ],
      },
      position: {
        values: ['TOP_RIGHT', 'TOP_LEFT'],
        stored: [
          { type: 'corner', cornerPosition: 'topRight' },
          { type: 'corner', cornerPosition: 'topLeft' },
        ],
      },
      targetChannelId: [ids.channel.ben, ids.channel.harbor],
    },
    file: picture,
    callers,
    // The sandbox takes any channel to lead to.
    ids: { id: notOwnChannel, targetChannelId: {} },
    rejected: {
      ...rejectedFile,
      timing: [
        {
          input: { timing: { type: 'OFFSET_FROM_START', offset: 'PT0.0001S' } },
          path: 'timing.offset',
        },
      ],
    },
    accepts: ['position', 'targetChannelId'],
  },
  unsetWatermark: {
    target: { id: studio },
    callers,
    ids: { id: notOwnChannel },
  },
  createChannelSection: {
    entity: sections,
    fields: {
      type: ['RECENT_UPLOADS', 'POPULAR_UPLOADS'],
      title: {
        values: ['All', 'Some'],
        with: { type: 'MULTIPLE_PLAYLISTS', playlistIds: [long] },
      },
      position: [0, 1],
      playlistIds: { values: [[long], [fifty]], with: { type: 'SINGLE_PLAYLIST' } },
      channelIds: {
        values: [[ids.channel.kite], [ids.channel.ben]],
        with: { type: 'MULTIPLE_CHANNELS', title: 'Friends' },
      },
    },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    ids: {
      playlistIds: {
        missing: ids.playlist.missing,
        with: { type: 'SINGLE_PLAYLIST' },
        path: ['playlistIds'],
      },
      channelIds: {
        missing,
        with: { type: 'MULTIPLE_CHANNELS', title: 'Friends' },
        path: ['channelIds'],
      },
    },
    rejected: {
      title: [
        { input: { title: 'For no such type' } },
        { input: { type: 'MULTIPLE_PLAYLISTS', playlistIds: [long] } },
        { input: { type: 'MULTIPLE_PLAYLISTS', title: ' ', playlistIds: [long] } },
      ],
      position: [
        { input: { position: -1 } },
        { input: { position: 99 }, reason: 'positionInvalid' },
      ],
      playlistIds: [
        { input: { type: 'SINGLE_PLAYLIST' } },
        { input: { type: 'SINGLE_PLAYLIST', playlistIds: [long, fifty] } },
        { input: { type: 'POPULAR_UPLOADS', playlistIds: [long] } },
        { input: { playlistIds: [long, long] }, path: 'playlistIds.1' },
        {
          input: { playlistIds: [long, globalId('Playlist', [long])] },
          path: 'playlistIds.1',
        },
        { input: { type: 'MULTIPLE_PLAYLISTS', title: 'T', playlistIds: many(playlistOf) } },
        {
          input: { type: 'SINGLE_PLAYLIST', playlistIds: [drafts] },
          reason: 'playlistIsPrivate',
        },
      ],
      channelIds: [
        { input: { type: 'MULTIPLE_CHANNELS', title: 'T' } },
        { input: { type: 'MULTIPLE_CHANNELS', title: 'T', channelIds: many(fanId) } },
        {
          input: { type: 'MULTIPLE_CHANNELS', title: 'T', channelIds: [ids.account.closed] },
          reason: 'channelNotActive',
        },
        {
          input: { type: 'MULTIPLE_CHANNELS', title: 'Friends', channelIds: [studio] },
          reason: 'ownChannelInChannels',
        },
      ],
    },
    accepts: ['type'],
  },
  updateChannelSection: {
    target: { id: latest },
    entity: `${sections}/${latest}`,
    fields: {
      // A type without a list loses the list and the title.
      type: {
        values: ['MULTIPLE_PLAYLISTS', 'POPULAR_UPLOADS'],
        alsoChanges: [
          `${sections}/${latest}/snippet/title`,
          `${sections}/${latest}/contentDetails/playlists`,
        ],
      },
      title: { values: ['All', 'Some'], cleared: 'INVALID_INPUT' },
      position: { values: [3, 1], at: `${sections}/order`, stored: [3, 1] },
      playlistIds: { values: [[long, fifty], [fifty]], cleared: 'INVALID_INPUT' },
      channelIds: {
        values: [[ids.channel.kite], [ids.channel.ben]],
        with: { type: 'MULTIPLE_CHANNELS', playlistIds: null },
        cleared: 'INVALID_INPUT',
        alsoChanges: [
          `${sections}/${latest}/snippet/type`,
          `${sections}/${latest}/contentDetails/playlists`,
        ],
      },
    },
    callers,
    ids: {
      id: { missing: ids.channelSection.missing },
      playlistIds: {
        missing: ids.playlist.missing,
        with: { type: 'SINGLE_PLAYLIST' },
        path: ['playlistIds'],
      },
      channelIds: {
        missing,
        with: { type: 'MULTIPLE_CHANNELS', title: 'Friends' },
        path: ['channelIds'],
      },
    },
    rejected: {
      title: [{ input: { title: 'For no such type' }, afterRead: true }],
      position: [
        { input: { position: -1 } },
        { input: { position: 99 }, reason: 'positionInvalid' },
      ],
      playlistIds: [
        {
          input: { type: 'SINGLE_PLAYLIST', playlistIds: [drafts] },
          reason: 'playlistIsPrivate',
        },
      ],
      channelIds: [
        { input: { type: 'MULTIPLE_CHANNELS', title: 'T' }, afterRead: true },
        { input: { channelIds: [ids.channel.kite] }, afterRead: true },
        {
          input: { type: 'MULTIPLE_CHANNELS', title: 'Friends', channelIds: [studio] },
          reason: 'ownChannelInChannels',
        },
      ],
    },
    accepts: ['type'],
  },
  deleteChannelSection: {
    target: { id: latest },
    entity: `${sections}/${latest}`,
    callers,
    ids: { id: { missing: ids.channelSection.missing } },
  },
  subscribeToChannel: {
    entity: 'video/subscriptions',
    fields: { channelId: [ids.channel.sable, ids.channel.sable] },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    ids: { channelId: { missing } },
    rejected: {
      channelId: [{ input: { channelId: studio }, reason: 'subscriptionForbidden' }],
    },
    again: 'SAME',
    repeatable: {
      'video:subscriptions.insert':
        'YouTube rejects a second subscription, and the gateway finds the first.',
    },
  },
  unsubscribeFromChannel: {
    target: { by: { channelId: ids.channel.ben } },
    entity: `video/subscriptions/${subscriptionId(studio, ids.channel.ben)}`,
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'FORBIDDEN' },
    ids: {
      'by.channelId': { missing, path: ['by'] },
      'by.subscriptionId': {
        missing: subscriptionId(studio, missing),
        valid: subscriptionId(studio, ids.channel.ben),
        path: ['by'],
      },
    },
  },
};

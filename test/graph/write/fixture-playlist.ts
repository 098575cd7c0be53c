/** Playlists and their items. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { stableId } from '../../../src/sandbox/random.ts';
import type { Fixtures } from './fixture.ts';

const { localized, empty, missing, sorted } = ids.playlist;
const playlist = `video/playlists/${localized}`;

/** An item of the seed by its playlist's name and its position. */
const itemId = (name: string, index: number): string =>
  `UEx${stableId(`entry ${name} ${index}`, 40)}`;

const item = itemId('localized', 0);
const german = { language: 'de', title: 'Hafen', description: 'Alles am Wasser' };
const french = { language: 'fr', title: 'Port', description: "Tout au bord de l'eau" };
const { language: _, ...germanTexts } = german;
const { language: __, ...frenchTexts } = french;

const longTexts = {
  title: [{ input: { title: 'x'.repeat(151) } }, { input: { title: ' ' } }],
  description: [{ input: { description: 'x'.repeat(5001) } }],
};

const callers = { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' };

export const playlistFixtures: Fixtures = {
  createPlaylist: {
    entity: 'video/playlists',
    fields: {
      title: ['New', 'Newer'],
      description: ['First text', 'Second text'],
      defaultLanguage: ['en', 'sv'],
      privacyStatus: ['PRIVATE', 'UNLISTED'],
      podcastStatus: ['ENABLED', 'DISABLED'],
      localizations: {
        values: [[german], [french]],
        stored: [{ de: germanTexts }, { fr: frenchTexts }],
        with: { defaultLanguage: 'en' },
      },
    },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    rejected: {
      ...longTexts,
      localizations: [
        { input: { localizations: [german] } },
        {
          input: { localizations: [german, german], defaultLanguage: 'en' },
          path: 'localizations.1.language',
        },
        {
          input: { localizations: [{ ...german, title: 'x'.repeat(151) }], defaultLanguage: 'en' },
          path: 'localizations.0.title',
        },
        {
          input: { localizations: [{ ...german, title: '' }], defaultLanguage: 'en' },
          path: 'localizations.0.title',
        },
      ],
    },
    accepts: ['defaultLanguage', 'privacyStatus', 'podcastStatus'],
  },
  updatePlaylist: {
    target: { id: localized },
    entity: playlist,
    fields: {
      title: ['All of it ✨', 'Another title'],
      description: ['First text', 'Second text'],
      defaultLanguage: ['fi', 'nb'],
      privacyStatus: ['PRIVATE', 'UNLISTED'],
      podcastStatus: ['ENABLED', 'DISABLED'],
      localizations: {
        values: [{ replaceAll: [german] }, { replaceAll: [french] }],
        stored: [{ de: germanTexts }, { fr: frenchTexts }],
      },
    },
    callers,
    ids: { id: { missing } },
    rejected: {
      ...longTexts,
      localizations: [
        {
          input: { localizations: { set: [{ ...german, title: 'x'.repeat(151) }] } },
          path: 'localizations.set.0.title',
        },
        {
          input: { localizations: { set: [{ language: 'de', description: 'Ohne Titel' }] } },
          reason: 'localizationValidationError',
        },
        { input: { localizations: { set: [german] }, defaultLanguage: null }, afterRead: true },
      ],
    },
    accepts: ['defaultLanguage', 'privacyStatus', 'podcastStatus'],
  },
  deletePlaylist: {
    target: { id: localized },
    entity: playlist,
    callers,
    ids: { id: { missing } },
  },
  addPlaylistItems: {
    target: { items: [{ videoId: ids.video.emoji, note: 'A note' }] },
    entity: `video/playlistItems/${empty}`,
    fields: { playlistId: [empty, localized], position: [0, 0] },
    callers,
    ids: {
      playlistId: { missing },
      'items.videoId': { missing: ids.video.missing, path: ['items', '0', 'videoId'] },
    },
    rejected: {
      playlistId: [
        { input: { playlistId: missing }, code: 'NOT_FOUND', reason: 'playlistNotFound' },
      ],
      position: [
        { input: { position: -1 } },
        { input: { position: 1 }, reason: 'invalidPlaylistItemPosition' },
        { input: { playlistId: sorted, position: 0 }, reason: 'manualSortRequired' },
      ],
      'items.videoId': [
        {
          input: { items: [{ videoId: ids.video.missing }] },
          code: 'NOT_FOUND',
          reason: 'videoNotFound',
          path: 'items.0.videoId',
        },
      ],
      'items.note': [
        {
          input: { items: [{ videoId: ids.video.emoji, note: 'x'.repeat(281) }] },
          path: 'items.0.note',
        },
      ],
    },
  },
  updatePlaylistItem: {
    target: { id: item },
    entity: `video/playlistItems/${localized}/${item}`,
    fields: {
      position: { values: [1, 0], at: `video/playlistItems/${localized}/order`, stored: [1, 0] },
      note: ['First note', 'Second note'],
    },
    callers,
    ids: { id: { missing: itemId('missing', 0) } },
    rejected: {
      position: [
        { input: { position: -1 } },
        { input: { position: 99 }, reason: 'invalidPlaylistItemPosition' },
        { input: { id: itemId('sorted', 0), position: 1 }, reason: 'manualSortRequired' },
      ],
      note: [{ input: { note: 'x'.repeat(281) } }],
    },
  },
  deletePlaylistItem: {
    target: { id: item },
    entity: `video/playlistItems/${localized}/${item}`,
    callers,
    ids: { id: { missing: itemId('missing', 0) } },
  },
};

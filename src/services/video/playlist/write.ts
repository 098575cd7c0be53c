/** Writes of playlists. Writes of their items are in `playlist-item/write.ts`. */
import { insert } from '../../../engine/write/insert/insert.ts';
import { replaceParts } from '../../../engine/write/update/replace-parts.ts';
import { playlists } from '../operations.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes } from '../../../engine/schema/write/write-input.ts';
import {
  localizationRow,
  missingDefaultLanguage,
  requireDefaultLanguage,
  syncDefaultLanguage,
  textLimits,
} from '../localization-write.ts';
import { Playlist } from '../resources.ts';

const maxTitle = 150;
const maxDescription = 5000;

const playlistRows = {
  title: ['The title. At most 150 characters.', { maxLength: maxTitle, notBlank: true }],
  description: ['The description. At most 5,000 characters.', { maxLength: maxDescription }],
  defaultLanguage: [
    'LanguageTag',
    'snippet.defaultLanguage',
    'The language of `title` and `description`.',
  ],
  privacyStatus: ['The visibility.', { clearable: false, ifNew: 'Default: `PUBLIC`.' }],
  podcastStatus: ['The podcast setting.', { clearable: false, ifNew: 'Default: `DISABLED`.' }],
  // Localizations have the same limits as the playlist's own texts.
  localizations: localizationRow('playlist', textLimits(maxTitle, maxDescription)),
} as const;

const createPlaylist = write('createPlaylist', {
  description:
    "Create an empty playlist on the caller's channel. If the response is lost, check whether the playlist exists before you repeat the mutation.",
  operation: playlists.insert,
  target: Playlist,
  // Naming read-only parts here costs nothing; reading them afterwards would cost a call.
  strategy: insert({ answerSelected: true }),
  input: changes(playlists.insert, playlistRows),
  validate: requireDefaultLanguage,
  result: 'The created playlist.',
});

const updatePlaylist = write('updatePlaylist', {
  description:
    'Change fields of a playlist. The gateway reads the affected parts, merges the changes and replaces the parts. If two clients change the same field, the last write wins. Items are changed with `addPlaylistItems`, `updatePlaylistItem` and `deletePlaylistItem`.',
  operation: playlists.update,
  target: Playlist,
  id: { note: 'Owner only.' },
  strategy: replaceParts({
    // The API accepts localizations only together with the default language.
    resend: { localizations: ['snippet'] },
    // A status replaced without the privacy status would make a private playlist public.
    requiredPath: { status: 'status.privacyStatus' },
  }),
  input: changes(playlists.update, playlistRows),
  adjust: (next, current, input) => {
    if (next.localizations && next.snippet?.defaultLanguage == null) throw missingDefaultLanguage();
    syncDefaultLanguage(next, current, input);
  },
  result: 'The playlist after the change.',
});

const deletePlaylist = write('deletePlaylist', {
  description: 'Delete a playlist permanently and keep its videos.',
  operation: playlists.delete,
  target: Playlist,
  id: { note: 'Owner only.' },
  bulk: {
    name: 'deletePlaylists',
    description:
      'Delete playlists permanently and keep their videos. Costs 50 quota units per playlist: the cost limit of an operation (2,000 units by default) admits at most 40 playlists.',
    entries: 'The playlists to delete.',
  },
});

export const playlistWrites = [createPlaylist, updatePlaylist, deletePlaylist];

/** Writes of playlists. Writes of their items are in `playlist-item-write.ts`. */
import { insert } from '../../data/write/insert.ts';
import { replaceParts } from '../../data/write/replace-parts.ts';
import { remove } from '../../data/write/action.ts';
import { playlists } from '../../upstream/video/index.ts';
import { write } from '../field/write.ts';
import { changes, required } from '../field/write-input.ts';
import {
  changedLocalizations,
  LocalizationChange,
  LocalizationInput,
  missingDefaultLanguage,
  newLocalizations,
  requireDefaultLanguage,
  syncDefaultLanguage,
  textLimits,
} from './localization-write.ts';
import { PodcastStatus } from './playlist.ts';
import { PrivacyStatus } from './video-enum.ts';
import { Playlist } from './resource.ts';

const maxTitle = 150;
const maxDescription = 5000;
const title = { maxLength: maxTitle, notBlank: true } as const;
const description = { maxLength: maxDescription } as const;

/** Localizations have the same limits as the playlist's own texts. */
const limits = textLimits(maxTitle, maxDescription);

const createPlaylist = write('createPlaylist', {
  description:
    'Makes a playlist on the channel of the caller, with nothing in it. Where the answer is lost, nobody can tell whether it was made: look before you repeat it.',
  inputDescription: 'What the new playlist is like.',
  operation: playlists.insert,
  target: Playlist,
  // Naming read-only parts here costs nothing; reading them afterwards would cost a call.
  strategy: insert({ answerSelected: true }),
  input: changes(playlists.insert, {
    title: [
      required('String'),
      'snippet.title',
      'What it will be called, up to 150 characters.',
      title,
    ],
    description: [
      'String',
      'snippet.description',
      'What it will be about, up to 5000 characters.',
      description,
    ],
    defaultLanguage: [
      'LanguageTag',
      'snippet.defaultLanguage',
      'The language that title and description are written in.',
    ],
    privacyStatus: [PrivacyStatus, 'status.privacyStatus', 'Who may see it; left out, everybody.'],
    podcastStatus: [
      PodcastStatus,
      'status.podcastStatus',
      'Whether it will be a podcast; left out, it is none.',
    ],
    localizations: [
      [LocalizationInput],
      'localizations',
      'Title and description in further languages; they need `defaultLanguage`.',
      newLocalizations(limits),
    ],
  }),
  validate: requireDefaultLanguage,
  result: ['playlist', 'The playlist that was made.'],
});

const updatePlaylist = write('updatePlaylist', {
  description:
    'Changes what is named of a playlist and keeps the rest: it reads the parts concerned, merges and replaces them. Concurrent changes of other fields are kept; of two writers of the same field the last one wins. Its items are changed by mutations of their own.',
  inputDescription:
    'What to change on a playlist. A field left out keeps its value, null clears it.',
  operation: playlists.update,
  target: Playlist,
  id: 'Which playlist, one of your own.',
  strategy: replaceParts({
    // The API accepts localizations only together with the default language.
    resend: { localizations: ['snippet'] },
    // A status replaced without the privacy status would make a private playlist public.
    requiredPath: { status: 'status.privacyStatus' },
  }),
  input: changes(playlists.update, {
    title: [
      'String',
      'snippet.title',
      'Another name, up to 150 characters; it cannot be cleared.',
      title,
    ],
    description: [
      'String',
      'snippet.description',
      'What the list is about now, up to 5000 characters.',
      description,
    ],
    defaultLanguage: [
      'LanguageTag',
      'snippet.defaultLanguage',
      'The language that name and description are written in from now on.',
    ],
    privacyStatus: [
      PrivacyStatus,
      'status.privacyStatus',
      'Who may see it from now on.',
      { clearable: false },
    ],
    podcastStatus: [
      PodcastStatus,
      'status.podcastStatus',
      'Whether it is a podcast from now on.',
      { clearable: false },
    ],
    localizations: [
      LocalizationChange,
      'localizations',
      'Name and description in other languages; they need a `defaultLanguage`.',
      changedLocalizations(limits),
    ],
  }),
  adjust: (next, current, input) => {
    if (next.localizations && next.snippet?.defaultLanguage == null) throw missingDefaultLanguage();
    syncDefaultLanguage(next, current, input);
  },
  result: ['playlist', 'The playlist after the change.'],
});

const deletePlaylist = write('deletePlaylist', {
  description: 'Deletes a playlist for good; its videos stay.',
  inputDescription: 'Which playlist to delete.',
  operation: playlists.delete,
  target: Playlist,
  id: 'The playlist, one of your own.',
  strategy: remove(),
  deletes: 'The global id of the playlist that is gone.',
});

export const playlistWrites = [createPlaylist, updatePlaylist, deletePlaylist];

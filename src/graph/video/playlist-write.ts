/** Writes to playlists; those to their items stand beside the items. */
import type { youtube_v3 } from '@googleapis/youtube';
import { Paths } from '../../data/read/path.ts';
import { filled, updateParts } from '../../data/write/update.ts';
import { upstreamError } from '../../upstream/error.ts';
import { playlists } from '../../upstream/video/index.ts';
import { blaming, naming } from '../error-path.ts';
import { changes } from '../field/change.ts';
import { deletion } from '../field/deletion.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom } from '../global-id.ts';
import { checkText } from '../text.ts';
import {
  changeLocalizations,
  keepInStep,
  LocalizationChange,
  LocalizationInput,
  newLocalizations,
  untranslatable,
} from './localization.ts';
import { PodcastStatus } from './playlist.ts';
import { PrivacyStatus } from './privacy.ts';
import { Playlist } from './resource.ts';

const mostOfTitle = 150;
const mostOfDescription = 5000;

interface Texts {
  readonly title?: string | null;
  readonly description?: string | null;
}

interface Translation extends Texts {
  readonly language: string;
}

/** @param at where the texts stand in the input, with a dot at its end */
function checkTexts({ title, description }: Texts, at = ''): void {
  checkText(`${at}title`, title, mostOfTitle, 1);
  checkText(`${at}description`, description, mostOfDescription);
}

const checkTranslations = (
  translations: readonly Translation[] | null | undefined,
  argument: string,
): void => translations?.forEach((each, index) => checkTexts(each, `${argument}.${index}.`));

const beginnings = changes(playlists.insert, {
  title: ['String', 'snippet.title', 'What it will be called, up to 150 characters.'],
  description: ['String', 'snippet.description', 'What it will be about, up to 5000 characters.'],
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
    newLocalizations,
  ],
});

mutation('createPlaylist', {
  description:
    'Makes a playlist on the channel of the caller, with nothing in it. Where the answer is lost, nobody can tell whether it was made: look before you repeat it.',
  operations: [playlists.insert],
  inputDescription: 'What the new playlist is like.',
  input: (t) => ({
    ...beginnings.inputs(t),
    title: t.string({
      required: true,
      description: 'What it will be called, up to 150 characters.',
    }),
  }),
  node: ['playlist', Playlist, 'The playlist that was made.'],
  run: async (input, execution, wanted) => {
    checkTexts(input);
    checkTranslations(input.localizations, 'localizations');
    if (input.localizations?.length > 0 && input.defaultLanguage == null) throw untranslatable();
    const changes = beginnings.changesOf(input);
    const { body, parts } = filled(changes);
    // Parts that are read alone cost nothing here, and a call of their own afterwards.
    const answered = Paths.of('id', ...parts, ...wanted.parts);
    const made = await blaming(
      changes,
      execution.send(playlists.insert, { part: answered.parts, body }),
    );
    if (made.id == null) throw upstreamError(playlists.insert, 'UPSTREAM_INVALID');
    const ref = refFrom(Playlist.resource, made.id);
    execution.invalidate(ref, made, answered);
    return { ref };
  },
});

const playlistChanges = changes(
  playlists.update,
  {
    title: ['String', 'snippet.title', 'Another name, up to 150 characters; it cannot be cleared.'],
    description: [
      'String',
      'snippet.description',
      'What the list is about now, up to 5000 characters.',
    ],
    defaultLanguage: [
      'LanguageTag',
      'snippet.defaultLanguage',
      'The language that name and description are written in from now on.',
    ],
    privacyStatus: [PrivacyStatus, 'status.privacyStatus', 'Who may see it from now on.'],
    podcastStatus: [PodcastStatus, 'status.podcastStatus', 'Whether it is a podcast from now on.'],
    localizations: [
      LocalizationChange,
      'localizations',
      'Name and description in other languages; they need a `defaultLanguage`.',
      changeLocalizations,
    ],
  },
  ['privacyStatus', 'podcastStatus'],
);

mutation('updatePlaylist', {
  description:
    'Changes what is named of a playlist and keeps the rest: it reads the parts concerned, merges and replaces them. Of two writers of the same field the last one wins; the service has no proven conditional write. Its items are changed by mutations of their own.',
  operations: [playlists.list, playlists.update],
  inputDescription:
    'What to change on a playlist. A field left out keeps its value, null clears it.',
  input: (t) => ({
    id: t.id({ required: true, description: 'Which playlist, one of your own.' }),
    ...playlistChanges.inputs(t),
  }),
  node: ['playlist', Playlist, 'The playlist after the change.'],
  run: async ({ id, ...input }, execution) => {
    const ref = refFrom(Playlist.resource, id);
    checkTexts(input);
    checkTranslations(input.localizations?.set, 'localizations.set');
    const asked = new Set(Object.keys(input));
    const changes = playlistChanges.changesOf(input);
    const update = updateParts(execution, {
      ref,
      write: playlists.update,
      changes,
      // Upstream takes translations only together with the language that they are translated from.
      alongside: asked.has('localizations') ? ['snippet'] : [],
      // Replaced without it, a private list would be public.
      always: { status: 'status.privacyStatus' },
      adjust: (next: youtube_v3.Schema$Playlist, current) => {
        if (next.localizations && next.snippet?.defaultLanguage == null) throw untranslatable();
        keepInStep(next, current, asked);
      },
    });
    return { ref: await blaming(changes, naming(ref.key[0]!, update)) };
  },
});

deletion('deletePlaylist', {
  target: Playlist,
  operation: playlists.delete,
  description: 'Deletes a playlist for good; its videos stay.',
  inputDescription: 'Which playlist to delete.',
  which: 'The playlist, one of your own.',
  deletes: 'The global id of the playlist that is gone.',
});

/** Writes to the video data service: one of each pattern. */
import type { youtube_v3 } from '@googleapis/youtube';
import { changeMap } from '../../data/keyed-list.ts';
import { updateParts } from '../../data/update.ts';
import { playlists, videos } from '../../upstream/video/index.ts';
import { builder } from '../builder.ts';
import { changes } from '../field/change.ts';
import { mutation } from '../field/mutation.ts';
import { globalId, refFrom } from '../global-id.ts';
import { PrivacyStatus } from './privacy.ts';
import { Playlist, Video } from './resource.ts';
import { VideoLicense } from './video.ts';

const Localization = builder.inputType('VideoLocalizationInput', {
  description: 'Title and description of a video in one language.',
  fields: (t) => ({
    language: t.field({ type: 'LanguageTag', required: true, description: 'Which language.' }),
    title: t.string({ description: 'The title in it; left out, an existing one stays.' }),
    description: t.string({ description: 'The description in it; left out, an existing one stays.' }),
  }),
});
const LocalizationChange = builder.inputType('VideoLocalizationChange', {
  description: 'Changes to the languages of a video; those that are not named stay.',
  fields: (t) => ({
    set: t.field({ type: [Localization], description: 'Languages to add or change.' }),
    remove: t.field({ type: ['LanguageTag'], description: 'Languages to drop.' }),
    replaceAll: t.boolean({ defaultValue: false, description: 'Drop every language that `set` does not name.' }),
  }),
});
interface LocalizationValue {
  readonly language: string;
  readonly title?: string | null;
  readonly description?: string | null;
}
interface LocalizationChangeValue {
  readonly set?: readonly LocalizationValue[] | null;
  readonly remove?: readonly string[] | null;
  readonly replaceAll?: boolean | null;
}
type Localizations = Record<string, youtube_v3.Schema$VideoLocalization>;

function changeLocalizations(
  { set, remove, replaceAll }: LocalizationChangeValue,
  current: Localizations = {},
  argument: string,
): Localizations {
  const entries = set?.map(({ language, ...value }) => ({ key: language, value: { ...current[language], ...given(value) } }));
  return changeMap(current, { set: entries, remove, replaceAll }, argument);
}
const given = (value: object): object => Object.fromEntries(Object.entries(value).filter(([, each]) => each != null));

const videoChanges = changes(videos.update, {
  title: ['String', 'snippet.title', 'The new title, up to 100 characters; it can not be cleared.'],
  description: ['String', 'snippet.description', 'The new text below the player.'],
  tags: [['String'], 'snippet.tags', 'All keywords: the list replaces the old one.'],
  categoryId: ['String', 'snippet.categoryId', 'Another category; it can not be cleared.'],
  defaultLanguage: ['LanguageTag', 'snippet.defaultLanguage', 'The language of title and description.'],
  defaultAudioLanguage: ['LanguageTag', 'snippet.defaultAudioLanguage', 'The language spoken in the video.'],
  localizations: [LocalizationChange, 'localizations', 'Title and description in other languages.', changeLocalizations],
  privacyStatus: [PrivacyStatus, 'status.privacyStatus', 'Who may watch it from now on.'],
  publishAt: ['DateTime', 'status.publishAt', 'When it goes public by itself: in the future, and for private videos alone.'],
  license: [VideoLicense, 'status.license', 'What others may do with the video.'],
  embeddable: ['Boolean', 'status.embeddable', 'Whether other sites may embed it.'],
  publicStatsViewable: ['Boolean', 'status.publicStatsViewable', 'Whether everybody may see extended statistics.'],
  selfDeclaredMadeForKids: ['Boolean', 'status.selfDeclaredMadeForKids', 'Whether you declare it as made for children.'],
  containsSyntheticMedia: ['Boolean', 'status.containsSyntheticMedia', 'Whether it holds realistic altered or synthetic content.'],
  recordedAt: ['DateTime', 'recordingDetails.recordingDate', 'When it was recorded.'],
  hasPaidProductPlacement: ['Boolean', 'paidProductPlacementDetails.hasPaidProductPlacement', 'Whether it shows paid product placement.'],
});

/** A date of publication goes along only while it lies ahead and the video is private: upstream refuses any other. */
function adjustVideo(next: youtube_v3.Schema$Video, current: youtube_v3.Schema$Video, asked: ReadonlySet<string>): void {
  const { status, snippet, localizations } = next;
  if (status?.publishAt && !asked.has('publishAt') && (status.privacyStatus !== 'private' || Date.parse(status.publishAt) <= Date.now()))
    delete status.publishAt;
  // The entry of the default language is the title itself: left as it was, it would bring the old title back.
  const language = snippet?.defaultLanguage ?? current.snippet?.defaultLanguage;
  const entry = language ? localizations?.[language] : undefined;
  if (entry && asked.has('title') && snippet?.title) entry.title = snippet.title;
  if (entry && asked.has('description') && snippet) entry.description = snippet.description ?? '';
}

mutation('updateVideo', {
  description:
    'Changes what is named and keeps the rest: it reads the parts concerned, merges and replaces them. Two writers of the same field: the last one wins, since the service has no proven conditional write.',
  operations: [videos.list, videos.update],
  inputDescription: 'What to change on a video. A field left out keeps its value, null clears it.',
  input: (t) => ({ id: t.id({ required: true, description: 'The video to change.' }), ...videoChanges.inputs(t) }),
  node: ['video', Video, 'The video as it is now.'],
  run: async ({ id, ...input }, scope) => {
    const asked = new Set(Object.keys(input));
    const ref = await updateParts(scope, {
      ref: refFrom(Video.resource, id),
      write: videos.update,
      changes: videoChanges.changesOf(input),
      ownerProof: 'processingDetails.processingStatus',
      adjust: (next, current) => adjustVideo(next, current, asked),
    });
    return { ref };
  },
});

mutation('deletePlaylist', {
  description: 'Deletes a playlist for good; its videos stay.',
  operations: [playlists.delete],
  inputDescription: 'Which playlist to delete.',
  input: (t) => ({ id: t.id({ required: true, description: 'The playlist, one of your own.' }) }),
  deletes: 'The global id of the playlist that is gone.',
  run: async ({ id }, scope) => {
    const { key } = refFrom(Playlist.resource, id);
    await scope.send(playlists.delete, { id: key[0]! });
    scope.wrote();
    return { deletedId: globalId('Playlist', key) };
  },
});

/** Writes to videos. */
import type { youtube_v3 } from '@googleapis/youtube';
import { updateParts } from '../../data/update.ts';
import { videos } from '../../upstream/video/index.ts';
import { blaming } from '../blame.ts';
import { changes } from '../field/change.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom } from '../global-id.ts';
import { changeLocalizations, keepInStep, LocalizationChange } from './localization.ts';
import { PrivacyStatus } from './privacy.ts';
import { Video } from './resource.ts';
import { VideoLicense } from './video-enum.ts';

const videoChanges = changes(videos.update, {
  title: ['String', 'snippet.title', 'The new title, up to 100 characters; it cannot be cleared.'],
  description: ['String', 'snippet.description', 'The new text below the player.'],
  tags: [['String'], 'snippet.tags', 'All keywords: the list replaces the old one.'],
  categoryId: ['ID', 'snippet.categoryId', 'Another category; it cannot be cleared.'],
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
  const { status } = next;
  if (status?.publishAt && !asked.has('publishAt') && (status.privacyStatus !== 'private' || Date.parse(status.publishAt) <= Date.now()))
    delete status.publishAt;
  keepInStep(next, current, asked);
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
    const changes = videoChanges.changesOf(input);
    const update = updateParts(scope, {
      ref: refFrom(Video.resource, id),
      write: videos.update,
      changes,
      ownerProof: 'processingDetails.processingStatus',
      adjust: (next, current) => adjustVideo(next, current, asked),
    });
    return { ref: await blaming(changes, update) };
  },
});

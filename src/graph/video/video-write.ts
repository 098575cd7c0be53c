/** Writes to videos. */
import type { youtube_v3 } from '@googleapis/youtube';
import { filled, updateParts } from '../../data/write/update.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { videos } from '../../upstream/video/index.ts';
import { blaming, naming } from '../error-path.ts';
import { changes } from '../field/change.ts';
import { deletion } from '../field/deletion.ts';
import { mutation } from '../field/mutation.ts';
import { refFrom, upstreamId } from '../global-id.ts';
import { changeLocalizations, keepInStep, LocalizationChange } from './localization.ts';
import { PrivacyStatus } from './privacy.ts';
import { Video, VideoAbuseReportReason } from './resource.ts';
import {
  categoryOf,
  checkMetadata,
  checkPublishAt,
  checkTexts,
  type Metadata,
} from './video-check.ts';
import { VideoLicense } from './video-enum.ts';

const videoChanges = changes(
  videos.update,
  {
    title: [
      'String',
      'snippet.title',
      'The new title, up to 100 characters; it cannot be cleared.',
    ],
    description: ['String', 'snippet.description', 'The new text below the player.'],
    tags: [['String'], 'snippet.tags', 'All keywords: the list replaces the old one.'],
    categoryId: [
      'ID',
      'snippet.categoryId',
      'Another category, one that is `assignable`; it cannot be cleared.',
      categoryOf,
    ],
    defaultLanguage: [
      'LanguageTag',
      'snippet.defaultLanguage',
      'The language of title and description.',
    ],
    defaultAudioLanguage: [
      'LanguageTag',
      'snippet.defaultAudioLanguage',
      'The language spoken in the video.',
    ],
    localizations: [
      LocalizationChange,
      'localizations',
      'Title and description in other languages.',
      changeLocalizations,
    ],
    privacyStatus: [PrivacyStatus, 'status.privacyStatus', 'Who may watch it from now on.'],
    publishAt: [
      'DateTime',
      'status.publishAt',
      'When it goes public by itself: in the future, and for private videos alone.',
    ],
    license: [VideoLicense, 'status.license', 'What others may do with the video.'],
    embeddable: ['Boolean', 'status.embeddable', 'Whether other sites may embed it.'],
    publicStatsViewable: [
      'Boolean',
      'status.publicStatsViewable',
      'Whether everybody may see extended statistics.',
    ],
    selfDeclaredMadeForKids: [
      'Boolean',
      'status.selfDeclaredMadeForKids',
      'Whether you declare it as made for children.',
    ],
    containsSyntheticMedia: [
      'Boolean',
      'status.containsSyntheticMedia',
      'Whether it holds realistic altered or synthetic content.',
    ],
    recordedAt: ['DateTime', 'recordingDetails.recordingDate', 'When it was recorded.'],
    hasPaidProductPlacement: [
      'Boolean',
      'paidProductPlacementDetails.hasPaidProductPlacement',
      'Whether it shows paid product placement.',
    ],
  },
  // Left out, upstream would take its own word for them: a private video would be public.
  [
    'privacyStatus',
    'license',
    'embeddable',
    'publicStatsViewable',
    'selfDeclaredMadeForKids',
    'containsSyntheticMedia',
    'hasPaidProductPlacement',
  ],
);

/** A date of publication goes along only while it lies ahead and the video is private: upstream refuses any other. */
function adjustVideo(
  next: youtube_v3.Schema$Video,
  current: youtube_v3.Schema$Video,
  asked: ReadonlySet<string>,
): void {
  const { status } = next;
  if (
    status?.publishAt &&
    !asked.has('publishAt') &&
    (status.privacyStatus !== 'private' || Date.parse(status.publishAt) <= Date.now())
  )
    delete status.publishAt;
  keepInStep(next, current, asked);
}

/** Where upstream misses a language to translate from, it is the translations that can't be. */
const untranslatable = { 'body.snippet.defaultLanguage': 'localizations' };

mutation('updateVideo', {
  description:
    'Changes what is named and keeps the rest: it reads the parts concerned, merges and replaces them. Two writers of the same field: the last one wins, since the service has no proven conditional write.',
  operations: [videos.list, videos.update],
  inputDescription: 'What to change on a video. A field left out keeps its value, null clears it.',
  input: (t) => ({
    id: t.id({ required: true, description: 'The video to change.' }),
    ...videoChanges.inputs(t),
  }),
  node: ['video', Video, 'The video as it is now.'],
  run: async ({ id, ...input }, execution) => {
    const ref = refFrom(Video.resource, id);
    checkMetadata(input);
    checkPublishAt(input.publishAt);
    input.localizations?.set?.forEach((each: Metadata, index: number) =>
      checkTexts(each, `localizations.set.${index}.`),
    );
    const asked = new Set(Object.keys(input));
    const changes = videoChanges.changesOf(input);
    const update = updateParts(execution, {
      ref,
      write: videos.update,
      changes,
      ownerProof: 'processingDetails.processingStatus',
      // Replaced without it, what is private would be public.
      always: { status: 'status.privacyStatus' },
      adjust: (next, current) => adjustVideo(next, current, asked),
    });
    return { ref: await blaming(changes, naming(ref.key[0]!, update), untranslatable) };
  },
});

deletion('deleteVideo', {
  target: Video,
  operation: videos.delete,
  description:
    'Deletes a video for good, with its comments and its broadcast. Playlists keep the places where it stood, without a video.',
  inputDescription: 'Which of your videos to delete.',
  which: 'The video, one of your own.',
  deletes: 'The global id of the video that is gone.',
});

const reported = changes(videos.reportAbuse, {
  videoId: [
    'ID',
    'videoId',
    'The video that should not be there.',
    (id) => refFrom(Video.resource, id, 'videoId').key[0],
  ],
  reasonId: [
    'ID',
    'reasonId',
    'Why, of `videoAbuseReportReasons`.',
    (id) => upstreamId(VideoAbuseReportReason.resource, id, 'reasonId'),
  ],
  secondaryReasonId: [
    'ID',
    'secondaryReasonId',
    'Why exactly: a secondary reason of that reason.',
    (id: string) => {
      if (id.startsWith('~'))
        throw new InvalidInput('secondaryReasonId', 'secondary reasons have no global ids');
      return id;
    },
  ],
  comments: ['String', 'comments', 'What else whoever looks into it should know.'],
  language: ['LanguageTag', 'language', 'The language of `comments`.'],
});

mutation('reportVideoAbuse', {
  description:
    'Reports a video to the platform, which looks into it by itself. Where the answer is lost, nobody can tell whether the report arrived; each one counts towards how many a person may send.',
  operations: [videos.reportAbuse],
  inputDescription: 'Which video is reported, and why.',
  input: (t) => ({
    ...reported.inputs(t),
    videoId: t.id({ required: true, description: 'The video that should not be there.' }),
    reasonId: t.id({ required: true, description: 'Why, of `videoAbuseReportReasons`.' }),
  }),
  node: ['video', Video, 'The video that was reported; nothing of it has changed.'],
  run: async (input, execution) => {
    const ref = refFrom(Video.resource, input.videoId, 'videoId');
    const changes = reported.changesOf(input);
    const { body } = filled(changes);
    await blaming(changes, naming(ref.key[0]!, execution.send(videos.reportAbuse, { body })));
    return { ref };
  },
});

/** Videos, their captions and pictures. */
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { png } from '../../support/image.ts';
import type { Fixtures, Rejected } from './fixture.ts';
import {
  anyVideoValues,
  french,
  frenchTexts,
  german,
  germanTexts,
  newVideoFields,
  opensUpload,
  rejectedTexts,
  rejectedVideo,
} from './fixture-new-video.ts';

const { unlistedCut, trailer } = ids.video;
const picture = { type: 'image/png', bytes: png };
const textFile = { type: 'image/png', bytes: 'no picture' };

const subtitles = {
  type: 'application/x-subrip',
  bytes: '1\n00:00:00,000 --> 00:00:01,000\nHei\n',
};

const captionKey = { videoId: trailer, captionId: ids.caption.draft };
const missingCaption = globalId('Caption', [trailer, ids.caption.missing]);

/** The id arguments of every write that names a caption track. */
const captionIds = {
  'by.id': { missing: missingCaption, path: ['by'] },
  // The REST API takes the track's id alone: a track of another video is not looked for.
  'by.key.videoId': {},
  'by.key.captionId': {
    missing: ids.caption.missing,
    with: { by: { key: { ...captionKey, captionId: ids.caption.missing } } },
    path: ['by'],
  },
};

const file = { contentType: ['video/mp4', 'video/webm'] } as const;

const rejectedUpload: Readonly<Record<string, readonly Rejected[]>> = {
  contentType: [{ input: { contentType: 'no type' } }],
  contentLength: [{ input: { contentLength: '0' } }],
};

const newVideo = {
  entity: 'video/videos',
  fields: { ...newVideoFields, ...file, contentLength: ['4096', '8192'] },
  callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
  ids: { categoryId: { missing: '999', code: 'INVALID_INPUT' } },
  rejected: { ...rejectedVideo, ...rejectedUpload },
  accepts: anyVideoValues,
  repeatable: { 'video:videos.insert': opensUpload },
} as const;

export const videoFixtures: Fixtures = {
  createVideo: newVideo,
  updateVideo: {
    // Only a video that has never been published can have a date of publication.
    target: { id: unlistedCut },
    entity: `video/videos/${unlistedCut}`,
    fields: {
      title: ['All of it ✨', 'Another title'],
      description: ['First text', 'Second text'],
      tags: [['one', 'two words'], ['three']],
      categoryId: ['22', '24'],
      defaultLanguage: ['sv', 'fi'],
      defaultAudioLanguage: ['pt-BR', 'fi'],
      localizations: {
        values: [{ replaceAll: [german] }, { replaceAll: [french] }],
        stored: [{ de: germanTexts }, { fr: frenchTexts }],
      },
      // A date of publication is dropped together with the private status that it needs.
      privacyStatus: {
        values: ['PRIVATE', 'UNLISTED'],
        alsoChanges: [`video/videos/${unlistedCut}/status/publishAt`],
      },
      publishAt: ['2099-01-01T00:00:00Z', '2099-02-01T00:00:00Z'],
      license: ['CREATIVE_COMMON', 'YOUTUBE'],
      embeddable: [false, true],
      publicStatsViewable: [false, true],
      selfDeclaredMadeForKids: [true, false],
      containsSyntheticMedia: [true, false],
      recordedAt: ['2026-01-02T03:04:05Z', '2025-01-02T03:04:05Z'],
      hasPaidProductPlacement: [true, false],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: {
      id: { missing: ids.video.missing },
      categoryId: { missing: '999', code: 'INVALID_INPUT' },
    },
    rejected: {
      ...rejectedTexts,
      localizations: [
        {
          input: { localizations: { set: [{ ...german, title: 'x'.repeat(101) }] } },
          path: 'localizations.set.0.title',
        },
        {
          input: { localizations: { set: [german, { language: 'sv', title: '' }] } },
          path: 'localizations.set.1.title',
        },
      ],
      publishAt: [
        { input: { publishAt: '2020-01-01T00:00:00Z' } },
        { input: { publishAt: '2099-01-01T00:00:00Z', privacyStatus: 'UNLISTED' } },
      ],
    },
    accepts: [
      'defaultLanguage',
      'defaultAudioLanguage',
      'privacyStatus',
      'license',
      'embeddable',
      'publicStatsViewable',
      'selfDeclaredMadeForKids',
      'containsSyntheticMedia',
      'recordedAt',
      'hasPaidProductPlacement',
    ],
  },
  deleteVideo: {
    target: { id: trailer },
    entity: `video/videos/${trailer}`,
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.video.missing } },
  },
  rateVideo: {
    target: { id: trailer },
    entity: `video/ratings/${ids.person.ava}/${trailer}`,
    fields: { rating: ['LIKE', 'DISLIKE'] },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.video.missing } },
    rejected: {
      id: [
        {
          input: { id: ids.video.commentsOff },
          code: 'FORBIDDEN',
          reason: 'videoRatingDisabled',
        },
      ],
    },
    accepts: ['rating'],
  },
  reportVideoAbuse: {
    target: { id: ids.video.emoji },
    entity: 'video/abuseReports',
    fields: {
      reasonId: ['V', 'S'],
      secondaryReasonId: ['35', '36'],
      comments: ['At 0:42', 'At 0:43'],
      language: ['de', 'en'],
    },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'FORBIDDEN' },
    ids: {
      id: { missing: ids.video.missing },
      reasonId: { missing: 'Z', code: 'INVALID_INPUT' },
      secondaryReasonId: { missing: '999', code: 'INVALID_INPUT' },
    },
    rejected: {
      // The caller's own video.
      id: [{ input: { id: trailer }, code: 'FORBIDDEN', reason: 'forbidden' }],
      reasonId: [{ input: { reasonId: 'Z' }, reason: 'invalidAbuseReason' }],
      secondaryReasonId: [{ input: { secondaryReasonId: '27' }, reason: 'invalidAbuseReason' }],
    },
    accepts: ['comments', 'language'],
    again: 'ADDED',
  },
  setVideoThumbnail: {
    target: { id: trailer },
    entity: `video/videos/${trailer}/snippet/thumbnails`,
    file: picture,
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: { id: { missing: ids.video.missing } },
    rejected: { file: [{ input: {}, file: textFile }] },
  },
  createCaption: {
    entity: 'video/captions',
    fields: {
      videoId: [trailer, ids.video.makingOf],
      language: ['fi', 'nb'],
      name: ['Suomi', 'Norsk'],
      isDraft: [true, false],
    },
    file: subtitles,
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: { videoId: { missing: ids.video.missing } },
    rejected: {
      videoId: [
        { input: { videoId: ids.video.missing }, code: 'NOT_FOUND', reason: 'videoNotFound' },
      ],
      name: [{ input: { name: 'x'.repeat(151) } }],
      language: [{ input: { language: 'en-GB-oxendict-x-a' }, reason: 'invalidMetadata' }],
      file: [{ input: {}, file: { type: 'text/plain', bytes: '' } }],
    },
    accepts: ['isDraft'],
    again: 'CONFLICT',
  },
  updateCaption: {
    target: { by: { id: globalId('Caption', [trailer, ids.caption.draft]) } },
    entity: `video/captions/${ids.caption.draft}`,
    fields: { isDraft: [false, true] },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: captionIds,
    rejected: { file: [{ input: { file: null }, file: { type: 'text/plain', bytes: '' } }] },
    accepts: ['isDraft'],
  },
  deleteCaption: {
    target: { by: { key: captionKey } },
    entity: `video/captions/${ids.caption.draft}`,
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: captionIds,
  },
  'createUploadSession caption.new': {
    entity: 'video/captions',
    fields: {
      videoId: [trailer, ids.video.makingOf],
      language: ['fi', 'nb'],
      name: ['Suomi', 'Norsk'],
      isDraft: [true, false],
      contentType: ['text/vtt', 'application/octet-stream'],
      contentLength: ['4096', '8192'],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: { videoId: { missing: ids.video.missing } },
    rejected: {
      ...rejectedUpload,
      videoId: [
        { input: { videoId: ids.video.missing }, code: 'NOT_FOUND', reason: 'videoNotFound' },
      ],
      name: [{ input: { name: 'x'.repeat(151) } }],
      language: [{ input: { language: 'en-GB-oxendict-x-a' }, reason: 'invalidMetadata' }],
    },
    accepts: ['isDraft'],
    repeatable: { 'video:captions.insert': opensUpload },
  },
  'createUploadSession caption.existing': {
    target: { by: { key: captionKey } },
    entity: `video/captions/${ids.caption.draft}`,
    fields: {
      isDraft: [false, true],
      contentType: ['text/vtt', 'application/octet-stream'],
      contentLength: ['4096', '8192'],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: captionIds,
    rejected: rejectedUpload,
    accepts: ['isDraft'],
  },
};

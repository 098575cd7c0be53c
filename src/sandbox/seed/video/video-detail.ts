/** What only some videos have: restrictions and ratings, a place of recording, uploads that came to nothing. */
import type { Random } from '../../random.ts';
import type { VideoEntity } from '../../video/state.ts';
import { ids } from '../ids.ts';

/** Of the uploaded file. */
export function buildFileStreams(random: Random): object {
  const [widthPixels, heightPixels] = random.pick([
    [1920, 1080],
    [3840, 2160],
    [1080, 1920],
  ] as const);
  const frameRateFps = random.pick([23.976, 25, 59.94] as const);
  const picture = {
    widthPixels,
    heightPixels,
    frameRateFps,
    aspectRatio: widthPixels / heightPixels,
  };
  return {
    bitrateBps: '52428800',
    creationTime: '2025-11-02T08:15:00.000Z',
    videoStreams: [
      { ...picture, codec: 'prores', bitrateBps: '50331648', rotation: 'none', vendor: 'appl' },
    ],
    audioStreams: [{ channelCount: 2, codec: 'pcm_s24le', bitrateBps: '2097152', vendor: 'appl' }],
  };
}

export function addVideoDetails(videos: ReadonlyMap<string, VideoEntity>): void {
  const of = (name: keyof typeof ids.video): VideoEntity => videos.get(ids.video[name])!;
  Object.assign(of('rtl').contentDetails, {
    regionRestriction: { blocked: ['DE', 'AQ'] },
    countryRestriction: { allowed: true, exception: ['DE', 'AQ'] },
    contentRating: { fskRating: 'fsk12', ytRating: 'ytAgeRestricted' },
  });
  Object.assign(of('emoji').contentDetails, {
    regionRestriction: { allowed: ['NL', 'SE'] },
    contentRating: {
      djctqRating: 'djctq12',
      djctqRatingReasons: ['djctqFear', 'djctqDrugs'],
      fmocRating: 'fmoc12',
    },
    projection: '360',
  });
  Object.assign(of('localized').recordingDetails, {
    locationDescription: 'Kaj 4, Göteborg',
    location: { latitude: 57.7089, longitude: 11.9746, altitude: 3 },
  });
  const [processing, failedUpload, rejectedUpload] = [
    of('processing'),
    of('failedUpload'),
    of('rejectedUpload'),
  ];
  Object.assign(processing.status, { uploadStatus: 'uploaded' });
  processing.processingDetails = {
    processingStatus: 'processing',
    processingProgress: { partsTotal: '1000', partsProcessed: '420', timeLeftMs: '93000' },
    fileDetailsAvailability: 'available',
    thumbnailsAvailability: 'inProgress',
  };
  Object.assign(failedUpload.status, { uploadStatus: 'failed', failureReason: 'invalidFile' });
  failedUpload.processingDetails = {
    processingStatus: 'failed',
    processingFailureReason: 'transcodeFailed',
    processingIssuesAvailability: 'available',
  };
  failedUpload.fileDetails = { fileName: 'scan_0042.tif', fileSize: '7340032', fileType: 'image' };
  failedUpload.suggestions = {
    processingErrors: ['imageFile'],
    processingWarnings: ['unknownContainer'],
  };
  Object.assign(rejectedUpload.status, { uploadStatus: 'rejected', rejectionReason: 'copyright' });
  of('trailer').suggestions = {
    processingHints: ['nonStreamableMov'],
    editorSuggestions: ['videoStabilize'],
    tagSuggestions: [{ tag: 'harbour', categoryRestricts: ['1', '27'] }, { tag: 'ferry' }],
  };
}

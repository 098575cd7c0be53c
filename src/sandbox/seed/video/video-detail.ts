/** Details that only some videos have: restrictions, ratings, locations and failed uploads. */
import type { Random } from '../../random.ts';
import { buildShortThumbnail } from '../../video/image/thumbnail.ts';
import type { VideoEntity } from '../../video/state.ts';
import { ids } from '../ids.ts';

/** Builds the details of the uploaded file, which is a ProRes file. */
export const buildFileDetails = (
  random: Random,
  id: string,
  seconds: number,
): VideoEntity['fileDetails'] => ({
  fileName: `${id}.mov`,
  fileSize: String(seconds * 1_900_000),
  fileType: 'video',
  container: 'mov',
  durationMs: String(seconds * 1000),
  bitrateBps: '52428800',
  creationTime: '2025-11-02T08:15:00.000Z',
  videoStreams: [buildVideoStream(random)],
  audioStreams: [{ channelCount: 2, codec: 'pcm_s24le', bitrateBps: '2097152', vendor: 'appl' }],
});

function buildVideoStream(random: Random): object {
  const [widthPixels, heightPixels] = random.pick([
    [1920, 1080],
    [3840, 2160],
    [1080, 1920],
  ] as const);
  return {
    widthPixels,
    heightPixels,
    frameRateFps: random.pick([23.976, 25, 59.94] as const),
    aspectRatio: widthPixels / heightPixels,
    codec: 'prores',
    bitrateBps: '50331648',
    rotation: 'none',
    vendor: 'appl',
  };
}

/** Finds a video by its name in `ids.video`. */
type FindVideo = (name: keyof typeof ids.video) => VideoEntity;

/** Adds the details to the named videos. */
export function addVideoDetails(videos: ReadonlyMap<string, VideoEntity>): void {
  const find: FindVideo = (name) => videos.get(ids.video[name])!;
  addContentDetails(find);
  addUploadFailures(find);
  Object.assign(find('localized').recordingDetails, {
    locationDescription: 'Kaj 4, Göteborg',
    location: { latitude: 57.7089, longitude: 11.9746, altitude: 3 },
  });
  const { id, snippet } = find('commentsOff');
  snippet.thumbnails['shortsAspectRatio'] = buildShortThumbnail(`vi/${id}`);
  find('trailer').suggestions = {
    processingHints: ['nonStreamableMov'],
    editorSuggestions: ['videoStabilize'],
    tagSuggestions: [{ tag: 'harbour', categoryRestricts: ['1', '27'] }, { tag: 'ferry' }],
  };
}

function addContentDetails(find: FindVideo): void {
  Object.assign(find('rtl').contentDetails, {
    regionRestriction: { blocked: ['DE', 'AQ'] },
    contentRating: { fskRating: 'fsk12', ytRating: 'ytAgeRestricted' },
  });
  Object.assign(find('emoji').contentDetails, {
    regionRestriction: { allowed: ['NL', 'SE'] },
    contentRating: {
      djctqRating: 'djctq12',
      djctqRatingReasons: ['djctqFear', 'djctqDrugs'],
      fmocRating: 'fmoc12',
    },
    projection: '360',
  });
}

/** An upload in processing, one that failed, and one that YouTube rejected. */
function addUploadFailures(find: FindVideo): void {
  const processing = find('processing');
  Object.assign(processing.status, { uploadStatus: 'uploaded' });
  processing.processingDetails = {
    processingStatus: 'processing',
    processingProgress: { partsTotal: '1000', partsProcessed: '420', timeLeftMs: '93000' },
    fileDetailsAvailability: 'available',
    thumbnailsAvailability: 'inProgress',
  };
  const failed = find('failedUpload');
  Object.assign(failed.status, { uploadStatus: 'failed', failureReason: 'invalidFile' });
  failed.processingDetails = {
    processingStatus: 'failed',
    processingFailureReason: 'transcodeFailed',
    processingIssuesAvailability: 'available',
  };
  failed.fileDetails = { fileName: 'scan_0042.tif', fileSize: '7340032', fileType: 'image' };
  failed.suggestions = {
    processingErrors: ['imageFile'],
    processingWarnings: ['unknownContainer'],
  };
  const { status } = find('rejectedUpload');
  Object.assign(status, { uploadStatus: 'rejected', rejectionReason: 'copyright' });
}

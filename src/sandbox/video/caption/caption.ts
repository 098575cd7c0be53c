/** Caption tracks. Only the owner of the video can read and write them. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { ApiError } from '../../http/api-error.ts';
import { replaceParts } from '../../call/replace.ts';
import { rfc3339 } from '../../time.ts';
import type { Media } from '../../upload/media.ts';
import { buildCaption, captionTime, speechRecognition } from './track.ts';
import { throwForbidden, throwInvalidValue, throwIdNotFound } from '../error.ts';
import { isLanguageTag } from '../language.ts';
import { findByIds, listResponse } from '../list-response.ts';
import { type CaptionTrackEntity, videoState } from '../state.ts';
import { isLongerThan } from '../../text.ts';
import { findOwnVideo, isOwnVideo } from '../video/access.ts';

const domain = 'youtube.caption';
const maxNameLength = 150;

/** `captions.list`: the caption tracks of one of the caller's videos. */
export const listCaptions: Handler = (call) => {
  const { query, simulation } = call;
  const video = findOwnVideo(call, query.text('videoId')!, domain, 'videoId');
  const { captions } = videoState(simulation);
  const tracks = query.has('id')
    ? findByIds(query.list('id'), (id) => captions.get(id))
    : [...captions.values()];
  const ofVideo = tracks.filter(({ snippet }) => snippet.videoId === video.id);
  return listResponse(call, ofVideo, serializeCaption);
};

const serializeCaption = ({ kind, id, snippet }: CaptionTrackEntity): object => ({
  kind,
  id,
  snippet,
});

/**
 * Returns a caption track of one of the caller's videos.
 * @throws ApiError 404 for an unknown id; 403 for a track of another channel's video
 */
export function findOwnCaption(call: ApiCall, id: string, location: string): CaptionTrackEntity {
  const { captions, videos } = videoState(call.simulation);
  const track = captions.get(id);
  if (!track) return throwIdNotFound(domain, 'captionNotFound', location);
  return isOwnVideo(call, videos.get(track.snippet.videoId)!) ? track : throwForbidden(domain);
}

interface CaptionSnippet {
  readonly videoId: string;
  readonly language: string;
  readonly name: string;
  readonly isDraft?: boolean | null;
}

/** Checks the metadata of `captions.insert`. */
export function checkCaptionInsert(call: ApiCall): void {
  const { videoId, language, name } = call.body['snippet'] as CaptionSnippet;
  findOwnVideo(call, videoId, domain, 'body.snippet.videoId');
  if (isLongerThan(name, maxNameLength))
    throwInvalidValue(domain, 'nameTooLong', 'body.snippet.name');
  if (!isLanguageTag(language))
    throwInvalidValue(domain, 'invalidMetadata', 'body.snippet.language');
  const exists = [...videoState(call.simulation).captions.values()].some(
    ({ snippet }) =>
      snippet.videoId === videoId &&
      snippet.language === language &&
      snippet.name === name &&
      snippet.trackKind !== speechRecognition,
  );
  if (exists)
    throw new ApiError(409, 'captionExists', {
      domain,
      message: 'The video has such a caption track already.',
    });
}

/** `captions.insert`: stores a track with the uploaded file. */
export const insertCaption: Handler = (call) => {
  const { simulation, body, media } = call;
  if (!media || media.size === 0) return throwInvalidValue(domain, 'contentRequired', 'body');
  const { videoId, language, name, isDraft } = body['snippet'] as CaptionSnippet;
  const key = `caption ${rfc3339(simulation.now())} ${videoId} ${language} ${name}`;
  const track = buildCaption(`AUie${stableId(key, 39)}`, {
    videoId,
    language,
    name,
    audioTrackType: 'unknown',
    isDraft: isDraft ?? false,
  });
  videoState(simulation).captions.set(track.id, track);
  storeFile(call, track, media);
  return serializeCaption(track);
};

/** Checks the metadata of `captions.update`. */
export function checkCaptionUpdate(call: ApiCall): void {
  findOwnCaption(call, call.body['id'] as string, 'body.id');
}

/** `captions.update`: replaces the draft state, the file or both. */
export const updateCaption: Handler = (call) => {
  const { body, media, query } = call;
  const track = findOwnCaption(call, body['id'] as string, 'body.id');
  if (query.flag('sync') && !media) throwInvalidValue(domain, 'contentRequired', 'body');
  replaceParts(track, call, { 'snippet.isDraft': false });
  if (media) storeFile(call, track, media);
  return serializeCaption(track);
};

/** `captions.delete`. */
export const deleteCaption: Handler = (call) => {
  const track = findOwnCaption(call, call.query.text('id')!, 'id');
  videoState(call.simulation).captions.delete(track.id);
  return undefined;
};

/** Stores a file. One of an unknown format is accepted, and the track gets the status `failed`. */
function storeFile({ simulation }: ApiCall, track: CaptionTrackEntity, { bytes }: Media): void {
  track.content = bytes.toString();
  track.snippet.lastUpdated = captionTime(simulation.now());
  delete track.snippet.failureReason;
  const isKnownFormat =
    /^(\uFEFF?WEBVTT|Scenarist_SCC|<\?xml|<tt\b)|-->|^\d+:\d\d:\d\d\.\d+,\d/m.test(track.content);
  track.snippet.status = isKnownFormat ? 'serving' : 'failed';
  if (!isKnownFormat) track.snippet.failureReason = 'unknownFormat';
}

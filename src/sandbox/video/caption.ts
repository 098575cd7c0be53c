/** Caption tracks: those who may edit a video see and write them. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { replaceParts } from '../replace.ts';
import type { Media } from '../upload/media.ts';
import { rfc3339 } from '../time.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { findByIds, listResponse } from './list-response.ts';
import { type CaptionTrackEntity, type VideoEntity, videoState } from './state.ts';
import { isOwnVideo, isVisibleVideo } from './video.ts';

const domain = 'youtube.caption';
const longestName = 150;

const wrong = (reason: string, location: string): never => {
  throw new ApiError(400, reason, { domain, location, locationType: 'other' });
};

export const listCaptions: Handler = (call) => {
  const { query, simulation } = call;
  const video = editable(call, query.text('videoId')!, 'videoId');
  const { captions } = videoState(simulation);
  const own = [...captions.values()].filter(({ snippet }) => snippet.videoId === video.id);
  const chosen = query.has('id')
    ? findByIds(query.list('id'), (id) => captions.get(id)).filter(
        ({ snippet }) => snippet.videoId === video.id,
      )
    : own;
  return listResponse(call, 'captionListResponse', chosen, show);
};

const show = ({ kind, id, snippet }: CaptionTrackEntity): object => ({ kind, id, snippet });

function editable(call: ApiCall, id: string, location: string): VideoEntity {
  const video = videoState(call.simulation).videos.get(id);
  if (!video || !isVisibleVideo(call, video))
    return throwNotFound(domain, 'videoNotFound', location);
  return isOwnVideo(call, video) ? video : throwForbidden(domain);
}

/** The track that a call names, if it may be seen and changed. */
export function findOwnCaption(call: ApiCall, id: string, location: string): CaptionTrackEntity {
  const track = videoState(call.simulation).captions.get(id);
  if (!track) return throwNotFound(domain, 'captionNotFound', location);
  if (!isOwnVideo(call, videoState(call.simulation).videos.get(track.snippet.videoId)!))
    return throwForbidden(domain);
  return track;
}

interface Snippet {
  readonly videoId: string;
  readonly language: string;
  readonly name: string;
  readonly isDraft?: boolean | null;
}

export function checkCaptionInsert(call: ApiCall): void {
  const { videoId, language, name } = call.body['snippet'] as Snippet;
  editable(call, videoId, 'body.snippet.videoId');
  if (Array.from(name).length > longestName) wrong('nameTooLong', 'body.snippet.name');
  if (!/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language))
    wrong('invalidMetadata', 'body.snippet.language');
  const taken = [...videoState(call.simulation).captions.values()].some(
    ({ snippet }) =>
      snippet.videoId === videoId &&
      snippet.language === language &&
      snippet.name === name &&
      snippet.trackKind !== 'ASR',
  );
  if (taken)
    throw new ApiError(409, 'captionExists', {
      domain,
      message: 'The video has such a caption track already.',
    });
}

export const insertCaption: Handler = (call) => {
  const { simulation, body, media } = call;
  if (!media || media.size === 0) return wrong('contentRequired', 'body');
  const { captions } = videoState(simulation);
  const { videoId, language, name, isDraft } = body['snippet'] as Snippet;
  const id = `AUie${stableId(`caption ${rfc3339(simulation.now())} ${videoId} ${language} ${name}`, 39)}`;
  const track: CaptionTrackEntity = {
    kind: 'youtube#caption',
    id,
    snippet: {
      videoId,
      lastUpdated: '',
      trackKind: 'standard',
      language,
      name,
      audioTrackType: 'unknown',
      isCC: false,
      isLarge: false,
      isEasyReader: false,
      isDraft: isDraft ?? false,
      isAutoSynced: false,
      status: 'serving',
    },
    content: '',
  };
  captions.set(id, track);
  write(call, track, media);
  return show(track);
};

export function checkCaptionUpdate(call: ApiCall): void {
  findOwnCaption(call, call.body['id'] as string, 'body.id');
}

export const updateCaption: Handler = (call) => {
  const { operation, body, parts, media, query } = call;
  const track = findOwnCaption(call, body['id'] as string, 'body.id');
  if (query.flag('sync') && !media) wrong('contentRequired', 'body');
  replaceParts(operation, track, body, parts, { 'snippet.isDraft': false });
  if (media) write(call, track, media);
  return show(track);
};

export const deleteCaption: Handler = (call) => {
  const track = findOwnCaption(call, call.query.text('id')!, 'id');
  videoState(call.simulation).captions.delete(track.id);
  return undefined;
};

/** Text that is no captions is taken all the same; the track then says that it failed. */
function write({ simulation }: ApiCall, track: CaptionTrackEntity, { bytes }: Media): void {
  track.content = bytes.toString();
  const fits = /^(\uFEFF?WEBVTT|Scenarist_SCC|<\?xml|<tt\b)|-->|^\d+:\d\d:\d\d\.\d+,\d/m.test(
    track.content,
  );
  const outcome = fits
    ? { status: 'serving' as const }
    : { status: 'failed' as const, failureReason: 'unknownFormat' as const };
  delete track.snippet.failureReason;
  Object.assign(track.snippet, outcome, { lastUpdated: rfc3339(simulation.now()) });
}

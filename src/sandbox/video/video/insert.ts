/** Uploads of videos. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { ApiError } from '../../http/api-error.ts';
import { replaceParts } from '../../call/replace.ts';
import { ids } from '../../seed/ids.ts';
import { channelNames } from '../../seed/video/channel-profile.ts';
import { buildVideo } from '../../seed/video/video.ts';
import { rfc3339 } from '../../time.ts';
import { videoState } from '../state.ts';
import { serializeVideo } from './video.ts';
import {
  checkDefaultLanguage,
  checkSnippet,
  checkStatus,
  videoDefaults,
  type VideoSnippetBody,
  type VideoStatusBody,
  withBrandChannel,
} from './validation.ts';

/** The values of required properties that the request leaves out. */
const snippetDefaults = { title: 'unknown', categoryId: '22' };

const readSnippet = ({ body }: ApiCall): VideoSnippetBody => ({
  ...snippetDefaults,
  ...(body['snippet'] as Partial<VideoSnippetBody> | undefined),
});

/** Checks the metadata of `videos.insert`. */
export function checkVideoInsert(call: ApiCall): void {
  const { parts, body } = call;
  if (parts.has('snippet')) checkSnippet(readSnippet(call));
  if (parts.has('status')) checkStatus(body['status'] as VideoStatusBody | undefined);
  checkDefaultLanguage(call);
  withBrandChannel(call);
}

/** `videos.insert`: stores the video, which is being processed. */
export const insertVideo: Handler = (call) => {
  const { simulation, user, media } = call;
  if (!media || media.size === 0)
    throw new ApiError(400, 'mediaBodyRequired', { domain: 'youtube.video' });
  const { videos } = videoState(simulation);
  const id = stableId(`video ${videos.size} ${media.sha256}`, 11);
  const channel = channelNames.find((name) => ids.channel[name] === user.channelId)!;
  const video = buildVideo(simulation, {
    ...snippetDefaults,
    id,
    channel,
    age: 0,
    seconds: 0,
    description: '',
  });
  const sent = { ...call, body: { ...withBrandChannel(call), snippet: readSnippet(call) } };
  replaceParts(video, sent, videoDefaults);
  video.snippet.publishedAt = rfc3339(simulation.now());
  video.status = { ...video.status, uploadStatus: 'uploaded' };
  video.fileDetails = { fileSize: String(media.size) };
  video.processingDetails = { processingStatus: 'processing' };
  videos.set(id, video);
  return serializeVideo(call, video);
};

/** Updates of videos. */
import type { Handler } from '../../call/handler.ts';
import { replaceParts } from '../../call/replace.ts';
import { serializeVideo } from './video.ts';
import { findOwnVideo } from './access.ts';
import {
  checkDefaultLanguage,
  checkSnippet,
  checkStatus,
  videoDefaults,
  type VideoSnippetBody,
  type VideoStatusBody,
  withBrandChannel,
} from './validation.ts';

/** `videos.update`: properties of the named parts that the body leaves out are reset. */
export const updateVideo: Handler = (call) => {
  const { body, parts } = call;
  const video = findOwnVideo(call, body['id'] as string, 'youtube.video', 'body.id');
  if (parts.has('snippet')) checkSnippet(body['snippet'] as VideoSnippetBody);
  if (parts.has('status')) checkStatus(body['status'] as VideoStatusBody | undefined);
  if (parts.has('localizations')) checkDefaultLanguage(call, video.snippet.defaultLanguage);
  replaceParts(video, { ...call, body: withBrandChannel(call) }, videoDefaults);
  return serializeVideo(call, video);
};

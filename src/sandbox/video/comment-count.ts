/** The number of comments that a video's statistics show. */
import type { VideoState } from './state.ts';

/** Keeps the number of a video's published comments in step. */
export function updateCommentCount(
  { videos, comments }: Pick<VideoState, 'videos' | 'comments'>,
  videoId: string | undefined,
): void {
  const video = videos.get(videoId ?? '');
  if (!video) return;
  const published = [...comments.values()].filter(
    (each) => each.videoId === videoId && each.moderationStatus === 'published',
  );
  video.statistics['commentCount'] = String(published.length);
}

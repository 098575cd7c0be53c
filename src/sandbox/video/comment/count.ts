/** The comment count in the statistics of a video. */
import type { VideoState } from '../state.ts';

/**
 * Sets the comment count of a video to the number of its published comments.
 * @param videoId undefined for comments on channels and posts: nothing is updated
 */
export function updateCommentCount(
  { videos, comments }: Pick<VideoState, 'videos' | 'comments'>,
  videoId: string | undefined,
): void {
  const video = videos.get(videoId ?? '');
  if (!video) return;
  let published = 0;
  for (const comment of comments.values())
    if (comment.videoId === videoId && comment.moderationStatus === 'published') published += 1;
  video.statistics['commentCount'] = String(published);
}

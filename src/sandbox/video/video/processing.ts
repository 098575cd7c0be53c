/** Simulated processing of uploaded videos. */
import type { VideoEntity } from '../state.ts';

/**
 * Completes the processing of a video. `videos.list` calls this after each response, so a new video
 * is first seen in processing and then processed. A video with a progress stays in processing.
 */
export function advanceProcessing(video: VideoEntity): void {
  const { status, processingDetails } = video;
  if (status['uploadStatus'] !== 'uploaded' || processingDetails['processingProgress']) return;
  video.status = { ...status, uploadStatus: 'processed' };
  video.processingDetails = { processingStatus: 'succeeded' };
}

/** The video service as a media studio and its neighbours would have filled it. */
import type { VideoState } from '../../video/state.ts';
import type { Simulation } from '../../simulation.ts';
import { ids, replyId } from '../ids.ts';
import { seedAudience } from './audience.ts';
import { seedCaptions } from './caption.ts';
import { seedChannels } from './channel.ts';
import { seedComments } from './comment.ts';
import { seedPlaylists } from './playlist.ts';
import { seedSections } from './channel-section.ts';
import { seedVideos } from './video.ts';

export function seedVideo(simulation: Simulation): VideoState {
  const channels = seedChannels(simulation);
  const videos = seedVideos(simulation, channels);
  const lists = seedPlaylists(simulation, channels, videos);
  const liked = new Map([
    [ids.video.trailer, 'like' as const],
    [ids.video.makingOf, 'like' as const],
    [ids.video.rtl, 'dislike' as const],
  ]);
  return {
    channels,
    channelSections: seedSections(),
    videos,
    ...lists,
    comments: seedComments(simulation, videos),
    captions: seedCaptions(simulation),
    watermarks: new Map(),
    commentsDisabled: new Set([ids.video.commentsOff]),
    commentLikes: new Map([
      [ids.person.ava, new Set([ids.commentThread.busy, replyId(ids.commentThread.crowded, 2)])],
    ]),
    insertedComments: 0,
    bannedAuthors: new Map(),
    ineligibleChannels: new Set(),
    ...seedAudience(simulation, channels),
    ratings: new Map([[ids.person.ava, liked]]),
    ratingDisabled: new Set([ids.video.commentsOff]),
    abuseReports: [],
  };
}

/** The initial data of the video service: a media studio, other channels and their viewers. */
import type { Simulation } from '../../simulation.ts';
import type { PlaylistImageEntity, RatingValue, VideoState } from '../../video/state.ts';
import { ids, replyId } from '../ids.ts';
import { seedAudience } from './audience.ts';
import { seedCaptions } from './caption.ts';
import { seedChannels } from './channel.ts';
import { seedChannelSections } from './channel-section.ts';
import { seedComments } from './comment.ts';
import { seedPlaylists } from './playlist.ts';
import { seedVideos } from './video.ts';

/** Builds the initial data. */
export function seedVideo(simulation: Simulation): VideoState {
  const channels = seedChannels(simulation);
  const videos = seedVideos(simulation, channels);
  const { ava } = ids.person;
  return {
    channels,
    channelSections: seedChannelSections(),
    videos,
    ...seedPlaylists(simulation, channels, videos),
    comments: seedComments(simulation, videos),
    captions: seedCaptions(simulation),
    playlistImages: new Map(seedPlaylistImages().map((image) => [image.id, image])),
    watermarks: new Map(),
    commentsDisabled: new Set([ids.video.commentsOff]),
    commentLikes: new Map([
      [ava, new Set([ids.commentThread.busy, replyId(ids.commentThread.crowded, 2)])],
    ]),
    insertedComments: 0,
    bannedAuthors: new Map(),
    ineligibleChannels: new Set(),
    ...seedAudience(simulation, channels),
    ratings: new Map([[ava, seedRatings()]]),
    ratingDisabled: new Set([ids.video.commentsOff]),
    abuseReports: [],
    leavesOutStatistics: false,
  };
}

/** That a playlist can have several images is assumed: the operation returns a list. */
const seedPlaylistImages = (): PlaylistImageEntity[] =>
  [
    { id: ids.playlistImage.wide, size: 2048 },
    { id: ids.playlistImage.small, size: 512 },
  ].map(({ id, size }) => ({
    id,
    snippet: { playlistId: ids.playlist.localized, type: 'hero', width: size, height: size },
  }));

const seedRatings = (): Map<string, RatingValue> =>
  new Map([
    [ids.video.trailer, 'like'],
    [ids.video.makingOf, 'like'],
    [ids.video.rtl, 'dislike'],
  ]);

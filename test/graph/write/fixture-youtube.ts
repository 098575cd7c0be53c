/** The fixtures of the YouTube Data API, by subject. */
import type { Fixtures } from './fixture.ts';
import { channelFixtures } from './fixture-channel.ts';
import { commentFixtures } from './fixture-comment.ts';
import { playlistFixtures } from './fixture-playlist.ts';
import { videoFixtures } from './fixture-video.ts';

export const youtubeFixtures: Fixtures = {
  ...videoFixtures,
  ...playlistFixtures,
  ...channelFixtures,
  ...commentFixtures,
};

/** The video data service in the graph. */
import './again.ts';
import './channel.ts';
import './comment.ts';
import './playlist.ts';
import './playlist-write.ts';
import './query.ts';
import './video.ts';
import './video-write.ts';

/** The video data service in the graph. */
import './channel.ts';
import './comment.ts';
import './mutation.ts';
import './playlist.ts';
import './query.ts';
import './video.ts';

/** The video data service in the graph. */
import './again.ts';
import './channel.ts';
import './comment.ts';
import './mutation.ts';
import './playlist.ts';
import './query.ts';
import './video.ts';

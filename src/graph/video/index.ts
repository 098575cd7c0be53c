/** The video data service in the graph. */
import './abuse-report.ts';
import './again.ts';
import './category.ts';
import './channel.ts';
import './comment.ts';
import './comment-write.ts';
import './language.ts';
import './playlist.ts';
import './playlist-item.ts';
import './playlist-item-write.ts';
import './playlist-query.ts';
import './playlist-write.ts';
import './query.ts';
import './video.ts';
import './video-upload.ts';
import './video-write.ts';

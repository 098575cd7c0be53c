/** The tools that agents get, in the order in which they see them. */
import type { AgentTool } from './agent-tool.ts';
import { broadcast } from './broadcast.ts';
import { comment } from './comment.ts';
import { deleteEvent } from './delete-event.ts';
import { editFile } from './edit-file.ts';
import { find } from './find.ts';
import { follow } from './follow.ts';
import { freeTimes } from './free-times.ts';
import { listMine } from './list-mine.ts';
import { quota } from './quota.ts';
import { read } from './read.ts';
import { saveEvent } from './save-event.ts';
import { savePlaylist } from './save-playlist.ts';
import { saveVideo } from './save-video.ts';
import { share } from './share.ts';
import { unshare } from './unshare.ts';
import { upload } from './upload.ts';
import { whatsChanged } from './whats-changed.ts';

export const agentTools: readonly AgentTool[] = [
  find,
  read,
  listMine,
  freeTimes,
  whatsChanged,
  follow,
  quota,
  saveEvent,
  deleteEvent,
  saveVideo,
  savePlaylist,
  comment,
  broadcast,
  editFile,
  share,
  unshare,
  upload,
];

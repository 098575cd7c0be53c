/**
 * Writes of broadcasts. Transitions are in `transition.ts`. The update writes videos, too: it is in
 * `links/update-broadcast.ts`.
 */
import { action, remove } from '../../../../engine/write/action.ts';
import { insert } from '../../../../engine/write/insert/insert.ts';
import { liveBroadcasts } from '../../operations.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { changes, parameters } from '../../../../engine/schema/write/write-input.ts';
import { checkEnd } from './input.ts';
import { broadcastRows } from './row.ts';
import { Broadcast, Stream } from '../../resources.ts';

const createBroadcast = write('createBroadcast', {
  description:
    "Schedule a broadcast on the caller's channel. YouTube creates a video with an equal id, which can be read some seconds later. Bind a stream with `bindBroadcast` before the broadcast can start. If the response is lost, check `Viewer.broadcasts` before you repeat the mutation.",
  operation: liveBroadcasts.insert,
  target: Broadcast,
  // Naming read-only parts here costs nothing; reading them afterwards would cost a call.
  strategy: insert({ answerSelected: true }),
  input: changes(liveBroadcasts.insert, broadcastRows),
  validate: checkEnd,
  result: ['broadcast', 'The created broadcast.'],
});

const deleteBroadcast = write('deleteBroadcast', {
  description:
    'Delete a broadcast permanently, with its video and the recording. Keeps the stream. Error `FORBIDDEN` with the reason `liveBroadcastDeletionNotAllowed` while the broadcast is in testing or live: end the broadcast first.',
  operation: liveBroadcasts.delete,
  target: Broadcast,
  id: "The broadcast to delete: a global id or a YouTube id. Must belong to the caller's channel.",
  strategy: remove(),
  deletes: 'The global id of the deleted broadcast.',
});

const bindBroadcast = write('bindBroadcast', {
  description:
    'Bind a stream to a broadcast, or remove the binding. A stream that is already bound is replaced. The status must be `CREATED` or `READY`: other statuses fail with `FORBIDDEN` and the reason `liveBroadcastBindingNotAllowed`. A reusable stream can be bound to several broadcasts.',
  operation: liveBroadcasts.bind,
  target: Broadcast,
  id: "The broadcast: a global id or a YouTube id. Must belong to the caller's channel.",
  strategy: action({ answersEntity: true }),
  parameters: parameters(liveBroadcasts.bind, {
    streamId: [
      'ID',
      'streamId',
      'The stream to bind: a global id or a YouTube id. If omitted or null, the binding is removed.',
      { references: Stream },
    ],
  }),
  reasons: { liveStreamNotFound: 'streamId', liveBroadcastBindingNotAllowed: 'entity' },
  result: ['broadcast', 'The broadcast with the new binding.'],
});

export const broadcastWrites = [createBroadcast, deleteBroadcast, bindBroadcast];

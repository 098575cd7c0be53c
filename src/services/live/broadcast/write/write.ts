/**
 * Writes of broadcasts. Transitions are in `transition.ts`. Creation and update, which name
 * categories of videos, are in `links/write-broadcast.ts`.
 */
import { action } from '../../../../engine/write/action.ts';
import { liveBroadcasts } from '../../operations.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { parameters } from '../../../../engine/schema/write/write-input.ts';
import { Broadcast, Stream } from '../../resources.ts';

const deleteBroadcast = write('deleteBroadcast', {
  description:
    'Delete a broadcast permanently, with its video and the recording. Keeps the stream. Error `FORBIDDEN` with the reason `liveBroadcastDeletionNotAllowed` while the broadcast is in testing or live: end the broadcast first.',
  operation: liveBroadcasts.delete,
  target: Broadcast,
  id: { note: "Must belong to the caller's channel." },
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
  result: 'The broadcast with the new binding.',
});

export const broadcastWrites = [deleteBroadcast, bindBroadcast];

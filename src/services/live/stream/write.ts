/** Writes of streams. */
import { insert } from '../../../engine/write/insert/insert.ts';
import { replaceParts } from '../../../engine/write/update/replace-parts.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { liveStreams } from '../operations.ts';
import { write } from '../../../engine/schema/write/write.ts';
import {
  changes,
  newOrChanged,
  required,
  settings,
} from '../../../engine/schema/write/write-input.ts';
import { Stream } from '../resources.ts';
import { StreamFrameRate, StreamResolution } from '../../shared/youtube/enums.ts';

const notClearable = { clearable: false } as const;

const streamRows = {
  title: ['The title. At most 128 characters.', { maxLength: 128, notBlank: true }],
  description: ['The description. At most 10,000 characters.', { maxLength: 10_000 }],
  resolution: [
    newOrChanged(required(StreamResolution), StreamResolution),
    'cdn.resolution',
    'The resolution that the encoder will send. `VARIABLE` accepts any resolution.',
    { ...notClearable, default: 'variable' },
  ],
  frameRate: [
    newOrChanged(required(StreamFrameRate), StreamFrameRate),
    'cdn.frameRate',
    'The frame rate that the encoder will send. `VARIABLE` accepts any frame rate.',
    { ...notClearable, default: 'variable' },
  ],
  ingestionType: [
    'The protocol that the encoder will use.',
    {
      ...notClearable,
      default: 'rtmp',
      ifChanged: 'Read `Stream.ingestion` again after a change.',
    },
  ],
} as const;

/** Rows of every write that creates a stream. */
export const newStreamRows = {
  ...streamRows,
  isReusable:
    'Whether the stream can be bound to more than one broadcast. Cannot be changed later. YouTube can delete a stream that is not reusable when its broadcast has ended. Default: chosen by YouTube.',
} as const;

const createStream = write('createStream', {
  description:
    "Create a stream on the caller's channel. Select `ingestion` to get the URLs and the stream key for the encoder, and bind the stream with `bindBroadcast`. If the response is lost, check whether the stream exists before you repeat the mutation: `Viewer.streams` lists reusable streams only.",
  operation: liveStreams.insert,
  target: Stream,
  // Naming read-only parts here costs nothing; reading them afterwards would cost a call.
  strategy: insert({ answerSelected: true }),
  input: changes(liveStreams.insert, newStreamRows),
  result: 'The created stream.',
});

const updateStream = write('updateStream', {
  description:
    'Change fields of a stream. The gateway reads the affected parts, merges the changes and replaces the parts. If two clients change the same field, the last write wins. The resolution, the frame rate and the ingestion type cannot be changed while a broadcast is bound to the stream: error `FORBIDDEN` with the reason `liveStreamModificationNotAllowed`. Create another stream instead.',
  operation: liveStreams.update,
  target: Stream,
  id: { note: "Must belong to the caller's channel." },
  strategy: replaceParts({
    // YouTube rejects an update without them. The ingestion type is required by the operation.
    requiredPath: { cdn: ['cdn.resolution', 'cdn.frameRate'] },
  }),
  input: changes(liveStreams.update, streamRows),
  settings: settings({
    isReusable: [
      'Boolean',
      'Cannot be changed. Rejected with `INVALID_INPUT`, without a call.',
      {
        deprecated:
          'YouTube does not allow changing the property of an existing stream. Create another stream.',
      },
    ],
  }),
  validate: ({ isReusable }) => {
    if (isReusable === undefined) return;
    throw new InvalidInput(
      'isReusable',
      'cannot be changed after the stream was created; leave the field out, or create another stream with createStream',
    );
  },
  reasons: {
    liveStreamModificationNotAllowed: ['cdn.resolution', 'cdn.frameRate', 'cdn.ingestionType'],
  },
  result: 'The stream after the change.',
});

const deleteStream = write('deleteStream', {
  description:
    'Delete a stream permanently. Error `FORBIDDEN` with the reason `liveStreamDeletionNotAllowed` if the stream is bound to a broadcast that has not ended.',
  operation: liveStreams.delete,
  target: Stream,
  id: { note: "Must belong to the caller's channel." },
});

export const streamWrites = [createStream, updateStream, deleteStream];

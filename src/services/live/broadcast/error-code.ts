/** Error codes of broadcasts, beside those of the engine. */
import type { CodeSpec } from '../../../engine/api/api.ts';

export const broadcastCodes = {
  INVALID_TRANSITION: {
    meaning: 'The broadcast cannot change to this status from the current one.',
    userText: 'The broadcast cannot do this in its present state.',
    message:
      'The broadcast cannot go to this status from its current one. Query its allowedTransitions.',
    isAboutValue: true,
  },
  STREAM_INACTIVE: {
    meaning: 'No stream is bound to the broadcast, or the bound stream receives no data.',
    userText: 'The broadcast receives no video. Please start the encoder first.',
    message:
      'No stream is bound to the broadcast, or the bound stream receives no data. Start the encoder, and retry when the stream is active.',
  },
} as const satisfies Readonly<Record<string, CodeSpec>>;

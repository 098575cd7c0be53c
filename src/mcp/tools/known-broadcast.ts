/** Broadcasts and streams, as tools read and show them. */
import { restIdIn, typeOfId } from '../../engine/schema/type/global-id.ts';
import { named } from './privacy.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

/** What documents with the variable `$showKey` select of a stream; its key is a secret. */
export const streamParts = `fragment StreamParts on Stream {
  id title streamStatus isReusable
  ingestion { rtmpsIngestionAddress ingestionAddress streamKey: streamName @include(if: $showKey) }
}`;

/** What documents with the variable `$showKey` select of a broadcast. */
export const broadcastParts = `fragment BroadcastParts on Broadcast {
  id broadcastId title description privacyStatus lifeCycleStatus allowedTransitions
  scheduledStartAt scheduledEndAt actualStartAt actualEndAt
  boundStream { ...StreamParts }
}
${streamParts}`;

export interface KnownBroadcast {
  readonly id: string;
  readonly broadcastId: string;
  readonly title: string | null;
  readonly privacyStatus: string | null;
  readonly lifeCycleStatus: string | null;
  readonly scheduledStartAt: string | null;
  readonly boundStream?: {
    readonly id: string;
    readonly title: string | null;
    readonly streamStatus: string | null;
  } | null;
}

const current = `query ($id: ID!, $showKey: Boolean!) { broadcast(id: $id) { ...BroadcastParts } }
${broadcastParts}`;

/**
 * @param given also the id of its video, which is what a web address leads to
 * @throws ToolFailure if there is none
 */
export async function readBroadcast(
  given: string,
  showKey: boolean,
  run: ToolRun,
): Promise<KnownBroadcast> {
  const id = typeOfId(given) === 'Video' ? restIdIn(given) : given;
  const { broadcast } = await run.read<{ broadcast: KnownBroadcast | null }>(current, {
    id,
    showKey,
  });
  if (broadcast) return broadcast;
  throw new ToolFailure();
}

/** @returns a broadcast with its web address */
export const withAddress = <T extends { readonly broadcastId: string } | null | undefined>(
  broadcast: T,
): T =>
  broadcast && { ...broadcast, url: `https://www.youtube.com/watch?v=${broadcast.broadcastId}` };

/** @returns a broadcast with its state, as a sentence names it */
export const broadcastInWords = (broadcast: KnownBroadcast): string =>
  `${named('broadcast', broadcast)} (${(broadcast.lifeCycleStatus ?? 'unknown').toLowerCase().replaceAll('_', ' ')}, ${(broadcast.privacyStatus ?? 'private').toLowerCase()})`;

/** What answers with an ingestion address say besides. */
export const secretKey =
  'The encoder needs the address and the stream key. The key is a secret: whoever has it can broadcast. It is in the answer only with showKey.';

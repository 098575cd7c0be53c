/** The answer to a request that brings bytes: what arrives is counted, and the operation is done once all of it is there. */
import type { IncomingMessage } from 'node:http';
import { serviceOf } from '../../upstream/operation.ts';
import type { Core } from '../core.ts';
import type { Fault } from '../fault.ts';
import type { Recording } from '../recorder.ts';
import { ApiError } from '../api-error.ts';
import { answer, refusal, type Reply } from '../reply.ts';
import type { Incoming } from '../service.ts';
import { type Bringing, take } from './upload.ts';

interface Arrival {
  /** As sent. */
  readonly path: string;
  readonly incoming: Incoming;
  readonly entry: Recording;
  readonly request: IncomingMessage;
  /** Told the metadata as soon as they are there. */
  readonly note: (metadata: string) => void;
}

const cutOff = new Error('cut off by a fault');

/** Undefined: the connection broke while bytes were on their way, or a fault says so. */
export async function uploadReply(
  { world, sessions, recorder }: Core,
  brought: Bringing,
  { path, incoming, entry, request, note }: Arrival,
  fault: Fault | undefined,
): Promise<Reply | undefined> {
  const { protocol, route } = brought;
  const counted = { protocol, bytes: 0 };
  entry.upload = counted;
  const source = pieces(request, fault?.cutAfter);
  const count = (bytes: number): void => void (counted.bytes += bytes);
  try {
    const taken = await take(brought, { path, incoming, source, world, sessions, note, count });
    if ('reply' in taken) return taken.reply;
    const reply = answer(world, route, taken.incoming);
    if (reply.status < 300) {
      const { type, size, sha256 } = taken.incoming.media!;
      recorder.arrived({ operation: route.operation.key, protocol, type, size, sha256 });
      if (taken.session) taken.session.reply = reply;
    } else if (taken.session) sessions.end(taken.session);
    return reply;
  } catch (error) {
    if (error instanceof ApiError) return refusal(error, serviceOf(route.operation));
    if (error === cutOff || request.destroyed) return undefined;
    throw error;
  }
}

/** A request's body, piece by piece; whoever stops reading leaves the connection as it is. */
async function* pieces(request: IncomingMessage, most = Infinity): AsyncGenerator<Buffer> {
  let left = most;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const piece = chunk.subarray(0, Math.min(chunk.length, left));
    left -= piece.length;
    if (piece.length > 0) yield piece;
    if (left === 0) throw cutOff;
  }
}

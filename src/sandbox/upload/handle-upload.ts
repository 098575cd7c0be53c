/** The answer to a request that brings bytes: what arrives is counted, and the operation is done once all of it is there. */
import type { IncomingMessage } from 'node:http';
import { serviceOf } from '../../upstream/operation.ts';
import type { SandboxState } from '../sandbox-state.ts';
import type { Fault } from '../fault.ts';
import type { MutableRecordedCall } from '../recorder.ts';
import { ApiError } from '../api-error.ts';
import { respond, errorResponse, type HttpResponse } from '../http-response.ts';
import type { ApiRequest } from '../execute-call.ts';
import { type MatchedUpload, receiveUpload } from './upload.ts';

interface Arrival {
  /** As sent. */
  readonly path: string;
  readonly incoming: ApiRequest;
  readonly entry: MutableRecordedCall;
  readonly request: IncomingMessage;
  /** Told the metadata as soon as they are there. */
  readonly note: (metadata: string) => void;
}

const cutOff = new Error('cut off by a fault');

/** Undefined: the connection broke while bytes were on their way, or a fault says so. */
export async function handleUpload(
  { simulation, sessions, recorder }: SandboxState,
  brought: MatchedUpload,
  { path, incoming, entry, request, note }: Arrival,
  fault: Fault | undefined,
): Promise<HttpResponse | undefined> {
  const { protocol, route } = brought;
  const counted = { protocol, bytes: 0 };
  entry.upload = counted;
  const source = pieces(request, fault?.cutAfter);
  const count = (bytes: number): void => void (counted.bytes += bytes);
  try {
    const taken = await receiveUpload(brought, {
      path,
      incoming,
      source,
      simulation,
      sessions,
      note,
      count,
    });
    if ('reply' in taken) return taken.reply;
    const reply = respond(simulation, route, taken.incoming);
    if (reply.status < 300) {
      const { type, size, sha256 } = taken.incoming.media!;
      recorder.arrived({ operation: route.operation.key, protocol, type, size, sha256 });
      if (taken.session) taken.session.reply = reply;
    } else if (taken.session) sessions.end(taken.session);
    return reply;
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error, serviceOf(route.operation));
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

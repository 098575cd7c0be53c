/** Handling of upload requests: receiving and recording the content, then executing the call. */
import type { IncomingMessage } from 'node:http';
import { serviceOf } from '../../engine/api/operation.ts';
import { ApiError } from '../http/api-error.ts';
import type { ApiRequest } from '../call/execute-call.ts';
import type { Fault } from '../fault.ts';
import { errorResponse, type HttpResponse, respond } from '../http/http-response.ts';
import type { MutableRecordedCall } from '../call/recorder.ts';
import type { SandboxState } from '../sandbox-state.ts';
import { type MatchedUpload, receiveUpload } from './upload.ts';

interface UploadHttpRequest {
  /** Path as sent. */
  readonly path: string;
  readonly apiRequest: ApiRequest;
  /** The record of this call; gets the number of received bytes. */
  readonly entry: MutableRecordedCall;
  readonly request: IncomingMessage;
  /** Called with the metadata as soon as they have arrived. */
  readonly onMetadata: (metadata: string) => void;
}

const cutOff = new Error('cut off by a fault');

/**
 * Receives an upload and executes its call once the content is complete.
 * @param fault with `cutAfter`, the connection breaks after this number of bytes
 * @returns undefined if the connection broke
 */
export async function handleUpload(
  { simulation, sessions, recorder }: SandboxState,
  upload: MatchedUpload,
  { path, apiRequest, entry, request, onMetadata }: UploadHttpRequest,
  fault: Fault | undefined,
): Promise<HttpResponse | undefined> {
  const { protocol, route } = upload;
  const recorded = { protocol, bytes: 0 };
  entry.upload = recorded;
  try {
    const received = await receiveUpload(upload, {
      path,
      apiRequest,
      source: readBody(request, fault?.cutAfter),
      simulation,
      sessions,
      onMetadata,
      onContent: (bytes) => void (recorded.bytes += bytes),
    });
    if ('response' in received) return received.response;
    const response = respond(simulation, route, received.apiRequest);
    const isSuccess = response.status < 300;
    if (isSuccess) {
      const { type, size, sha256 } = received.apiRequest.media!;
      recorder.addUpload({ operation: route.operation.key, protocol, type, size, sha256 });
    }
    if (received.session && isSuccess) received.session.response = response;
    if (received.session && !isSuccess) sessions.end(received.session);
    return response;
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(error, serviceOf(route.operation));
    if (error === cutOff || request.destroyed) return undefined;
    throw error;
  }
}

/**
 * Yields the body of a request. Throws `cutOff` after `maxBytes`. The connection stays open if the
 * consumer stops early, so that an error can be answered.
 */
async function* readBody(request: IncomingMessage, maxBytes = Infinity): AsyncGenerator<Buffer> {
  let remaining = maxBytes;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    const piece = chunk.subarray(0, Math.min(chunk.length, remaining));
    remaining -= piece.length;
    if (piece.length > 0) yield piece;
    if (remaining === 0) throw cutOff;
  }
}

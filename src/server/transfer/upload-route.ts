/**
 * Receives files: clients `PUT` them to the URL of an upload session, whole or in parts. Bytes are
 * passed on and never stored. Only the service decides how many it has received.
 */
import { Readable } from 'node:stream';
import type { Clock } from '../../engine/caller/clock.ts';
import {
  callerOf,
  type UploadRecord,
  type UploadSessions,
} from '../../engine/transfer/upload-session.ts';
import { globalId } from '../../engine/schema/type/global-id.ts';
import { checkContentEncoding } from '../response/error-response.ts';
import { HttpError, wrongMethod } from '../error/http-error.ts';
import {
  type ByteRoute,
  disconnectSignal,
  sendWhileReceiving,
  toHttpError,
  type TransferExchange,
} from './byte-route.ts';
import type { RunningParts } from './running-part.ts';
import { parseUploadCommand } from './upload-command.ts';
import {
  lostError,
  restartAdvice,
  UploadSessionRequest,
  type UploadRouteParts,
} from './upload-request.ts';

const methods = 'PUT, HEAD';

/** Serves the URLs that `UploadSessions` creates. */
export function uploadRoute(routeParts: UploadRouteParts): ByteRoute {
  const running: RunningParts = new Map();
  const parts = { ...routeParts, running };
  parts.uploads.onAnnouncedPart((id) => running.get(id)?.replaceIfStalled());
  return {
    prefix: '/uploads/',
    direction: 'upload',
    methods,
    callerOf: (rest) => {
      const grant = parts.uploads.grantOf(rest);
      return grant && callerOf(grant);
    },
    serve: async (req, res, rest, { trace, clock, reads }) => {
      const session = await sessionAt(parts.uploads, rest, clock);
      if (req.method !== 'PUT' && req.method !== 'HEAD')
        throw wrongMethod('An upload URL supports PUT and HEAD.', `${methods}, OPTIONS`);
      checkContentEncoding(req.headers);
      const command = parseUploadCommand(req, session);
      const signal = disconnectSignal(res);
      const request = new UploadSessionRequest(parts, session, { signal, trace, clock });
      try {
        sendState({ req, res, clock, reads }, await request.run(req, command));
      } catch (error) {
        throw toHttpError(parts.upstream.api, error);
      }
    },
    receive: async (rest, file, { signal, clock }) => {
      const session = await sessionAt(parts.uploads, rest, clock);
      const headers = { 'content-length': String(file.length) };
      const sent = Object.assign(Readable.from([file]), { headers, complete: true });
      const command = parseUploadCommand({ method: 'PUT', headers }, session);
      const request = new UploadSessionRequest(parts, session, { signal, trace: undefined, clock });
      await request.run(sent, command).catch((error: unknown) => {
        throw toHttpError(parts.upstream.api, error);
      });
    },
  };
}

/** @throws HttpError for a URL that the gateway did not create, or that has expired */
async function sessionAt(
  uploads: UploadSessions,
  rest: string,
  clock: Clock,
): Promise<UploadRecord> {
  const grant = uploads.grantOf(rest);
  if (grant === undefined)
    throw new HttpError(403, 'FORBIDDEN', 'Not an upload URL; use `uploadUrl` of a session as is.');
  if (grant.expiresAt <= clock.wallTime())
    throw lostError(`The upload URL has expired; ${restartAdvice}.`);
  return uploads.resume(grant);
}

/**
 * Answers 308 with the received range, the convention of Google's resumable uploads, or 200 with
 * the id of the created entity.
 */
function sendState(client: TransferExchange, session: UploadRecord): void {
  const { req, res } = client;
  const { state, received, creates, resultKey } = session;
  res.setHeader('cache-control', 'no-store');
  if (!req.complete) res.setHeader('connection', 'close');
  if (state === 'open') {
    const range = received > 0 && { range: `bytes=0-${received - 1}` };
    res.writeHead(308, { 'content-length': '0', ...range });
    return sendWhileReceiving(client, '');
  }
  const result = resultKey === undefined ? null : globalId(creates.type, resultKey);
  const body = JSON.stringify({ state: 'COMPLETED', receivedBytes: String(received), result });
  res.writeHead(200, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  });
  sendWhileReceiving(client, req.method === 'HEAD' ? '' : body);
}

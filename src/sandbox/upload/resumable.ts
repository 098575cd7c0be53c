/** The resumable upload protocol: one request with the metadata, then requests with the content. */
import { ApiError } from '../http/api-error.ts';
import { type ApiRequest, validateCall } from '../call/execute-call.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Route } from '../http/route.ts';
import { throwTooLarge } from './media.ts';
import { checkMediaType, parseMediaType } from './media-type.ts';
import type { ContentRange, ResumableSession } from './resumable-session.ts';
import type { ReceivedUpload, UploadRequest } from './upload-request.ts';

/**
 * Starts an upload: validates the call and returns the URL for the content.
 * @throws ApiError if the call or the declared content would be rejected
 */
export async function startResumable(
  route: Route,
  { apiRequest, source, path, simulation, sessions, onMetadata }: UploadRequest,
): Promise<ReceivedUpload> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  const startRequest = { ...apiRequest, body: Buffer.concat(chunks).toString() };
  if (startRequest.body !== '') onMetadata(startRequest.body);
  const { headers, search } = apiRequest;
  const mediaType = parseMediaType(headers['x-upload-content-type']);
  checkMediaType(route.operation, mediaType);
  const total = parseTotal(headers);
  if (total !== undefined && total > route.operation.upload!.maxBytes) throwTooLarge();
  validateCall(route, startRequest, simulation);
  const session = sessions.start({
    route,
    startRequest,
    mediaType,
    total,
    startedAt: simulation.now(),
  });
  const url = `http://${headers['host'] ?? ''}${path}?${sessionParams(search, session)}`;
  return {
    response: {
      status: 200,
      headers: { location: url, 'x-guploader-uploadid': session.id },
    },
  };
}

function parseTotal({
  'x-upload-content-length': text,
}: ApiRequest['headers']): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d+$/.test(text)) return Number(text);
  throw new ApiError(400, 'badRequest', {
    message: `X-Upload-Content-Length: "${text}" is not a number of bytes.`,
  });
}

/** The query of the upload URL: without credentials, because the first request has them. */
function sessionParams(search: string, { id }: ResumableSession): string {
  const params = new URLSearchParams(search);
  for (const name of ['key', 'access_token', 'oauth_token']) params.delete(name);
  params.set('upload_id', id);
  return params.toString();
}

/**
 * Receives content of an upload.
 * @throws ApiError for a range that does not fit, and for a file that is too large
 */
export async function continueResumable(
  session: ResumableSession,
  { apiRequest, source, sessions, onContent }: UploadRequest,
): Promise<ReceivedUpload> {
  const range = parseContentRange(apiRequest.headers);
  if (session.response) return { response: session.response };
  try {
    session.checkRange(range);
    if (range.start !== undefined) await session.receive(count(source, onContent), range);
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) sessions.end(session);
    throw error;
  }
  if (!session.isComplete) return { response: incompleteResponse(session) };
  const media = session.content.build(session.mediaType);
  return { apiRequest: { ...session.startRequest, media }, session };
}

const incompleteResponse = ({ receivedRange }: ResumableSession): HttpResponse => ({
  status: 308,
  headers: receivedRange === undefined ? {} : { range: receivedRange },
});

async function* count(
  source: AsyncIterable<Buffer>,
  onContent: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    onContent(chunk.length);
    yield chunk;
  }
}

/** Reads `Content-Range`. A request without it contains the whole file. */
function parseContentRange(headers: ApiRequest['headers']): ContentRange {
  const { 'content-range': text, 'content-length': length } = headers;
  if (text === undefined && length === undefined) return { start: 0 };
  // An empty file has no range.
  if (text === undefined && Number(length) === 0) return { total: 0 };
  if (text === undefined) return { start: 0, end: Number(length) - 1, total: Number(length) };
  const match = /^bytes (?:(\d+)-(\d+)|\*)\/(?:(\d+)|\*)$/.exec(text.trim());
  if (!match)
    throw new ApiError(400, 'badRequest', {
      message: `Content-Range: "${text}" is not a range; expected for example bytes 0-262143/*`,
    });
  const [, start, end, total] = match;
  return {
    ...(start === undefined ? {} : { start: Number(start), end: Number(end) }),
    ...(total === undefined ? {} : { total: Number(total) }),
  };
}

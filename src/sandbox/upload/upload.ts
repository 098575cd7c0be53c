/** The three ways in which bytes reach a service: alone, beside their metadata, and in pieces that survive a broken connection. */
import { ApiError } from '../api-error.ts';
import type { HttpResponse } from '../http-response.ts';
import type { Route } from '../route.ts';
import { validateCall, type ApiRequest } from '../execute-call.ts';
import type { Simulation } from '../simulation.ts';
import { MediaBuilder } from './media.ts';
import { parseMultipartRelated } from './multipart-related.ts';
import {
  type ByteRange,
  type ResumableSession,
  type ResumableSessions,
  throwTooLarge,
} from './resumable-session.ts';

export type UploadProtocol = 'media' | 'multipart' | 'resumable';

/** A call that brings bytes, or goes on with such a call. */
export interface MatchedUpload {
  readonly protocol: UploadProtocol;
  readonly route: Route;
  /** Requests after the first of a resumable upload. */
  readonly session?: ResumableSession;
}

/** Either all is there and the operation can be done, or the protocol itself has an answer. */
export type ReceivedUpload =
  | { readonly incoming: ApiRequest; readonly session?: ResumableSession }
  | { readonly reply: HttpResponse };

interface Arriving {
  readonly incoming: ApiRequest;
  /** Path as sent. */
  readonly path: string;
  readonly source: AsyncIterable<Buffer>;
  readonly simulation: Simulation;
  readonly sessions: ResumableSessions;
  /** Told the metadata as soon as they are there. */
  readonly note: (metadata: string) => void;
  /** Told how much content came. */
  readonly count: (bytes: number) => void;
}

const isProtocol = (name: string | null): name is UploadProtocol =>
  name === 'media' || name === 'multipart' || name === 'resumable';

/** What a request to an upload address is; undefined: an ordinary call. */
export function matchUpload(
  sessions: ResumableSessions,
  method: string,
  path: string,
  search: string,
  route: Route | undefined,
): MatchedUpload | undefined {
  if (!path.startsWith('/upload/')) return undefined;
  const params = new URLSearchParams(search);
  const id = params.get('upload_id');
  if (id !== null && method === 'PUT') {
    const session = sessions.get(id);
    if (session === undefined) throw new ApiError(404, 'notFound', { message: 'No such upload.' });
    return { protocol: 'resumable', route: session.route, session };
  }
  if (!route?.operation.upload) return undefined;
  const protocol = params.get('uploadType');
  if (isProtocol(protocol)) return { protocol, route };
  throw new ApiError(400, 'invalidParameter', {
    message: 'uploadType is media, multipart or resumable.',
    location: 'uploadType',
  });
}

/** @throws ApiError what the protocol refuses; whatever the source throws when it breaks off */
export function receiveUpload(
  { protocol, route, session }: MatchedUpload,
  arriving: Arriving,
): Promise<ReceivedUpload> {
  if (session) return goOn(session, arriving);
  return { media: takeMedia, multipart: takeRelated, resumable: begin }[protocol](route, arriving);
}

async function takeMedia(
  route: Route,
  { incoming, source, count }: Arriving,
): Promise<ReceivedUpload> {
  const content = new MediaBuilder(route.operation);
  const type = mimeOf(incoming.headers['content-type']);
  checkType(route, type);
  for await (const chunk of source) {
    count(chunk.length);
    add(content, route, chunk);
  }
  return { incoming: { ...incoming, media: content.media(type) } };
}

async function takeRelated(
  route: Route,
  { incoming, source, note, count }: Arriving,
): Promise<ReceivedUpload> {
  const content = new MediaBuilder(route.operation);
  const metadata: Buffer[] = [];
  let type = mimeOf(undefined);
  await parseMultipartRelated(source, incoming.headers['content-type'] ?? '', {
    head: (index, written) => {
      if (index !== 1) return;
      note(Buffer.concat(metadata).toString());
      type = mimeOf(written);
      checkType(route, type);
    },
    bytes: (index, chunk) => {
      if (index === 0) metadata.push(Buffer.from(chunk));
      if (index !== 1) return;
      count(chunk.length);
      add(content, route, chunk);
    },
  });
  return {
    incoming: { ...incoming, body: Buffer.concat(metadata).toString(), media: content.media(type) },
  };
}

async function begin(
  route: Route,
  { incoming, source, path, simulation, sessions, note }: Arriving,
): Promise<ReceivedUpload> {
  const chunks: Buffer[] = [];
  for await (const chunk of source) chunks.push(chunk);
  const begun = { ...incoming, body: Buffer.concat(chunks).toString() };
  if (begun.body !== '') note(begun.body);
  const {
    'x-upload-content-type': written,
    'x-upload-content-length': length,
    host = '',
  } = incoming.headers;
  const type = mimeOf(written);
  checkType(route, type);
  const total = length === undefined ? undefined : Number(length);
  if (total !== undefined && !(total >= 0))
    throw new ApiError(400, 'badRequest', { message: 'X-Upload-Content-Length is no length.' });
  if (total !== undefined && total > route.operation.upload!.maxBytes) throwTooLarge();
  validateCall(route, begun, simulation);
  const session = sessions.open(route, begun, type, total);
  const params = new URLSearchParams(incoming.search);
  for (const secret of ['key', 'access_token', 'oauth_token']) params.delete(secret);
  params.set('upload_id', session.id);
  return {
    reply: {
      status: 200,
      headers: {
        location: `http://${host}${path}?${params.toString()}`,
        'x-guploader-uploadid': session.id,
      },
    },
  };
}

async function goOn(
  session: ResumableSession,
  { incoming, source, sessions, count }: Arriving,
): Promise<ReceivedUpload> {
  const range = rangeOf(incoming.headers);
  if (session.reply) return { reply: session.reply };
  try {
    session.admit(range);
    if (range.start !== undefined) await session.take(counted(source, count), range);
  } catch (error) {
    if (error instanceof ApiError && error.status === 413) sessions.end(session);
    throw error;
  }
  if (session.complete)
    return { incoming: { ...session.begun, media: session.content.media(session.type) }, session };
  return {
    reply: { status: 308, headers: session.range === undefined ? {} : { range: session.range } },
  };
}

async function* counted(
  source: AsyncIterable<Buffer>,
  count: Arriving['count'],
): AsyncGenerator<Buffer> {
  for await (const chunk of source) {
    count(chunk.length);
    yield chunk;
  }
}

function rangeOf(headers: ApiRequest['headers']): ByteRange {
  const { 'content-range': written, 'content-length': length } = headers;
  if (written === undefined)
    return length === undefined
      ? { start: 0 }
      : { start: 0, end: Number(length) - 1, total: Number(length) };
  const match = /^bytes (?:(\d+)-(\d+)|\*)\/(?:(\d+)|\*)$/.exec(written.trim());
  if (!match) throw new ApiError(400, 'badRequest', { message: 'Content-Range cannot be read.' });
  const [, start, end, total] = match;
  return {
    ...(start === undefined ? {} : { start: Number(start), end: Number(end) }),
    ...(total === undefined ? {} : { total: Number(total) }),
  };
}

const mimeOf = (written: string | undefined): string =>
  written?.split(';')[0]!.trim().toLowerCase() || 'application/octet-stream';

function checkType({ operation }: Route, type: string): void {
  const { mediaTypes } = operation.upload!;
  const fits = (pattern: string): boolean =>
    pattern === '*/*' ||
    pattern === type ||
    (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)));
  if (!mediaTypes.some(fits))
    throw new ApiError(400, 'badContent', {
      message: `Media type '${type}' is not supported. Valid media types: [${mediaTypes.join(', ')}]`,
    });
}

function add(content: MediaBuilder, { operation }: Route, chunk: Buffer): void {
  if (content.size + chunk.length > operation.upload!.maxBytes) throwTooLarge();
  content.add(chunk);
}

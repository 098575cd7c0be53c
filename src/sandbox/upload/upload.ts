/** Requests to upload paths: recognizing them, and receiving their content. */
import { ApiError } from '../http/api-error.ts';
import type { Route } from '../http/route.ts';
import { MediaBuilder } from './media.ts';
import { checkMediaType, parseMediaType } from './media-type.ts';
import { parseMultipartRelated } from './multipart-related.ts';
import { continueResumable, startResumable } from './resumable.ts';
import type { SandboxState } from '../sandbox-state.ts';
import type { ResumableSession } from './resumable-session.ts';
import type { ReceivedUpload, UploadProtocol, UploadRequest } from './upload-request.ts';

/** An upload that a request starts or continues. */
export interface MatchedUpload {
  readonly protocol: UploadProtocol;
  readonly route: Route;
  /** Present for requests that continue a resumable upload. */
  readonly session?: ResumableSession;
}

interface RequestLine {
  readonly method: string;
  readonly path: string;
  /** The query string, without the question mark. */
  readonly search: string;
}

const isProtocol = (name: string | null): name is UploadProtocol =>
  name === 'media' || name === 'multipart' || name === 'resumable';

/**
 * Returns the upload of a request; undefined for a request without media.
 * @throws ApiError 404 for an unknown resumable upload; 400 for an unknown protocol
 */
export function matchUpload(
  { sessions, simulation }: Pick<SandboxState, 'sessions' | 'simulation'>,
  { method, path, search }: RequestLine,
  route: Route | undefined,
): MatchedUpload | undefined {
  if (!path.startsWith('/upload/')) return undefined;
  const params = new URLSearchParams(search);
  const id = params.get('upload_id');
  if (id !== null && method === 'PUT') {
    const session = sessions.get(id, simulation.now());
    if (session === undefined)
      throw new ApiError(404, 'notFound', { message: 'Upload not found.' });
    return { protocol: 'resumable', route: session.route, session };
  }
  if (!route?.operation.upload) return undefined;
  const protocol = params.get('uploadType');
  if (isProtocol(protocol)) return { protocol, route };
  throw new ApiError(400, 'invalidParameter', {
    message: `uploadType: "${protocol ?? ''}" is not media, multipart or resumable.`,
    location: 'uploadType',
  });
}

const receivers = { media: receiveMedia, multipart: receiveMultipart, resumable: startResumable };

/**
 * Receives the body of an upload request.
 * @throws ApiError for a body that the protocol rejects; errors of the source if it breaks off
 */
export const receiveUpload = (
  { protocol, route, session }: MatchedUpload,
  request: UploadRequest,
): Promise<ReceivedUpload> =>
  session ? continueResumable(session, request) : receivers[protocol](route, request);

async function receiveMedia(
  { operation }: Route,
  { apiRequest, source, onContent }: UploadRequest,
): Promise<ReceivedUpload> {
  const content = new MediaBuilder(operation);
  const type = parseMediaType(apiRequest.headers['content-type']);
  checkMediaType(operation, type);
  for await (const chunk of source) {
    onContent(chunk.length);
    content.append(chunk);
  }
  return { apiRequest: { ...apiRequest, media: content.build(type) } };
}

/** Part 0 is the metadata, part 1 the content; others are ignored. */
async function receiveMultipart(
  { operation }: Route,
  { apiRequest, source, onMetadata, onContent }: UploadRequest,
): Promise<ReceivedUpload> {
  const content = new MediaBuilder(operation);
  const metadata: Buffer[] = [];
  let type = parseMediaType(undefined);
  await parseMultipartRelated(source, apiRequest.headers['content-type'] ?? '', {
    onPart: (index, contentType) => {
      if (index !== 1) return;
      onMetadata(Buffer.concat(metadata).toString());
      type = parseMediaType(contentType);
      checkMediaType(operation, type);
    },
    onContent: (index, chunk) => {
      if (index === 0) metadata.push(Buffer.from(chunk));
      if (index !== 1) return;
      onContent(chunk.length);
      content.append(chunk);
    },
  });
  const body = Buffer.concat(metadata).toString();
  return { apiRequest: { ...apiRequest, body, media: content.build(type) } };
}

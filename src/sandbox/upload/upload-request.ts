/** Types of requests that contain media. */
import type { ApiRequest } from '../call/execute-call.ts';
import type { HttpResponse } from '../http/http-response.ts';
import type { Simulation } from '../simulation.ts';
import type { ResumableSession, ResumableSessions } from './resumable-session.ts';

/** How a request transfers media: alone, beside its metadata, or in chunks. */
export type UploadProtocol = 'media' | 'multipart' | 'resumable';

/** A request to an upload path, and the callbacks to the sandbox. */
export interface UploadRequest {
  /** The request without its body. */
  readonly apiRequest: ApiRequest;
  /** Path as sent. */
  readonly path: string;
  /** The body. */
  readonly source: AsyncIterable<Buffer>;
  readonly simulation: Simulation;
  readonly sessions: ResumableSessions;
  /** Called with the metadata as soon as they have arrived. */
  readonly onMetadata: (metadata: string) => void;
  /** Called with the number of bytes of each piece of content. */
  readonly onContent: (bytes: number) => void;
}

/** A complete call, which can be executed; or a response of the upload protocol itself. */
export type ReceivedUpload =
  | { readonly apiRequest: ApiRequest; readonly session?: ResumableSession }
  | { readonly response: HttpResponse };

/** Records the calls and uploads that the sandbox receives, for tests. */
import type { UploadProtocol } from '../upload/upload-request.ts';

/** A call that the sandbox received. */
export interface RecordedCall {
  /** The simulated time at which the call arrived, for example `2027-03-14T09:00:00.000Z`. */
  readonly time: string;
  readonly method: string;
  /** As sent, without the query string. */
  readonly path: string;
  /** The query string as sent, without the question mark. */
  readonly search: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** The headers in `recordedHeaders`; never credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** The user of the access token, or `api-key`; absent for unknown tokens and without either. */
  readonly user?: string;
  /** Parsed JSON, or the text if it is not JSON. */
  readonly body?: unknown;
  /** Operation key; absent if the path is unknown. */
  readonly operation?: string;
  /** The status of the response; 0 if none was sent. */
  readonly status: number;
  /** Set if a fault made the response unreadable for the client. */
  readonly broken?: true;
  /** Set for calls to upload paths; `body` is then the metadata. */
  readonly upload?: {
    readonly protocol: UploadProtocol;
    /** The number of content bytes in this call. */
    readonly bytes: number;
  };
}

/** An upload that was received completely. */
export interface RecordedUpload {
  /** Operation key. */
  readonly operation: string;
  readonly protocol: UploadProtocol;
  /** The MIME type that the request states. */
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Of the content, hexadecimal. */
  readonly sha256: string;
}

/** A call when it arrives. */
type ReceivedCall = Pick<RecordedCall, 'method' | 'path' | 'search'> & {
  readonly time: Date;
  readonly headers: Readonly<Record<string, string | undefined>>;
};

/** The record of a call that is being handled. */
export type MutableRecordedCall = { -readonly [K in keyof RecordedCall]: RecordedCall[K] };

/** Headers that affect the meaning of a call. */
const recordedHeaders = [
  'if-match',
  'if-none-match',
  'content-type',
  'content-range',
  'range',
  'x-upload-content-type',
  'x-upload-content-length',
  'accept',
  'accept-encoding',
  'user-agent',
  'x-goog-drive-resource-keys',
];

/** Records calls and uploads until `clear`. */
export class Recorder {
  #calls: MutableRecordedCall[] = [];
  #uploads: RecordedUpload[] = [];
  readonly #signIns = new Map<string, number>();

  /** A copy of all calls since `clear`. */
  calls(): readonly RecordedCall[] {
    // Their other parts do not change after they were recorded.
    return this.#calls.map(({ upload, ...call }) =>
      upload ? { ...call, upload: { ...upload } } : call,
    );
  }

  uploads(): readonly RecordedUpload[] {
    return [...this.#uploads];
  }

  addUpload(upload: RecordedUpload): void {
    this.#uploads.push(upload);
  }

  /** @param kind the type of the grant of a request for a token, or else the path */
  countSignIn(kind: string): void {
    this.#signIns.set(kind, (this.#signIns.get(kind) ?? 0) + 1);
  }

  /** The number of requests to the endpoints of sign-ins, by kind. */
  signIns(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#signIns);
  }

  clear(): void {
    this.#calls = [];
    this.#uploads = [];
    this.#signIns.clear();
  }

  /** Adds a call when it arrives; the returned record is completed while it is handled. */
  addCall({ time, method, path, search, headers }: ReceivedCall): MutableRecordedCall {
    const query: Record<string, string[]> = {};
    for (const [name, value] of new URLSearchParams(search)) (query[name] ??= []).push(value);
    const entries = recordedHeaders.flatMap((name): [string, string][] =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    );
    const call: MutableRecordedCall = {
      time: time.toISOString(),
      method,
      path,
      search,
      query,
      headers: Object.fromEntries(entries),
      status: 0,
    };
    this.#calls.push(call);
    return call;
  }
}

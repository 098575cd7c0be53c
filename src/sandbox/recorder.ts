/** What reached the sandbox, call by call: tests compare it with what should have been sent. */
import type { UploadProtocol } from './upload/upload-request.ts';

export interface RecordedCall {
  readonly method: string;
  /** As sent, without the query string. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly search: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  /** Those that change what a call means; credentials are never kept. */
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the token's user; `api-key` for a key alone; absent: neither, or an unknown token. */
  readonly user?: string;
  /** Parsed JSON, or the text where it is none. */
  readonly body?: unknown;
  /** The operation's key; absent: no such route. */
  readonly operation?: string;
  /** Status of the answer; 0: none was given. */
  readonly status: number;
  /** The answer was cut off or garbled by a fault, so the caller has learned nothing from it. */
  readonly broken?: true;
  /** A call to an upload address: `body` is its metadata. */
  readonly upload?: {
    readonly protocol: UploadProtocol /** Bytes of content that came with this call. */;
    readonly bytes: number;
  };
}

/** A file that has arrived whole. */
export interface RecordedUpload {
  readonly operation: string;
  readonly protocol: UploadProtocol;
  /** MIME type, as declared. */
  readonly type: string;
  readonly size: number;
  /** Of the content, in hex. */
  readonly sha256: string;
}

export type MutableRecordedCall = { -readonly [K in keyof RecordedCall]: RecordedCall[K] };

const kept = [
  'if-match',
  'if-none-match',
  'content-type',
  'content-range',
  'x-upload-content-type',
  'x-upload-content-length',
  'accept',
  'accept-encoding',
  'user-agent',
];

export class Recorder {
  #calls: MutableRecordedCall[] = [];
  #uploads: RecordedUpload[] = [];

  calls(): readonly RecordedCall[] {
    return structuredClone(this.#calls);
  }

  uploads(): readonly RecordedUpload[] {
    return [...this.#uploads];
  }

  arrived(upload: RecordedUpload): void {
    this.#uploads.push(upload);
  }

  clear(): void {
    this.#calls = [];
    this.#uploads = [];
  }

  /** Opens an entry at the moment a call arrives; what is learned later is written into it. */
  open(
    method: string,
    path: string,
    search: string,
    headers: Readonly<Record<string, string | undefined>>,
  ): MutableRecordedCall {
    const query: Record<string, string[]> = {};
    for (const [name, value] of new URLSearchParams(search)) (query[name] ??= []).push(value);
    const held = kept.flatMap((name) =>
      headers[name] === undefined ? [] : [[name, headers[name]]],
    );
    const entry: MutableRecordedCall = {
      method,
      path,
      search,
      query,
      headers: Object.fromEntries(held) as Record<string, string>,
      status: 0,
    };
    this.#calls.push(entry);
    return entry;
  }
}

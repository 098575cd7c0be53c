/**
 * A client of the upload and download routes, made with `node:http`: it sees statuses, headers and
 * broken connections as they are on the wire.
 */
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http';

export interface ByteResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: the body of any route; undefined if it is not JSON
  readonly json: any;
}

interface ByteRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: AsyncIterable<Buffer> | undefined;
  /** Closes the connection after this number of bytes of the body. */
  readonly disconnectAfter?: number | undefined;
  /** Called after each chunk with the number of bytes sent so far. */
  readonly onSent?: (bytes: number) => void;
  /** Called with the request before it is sent. */
  readonly onRequest?: (req: ClientRequest) => void;
}

/** Sends a request; rejects if no complete response is received. */
export function send(url: string, byteRequest: ByteRequest = {}): Promise<ByteResponse> {
  const { method = 'PUT', headers = {} } = byteRequest;
  return new Promise((resolve, reject) => {
    const req = request(url, { method, headers, agent: false });
    byteRequest.onRequest?.(req);
    req.on('error', reject).on('response', (res) => void readResponse(res).then(resolve, reject));
    if (byteRequest.body === undefined) req.end();
    else writeBody(req, byteRequest.body, byteRequest).catch(reject);
  });
}

async function readResponse(res: IncomingMessage): Promise<ByteResponse> {
  const chunks: Buffer[] = [];
  for await (const chunk of res as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return { status: res.statusCode!, headers: res.headers, bytes, json: parseJson(bytes) };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

async function writeBody(
  req: ClientRequest,
  body: AsyncIterable<Buffer>,
  { disconnectAfter = Infinity, onSent }: ByteRequest,
): Promise<void> {
  let sent = 0;
  let isAnswered = false;
  req.once('response', () => (isAnswered = true));
  for await (const chunk of body) {
    if (req.destroyed || isAnswered) return;
    if (!req.write(chunk)) await writable(req);
    sent += chunk.length;
    onSent?.(sent);
    if (sent >= disconnectAfter) return void req.destroy(new Error('disconnected'));
  }
  req.end();
}

/** Resolves when the request takes more bytes, or needs none. */
const writable = (req: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    const events = ['drain', 'close', 'response'];
    const proceed = (): void => {
      for (const event of events) req.removeListener(event, proceed);
      resolve();
    };
    for (const event of events) req.once(event, proceed);
  });

/** The error code in a response. */
export const codeOf = ({ json }: ByteResponse): unknown => json?.errors?.[0]?.extensions?.code;

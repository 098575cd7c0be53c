/** A client of the routes for bytes, on the bare platform: it sees statuses, headers and breaks as they come over the wire. */
import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any route
  readonly json: any;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: AsyncIterable<Buffer> | undefined;
  /** Leaves, as if the network broke, when so many bytes have been handed over. */
  readonly leaveAfter?: number | undefined;
  /** Told of every piece that has been handed over. */
  readonly onSent?: (bytes: number) => void;
}

/** Rejects where no whole answer came. */
export function send(
  url: string,
  { method = 'PUT', headers = {}, body, leaveAfter, onSent }: Sending = {},
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const req = request(url, { method, headers, agent: false });
    req.on('error', reject).on('response', (res) => void replyOf(res).then(resolve, reject));
    if (body === undefined) req.end();
    else write(req, body, leaveAfter, onSent).catch(reject);
  });
}

async function replyOf(res: IncomingMessage): Promise<Reply> {
  const chunks: Buffer[] = [];
  for await (const chunk of res as AsyncIterable<Buffer>) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  let json: unknown;
  try {
    json = JSON.parse(bytes.toString());
  } catch {
    // Not every answer is JSON.
  }
  return { status: res.statusCode!, headers: res.headers, bytes, json };
}

async function write(
  req: ClientRequest,
  body: AsyncIterable<Buffer>,
  leaveAfter = Infinity,
  onSent?: (bytes: number) => void,
): Promise<void> {
  let sent = 0;
  let answered = false;
  req.once('response', () => (answered = true));
  for await (const piece of body) {
    if (req.destroyed || answered) return;
    if (!req.write(piece)) await drained(req);
    sent += piece.length;
    onSent?.(sent);
    if (sent >= leaveAfter) return void req.destroy(new Error('left'));
  }
  req.end();
}

const drained = (req: ClientRequest): Promise<void> =>
  new Promise((resolve) => {
    const go = (): void => {
      for (const event of ['drain', 'close', 'response']) req.removeListener(event, go);
      resolve();
    };
    for (const event of ['drain', 'close', 'response']) req.once(event, go);
  });

/** The code in an error's body. */
export const codeOf = ({ json }: Reply): unknown => json?.errors?.[0]?.extensions?.code;

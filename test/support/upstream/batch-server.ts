/** How a server of a test reads and answers `multipart/mixed` batches. */
import { type Behaviour, respond } from './faulty-server.ts';

/** A request of a batch. */
interface PartRequest {
  readonly id: string;
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface ReceivedBatch {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The requests of a batch. */
export function partsOf({ headers, body }: ReceivedBatch): PartRequest[] {
  const boundary = /boundary=(\S+)$/.exec(headers['content-type']!)![1]!;
  const [preamble, ...parts] = body.split(`--${boundary}`);
  if (preamble !== '' || parts.pop() !== '--\r\n') throw new Error('The batch is malformed.');
  return parts.map((part) => {
    const [head = '', request = ''] = part.split('\r\n\r\n');
    const id = /content-id: <(.+)>/.exec(head)![1]!;
    const [line = '', ...fields] = request.split('\r\n');
    const [method = '', target = ''] = line.split(' ');
    return {
      id,
      method,
      target,
      headers: Object.fromEntries(fields.map((each) => each.split(': '))),
    };
  });
}

/** The response to one request of a batch, as text. */
export const part = (id: string, body: string, status = 200, headers = ''): string =>
  `content-type: application/http\r\ncontent-id: <response-${id}>\r\n\r\n` +
  `HTTP/1.1 ${status} Status\r\ncontent-type: application/json; charset=UTF-8\r\n${headers}` +
  `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** An error response to one request of a batch. */
export const errorPart = (id: string, status: number, reason: string): string =>
  part(id, JSON.stringify({ error: { code: status, errors: [{ reason }] } }), status);

/** The body of a response with the given parts. */
export const batchBody = (parts: readonly string[]): string =>
  `${parts.map((each) => `--batch_b\r\n${each}\r\n`).join('')}--batch_b--\r\n`;

export const batchType = { 'content-type': 'multipart/mixed; boundary=batch_b' };

/** A response with the parts that `answer` returns; `undefined` leaves a part out. */
export const respondToBatch =
  (answer: (part: PartRequest) => string | undefined): Behaviour =>
  (socket, request) => {
    const parts = partsOf(request).flatMap((each) => answer(each) ?? []);
    respond(200, batchBody(parts), batchType)(socket, request);
  };

/** The last segment of a path. */
export const idIn = (target: string): string => /\/([^/?]+)\?/.exec(target)![1]!;

/** A response in which each entity has the id of its path. */
export const entityPart = ({ id, target }: PartRequest): string =>
  part(id, JSON.stringify({ id: idIn(target) }));

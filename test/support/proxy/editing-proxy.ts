/**
 * An HTTP proxy in front of a server that edits the JSON responses to reads, holds requests back,
 * and removes conditions.
 */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { httpServer } from '../http-server.ts';

/** Changes the response to a request in place, or has it end in the middle of its JSON. */
type Edit = (answer: Record<string, unknown>, requested: URL) => void | 'cut';

/** What waits for a request, with its method and its address. */
type BeforeRequest = (method: string, requested: URL) => Promise<void> | void;

export interface EditingProxy {
  readonly url: string;
  /** Edits the responses to all later GET requests; undefined: edits none. */
  edit(edit: Edit | undefined): void;
  /** Edits the JSON objects in the responses to all later requests of other methods. */
  editWrites(edit: Edit | undefined): void;
  /** Runs `work` when the next request with the method has arrived, before it is passed on. */
  beforeNext(method: string, work: () => Promise<void>): void;
  /**
   * Runs `work` before each later request is passed on. Requests are then passed on one at a time,
   * each after the answer to the one before. Undefined: runs nothing, and passes all on at once.
   */
  beforeEach(work: BeforeRequest | undefined): void;
  /**
   * Removes a field from the JSON bodies of all later requests: the server does not know it, and
   * the service that it stands for takes it. Undefined: removes none.
   */
  takeField(name: string | undefined): void;
  /** Removes `If-Match` from all later requests, as a service that ignores it. */
  ignoreConditions(): void;
  close(): Promise<void>;
}

/** @param targetUrl address of the server that receives all requests */
export async function startEditingProxy(targetUrl: string): Promise<EditingProxy> {
  let current: Edit | undefined;
  let currentForWrites: Edit | undefined;
  let held: { readonly method: string; readonly work: () => Promise<void> } | undefined;
  let beforeRequest: BeforeRequest | undefined;
  /** Resolves when the request before has been answered. */
  let answered = Promise.resolve();
  let ignoresConditions = false;
  let taken: string | undefined;
  const forward = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (held && held.method === incoming.method) {
      const { work } = held;
      held = undefined;
      await work();
    }
    const work = beforeRequest;
    if (work === undefined) return pass(incoming, outgoing);
    const { method = 'GET', url = '/' } = incoming;
    answered = answered.then(async () => {
      await work(method, new URL(url, targetUrl));
      await pass(incoming, outgoing);
    });
  };
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (ignoresConditions) delete incoming.headers['if-match'];
    const answer = await send(targetUrl, incoming, taken);
    const body = await buffer(answer);
    const editWrite = isSuccess(answer) ? currentForWrites : undefined;
    const wanted = incoming.method === 'GET' ? current : editWrite;
    const edit = isJson(answer) ? wanted : undefined;
    const requested = new URL(incoming.url ?? '/', targetUrl);
    const edited = edit ? editedBody(body, (parsed) => edit(parsed, requested)) : body;
    const { 'transfer-encoding': _, ...headers } = answer.headers;
    outgoing
      .writeHead(answer.statusCode!, { ...headers, 'content-length': edited.length })
      .end(edited);
  };
  const server = await httpServer((incoming, outgoing) => void forward(incoming, outgoing));
  return {
    url: server.url,
    edit: (edit) => {
      current = edit;
    },
    editWrites: (edit) => {
      currentForWrites = edit;
    },
    beforeNext: (method, work) => {
      held = { method, work };
    },
    beforeEach: (work) => {
      beforeRequest = work;
      answered = Promise.resolve();
    },
    takeField: (name) => {
      taken = name;
    },
    ignoreConditions: () => {
      ignoresConditions = true;
    },
    close: () => server.close(),
  };
}

/** Sends the same request to the target, without compression. */
async function send(
  targetUrl: string,
  incoming: IncomingMessage,
  taken: string | undefined,
): Promise<IncomingMessage> {
  const { method, url = '/' } = incoming;
  const given = await buffer(incoming);
  const body = taken === undefined || given.length === 0 ? given : withoutField(given, taken);
  const headers = { ...incoming.headers };
  if (body !== given) headers['content-length'] = String(body.length);
  const sent = request(new URL(url, targetUrl), {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.end(body);
  return answered;
}

const withoutField = (json: Buffer, name: string): Buffer =>
  Buffer.from(
    JSON.stringify(
      JSON.parse(json.toString(), (key, value: unknown) => (key === name ? undefined : value)),
    ),
  );

const isSuccess = ({ statusCode }: IncomingMessage): boolean => statusCode === 200;

const isJson = ({ headers }: IncomingMessage): boolean =>
  (headers['content-type'] ?? '').startsWith('application/json');

function editedBody(body: Buffer, edit: (answer: Record<string, unknown>) => void | 'cut'): Buffer {
  const answer = JSON.parse(body.toString()) as Record<string, unknown>;
  if (edit(answer) === 'cut') return body.subarray(0, body.length >> 1);
  return Buffer.from(JSON.stringify(answer));
}

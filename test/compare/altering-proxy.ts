/** An HTTP proxy in front of a sandbox: a service that differs from it where a test says so. */
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createRouter } from '../../src/sandbox/http/route.ts';
import { catalogue } from '../../src/services/catalogue.ts';
import { httpServer } from '../support/http-server.ts';

/** A call that has arrived. */
export interface AlteredCall {
  /** The key of the operation; undefined for an unknown path. */
  readonly operation: string | undefined;
  readonly query: URLSearchParams;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface AlteredAnswer {
  status: number;
  /** Parsed JSON; undefined if there is none. */
  body: any;
}

/** One way in which the service differs. */
export interface Alteration {
  readonly operation: string;
  /** Default: every call of the operation. */
  readonly when?: (call: AlteredCall) => boolean;
  /** Header that the service ignores. */
  readonly ignores?: string;
  /** Runs before the call is passed on. */
  readonly before?: () => Promise<void> | void;
  /** Changes the answer, before it is sent on. */
  readonly answer?: (answer: AlteredAnswer, call: AlteredCall) => Promise<void> | void;
}

export interface AlteringProxy {
  readonly url: string;
  /** Of all answers, as the sandbox has sent them. */
  readonly bodies: string[];
  /** Replaces the alterations. */
  alter(alterations: readonly Alteration[]): void;
  close(): Promise<void>;
}

const findRoute = createRouter([...catalogue.values()]);

/** @param targetUrl address of the sandbox */
export async function startAlteringProxy(targetUrl: string): Promise<AlteringProxy> {
  let alterations: readonly Alteration[] = [];
  const bodies: string[] = [];
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const call = await readCall(incoming);
    const active = alterations.filter(
      ({ operation, when }) => operation === call.operation && (when?.(call) ?? true),
    );
    for (const { ignores } of active) if (ignores) delete call.headers[ignores];
    for (const { before } of active) await before?.();
    const { status, text, headers } = await send(targetUrl, incoming, call);
    bodies.push(text);
    const answer: AlteredAnswer = { status, body: parseOrUndefined(text) };
    for (const each of active) await each.answer?.(answer, call);
    const sent = answer.body === undefined ? text : JSON.stringify(answer.body);
    const { 'transfer-encoding': _, 'content-length': __, ...rest } = headers;
    outgoing.writeHead(answer.status, rest).end(answer.status === 204 ? undefined : sent);
  };
  // A connection that the sandbox closes is closed here, too.
  const server = await httpServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  return {
    url: server.url,
    bodies,
    alter: (next) => {
      alterations = next;
    },
    close: () => server.close(),
  };
}

async function readCall(incoming: IncomingMessage): Promise<AlteredCall> {
  const { method = 'GET', url = '/', headers } = incoming;
  const { pathname: path, searchParams: query } = new URL(url, 'http://127.0.0.1');
  const route = findRoute(method, path);
  const operation = route && 'operation' in route ? route.operation.key : undefined;
  return { operation, query, path, headers, body: (await buffer(incoming)).toString() };
}

async function send(
  targetUrl: string,
  { method, url = '/' }: IncomingMessage,
  { headers, body }: AlteredCall,
) {
  const sent = request(new URL(url, targetUrl), {
    method,
    headers: { ...headers, 'accept-encoding': 'identity' },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject);
  });
  sent.end(body);
  const response = await answered;
  const text = (await buffer(response)).toString();
  return { status: response.statusCode!, text, headers: response.headers };
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

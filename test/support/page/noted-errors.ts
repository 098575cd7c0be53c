/**
 * Errors of a page, for a browser that does not tell its driver of them: a server between the
 * browser and the gateway adds a script to the page that notes them before the page's own scripts.
 */
import { createHash } from 'node:crypto';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { httpServer } from '../http-server.ts';

/** Where the script sends what it notes. */
const path = '/noted-error';

/** Runs in the page. */
function note(to: string): void {
  const send = (error: string): void => {
    const sent = new XMLHttpRequest();
    // Waits: the test reads the errors when its last command has ended.
    sent.open('POST', to, false);
    sent.send(error);
  };
  const { error: log } = console;
  console.error = (...values: unknown[]) => {
    send(values.map(String).join(' '));
    log.apply(console, values);
  };
  const options = { capture: true };
  addEventListener(
    'error',
    // Without a message, an element could not load its file.
    ({ message, target }) => send(message ?? `not loaded: ${(target as Element).outerHTML}`),
    options,
  );
  addEventListener('unhandledrejection', ({ reason }) => send(String(reason)), options);
  addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => send(`${effectiveDirective} blocks ${blockedURI}`),
    options,
  );
}

const script = `(${String(note)})('${path}')`;

const digest = createHash('sha256').update(script).digest('base64');

/** What pages have noted. */
interface NotedErrors {
  readonly errors: readonly string[];
  /** @returns the address at which the browser reaches an address of a gateway */
  addressOf(url: string): string;
  close(): Promise<void>;
}

export async function noteErrors(): Promise<NotedErrors> {
  const errors: string[] = [];
  let origin = '';
  const server = await httpServer((incoming, outgoing) => {
    if (incoming.url === path) void add(incoming, outgoing);
    else pass(origin, incoming, outgoing);
  });
  const add = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    errors.push(await text(incoming));
    outgoing.end();
  };
  return {
    errors,
    addressOf: (url) => {
      const address = new URL(url);
      ({ origin } = address);
      return server.url + address.pathname + address.search + address.hash;
    },
    close: () => server.close(),
  };
}

/** Sends a request on, and its response back, in which a page has the script. */
function pass(origin: string, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { method = 'GET', url = '/', headers } = incoming;
  const isPage = headers.accept?.includes('text/html') === true;
  const sent = request(
    origin + url,
    { method, headers: { ...headers, ...(isPage && { 'accept-encoding': 'identity' }) } },
    (response) => void answer(response, outgoing),
  );
  // The browser stops a subscription by closing its connection.
  outgoing.once('close', () => sent.destroy());
  sent.once('error', () => outgoing.destroy());
  incoming.pipe(sent);
}

async function answer(response: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { statusCode = 500, headers } = response;
  const policy = headers['content-security-policy'];
  if (typeof policy !== 'string' || !headers['content-type']?.startsWith('text/html')) {
    outgoing.writeHead(statusCode, headers);
    response.pipe(outgoing);
    return;
  }
  const { 'content-length': _, ...others } = headers;
  outgoing.writeHead(statusCode, {
    ...others,
    'content-security-policy': policy.replace('script-src', `script-src 'sha256-${digest}'`),
  });
  const page = await text(response);
  outgoing.end(page.replace('<head>', `<head><script>${script}</script>`));
}

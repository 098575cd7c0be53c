/** Which pages of other origins may read answers: those on the list, and nobody else. */
import type { IncomingMessage, ServerResponse } from 'node:http';

/** What pages of other origins may send, and read of an answer, in the spelling of the headers that say so. */
export interface CrossOrigin {
  readonly methods: string;
  readonly sent: string;
  readonly readable: string;
}

const graphql: CrossOrigin = {
  methods: 'GET, POST',
  sent: 'authorization, content-type, x-content-owner, x-content-owner-channel, x-request-id, x-preflight',
  readable: 'x-request-id, retry-after',
};

/** Marks the answer for a listed origin. @returns whether the request was a preflight, which is then answered. */
export function cors(
  req: IncomingMessage,
  res: ServerResponse,
  origins: ReadonlySet<string>,
  allowed: CrossOrigin = graphql,
): boolean {
  if (origins.size > 0) res.setHeader('vary', 'origin');
  const { origin } = req.headers;
  const listed = origin !== undefined && origins.has(origin);
  if (listed) {
    res.setHeader('access-control-allow-origin', origin);
    res.setHeader('access-control-expose-headers', allowed.readable);
  }
  if (req.method !== 'OPTIONS') return false;
  if (listed) {
    res.setHeader('access-control-allow-methods', allowed.methods);
    res.setHeader('access-control-allow-headers', allowed.sent);
    res.setHeader('access-control-max-age', '600');
  }
  res.writeHead(204).end();
  return true;
}

/** Plugin: reads GraphQL parameters from a POST with a JSON body or with files, or from a GET's query string; everything else is refused. */
import type { IncomingMessage } from 'node:http';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { graphError } from '../graph/error.ts';
import type { ServerContext } from './server-request.ts';
import { isMultipart, paramsFromMultipart } from './transfer/multipart.ts';
import { malformed, paramsFromJson, paramsFromQuery, tooLong } from './params.ts';

type Limits = Pick<
  Config,
  'MAX_BODY_BYTES' | 'MAX_UPLOAD_BYTES' | 'MAX_CONCURRENT_UPLOADS' | 'REQUEST_DEADLINE_MS'
>;

/** Lengths are counted as they come in: what the client says of its length is only believed when it is too much. */
export function useRequestParser(limits: Limits): Plugin<Record<never, never>, ServerContext> {
  const fromForm = formParser(limits);
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      if (request.method === 'GET') setRequestParser(({ url }) => paramsFromQuery(url));
      else if (request.method !== 'POST') return;
      else if (isMultipart(request.headers.get('content-type')))
        setRequestParser(() => fromForm(serverContext));
      else
        setRequestParser(async () =>
          paramsFromJson(await bodyOf(serverContext.req, limits.MAX_BODY_BYTES)),
        );
    },
  };
}

/** Requests with files are held whole until they are answered, so there are never many of them. */
function formParser({
  MAX_BODY_BYTES,
  MAX_UPLOAD_BYTES,
  MAX_CONCURRENT_UPLOADS,
  REQUEST_DEADLINE_MS,
}: Limits) {
  let held = 0;
  return async ({ req, res, exchange }: ServerContext): Promise<GraphQLParams> => {
    if (held >= MAX_CONCURRENT_UPLOADS)
      throw graphError('OVERLOADED', 'Too many requests with files are under way.', {
        http: { status: 503, headers: { 'retry-after': '1', connection: 'close' } },
      });
    held += 1;
    res.once('close', () => (held -= 1));
    const params = await paramsFromMultipart(req, {
      bodyBytes: MAX_BODY_BYTES,
      fileBytes: MAX_UPLOAD_BYTES,
    });
    // Files take as long as the client's line takes: the time to answer begins when they are there.
    exchange.facts = { ...exchange.facts, deadline: performance.now() + REQUEST_DEADLINE_MS };
    return params;
  };
}

async function bodyOf(req: IncomingMessage, maxBytes: number): Promise<string> {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > maxBytes) throw tooLong(maxBytes, announced);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of piecesOf(req)) {
    length += chunk.length;
    if (length > maxBytes) throw tooLong(maxBytes, length);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length).toString('utf8');
}

/** A client that leaves in the middle of its body is no fault of the gateway. */
async function* piecesOf(req: IncomingMessage): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield* req as AsyncIterable<Buffer>;
  } catch {
    throw malformed('The body broke off.');
  }
}

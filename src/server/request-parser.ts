/**
 * Plugin: reads the GraphQL parameters from a POST with JSON, from a POST with a form, or from the
 * query string of a GET. Yoga rejects everything else.
 */
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Config } from '../config.ts';
import { graphError } from '../graph/error.ts';
import { ConcurrencyLimit } from './limits/concurrency-limit.ts';
import { hasPreflight } from './cross-site.ts';
import { bodyTooLong, malformed, paramsFromJson, paramsFromQuery } from './params.ts';
import type { PersistedDocuments } from './persisted-documents.ts';
import type { GraphqlHttpRequest, HttpServerContext } from './server-request.ts';
import { isMultipart, paramsFromMultipart } from './transfer/multipart.ts';

type ParserLimits = Pick<
  Config,
  'MAX_BODY_BYTES' | 'MAX_UPLOAD_BYTES' | 'MAX_CONCURRENT_UPLOADS' | 'REQUEST_DEADLINE_MS'
>;

/** Reads the parameters of all requests. */
export function useRequestParser(
  limits: ParserLimits,
  persisted: PersistedDocuments,
): Plugin<Record<never, never>, HttpServerContext> {
  const parseForm = formParser(limits);
  return {
    onRequestParse({ request, serverContext: { serverRequest }, setRequestParser }) {
      const { identity } = serverRequest.details;
      if (request.method === 'GET')
        setRequestParser(({ url, headers }) =>
          persisted.complete(paramsFromQuery(url), identity, hasPreflight(headers)),
        );
      else if (request.method !== 'POST') return;
      else if (isMultipart(request.headers.get('content-type')))
        setRequestParser(async () => persisted.complete(await parseForm(serverRequest), identity));
      else
        setRequestParser(
          () =>
            serverRequest.params ?? readJsonBody(serverRequest, limits.MAX_BODY_BYTES, persisted),
        );
    },
  };
}

/** The files of a form are in memory until the response: few forms are served concurrently. */
function formParser({
  MAX_BODY_BYTES,
  MAX_UPLOAD_BYTES,
  MAX_CONCURRENT_UPLOADS,
  REQUEST_DEADLINE_MS,
}: ParserLimits): (request: GraphqlHttpRequest) => Promise<GraphQLParams> {
  const forms = new ConcurrencyLimit(MAX_CONCURRENT_UPLOADS);
  const limits = { bodyBytes: MAX_BODY_BYTES, fileBytes: MAX_UPLOAD_BYTES };
  return async (request) => {
    if (request.req.destroyed) throw connectionClosed();
    if (!forms.acquire(request.res))
      throw graphError('OVERLOADED', 'Too many concurrent requests with files; retry later.', {
        http: { status: 503, headers: { 'retry-after': '1', connection: 'close' } },
      });
    const params = await paramsFromMultipart(request.req, limits);
    // The time to receive files depends on the client's connection and counts separately.
    const deadline = performance.now() + REQUEST_DEADLINE_MS;
    request.details = { ...request.details, deadline };
    return params;
  };
}

const connectionClosed = (): Error =>
  malformed('The connection closed before the whole body was received.');

/** Bytes are counted as they arrive; a `content-length` only serves to reject a body early. */
export function readJsonBody(
  { req, details }: Pick<GraphqlHttpRequest, 'req' | 'details'>,
  maxBytes: number,
  persisted: PersistedDocuments,
): Promise<GraphQLParams> {
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > maxBytes) return Promise.reject(bodyTooLong(maxBytes, announced));
  // It has had its event `close`.
  if (req.destroyed) return Promise.reject(connectionClosed());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length <= maxBytes) return void chunks.push(chunk);
      req.off('data', onData).pause();
      reject(bodyTooLong(maxBytes, length));
    };
    const onEnd = (): void => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length);
      try {
        resolve(persisted.complete(paramsFromJson(body.toString('utf8')), details.identity));
      } catch (error) {
        reject(error);
      }
    };
    // A client that disconnects while it sends its body is not an internal error.
    const onClose = (): void => {
      if (!req.readableEnded) reject(connectionClosed());
    };
    req.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

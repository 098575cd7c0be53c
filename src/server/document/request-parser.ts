/**
 * Plugin: reads the GraphQL parameters from a POST with JSON, from a POST with a form, or from the
 * query string of a GET. Yoga rejects everything else.
 */
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Config } from '../../config.ts';
import { hasPreflight } from '../connection/cross-origin.ts';
import { bodyTooLong, malformed, paramsFromJson, paramsFromQuery } from './params.ts';
import type { PersistedDocuments } from './persisted-documents.ts';
import { shareError } from '../limits/share-error.ts';
import type { GraphqlHttpRequest, HttpServerContext } from '../connection/server-request.ts';
import { isMultipart, paramsFromMultipart } from '../transfer/multipart.ts';

type ParserLimits = Pick<Config, 'MAX_BODY_BYTES' | 'MAX_UPLOAD_BYTES' | 'REQUEST_DEADLINE_MS'>;

/** Reads the parameters of all requests. A complete request takes its place. */
export function useRequestParser(
  limits: ParserLimits,
  persisted: PersistedDocuments,
): Plugin<Record<never, never>, HttpServerContext> {
  const readForm = formReader(limits);
  return {
    onRequestParse({ request, serverContext: { serverRequest }, setRequestParser }) {
      const { details } = serverRequest;
      if (request.method === 'GET')
        setRequestParser(async ({ url, headers }) =>
          inPlace(
            serverRequest,
            await persisted.complete(paramsFromQuery(url), details, hasPreflight(headers)),
          ),
        );
      else if (request.method !== 'POST') return;
      else if (isMultipart(request.headers.get('content-type')))
        setRequestParser(async () =>
          inPlace(serverRequest, await persisted.complete(await readForm(serverRequest), details)),
        );
      else
        setRequestParser(async () =>
          inPlace(
            serverRequest,
            await readJsonBody(serverRequest, limits.MAX_BODY_BYTES, persisted),
          ),
        );
    },
  };
}

/** @throws GraphQLError if too many operations run */
async function inPlace(request: GraphqlHttpRequest, params: GraphQLParams): Promise<GraphQLParams> {
  const { place } = request;
  const refusal = place.take() ?? (await place.begin(request));
  if (refusal) throw shareError('operations', refusal, place.caller);
  return params;
}

/** The files of a form are in memory until the response. */
function formReader({
  MAX_BODY_BYTES,
  MAX_UPLOAD_BYTES,
  REQUEST_DEADLINE_MS,
}: ParserLimits): (request: GraphqlHttpRequest) => Promise<GraphQLParams> {
  const limits = { bodyBytes: MAX_BODY_BYTES, fileBytes: MAX_UPLOAD_BYTES };
  return async (request) => {
    if (request.req.destroyed) throw connectionClosed();
    const params = await paramsFromMultipart(request, limits);
    // The time to receive files depends on the client's connection and counts separately.
    const deadline = request.clock.now() + REQUEST_DEADLINE_MS;
    request.details = { ...request.details, deadline };
    return params;
  };
}

const connectionClosed = (): Error =>
  malformed('The connection closed before the whole body was received.');

/** Reads the parameters of a POST with JSON. @throws GraphQLError */
export function readJsonBody(
  request: GraphqlHttpRequest,
  maxBytes: number,
  persisted: PersistedDocuments,
): Promise<GraphQLParams> {
  const { details } = request;
  return readBody(request, maxBytes, (text) => persisted.complete(paramsFromJson(text), details));
}

/**
 * Reads a body of text, in the memory of bodies. Bytes are counted as they arrive; a
 * `content-length` only serves to reject a body early.
 * @throws GraphQLError for a body that is too long or not complete, and what `parse` throws
 */
export function readBody<T>(
  request: GraphqlHttpRequest,
  maxBytes: number,
  parse: (text: string) => T | Promise<T>,
): Promise<T> {
  const { req } = request;
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > maxBytes) return Promise.reject(bodyTooLong(maxBytes, announced));
  // It has had its event `close`.
  if (req.destroyed) return Promise.reject(connectionClosed());
  return new Promise((resolve, reject) => {
    request.bodyPieces = [];
    let length = 0;
    request.rejectBody = reject;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > maxBytes) {
        req.off('data', onData).pause();
        return reject(bodyTooLong(maxBytes, length));
      }
      request.bodyPieces?.push(chunk);
      request.receive(chunk.length, length === announced);
    };
    const onEnd = (): void => {
      const pieces = request.bodyPieces;
      if (pieces === undefined) return;
      request.bodyPieces = undefined;
      if (length !== announced) request.endBody();
      const body = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, length);
      try {
        resolve(parse(body.toString('utf8')));
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

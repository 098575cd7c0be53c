/**
 * Plugin: reads the GraphQL parameters from a POST with JSON, from a POST with a form, or from the
 * query string of a GET. Yoga rejects everything else.
 */
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Config } from '../../config.ts';
import { hasPreflight } from '../connection/cross-origin.ts';
import {
  bodyTooLong,
  isMultipart,
  malformed,
  paramsFromJson,
  paramsFromQuery,
} from '../document/params.ts';
import type { PersistedDocuments } from '../document/persisted-documents.ts';
import {
  bodyLimits,
  type BodyLimits,
  type BodySettings,
  JsonMeter,
} from '../document/body-limits.ts';
import type { GraphqlHttpRequest, HttpServerContext } from '../connection/server-request.ts';
import { paramsFromMultipart } from '../transfer/multipart.ts';

type ParserSettings = BodySettings & Pick<Config, 'MAX_UPLOAD_BYTES' | 'REQUEST_DEADLINE_MS'>;

/**
 * Reads the parameters of all requests. A complete request takes its place, and waits for its turn
 * before it is parsed.
 */
export function useRequestParser(
  config: ParserSettings,
  persisted: PersistedDocuments,
): Plugin<Record<never, never>, HttpServerContext> {
  const limits = bodyLimits(config);
  const readForm = formReader(config, limits);
  return {
    onRequestParse({ request, serverContext: { serverRequest }, setRequestParser }) {
      const { details } = serverRequest;
      if (request.method === 'GET')
        setRequestParser(async ({ url, headers }) => {
          await serverRequest.place.enter(serverRequest);
          const params = paramsFromQuery(url, limits.json);
          return persisted.complete(params, details, hasPreflight(headers));
        });
      else if (request.method !== 'POST') return;
      else if (isMultipart(request.headers.get('content-type')))
        setRequestParser(async () => {
          const read = await readForm(serverRequest);
          await serverRequest.place.enter(serverRequest);
          return persisted.complete(read(), details);
        });
      else
        setRequestParser(async () => {
          const body = await readBody(serverRequest, limits);
          await serverRequest.place.enter(serverRequest);
          return persisted.complete(paramsFromJson(body.toString()), details);
        });
    },
  };
}

/** The files of a form are in memory until the response. */
function formReader(
  { MAX_UPLOAD_BYTES, REQUEST_DEADLINE_MS }: ParserSettings,
  body: BodyLimits,
): (request: GraphqlHttpRequest) => Promise<() => GraphQLParams> {
  const limits = { body, fileBytes: MAX_UPLOAD_BYTES };
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

/**
 * Reads a body with JSON, in the memory of bodies. Its bytes and values are counted as they arrive;
 * a `content-length` only serves to reject a body early. Whoever parses it waits for its turn.
 * @throws GraphQLError for a body that is too long or not complete
 */
export function readBody(
  request: GraphqlHttpRequest,
  { bytes: maxBytes, json }: BodyLimits,
): Promise<Buffer> {
  const { req } = request;
  const announced = Number(req.headers['content-length'] ?? 0);
  if (announced > maxBytes) return Promise.reject(bodyTooLong(maxBytes, announced));
  // It has had its event `close`.
  if (req.destroyed) return Promise.reject(connectionClosed());
  return new Promise((resolve, reject) => {
    request.bodyPieces = [];
    let length = 0;
    const meter = new JsonMeter(json);
    request.rejectBody = reject;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      try {
        if (length > maxBytes) throw bodyTooLong(maxBytes, length);
        meter.add(chunk);
      } catch (error) {
        req.off('data', onData).pause();
        request.bodyPieces = undefined;
        return reject(error);
      }
      request.bodyPieces?.push(chunk);
      request.receive(chunk.length, length === announced);
    };
    const onEnd = (): void => {
      const pieces = request.bodyPieces;
      if (pieces === undefined) return;
      request.bodyPieces = undefined;
      if (length !== announced) request.endBody();
      resolve(pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, length));
    };
    // A client that disconnects while it sends its body is not an internal error.
    const onClose = (): void => {
      if (!req.readableEnded) reject(connectionClosed());
    };
    req.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

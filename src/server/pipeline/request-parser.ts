/**
 * Plugin: reads the GraphQL parameters from a POST with JSON, from a POST with a form, or from the
 * query string of a GET. Yoga rejects everything else.
 */
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import type { Config } from '../../config.ts';
import { hasPreflight } from '../connection/cross-origin.ts';
import {
  connectionClosed,
  isMultipart,
  paramsFromJson,
  paramsFromQuery,
} from '../document/params.ts';
import type { PersistedDocuments } from '../document/persisted-documents.ts';
import { bodyLimits, type BodyLimits, type BodySettings } from '../document/body-limits.ts';
import type { GraphqlHttpRequest, HttpServerContext } from '../connection/server-request.ts';
import { paramsFromMultipart } from '../transfer/multipart.ts';

type ParserSettings = BodySettings & Pick<Config, 'MAX_UPLOAD_BYTES'>;

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
          serverRequest.namesDocument = params.query === undefined;
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
          const body = await serverRequest.readBody(limits);
          await serverRequest.place.enter(serverRequest);
          return persisted.complete(paramsFromJson(body.toString()), details);
        });
    },
  };
}

/** The files of a form are in memory until the response. */
function formReader(
  { MAX_UPLOAD_BYTES }: ParserSettings,
  body: BodyLimits,
): (request: GraphqlHttpRequest) => Promise<() => GraphQLParams> {
  const limits = { body, fileBytes: MAX_UPLOAD_BYTES };
  return async (request) => {
    if (request.req.destroyed) throw connectionClosed();
    return paramsFromMultipart(request, limits);
  };
}

/**
 * Plugin: reads the GraphQL parameters from a POST with JSON, from a POST with a form, or from the
 * query string of a GET. Yoga rejects everything else.
 */
import type { Config } from '../../config.ts';
import { hasPreflight } from '../connection/cross-origin.ts';
import {
  connectionClosed,
  isMultipart,
  paramsFromJson,
  paramsFromQuery,
} from '../document/params.ts';
import type { PersistedDocuments } from '../document/persisted-documents.ts';
import { bodyLimits } from '../document/body-limits.ts';
import type { HttpPlugin } from '../connection/server-request.ts';
import { MultipartReader } from '../transfer/multipart.ts';

/**
 * Reads the parameters of all requests. A complete request takes its place, and waits for its turn
 * before it is parsed.
 */
export function useRequestParser(config: Config, persisted: PersistedDocuments): HttpPlugin {
  const { MAX_UPLOAD_BYTES } = config;
  const body = bodyLimits(config);
  const limits = { body, fileBytes: MAX_UPLOAD_BYTES };
  return {
    onRequestParse({ request, serverContext: { serverRequest }, setRequestParser }) {
      const { details } = serverRequest;
      if (request.method === 'GET')
        setRequestParser(async ({ url, headers }) => {
          await serverRequest.place.enter(serverRequest);
          const params = paramsFromQuery(url, body.json);
          serverRequest.namesDocument = params.query === undefined;
          return persisted.complete(params, details, hasPreflight(headers));
        });
      else if (request.method !== 'POST') return;
      else if (isMultipart(request.headers.get('content-type')))
        setRequestParser(async () => {
          if (serverRequest.req.destroyed) throw connectionClosed();
          // Its files are in memory until the response.
          const read = await new MultipartReader(serverRequest, limits).read();
          await serverRequest.place.enter(serverRequest);
          return persisted.complete(read(), details);
        });
      else
        setRequestParser(async () => {
          const json = await serverRequest.readBody(body);
          await serverRequest.place.enter(serverRequest);
          return persisted.complete(paramsFromJson(json.toString()), details);
        });
    },
  };
}

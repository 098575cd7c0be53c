/** Plugin: formats the errors of Yoga's results. It runs after all plugins that can add errors. */
import { mapAsyncIterator, type Plugin } from 'graphql-yoga';
import type { FormatResult } from '../error-format.ts';
import type { ServerContext } from '../connection/server-request.ts';

/** Formats the errors of all results, also those of each event of a subscription. */
export const useErrorFormat = (
  formatResult: FormatResult,
): Plugin<Record<never, never>, ServerContext> => ({
  onResultProcess(payload) {
    const { result, serverContext } = payload;
    const { serverRequest } = serverContext;
    if (Symbol.asyncIterator in result)
      payload.setResult(mapAsyncIterator(result, (each) => formatResult(each, serverRequest)));
    else if (!Array.isArray(result)) payload.setResult(formatResult(result, serverRequest));
  },
});

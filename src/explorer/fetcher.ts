/** Sends operations to the gateway: as JSON, as a form with files, or as a stream of events. */
import type { Fetcher } from '@graphiql/toolkit';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-sse';
import { announceSession } from '../client/session.ts';
import { definitionOf, type SentOperation, withOwnName } from './editor/operation.ts';
import { failure, type Response, useResponse } from './response.ts';
import { authorization } from './sign-in/session.ts';
import { urlOf } from './settings.ts';
import { formOf, pickedFiles } from './builder/upload-files.ts';

type Headers = Readonly<Record<string, string>>;

export const endpoint = urlOf('graphql');

/** Runs what is in the editor. The trace goes to the panel of calls, the rest is the result. */
export const fetcher: Fetcher = async (params, { headers } = {}) => {
  const operation = withOwnName(params);
  const sent: Headers = { ...authorization(), 'x-trace': '1', ...headers };
  const { begin, receive } = useResponse.getState();
  const run = begin();
  if (definitionOf(operation)?.operation === OperationTypeNode.SUBSCRIPTION)
    return shown(subscribe(operation, sent), (response) => receive(run, response));
  return receive(run, await send(operation, sent, pickedFiles(operation)));
};

const noFiles: ReadonlyMap<string, File> = new Map();

/**
 * Sends an operation that is no subscription.
 * @param files by their paths among the variables
 * @returns the response, or an error as one
 */
export async function send(
  operation: SentOperation,
  headers: Headers,
  files = noFiles,
): Promise<Response> {
  const hasFiles = files.size > 0;
  const type: Headers = hasFiles ? {} : { 'content-type': 'application/json' };
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      // Other sites cannot send this header, so a form with it cannot come from one of them.
      headers: { 'x-requested-with': 'explorer', ...type, ...headers },
      body: hasFiles ? formOf(operation, files) : JSON.stringify(operation),
    });
    return await readResponse(response);
  } catch (error) {
    return failure(`The gateway did not answer: ${String(error)}`);
  }
}

async function readResponse(response: globalThis.Response): Promise<Response> {
  // Which shows who has signed in now.
  if (response.status === 401) announceSession({ hasEnded: true });
  const text = await response.text();
  try {
    const parsed = JSON.parse(text) as Response;
    // An account can end while the operation runs.
    if (parsed.errors?.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED'))
      announceSession({ hasEnded: false });
    return parsed;
  } catch {
    return failure(`HTTP ${response.status}: ${text.slice(0, 500)}`);
  }
}

function subscribe(operation: SentOperation, headers: Headers): AsyncIterableIterator<Response> {
  const client = createClient({ url: endpoint, headers: { ...headers }, retryAttempts: 0 });
  const { operationName, variables = {}, query } = operation;
  return client.iterate({ query, variables, ...(operationName && { operationName }) });
}

/**
 * Not a generator: to end it would wait for the next event. The stream would go on until then, and
 * the page would take its end for that of the operation which runs by then.
 * @returns the events as `show` changes them
 */
function shown(
  events: AsyncIterableIterator<Response>,
  show: (event: Response) => Response,
): AsyncIterableIterator<Response> {
  return {
    async next() {
      const result = await events.next();
      return result.done === true ? result : { done: false, value: show(result.value) };
    },
    return: async () => events.return!(),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

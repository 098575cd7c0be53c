/** Sends operations to the gateway: as JSON, as a form with files, or as a stream of events. */
import type { Fetcher } from '@graphiql/toolkit';
import { OperationTypeNode } from 'graphql';
import { createClient } from 'graphql-sse';
import { announceSession } from '../client/session.ts';
import { definitionOf, type SentOperation, withOwnName } from './editor/operation.ts';
import { failure, type Response, type Run, useResponse } from './response.ts';
import { authorization } from './sign-in/session.ts';
import { noteRun } from './parts/run-times.ts';
import { urlOf } from './settings.ts';
import type { StreamEnd } from './stream.ts';
import { formOf, pickedFiles } from './builder/upload-files.ts';

type Headers = Readonly<Record<string, string>>;

export const endpoint = urlOf('graphql');

/** Runs what is in the editor. The trace goes to the panel of calls, the rest is the result. */
export const fetcher: Fetcher = async (params, { headers } = {}) => {
  const operation = withOwnName(params);
  noteRun(operation);
  const sent: Headers = { ...authorization(), 'x-trace': '1', ...headers };
  const { begin, receive } = useResponse.getState();
  const kind = definitionOf(operation)?.operation;
  if (kind === OperationTypeNode.SUBSCRIPTION)
    return shownEvents(begin({ startedAt: Date.now() }), subscribe(operation, sent));
  const run = begin({ isMutation: kind === OperationTypeNode.MUTATION });
  // GraphiQL shows a response in whichever tab is open when it arrives. If that is not the tab of
  // this run, or the run is not its last one, a stream without events makes it show nothing.
  return receive(run, await send(operation, sent, { files: pickedFiles(operation) })) ?? nothing();
};

async function* nothing(): AsyncGenerator<Response> {}

const noFiles: ReadonlyMap<string, File> = new Map();

interface SendOptions {
  /** By their paths among the variables. */
  readonly files?: ReadonlyMap<string, File>;
  /** Fires when nobody waits for the response any more. */
  readonly signal?: AbortSignal | null;
}

/**
 * Sends an operation that is no subscription.
 * @returns the response, or an error as one
 */
export async function send(
  operation: SentOperation,
  headers: Headers,
  { files = noFiles, signal = null }: SendOptions = {},
): Promise<Response> {
  const hasFiles = files.size > 0;
  const type: Headers = hasFiles ? {} : { 'content-type': 'application/json' };
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      // Other sites cannot send this header, so a form with it cannot come from one of them.
      headers: { 'x-requested-with': 'explorer', ...type, ...headers },
      body: hasFiles ? formOf(operation, files) : JSON.stringify(operation),
      signal,
    });
    return await readResponse(response);
  } catch (error) {
    return failure(notAnswered(error));
  }
}

async function readResponse(response: globalThis.Response): Promise<Response> {
  // The session is no longer accepted: all pages ask again who has signed in.
  if (response.status === 401) announceSession({ hasEnded: true });
  const text = await response.text();
  try {
    return noteSession(JSON.parse(text) as Response);
  } catch {
    return failure(`HTTP ${response.status}: ${text.slice(0, 500)}`);
  }
}

/** One account can lose its access while the session lives on: all pages ask again who is there. */
function noteSession(response: Response): Response {
  if (response.errors?.some(({ extensions }) => extensions?.['code'] === 'UNAUTHENTICATED'))
    announceSession({ hasEnded: false });
  return response;
}

function subscribe(operation: SentOperation, headers: Headers): AsyncIterableIterator<Response> {
  const client = createClient({ url: endpoint, headers: { ...headers }, retryAttempts: 0 });
  const { operationName, variables = {}, query } = operation;
  return client.iterate({ query, variables, ...(operationName && { operationName }) });
}

/**
 * Not a generator: its `return()` waits until a pending `next()` has settled. After Stop, the
 * subscription would run until the next event, and GraphiQL would then take its late end for that
 * of the operation which runs by then.
 * @returns what the result shows as the events arrive
 */
function shownEvents(
  run: Run,
  events: AsyncIterableIterator<Response>,
): AsyncIterableIterator<Response> {
  const { receive, receiveEvent, endStream } = useResponse.getState();
  let isOver = false;
  const end = (kind: StreamEnd['kind'], message?: string): void => {
    isOver = true;
    endStream(run, { kind, at: Date.now(), ...(message !== undefined && { message }) });
  };
  /** A response without data is no event: the subscription has not begun, or has failed. */
  const fail = (response: Response): Response | undefined => {
    end('error', response.errors?.[0]?.message);
    return receive(run, response);
  };
  const take = async (): Promise<Response | undefined> => {
    try {
      const { done, value } = await events.next();
      if (done === true) end('completed');
      else if (value.data === undefined) return fail(noteSession(value));
      else return receiveEvent(run, { response: noteSession(value), receivedAt: Date.now() });
    } catch (error) {
      // An error after Stop is of no interest.
      if (!isOver) return fail(await failureOf(error));
    }
    return undefined;
  };
  return {
    async next() {
      for (;;) {
        if (isOver) return { done: true, value: undefined };
        const value = await take();
        // Undefined: the tab is not shown, the run is not its last one, or the stream has ended.
        if (value) return { done: false, value };
      }
    },
    return: async () => {
      end('stopped');
      return events.return!();
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** @param error of the client of event streams */
async function failureOf(error: unknown): Promise<Response> {
  const { response } = error as { readonly response?: globalThis.Response };
  return response ? readResponse(response) : failure(notAnswered(error));
}

const notAnswered = (error: unknown): string => `The gateway did not answer: ${String(error)}`;

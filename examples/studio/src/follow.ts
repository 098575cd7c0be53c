/** Subscriptions that continue after a lost connection. */
import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { getOperationAST, print } from 'graphql';
import type { Client } from 'graphql-ws';
import { countCost } from './cost';
import { type GatewayError, isTemporary, textFor } from './errors';

/** The state of a subscription, with a text for the user. */
export interface FollowState {
  readonly kind: 'connecting' | 'live' | 'waiting' | 'ended' | 'failed';
  readonly text: string;
}

export const connecting: FollowState = { kind: 'connecting', text: 'Connecting …' };

interface Following<Data, Variables> {
  readonly document: TypedDocumentNode<Data, Variables>;
  /** The variables of the next attempt: with the cursor of the last event, if it has one. */
  readonly variables: () => Variables;
  readonly onData: (data: Data) => void;
  readonly onState: (state: FollowState) => void;
  /** Whether the subscription can be repeated at once, after a change of its variables. */
  readonly mend?: (errors: readonly GatewayError[]) => boolean;
  readonly signal: AbortSignal;
}

/** Reads a subscription until it ends, fails for good, or the signal is aborted. */
export async function follow<Data extends object, Variables extends Record<string, unknown>>(
  client: Client,
  following: Following<Data, Variables>,
): Promise<void> {
  const { onState, mend, signal } = following;
  let failures = 0;
  onState(connecting);
  while (!signal.aborted)
    try {
      await readConnection(client, following, () => {
        failures = 0;
        onState({ kind: 'live', text: 'Connected.' });
      });
      if (!signal.aborted) onState({ kind: 'ended', text: 'The stream has ended.' });
      return;
    } catch (error) {
      if (signal.aborted) return;
      const errors = Array.isArray(error) ? (error as GatewayError[]) : [];
      if (mend?.(errors) !== true && !isWorthRepeating(error, errors)) {
        onState({ kind: 'failed', text: textFor(errors[0]?.extensions?.['code']) });
        return;
      }
      failures += 1;
      const { code, retryAfter = 0 } = errors[0]?.extensions ?? {};
      const seconds = Math.max(Math.min(30, 2 ** (failures - 1)), Number(retryAfter));
      const cause = errors.length > 0 ? textFor(code) : 'Connection lost.';
      onState({ kind: 'waiting', text: `${cause} Trying again in ${seconds} s.` });
      await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    }
}

/** @throws the errors of the subscription, or of its connection */
async function readConnection<Data extends object, Variables extends Record<string, unknown>>(
  client: Client,
  { document, variables, onData, signal }: Following<Data, Variables>,
  onEvent: () => void,
): Promise<void> {
  const results = client.iterate<Data>({ query: print(document), variables: variables() });
  signal.addEventListener('abort', () => void results.return?.(), { once: true });
  let errors: readonly unknown[] | undefined;
  for await (const { data, errors: failed, extensions } of results) {
    countCost(getOperationAST(document)?.name?.value, extensions);
    // A null is the error of an event. If no other event follows, it has ended the subscription.
    errors = data && !Object.values(data).includes(null) ? undefined : failed;
    if (!data || errors) continue;
    onEvent();
    onData(data);
  }
  if (errors) throw errors;
}

/** Errors of GraphQL are a list. Others can have the close code of a WebSocket. */
function isWorthRepeating(error: unknown, errors: readonly GatewayError[]): boolean {
  if (errors.length > 0) return errors.every(isTemporary);
  const code = (error as { code?: number } | undefined)?.code ?? 0;
  return code === 4408 || !((code >= 4400 && code < 4500) || code === 1008 || code === 1009);
}

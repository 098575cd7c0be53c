/** The usual kinds of checks, each made from one line of data. */
import type { AnyOperation } from '../src/engine/api/operation.ts';
import type { CallOptions } from './client.ts';
import type { Arguments } from './rest-request.ts';
import type { Check, Lookup, Session } from './session.ts';

/** The arguments of a call; a function if they need a lookup. */
export type ArgumentSource = Arguments | ((session: Session) => Promise<Arguments>);

/** The arguments for one side. */
export const argumentsOf = async (source: ArgumentSource, session: Session): Promise<Arguments> =>
  typeof source === 'function' ? source(session) : source;

interface CallCheckOptions extends CallOptions {
  readonly lookups?: readonly Lookup[];
  /** For a call that would change something if it were not rejected. */
  readonly writes?: true;
}

/** Observes the status of one call, and of a rejected one the reason and the parameter. */
export const checkStatus = (
  operation: AnyOperation,
  problem: string,
  source: ArgumentSource,
  { lookups = [], writes, ...options }: CallCheckOptions = {},
): Check => ({
  name: `${operation.key}: ${problem}`,
  ...(writes && { writes }),
  calls: [operation],
  lookups,
  run: async (session) => {
    await session.send(operation, await argumentsOf(source, session), options);
  },
});

/** Observes the fields of a response, and the types of their values. */
export const checkFields = (
  operation: AnyOperation,
  source: ArgumentSource,
  { lookups = [], about = 'fields' }: { readonly lookups?: readonly Lookup[]; about?: string } = {},
): Check => ({
  name: `${operation.key}: ${about}`,
  calls: [operation],
  lookups,
  run: async (session) => {
    const { data } = await session.send(operation, await argumentsOf(source, session));
    session.observeFields(operation, data as object | undefined);
  },
});

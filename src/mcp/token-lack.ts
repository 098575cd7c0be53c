/**
 * Calls of tools that failed for want of a better access token. Over HTTP their clients are told by
 * the status of the response, so that they get one and send the call again. That must not repeat
 * anything: a call that has sent a write in any of its documents, or whose last one has any data,
 * is answered as it is.
 */
import {
  type ExecutionResult,
  getNamedType,
  isInterfaceType,
  Kind,
  parse,
  type SelectionNode,
} from 'graphql';
import type { Api } from '../engine/api/api.ts';
import { isRead } from '../engine/api/operation.ts';
import type { ResponseExtensions } from '../engine/trace/response-extensions.ts';
import type { AddedSelection } from './added-selection.ts';

/** What a token lacks: scopes, one for each failure; or it may have ended. */
export type TokenLack = { readonly scopes: readonly string[] } | 'end';

/** The part of an error that tells what is lacking. */
interface Failure {
  readonly code?: unknown;
  readonly anyOf?: unknown;
}

/** @returns whether an execution has sent a write, as far as it has told its cost */
export function hasWritten(
  { operations }: Pick<Api, 'operations'>,
  { extensions = {} }: ExecutionResult,
): boolean {
  const { cost } = extensions as ResponseExtensions;
  return Object.keys(cost?.operations ?? {}).some((key) => {
    const operation = operations.get(key);
    return operation === undefined || !isRead(operation);
  });
}

/**
 * @param result of an execution that has written nothing
 * @returns what its token lacks; undefined if the call must be answered as it is
 */
export function lackOf({ data, errors = [] }: ExecutionResult): TokenLack | undefined {
  const payloads = Object.values(data ?? {}).filter((value) => value !== null);
  const ofPayloads = payloads.map((payload) => (payload as { readonly errors?: unknown }).errors);
  // Of a query, any value is data.
  const hasData = ofPayloads.some((each) => !Array.isArray(each) || each.length === 0);
  if (hasData) return undefined;
  const failures = [...errors.map((error) => error.extensions), ...ofPayloads.flat()] as Failure[];
  if (failures.length === 0) return undefined;
  if (failures.every(({ code }) => code === 'UNAUTHENTICATED')) return 'end';
  const scopes = failures.map(({ code, anyOf }) =>
    code === 'MISSING_SCOPE' && Array.isArray(anyOf) ? (anyOf as readonly string[])[0] : undefined,
  );
  return scopes.includes(undefined) ? undefined : { scopes: [...new Set(scopes as string[])] };
}

/** Adds the scopes that an error of a mutation names. */
export const addMissingScopes: AddedSelection = (_, type) => {
  const named = getNamedType(type);
  return isInterfaceType(named) && named.name === 'UserError' ? scopeSelections : undefined;
};

const scopeSelections: readonly SelectionNode[] = parse('{ ... on MissingScopeError { anyOf } }', {
  noLocation: true,
}).definitions.flatMap((each) =>
  each.kind === Kind.OPERATION_DEFINITION ? each.selectionSet.selections : [],
);

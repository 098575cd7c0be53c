/** The scopes of operations, in the order in which a client should ask a user for one. */
import { api } from './api.ts';
import { UpstreamError } from './error.ts';
import type { AnyOperation } from './operation.ts';
import { fullScope } from './scope.ts';

/** In how many operations a scope is accepted: a measure of what it allows. */
let breadths: ReadonlyMap<string, number> | undefined;

function breadthOf(scope: string): number {
  breadths ??= countAll();
  return breadths.get(scope) ?? 0;
}

function countAll(): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { scopes } of api().operations.values())
    for (const scope of scopes) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  return counts;
}

/**
 * @returns the full names of the scopes of which a token needs one. The first one suffices for any
 * call of the operation and allows least beside it; then come broader ones, those that cover only
 * some objects, and those that help only in the name of another.
 */
export const acceptedScopes = ({
  scopes,
  sufficientScope,
}: Pick<AnyOperation, 'scopes' | 'sufficientScope'>): readonly string[] => {
  const rankOf = (scope: string): number => {
    if (scope === sufficientScope) return 0;
    if (api().scopes.delegated.has(scope)) return 3;
    return api().scopes.partial.has(scope) ? 2 : 1;
  };
  return scopes
    .toSorted((a, b) => rankOf(a) - rankOf(b) || breadthOf(a) - breadthOf(b))
    .map(fullScope);
};

/** The operation as a call for the content of a file: scopes for metadata do not suffice. */
export function forContent(operation: AnyOperation): AnyOperation {
  const { isForMetadata } = api().scopes;
  return operation.scopes.some(isForMetadata)
    ? { ...operation, scopes: operation.scopes.filter((scope) => !isForMetadata(scope)) }
    : operation;
}

/** Names the scope of a part, if the call failed for the lack of a scope and requested the part. */
export function withPartScopes(
  { partScopes }: AnyOperation,
  { part }: { readonly part?: unknown },
  error: unknown,
): unknown {
  if (partScopes === undefined || !(error instanceof UpstreamError)) return error;
  if (error.code !== 'MISSING_SCOPE' || !Array.isArray(part)) return error;
  const anyOf = part.flatMap((name: string) => partScopes[name] ?? []).map(fullScope);
  return anyOf.length === 0 ? error : new UpstreamError({ ...error.failure, anyOf }, error.cause);
}

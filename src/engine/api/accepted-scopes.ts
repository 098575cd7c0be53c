/** The scopes of operations, in the order in which a client should ask a user for one. */
import { memoize } from './memoize.ts';
import type { Api } from './api.ts';
import { UpstreamError } from './error.ts';
import type { AnyOperation } from './operation.ts';
import { fullScope } from './scope.ts';

/** By API: in how many operations a scope is accepted, a measure of what it allows. */
const breadthsOf = memoize((api: Api): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { scopes } of api.operations.values())
    for (const scope of scopes) counts.set(scope, (counts.get(scope) ?? 0) + 1);
  return counts;
});

/**
 * @returns the full names of the scopes of which a token needs one. The first one suffices for any
 * call of the operation and allows least beside it; then come broader ones, those that cover only
 * some objects, and those that help only in the name of another.
 */
export const acceptedScopes = (
  api: Api,
  { scopes, sufficientScope }: Pick<AnyOperation, 'scopes' | 'sufficientScope'>,
): readonly string[] => {
  const all = breadthsOf(api);
  const breadthOf = (scope: string): number => all.get(scope) ?? 0;
  const rankOf = (scope: string): number => {
    if (scope === sufficientScope) return 0;
    if (api.scopes.delegated.has(scope)) return 3;
    return api.scopes.partial.has(scope) ? 2 : 1;
  };
  return scopes
    .toSorted((a, b) => rankOf(a) - rankOf(b) || breadthOf(a) - breadthOf(b))
    .map((scope) => fullScope(api, scope));
};

/**
 * @param parts that the call requests
 * @returns sets of full names, of which the token of the call needs one each, in the order of
 *   `acceptedScopes`; none for an operation that states no scopes
 */
export function scopesOfCall(
  api: Api,
  operation: AnyOperation,
  parts: readonly string[] = [],
): readonly (readonly string[])[] {
  const own = parts.flatMap((part) => operation.partScopes?.[part] ?? []);
  if (own.length > 0) return own.map((scope) => [fullScope(api, scope)]);
  return operation.scopes.length === 0 ? [] : [acceptedScopes(api, operation)];
}

/** The operation as a call for the content of a file: a scope without content does not suffice. */
export function forContent(
  { scopes: { withoutContent } }: Api,
  operation: AnyOperation,
): AnyOperation {
  const scopes = operation.scopes.filter((scope) => !withoutContent.has(scope));
  return scopes.length === operation.scopes.length ? operation : { ...operation, scopes };
}

/** Names the scope of a part, if the call failed for the lack of a scope and requested the part. */
export function withPartScopes(
  api: Api,
  { partScopes }: AnyOperation,
  { part }: { readonly part?: unknown },
  error: unknown,
): unknown {
  if (partScopes === undefined || !(error instanceof UpstreamError)) return error;
  if (error.code !== 'MISSING_SCOPE' || !Array.isArray(part)) return error;
  const anyOf = part
    .flatMap((name: string) => partScopes[name] ?? [])
    .map((scope) => fullScope(api, scope));
  return anyOf.length === 0 ? error : new UpstreamError({ ...error.failure, anyOf }, error.cause);
}

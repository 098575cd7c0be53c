/** What the cost of an operation depends on besides its document. */
import type { AnyOperation } from '../api/operation.ts';
import type { Identities } from '../caller/identities.ts';
import { subsetFor } from '../read/load/subset-read.ts';
import type { Paths } from '../read/path.ts';
import type { Resource } from '../read/resource.ts';
import type { SelectedList } from '../read/usage.ts';
import { isPublic } from '../rest/request/outgoing-request.ts';

/** The execution, as the cost of an operation depends on it. */
export interface CostContext {
  /**
   * Calls that need an access token which is missing are not sent, and cost nothing. Default: none
   * is missing.
   */
  readonly identities?: Pick<Identities, 'hasAllTokens' | 'hasTokenFor'>;
  /** See `ReadSettings`. Default: no. */
  readonly usesSubsets?: boolean;
}

export const isSent = (operation: AnyOperation, { identities }: CostContext): boolean =>
  operation.auth !== 'user' || identities?.hasTokenFor(operation) !== false;

/** The operation that reads entities. @param selected undefined if the read of the resource does */
export function operationOf(
  resource: Resource,
  selected: Paths | undefined,
  { usesSubsets = false }: CostContext,
): AnyOperation {
  const subset = usesSubsets && selected ? subsetFor(resource, selected) : undefined;
  return (subset ?? resource.read).operation;
}

/** What decides which scopes calls need. */
export interface CallAccess {
  /** Whether they need an access token, whoever asks. */
  readonly needsToken: boolean;
  /** Parts that they request; those with a scope of their own matter. Default: none. */
  readonly parts?: readonly string[];
}

/** The access that a read of the paths needs. */
export const readAccess = (
  { read: { operation }, fixed }: Resource,
  { parts }: Paths,
): Required<CallAccess> => ({
  needsToken: !isPublic(operation, { ...fixed, part: parts }),
  parts,
});

export const listAccess = ({ needs, args }: SelectedList): CallAccess => ({
  needsToken: needs.needsToken(args),
});

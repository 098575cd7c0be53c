/**
 * The account behind an access token, as far as answers prove it: `Api.accountProofs` says which
 * answers name it. Buckets with the same kind of account belong to one account, others do not.
 */
import type { Bucket } from '../api/register.ts';
import type { AnyOperation } from '../rest/operation/operation.ts';
import { type AccountKind, api } from '../api/api.ts';
import type { Identity } from '../rest/upstream.ts';
import { valuesAt } from '../read/path.ts';

/** An account that an answer has named. */
export interface KnownAccount {
  readonly kind: AccountKind;
  readonly id: string;
}

/** @returns undefined for a bucket without units */
export const accountKindOf = (bucket: Bucket): AccountKind | undefined =>
  api().buckets[bucket].account;

/**
 * @param identity for a content owner, answers about the caller name a channel of the owner
 * @returns undefined if the answer names no account of the caller
 */
export function namedAccount(
  { key }: AnyOperation,
  args: object,
  { identity, answer }: { readonly identity: Identity; readonly answer: unknown },
): KnownAccount | undefined {
  const proof = api().accountProofs.get(key);
  if (!proof || identity.token === undefined || identity.contentOwner !== undefined)
    return undefined;
  const [name, value] = proof.argument;
  if ((args as Readonly<Record<string, unknown>>)[name] !== value) return undefined;
  const [id, ...others] = new Set(valuesAt(answer, proof.path));
  if (others.length > 0 || typeof id !== 'string' || id === '' || id === value) return undefined;
  return { kind: proof.kind, id };
}

/** What an access key allows: the tokens of its credential, for some operations. */
import type { Api } from '../../engine/api/api.ts';
import { upstreamError } from '../../engine/api/error.ts';
import { type AnyOperation, isRead, serviceOf } from '../../engine/api/operation.ts';
import type { Bucket } from '../../engine/api/register.ts';
import { outsideGrantReason } from '../../engine/caller/grant.ts';
import type { Grant } from '../../engine/caller/identity.ts';
import { tokenHeaders } from '../../services/shared/token-header.ts';
import type { RenewedToken } from '../renewed-token.ts';
import { scopeFor } from '../scopes.ts';
import type { StoredKey } from './key-file.ts';

interface KeyGrantParts {
  readonly api: Api;
  readonly key: StoredKey;
  readonly token: RenewedToken;
  /**
   * Looks whether the key has been ended.
   * @returns a promise only if the file has to be asked
   * @throws GrantError if it has
   */
  readonly check: () => Promise<void> | undefined;
}

/** Of the keys of callers who have an access key. */
export const callerPrefix = 'key ';

/** One for each key and process. */
export class KeyGrant implements Grant {
  readonly caller: string;
  readonly scopesKey: string;
  readonly budget: Readonly<Partial<Record<Bucket, number>>> | undefined;
  readonly #parts: KeyGrantParts;
  readonly #tokenHeaders: ReadonlySet<string>;
  readonly #operations: ReadonlySet<string> | undefined;

  constructor(parts: KeyGrantParts) {
    const { id, services, access, operations, budget } = parts.key;
    this.#parts = parts;
    this.caller = callerPrefix + id;
    this.scopesKey = `${this.caller} ${services.map((service) => scopeFor(service, access)).join(' ')}`;
    this.budget = budget;
    this.#tokenHeaders = new Set(services.map((service) => tokenHeaders[service]));
    this.#operations = operations && new Set(operations);
  }

  /** Empty before the first call. */
  get token(): string {
    return this.#parts.token.current?.token ?? '';
  }

  ready(): Promise<void> | undefined {
    const { check, token } = this.#parts;
    const checked = check();
    return checked ? checked.then(() => token.ready()) : token.ready();
  }

  renew(refused: string): Promise<boolean> {
    return this.#parts.token.renew(refused);
  }

  check(operation: AnyOperation): void {
    const { api, key } = this.#parts;
    const { tokenHeader } = api.services[serviceOf(operation)];
    const isAllowed =
      this.#tokenHeaders.has(tokenHeader) &&
      (key.access === 'write' || isRead(operation)) &&
      (this.#operations?.has(operation.key) ?? true);
    if (!isAllowed) throw upstreamError(operation, 'FORBIDDEN', { reason: outsideGrantReason });
  }
}

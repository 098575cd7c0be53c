/**
 * The access keys of a gateway. The file is looked at before a key is used, at most once in a
 * second, so that a key that was ended in it is of no use a second later in all processes that see
 * the file. While it cannot be read, no key is accepted.
 */
import { stat } from 'node:fs/promises';
import type { Api } from '../../engine/api/api.ts';
import { GrantError, grantedIdentity } from '../../engine/caller/grant.ts';
import type { Grant, Identity } from '../../engine/caller/identity.ts';
import { Identities } from '../../engine/caller/identities.ts';
import { HttpError, overloaded } from '../../server/error/http-error.ts';
import type { Logger } from '../../server/record/log.ts';
import { codeOf, FileError } from '../private-file.ts';
import { RenewedToken } from '../renewed-token.ts';
import { scopeFor } from '../scopes.ts';
import { idOfKey, isKeyOf } from './access-key.ts';
import { CredentialError, type CredentialParts, fetchTokenOf } from './credential.ts';
import { readKeyFile, type StoredKey } from './key-file.ts';
import { callerPrefix, KeyGrant } from './key-grant.ts';

interface AccessKeyParts extends CredentialParts {
  readonly path: string;
  readonly api: Api;
  readonly log: Logger;
}

/** A key that is in the file. */
interface KnownKey {
  readonly stored: StoredKey;
  /** Made with the first use. */
  grant?: KeyGrant;
}

/** Time in ms for which the file is not looked at again. */
const checkMs = 1_000;

/** One for the process. */
export class AccessKeys {
  readonly #parts: AccessKeyParts;
  /** By id, as the file had them when it was read last. */
  #keys: ReadonlyMap<string, KnownKey> = new Map();
  #isReadable = true;
  /** What the file system told of the file when it was read. */
  #version = '';
  #checkedAt = -Infinity;
  #checking: Promise<void> | undefined;

  constructor(parts: AccessKeyParts) {
    this.#parts = parts;
  }

  /**
   * @param key as a program has sent it
   * @param actsFor the account of another that it names
   * @throws HttpError 401 for a key that is not in the file, 503 while the file cannot be read
   */
  async identitiesOf(
    key: string,
    actsFor: Pick<Identity, 'onBehalfOf' | 'subaccount'> = {},
  ): Promise<Identities> {
    await this.#looked();
    if (!this.#isReadable) throw overloaded('access keys cannot be read at the moment');
    const id = idOfKey(key);
    const known = id === undefined ? undefined : this.#keys.get(id);
    if (known === undefined || !isKeyOf(key, known.stored.digest))
      throw new HttpError(
        401,
        'UNAUTHENTICATED',
        'authorization: no such access key, or it was ended; ask the operator for a new one',
        { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } },
      );
    return new Identities(grantedIdentity((known.grant ??= this.#grantOf(known.stored)), actsFor));
  }

  /**
   * @param caller the key of a caller that was identified before
   * @returns undefined if the access key was ended
   */
  async grantOfCaller(caller: string): Promise<Grant | undefined> {
    if (!caller.startsWith(callerPrefix)) return undefined;
    await this.#looked();
    const known = this.#isReadable ? this.#keys.get(caller.slice(callerPrefix.length)) : undefined;
    return known && (known.grant ??= this.#grantOf(known.stored));
  }

  #grantOf(stored: StoredKey): KeyGrant {
    const { api, clock, log } = this.#parts;
    const { id, name, credential, services, access } = stored;
    const scopes = services.map((service) => scopeFor(service, access));
    const fetchToken = async () => {
      try {
        return await fetchTokenOf(credential, scopes, this.#parts);
      } catch (error) {
        const { message } = error as Error;
        log.warn({ accessKey: name, reason: message }, 'an access key gets no token');
        if (!(error instanceof CredentialError)) throw error;
        throw new GrantError('UPSTREAM_UNAVAILABLE', 'credentialMissing');
      }
    };
    const throwIfEnded = (): void => {
      if (!this.#isReadable) throw new GrantError('UPSTREAM_UNAVAILABLE', 'accessKeysUnreadable');
      if (this.#keys.get(id)?.stored !== stored)
        throw new GrantError('UNAUTHENTICATED', 'accessKeyEnded');
    };
    return new KeyGrant({
      api,
      key: stored,
      token: new RenewedToken(fetchToken, { clock }),
      check: () => {
        const looked = this.#looked();
        if (looked) return looked.then(throwIfEnded);
        throwIfEnded();
        return undefined;
      },
    });
  }

  /** @returns a promise while the file is looked at */
  #looked(): Promise<void> | undefined {
    if (this.#parts.clock.now() < this.#checkedAt + checkMs) return this.#checking;
    this.#checkedAt = this.#parts.clock.now();
    return (this.#checking = this.#look().finally(() => {
      this.#checking = undefined;
    }));
  }

  /** Reads the file again if it has changed. */
  async #look(): Promise<void> {
    const { path, log } = this.#parts;
    try {
      const version = await versionOf(path);
      if (version !== this.#version) await this.#read(version);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (this.#isReadable)
        log.error(
          { reason: error.message },
          'no access key is accepted: ACCESS_KEYS is unreadable',
        );
      this.#isReadable = false;
      this.#version = '';
    }
  }

  /** Keys that have stayed as they were keep their tokens. */
  async #read(version: string): Promise<void> {
    const keys = await readKeyFile(this.#parts.path);
    this.#keys = new Map(
      keys.map((stored) => {
        const known = this.#keys.get(stored.id);
        const isSame = known && JSON.stringify(known.stored) === JSON.stringify(stored);
        return [stored.id, isSame ? known : { stored }];
      }),
    );
    this.#isReadable = true;
    this.#version = version;
  }
}

/** @returns a text that differs when the file has changed @throws FileError */
async function versionOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(path);
    return [ino, size, mtimeMs, ctimeMs].join(' ');
  } catch (error) {
    throw new FileError(path, `cannot be read (${codeOf(error)})`);
  }
}

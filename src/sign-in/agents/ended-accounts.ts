/** Accounts that have signed out: what agents were granted before is over, also after a return. */
import { hash } from 'node:crypto';
import type { Clock } from '../../engine/caller/clock.ts';
import type { Store } from '../../engine/store/store.ts';
import { idsOf, type Subject } from './accounts.ts';
import { grantMs } from './provider.ts';

interface EndedAccountsParts {
  readonly store: Store;
  readonly clock: Clock;
}

export class EndedAccounts {
  readonly #parts: EndedAccountsParts;

  constructor(parts: EndedAccountsParts) {
    this.#parts = parts;
  }

  async add(ids: readonly string[]): Promise<void> {
    const { store, clock } = this.#parts;
    const now = String(clock.wallTime());
    await Promise.all(ids.map((id) => store.set('agent', keyOf(id), now, grantMs)));
  }

  /** Whether an account has signed out since it consented. */
  async includes({ accounts, since }: Subject): Promise<boolean> {
    const ends = await Promise.all(
      idsOf(accounts).map(async (id) => this.#parts.store.get('agent', keyOf(id))),
    );
    return ends.some((end) => end !== undefined && Number(end) >= since);
  }
}

const keyOf = (id: string): string => hash('sha256', `ended ${id}`, 'base64url');

/** The documents that one caller can put into the shared store in a day. */
import { hash } from 'node:crypto';
import { expect, it } from 'vitest';
import { callerKey, Identities } from '../../../src/engine/caller/identities.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { PersistedDocuments } from '../../../src/server/document/persisted-documents.ts';
import { SharedMemory, SharedMemoryStore } from '../../support/gateway/shared-store.ts';

/** As docs/size.md states it. */
const maxPerCaller = 500;

const day = 86_400_000;

const queryOf = (name: string): string => `{ ${name}: __typename }`;

const extensionsOf = (query: string) => ({
  persistedQuery: { version: 1, sha256Hash: hash('sha256', query) },
});

it('are 500: the 501st one is not stored, those of other callers are, and so it is a day later', async () => {
  const clock = { now: 1 };
  const memory = new SharedMemory(() => clock.now);
  const encryption = new Encryption(['a secret that all replicas have in common']);
  /** A gateway of its own, whose memory knows no documents. */
  const gateway = () =>
    new PersistedDocuments({
      store: new SharedMemoryStore(memory),
      isAccepted: () => true,
      encryption,
    });
  const sender = gateway();
  const send = async (name: string, token: string): Promise<void> => {
    const query = queryOf(name);
    sender.keep({ query, extensions: extensionsOf(query) }, new Identities({ token }));
    // The client does not wait for the store.
    await new Promise(setImmediate);
  };
  const isStored = async (name: string): Promise<boolean> => {
    const params = { extensions: extensionsOf(queryOf(name)) };
    try {
      const found = await gateway().complete(params, {
        identities: new Identities({ token: 'reader' }),
      });
      return found.query === queryOf(name);
    } catch {
      return false;
    }
  };
  for (let index = 1; index <= maxPerCaller + 2; index += 1) await send(`d${index}`, 'a');
  const stored = memory.keys.filter((key) => key.startsWith('document ')).length;
  // One entry more has the number of documents.
  expect(stored).toBe(maxPerCaller + 1);
  expect([await isStored(`d${maxPerCaller}`), await isStored(`d${maxPerCaller + 1}`)]).toEqual([
    true,
    false,
  ]);
  expect(memory.keys).toContain(`document count ${callerKey({ token: 'a' })}`);
  await send('other', 'b');
  expect(await isStored('other')).toBe(true);
  clock.now += day + 1;
  await send('later', 'a');
  expect(await isStored('later')).toBe(true);
});

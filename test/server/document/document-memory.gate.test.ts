/** Documents of persisted queries in memory: what one caller adds costs no other one its own. */
import { hash } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { DocumentMemory } from '../../../src/server/document/persisted-documents.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';

const maxDocuments = 1_000;

describe('the memory of documents', { tags: ['R37'] }, () => {
  const accepted: ReadonlySet<string> = new Set(['ava', 'ben', 'cleo', 'dan']);
  const open = (): DocumentMemory => new DocumentMemory((caller) => accepted.has(caller));

  /** Adds documents of a caller. @returns a function that tells which of them are kept */
  function fill(
    memory: DocumentMemory,
    caller: string,
    count: number,
    text = 'document',
  ): () => number[] {
    const keyOf = (index: number): string => `${caller} ${index}`;
    const indexes = Array.from({ length: count }, (_, index) => index);
    for (const index of indexes) memory.add(keyOf(index), text, caller);
    return () => indexes.filter((index) => memory.has(keyOf(index)));
  }

  it('is all for one caller while nobody else needs it', () => {
    const kept = fill(open(), 'ava', maxDocuments);
    expect(kept()).toHaveLength(maxDocuments);
  });
  it('lets the document go that its caller has not used for longest', () => {
    const memory = open();
    const kept = fill(memory, 'ava', maxDocuments);
    expect(memory.get('ava 0')).toBe('document');
    fill(memory, 'ben', 1);
    expect(kept()).not.toContain(1);
    expect(kept()).toHaveLength(maxDocuments - 1);
    memory.add('one more', 'document', 'ava');
    expect([memory.has('one more'), kept().includes(0), kept().includes(2)]).toEqual([
      true,
      true,
      false,
    ]);
  });
  it('takes the room for others from the caller with most of it', () => {
    const memory = open();
    const victim = fill(memory, 'ben', 200);
    const other = fill(memory, 'ava', 3 * maxDocuments);
    expect([victim().length, other().length]).toEqual([200, maxDocuments - 200]);
  });
  it('counts the length of long documents', () => {
    const memory = open();
    const victim = fill(memory, 'ben', 5);
    const other = fill(memory, 'ava', 100, 'x'.repeat(100_000));
    expect([victim().length, other().length]).toEqual([5, 39]);
  });
  it('keeps nothing of unknown callers if others need their share', () => {
    const memory = open();
    const unknown = ['x', 'y', 'z', 'anonymous'].map((caller) => fill(memory, caller, 50));
    const known = [...accepted].map((caller) => fill(memory, caller, 250));
    expect(unknown.map((kept) => kept().length)).toEqual([0, 0, 0, 0]);
    expect(known.map((kept) => kept().length)).toEqual([250, 250, 250, 250]);
  });
  it('counts a document that several callers use for the first of them', () => {
    const memory = open();
    memory.add('shared', 'document', 'ben');
    memory.add('shared', 'document', 'ava');
    fill(memory, 'ava', 2 * maxDocuments);
    expect(memory.has('shared')).toBe(true);
  });
});

describe('a document of a caller', () => {
  let gateway: RunningGateway;
  afterEach(() => gateway.close());

  it('stays known while another caller sends thousands', { tags: ['R37'] }, async () => {
    gateway = await startGateway();
    const send = async (token: string, sha256Hash: string, query?: string): Promise<unknown> => {
      const extensions = { persistedQuery: { version: 1, sha256Hash } };
      const { body } = await gateway.send('/graphql', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ query, extensions }),
      });
      return body.errors?.[0].message;
    };
    const add = (token: string, query: string): Promise<unknown> =>
      send(token, hash('sha256', query), query);
    const query = `{ playlist(id: "${ids.playlist.fifty}") { title } }`;
    expect(await add('studio-guest', query)).toBeUndefined();
    expect(await add('studio-owner', `${query} `)).toBeUndefined();
    for (let part = 0; part < 30; part += 1)
      await Promise.all(
        Array.from({ length: 40 }, (_, index) =>
          add('studio-owner', `{ a${part}_${index}: __typename }`),
        ),
      );
    expect(await send('studio-guest', hash('sha256', query))).toBeUndefined();
    expect(await send('studio-owner', hash('sha256', `${query} `))).toBe('PersistedQueryNotFound');
  });
});

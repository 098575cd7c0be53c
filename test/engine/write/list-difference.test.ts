/** An entity whose insert has lost its answer is found by comparing lists. */
import { describe, expect, it } from 'vitest';
import {
  ListDifference,
  maxCandidates,
  readOwnList,
} from '../../../src/engine/write/update/list-difference.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import type { Change, JsonRecord } from '../../../src/engine/write/change.ts';
import type { Upstream } from '../../../src/engine/rest/upstream.ts';
import type { Execution } from '../../../src/engine/execution/execution.ts';
import { upstreamError } from '../../../src/engine/api/error.ts';
import { liveStreams } from '../../../src/services/live/operations.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import type { WorkflowServices } from '../../../src/engine/execution/progress-report.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import { InsertNotes } from '../../../src/engine/lock/insert-notes.ts';
import { executionOf } from '../../support/write-execution.ts';

const pageSize = liveStreams.list.page!.maxSize!;

/** An account with entities; the newest one is anywhere in the list. */
function accountOf(count: number) {
  const items: JsonRecord[] = Array.from({ length: count }, (_, index) => ({
    id: `old-${index}`,
    snippet: { title: 'Camera' },
  }));
  const calls: JsonRecord[] = [];
  const call = (_: unknown, args: JsonRecord): Promise<unknown> => {
    calls.push(args);
    const start = Number(args['pageToken'] ?? 0);
    const end = start + Number(args['maxResults']);
    return Promise.resolve({
      items: structuredClone(items.slice(start, end)),
      ...(end < items.length && { nextPageToken: String(end) }),
    });
  };
  const upstream = { call } as unknown as Upstream;
  const inserts = new InsertNotes({ store: new MemoryStore(), encryption: new Encryption() });
  const workflows = { inserts } as unknown as WorkflowServices;
  return { items, calls, execution: executionOf(upstream, { workflows }) };
}

const list = { operation: liveStreams.list, args: { mine: true } };

const titled = (title: string): readonly Change[] => [
  { path: 'snippet.title', apply: () => title } as unknown as Change,
];

const added = (title: string, id = 'new'): JsonRecord => ({ id, snippet: { title } });

/** @param taken ids that belong to something else */
const differenceOf = (execution: Execution, taken: readonly string[] = []): ListDifference =>
  new ListDifference(execution, {
    list,
    key: () => Promise.resolve('insert'),
    isTaken: (id) => Promise.resolve(taken.includes(id)),
  });

const lostAnswer = upstreamError(liveStreams.insert, 'UPSTREAM_TIMEOUT', { outcome: 'UNKNOWN' });

/** An insert of a camera whose answer is lost. @param change what happens meanwhile */
async function loseAnswer(difference: ListDifference, change: () => void): Promise<void> {
  const send = (): Promise<string> => {
    change();
    return Promise.reject(lostAnswer);
  };
  await expect(difference.insert(titled('Camera'), send)).rejects.toBe(lostAnswer);
}

const many = (count: number): JsonRecord[] =>
  Array.from({ length: count }, (_, index) => added('Camera', `new-${index}`));

describe('the difference of two lists', () => {
  it.each([0, 3, pageSize + 1])('has the new entity among %d others', async (count) => {
    const { items, execution } = accountOf(count);
    const difference = differenceOf(execution);
    await loseAnswer(difference, () => void items.splice(count >> 1, 0, added('Camera')));
    expect(await difference.find()).toBe('new');
  });
  it('leaves out what belongs to something else', async () => {
    const { items, execution } = accountOf(3);
    const difference = differenceOf(execution, ['new-1', 'new-2', 'new-3']);
    await loseAnswer(difference, () => void items.push(...many(maxCandidates)));
    expect(await difference.find()).toBe('new-0');
  });
  it.each<readonly [string, readonly JsonRecord[]]>([
    ['nothing is new', []],
    ['the new one has other values', [added('Another')]],
    ['the new one has no id', [{ snippet: { title: 'Camera' } }]],
    ['two are new', many(2)],
    ['the new one belongs to something else', [added('Camera', 'taken')]],
    [
      'too many are new',
      [...many(1), ...many(maxCandidates).map((each) => ({ ...each, id: 'taken' }))],
    ],
  ])('shows nothing if %s', async (_, change) => {
    const { items, execution } = accountOf(3);
    const difference = differenceOf(execution, ['taken']);
    await loseAnswer(difference, () => void items.push(...change));
    expect(await difference.find()).toBeUndefined();
  });
  it('shows nothing if nothing was inserted', async () => {
    const { execution, calls } = accountOf(1);
    expect(await differenceOf(execution).find()).toBeUndefined();
    expect(calls).toEqual([]);
  });
  it('shows nothing in a list of more than four pages', async () => {
    const { items, execution, calls } = accountOf(4 * pageSize + 1);
    const difference = differenceOf(execution);
    await loseAnswer(difference, () => void items.unshift(added('Camera')));
    expect(calls).toHaveLength(4);
    expect(await difference.find()).toBeUndefined();
    expect(await readOwnList(execution, list, Paths.of('id'))).toBeUndefined();
  });
});

describe('an insert whose run was lost', () => {
  const insertAgain = (execution: Execution, title = 'Camera'): Promise<string> =>
    differenceOf(execution).insert(titled(title), () => Promise.resolve('another'));

  it('is found by the next run, which inserts nothing', async () => {
    const { items, execution } = accountOf(3);
    await loseAnswer(differenceOf(execution), () => void items.push(added('Camera')));
    expect(await insertAgain(execution)).toBe('new');
    // Until something names it.
    expect(await insertAgain(execution)).toBe('new');
  });
  it.each<readonly [string, (account: ReturnType<typeof accountOf>) => Promise<unknown>]>([
    [
      'something names the entity',
      async ({ items, execution }) => {
        const difference = differenceOf(execution);
        await difference.insert(titled('Camera'), () => Promise.resolve('new'));
        items.push(added('Camera'));
        await difference.forget();
      },
    ],
    [
      'the service has rejected it',
      async ({ items, execution }) => {
        const rejected = upstreamError(liveStreams.insert, 'FORBIDDEN');
        const send = (): Promise<string> => Promise.reject(rejected);
        const insert = differenceOf(execution).insert(titled('Camera'), send);
        await expect(insert).rejects.toBe(rejected);
        items.push(added('Camera'));
      },
    ],
    [
      'it had other values',
      ({ items, execution }) =>
        loseAnswer(differenceOf(execution), () => void items.push(added('Another'))),
    ],
  ])('is not looked for if %s', async (_, lose) => {
    const account = accountOf(3);
    await lose(account);
    expect(await insertAgain(account.execution)).toBe('another');
  });
});

/** Replicas that read the same page at one time, and append it to the pages of all. */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../../../src/services/api.ts';
import { Encryption } from '../../../../src/engine/caller/encryption.ts';
import { defaultLimits } from '../../../../src/engine/feed/limits.ts';
import { SharedLog } from '../../../../src/engine/feed/shared/shared-log.ts';
import { SharedStore } from '../../../../src/engine/feed/shared/shared-store.ts';
import type { FeedPage, FeedPosition } from '../../../../src/engine/feed/source/source.ts';
import { chatSource } from '../../../support/upstream/chat.ts';
import { DrivenClock } from '../../../support/clock/driven-clock.ts';
import { SharedMemory, SharedMemoryStore } from '../../../support/gateway/shared-store.ts';

const encryption = new Encryption(['a secret that all replicas have in common']);
const source = chatSource();

const positionAt = (count: number): FeedPosition => ({ pageToken: `at ${count}` });

/** The page that begins at a position, as one replica has read it. */
const pageFrom = (count: number, reader = ''): FeedPage => ({
  items: [{ id: `m${count + 1}${reader}` }],
  next: positionAt(count + 1),
  hasMore: undefined,
});

/** Logs of several replicas over one store. */
function createLogs(count: number) {
  const clock = new DrivenClock();
  const memory = new SharedMemory(clock.now);
  const logs = Array.from({ length: count }, () => {
    const connection = new SharedMemoryStore(memory);
    const store = new SharedStore({ store: connection, encryption }, clock);
    return new SharedLog({
      api: googleApis,
      store,
      key: 'topic',
      source,
      clock,
      limits: defaultLimits,
    });
  });
  return { clock, logs };
}

const idsOf = (pages: readonly { readonly page: FeedPage }[]): string[] =>
  pages.flatMap(({ page }) => page.items.map((item) => (item as { readonly id: string }).id));

/** The pages that a replica takes from the list, one after the other. */
async function follow(log: SharedLog, from: number): Promise<string[]> {
  const ids: string[] = [];
  for (let position: FeedPosition | null = positionAt(from); position; ) {
    const entry = await log.next(position);
    if (entry === undefined) break;
    ids.push(...idsOf([entry]));
    position = entry.page.next;
  }
  return ids;
}

describe('two replicas that append to the pages of a topic', () => {
  it.each([0, 1, 2])('append one page of two, if they have %i in common', async (common) => {
    const { logs } = createLogs(3);
    const [one, other, third] = logs as [SharedLog, SharedLog, SharedLog];
    for (const log of logs) expect(await log.join()).toBeUndefined();
    for (let count = 0; count < common; count += 1) {
      expect(await one.append(pageFrom(count), positionAt(count))).toBe(true);
      expect(await follow(other, count)).toEqual([`m${count + 1}`]);
    }
    // Both have looked for a page, found none, and read it from the service.
    const appended = await Promise.all([
      one.append(pageFrom(common, ' of one'), positionAt(common)),
      other.append(pageFrom(common, ' of other'), positionAt(common)),
    ]);
    expect(appended.toSorted()).toEqual([false, true]);
    const winner = appended[0] ? ' of one' : ' of other';
    // The one that was late takes the page of the other one, and goes on after it.
    const [first, late] = appended[0] ? [one, other] : [other, one];
    expect(await follow(late, common)).toEqual([`m${common + 1}${winner}`]);
    expect(await late.append(pageFrom(common + 1), positionAt(common + 1))).toBe(true);
    expect(await follow(first, common + 1)).toEqual([`m${common + 2}`]);
    const known = Array.from({ length: common }, (_, index) => `m${index + 1}`);
    const history = await third.join();
    expect(idsOf(history!.entries)).toEqual([
      ...known,
      `m${common + 1}${winner}`,
      `m${common + 2}`,
    ]);
    expect(history!.next).toEqual(positionAt(common + 2));
  });
  it('continue each other after a pause that is longer than pages are kept', async () => {
    const { clock, logs } = createLogs(2);
    const [one, other] = logs as [SharedLog, SharedLog];
    await one.join();
    await other.join();
    await one.append(pageFrom(0), positionAt(0));
    expect(await follow(other, 0)).toEqual(['m1']);
    // The head outlasts its newest page.
    await clock.advance(defaultLimits.retentionMs + 1_000);
    expect(await one.append(pageFrom(1), positionAt(1))).toBe(true);
    expect(await follow(other, 1)).toEqual(['m2']);
  });
});

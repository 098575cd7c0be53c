/** Feeds of Google Drive: changes from a start token, and the versions of one file. */
import { describe, expect, it } from 'vitest';
import { type FeedBatch, readFeed } from '../../../src/engine/feed/batch.ts';
import type { FeedSource } from '../../../src/engine/feed/source/source.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import {
  changeSource,
  type DriveFile,
  DriveLog,
  fileSource,
} from '../../support/upstream/drive-log.ts';
import {
  collect,
  createFeedHarness,
  type FeedAnswer,
  newHub,
  notificationUrl,
  owner,
  rejected,
} from '../../support/feed/feed-harness.ts';

interface Change {
  readonly fileId: string;
  readonly removed: boolean;
  readonly file?: DriveFile;
}

async function createDriveHarness(source: FeedSource = changeSource()) {
  const drive = new DriveLog();
  const harness = await createFeedHarness(drive.answer);
  drive.onNotify = (notification) => void harness.hub.notify(notification);
  return {
    ...harness,
    drive,
    /** Without a public address: the feed is polled. */
    poll: (after?: string | null) =>
      collect(newHub(harness).subscribe({ identity: owner, source, after })),
    watch: () => harness.follow(source),
    read: (after?: string | null) =>
      readFeed(harness.execution(owner), source, after, {
        paths: Paths.of('items.fileId'),
        downstream: new Set(),
      }),
    paths: () => harness.requests.map(({ path }) => path.replace('/drive/v3/', '')),
  };
}

const changed = ({ items }: FeedBatch): string[] => items.map((item) => (item as Change).fileId);

const allChanged = (batches: readonly FeedBatch[]): string[] => batches.flatMap(changed);

describe('a feed of changes that begins now', () => {
  it('has a first batch with a cursor alone, and then whole items', async () => {
    await using harness = await createDriveHarness();
    harness.drive.put('before', 'folder');
    const subscriber = harness.poll();
    await harness.clock.advance(10_000);
    expect(subscriber.batches).toMatchObject([{ items: [], cursor: expect.any(String) }]);
    harness.drive.put('a', 'folder');
    await harness.clock.advance(10_000);
    expect(subscriber.batches.slice(1)).toMatchObject([
      { items: [{ fileId: 'a', removed: false, file: { parents: ['folder'] } }] },
    ]);
    expect(harness.requests.at(-1)!.query.get('fields')).toBe('*');
  });
  it('reads all pages of many changes at once, and each change once', async () => {
    await using harness = await createDriveHarness();
    const subscriber = harness.poll();
    await harness.clock.settle();
    const ids = Array.from({ length: 10 }, (_, index) => `f${index}`);
    for (const id of ids) harness.drive.put(id, 'folder');
    await harness.clock.advance(10_000);
    expect(allChanged(subscriber.batches)).toEqual(ids);
  });
  it('begins now for a later subscriber, too, without a call', async () => {
    await using harness = await createDriveHarness();
    const { hub, clock, drive } = harness;
    const subscribe = () => collect(hub.subscribe({ identity: owner, source: changeSource() }));
    const first = subscribe();
    await clock.advance(5_000);
    drive.put('earlier', 'folder');
    await clock.advance(20_000);
    const before = harness.requests.length;
    const later = subscribe();
    await clock.settle();
    expect(allChanged(first.batches)).toEqual(['earlier']);
    expect(later.batches).toEqual([
      { items: [], cursor: first.batches.at(-1)!.cursor, hasMore: false },
    ]);
    expect(harness.requests).toHaveLength(before);
    drive.put('a', 'folder');
    await clock.advance(300_000);
    expect(allChanged(later.batches)).toEqual(['a']);
  });
  it('begins now for a subscriber of a feed that nobody has followed for a while', async () => {
    await using harness = await createDriveHarness();
    const subscribe = () => harness.follow(changeSource());
    const first = subscribe();
    await harness.clock.advance(20_000);
    await first.leave();
    harness.drive.put('missed', 'folder');
    await harness.clock.advance(60_000);
    const later = subscribe();
    await harness.clock.settle();
    harness.drive.put('a', 'folder');
    await harness.clock.advance(300_000);
    expect(later.batches.map(changed)).toEqual([[], ['a']]);
  });
  it('replays no batch with more changes than a page has', async () => {
    const source = changeSource(2);
    await using harness = await createDriveHarness(source);
    const subscribe = (after?: string | null) => harness.follow(source, after);
    const first = subscribe();
    for (const id of ['a', 'b', 'c']) {
      await harness.clock.advance(20_000);
      harness.drive.put(id, 'folder');
    }
    await harness.clock.advance(20_000);
    const later = subscribe(first.batches[0]!.cursor);
    await harness.clock.settle();
    expect(later.batches.map(changed)).toEqual([['a', 'b'], ['c']]);
  });
  it('continues after a cursor of another process', async () => {
    await using harness = await createDriveHarness();
    const first = harness.poll();
    await harness.clock.settle();
    await first.leave();
    harness.drive.put('missed', 'folder');
    const second = harness.poll(first.batches[0]!.cursor);
    await harness.clock.settle();
    expect(allChanged(second.batches)).toEqual(['missed']);
  });
});

/** How Google Drive may reject a page token that is too old. */
const rejections: readonly (readonly [string, FeedAnswer])[] = [
  ['410', rejected(410, 'expired')],
  ['404', rejected(404, 'notFound')],
  ['404 of the page token', rejected(404, 'notFound', 'pageToken')],
  ['400 of the page token', rejected(400, 'invalid', 'pageToken')],
  ['400 invalidPageToken', rejected(400, 'invalidPageToken')],
];

describe('a page token that is too old', () => {
  it.each(rejections)('resets subscribers if it is rejected with %s', async (_, tooOld) => {
    await using harness = await createDriveHarness();
    harness.drive.tooOld = tooOld;
    const subscriber = harness.poll();
    await harness.clock.settle();
    harness.drive.put('lost', 'folder');
    harness.drive.expireTokens();
    await harness.clock.advance(10_000);
    harness.drive.put('found', 'folder');
    await harness.clock.advance(10_000);
    const reset = subscriber.batches.find((batch) => batch.reset);
    expect(reset).toMatchObject({ items: [], cursor: expect.any(String), hasMore: false });
    expect(allChanged(subscriber.batches)).toEqual(['found']);
    expect(subscriber.batches.filter((batch) => batch.reset)).toHaveLength(1);
  });
  it('has the changes from the read before the reset is known', async () => {
    await using harness = await createDriveHarness();
    const first = harness.poll();
    await harness.clock.settle();
    await first.leave();
    harness.drive.expireTokens();
    const { reset, cursor } = await harness.read(first.batches[0]!.cursor);
    expect(reset).toBe(true);
    harness.drive.put('after', 'folder');
    expect(changed(await harness.read(cursor))).toEqual(['after']);
  });
  it.each(['driveId', 'anotherId'])('is not the reason of a 404 of %s', async (location) => {
    await using harness = await createDriveHarness();
    harness.drive.tooOld = rejected(404, 'notFound', location);
    const first = harness.poll();
    await harness.clock.settle();
    harness.drive.expireTokens();
    await harness.clock.advance(10_000);
    expect(await first.ended).toMatchObject({ failure: { code: 'NOT_FOUND' } });
  });
});

describe('a watched feed of changes', () => {
  it('opens a channel at the start token, and stops it with its resource', async () => {
    await using harness = await createDriveHarness();
    const subscriber = harness.watch();
    await harness.clock.advance(5_000);
    const opening = harness.requests.find(({ path }) => path.endsWith('/watch'))!;
    expect(opening.query.get('pageToken')).toBe('at 0');
    expect(opening.body).toEqual({
      id: expect.stringMatching(/^[\w-]{36}$/),
      token: expect.stringMatching(/^[\w-]{43}$/),
      type: 'web_hook',
      address: notificationUrl,
      expiration: String(opening.at + 86_400_000),
    });
    await subscriber.leave();
    await harness.clock.settle();
    const { id } = opening.body as { readonly id: string };
    expect(harness.requests.at(-1)).toMatchObject({
      path: '/drive/v3/channels/stop',
      body: { id, resourceId: 'resource-changes' },
    });
    expect(harness.drive.channels.size).toBe(0);
  });
  it('reads after a notification, and else every five minutes', async () => {
    await using harness = await createDriveHarness();
    const subscriber = harness.watch();
    await harness.clock.advance(5_000);
    const before = harness.requests.length;
    await harness.clock.advance(290_000);
    expect(harness.requests).toHaveLength(before);
    harness.drive.put('a', 'folder');
    await harness.clock.advance(1_000);
    expect(allChanged(subscriber.batches)).toEqual(['a']);
    harness.drive.onNotify = () => {};
    harness.drive.put('b', 'folder');
    await harness.clock.advance(300_000);
    expect(allChanged(subscriber.batches)).toEqual(['a', 'b']);
  });
  it('polls if the service answers a channel without a resource', async () => {
    await using harness = await createDriveHarness();
    harness.answer((request) =>
      request.path.endsWith('/watch') ? { body: { id: 'x' } } : harness.drive.answer(request),
    );
    const subscriber = harness.watch();
    await harness.clock.advance(5_000);
    harness.drive.put('a', 'folder');
    await harness.clock.advance(10_000);
    expect(allChanged(subscriber.batches)).toEqual(['a']);
  });
});

describe('a feed that cannot be followed', () => {
  it('has no channel if the file was deleted', async () => {
    await using harness = await createDriveHarness(fileSource('a'));
    harness.drive.put('a', 'folder');
    const { cursor: after } = await harness.read();
    harness.drive.delete('a');
    const source = fileSource('a');
    const { ended } = harness.follow(source, after);
    expect(await ended).toBeUndefined();
    await harness.clock.settle();
    expect(harness.paths()).toEqual(['files/a', 'files/a']);
  });
  it('has no channel if it cannot be read', async () => {
    await using harness = await createDriveHarness(fileSource('missing'));
    const subscriber = harness.watch();
    expect(await subscriber.ended).toMatchObject({ failure: { code: 'NOT_FOUND' } });
    await harness.clock.settle();
    expect([harness.paths(), harness.refusals]).toEqual([['files/missing'], []]);
  });
});

describe('the versions of one file', () => {
  it('are read after a notification of the file alone', async () => {
    await using harness = await createDriveHarness(fileSource('a'));
    harness.drive.put('a', 'folder');
    const subscriber = harness.watch();
    await harness.clock.advance(5_000);
    expect(subscriber.batches).toMatchObject([{ items: [], cursor: expect.any(String) }]);
    const before = harness.requests.length;
    harness.drive.put('b', 'folder');
    await harness.clock.advance(5_000);
    expect(harness.requests).toHaveLength(before);
    harness.drive.put('a', 'elsewhere');
    await harness.clock.advance(5_000);
    expect(subscriber.batches.slice(1)).toMatchObject([
      { items: [{ file: { id: 'a', parents: ['elsewhere'] } }] },
    ]);
  });
  it('have an item for a change since the cursor, and none without a change', async () => {
    await using harness = await createDriveHarness(fileSource('a'));
    harness.drive.put('a', 'folder');
    const first = await harness.read();
    expect(await harness.read(first.cursor)).toMatchObject({ items: [], cursor: first.cursor });
    harness.drive.put('a', 'elsewhere');
    const second = await harness.read(first.cursor);
    expect(second.items).toMatchObject([{ file: { parents: ['elsewhere'] } }]);
    expect(second.cursor).not.toBe(first.cursor);
  });
  it('end when the file is deleted', async () => {
    await using harness = await createDriveHarness(fileSource('a'));
    harness.drive.put('a', 'folder');
    const subscriber = harness.poll();
    await harness.clock.settle();
    harness.drive.delete('a');
    await harness.clock.advance(10_000);
    expect(await subscriber.ended).toBeUndefined();
    expect(subscriber.batches.at(-1)).toMatchObject({ items: [{ id: 'a' }], cursor: null });
  });
  it('fail for an answer without a version', async () => {
    await using harness = await createDriveHarness(fileSource('a'));
    harness.drive.put('a', 'folder');
    const subscriber = harness.poll();
    await harness.clock.settle();
    harness.answer(() => ({ body: { id: 'a' } }));
    await harness.clock.advance(400_000);
    expect(await subscriber.ended).toMatchObject({ failure: { code: 'UPSTREAM_INVALID' } });
    expect(subscriber.batches).toHaveLength(1);
  });
  it('fail for a file that does not exist', async () => {
    await using harness = await createDriveHarness(fileSource('missing'));
    const subscriber = harness.poll();
    await harness.clock.settle();
    expect(await subscriber.ended).toMatchObject({
      failure: { code: 'NOT_FOUND', type: 'File', id: 'missing' },
    });
  });
});

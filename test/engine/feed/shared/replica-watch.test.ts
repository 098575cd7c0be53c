/** Watch channels of topics that replicas share: one keeps the channel, all receive from it. */
import { describe, expect, it } from 'vitest';
import { calendarSource, EventCalendar } from '../../../support/upstream/event-calendar.ts';
import { notificationUrl } from '../../../support/feed/feed-harness.ts';
import { createReplicas } from '../../../support/feed/replicas.ts';
import { lifeMs, Watching } from '../../../support/feed/watching.ts';

/** Two replicas with a subscriber each, of which the first has opened the channel. */
async function createWatchReplicas() {
  const calendar = new EventCalendar();
  const watch = new Watching();
  const replicas = await createReplicas(calendar.answer, { notificationUrl });
  const { clock } = replicas;
  watch.clock = clock;
  const source = calendarSource({ watch });
  const start = () => {
    const replica = replicas.start();
    return { ...replica, ...replicas.subscribe(replica, source) };
  };
  const first = start();
  await clock.advance(1_000);
  const second = start();
  // The second replica learns of the channel after it has joined, and reads once more.
  await clock.advance(70_000);
  return { ...replicas, calendar, watch, first, second, start };
}

describe('a watch channel of replicas', () => {
  it('is opened once', async () => {
    await using replicas = await createWatchReplicas();
    await replicas.clock.advance(700_000);
    expect(replicas.watch.lines.map(({ what }) => what)).toEqual(['open']);
  });
  it('lets all replicas wait for notifications, which any of them can receive', {
    tags: ['R19'],
  }, async () => {
    await using replicas = await createWatchReplicas();
    const { first, second, watch, calendar, clock } = replicas;
    const before = replicas.requests.length;
    await clock.advance(600_000);
    expect(replicas.requests).toHaveLength(before);
    for (const [index, { hub }] of [first, second].entries()) {
      calendar.put(`e${index}`);
      expect(await hub.notify(watch.notification(watch.opened[0]!))).toBe(true);
      await clock.advance(1_500);
    }
    expect([first.ids(), second.ids()]).toEqual([
      ['e0', 'e1'],
      ['e0', 'e1'],
    ]);
    expect(replicas.requests).toHaveLength(before + 2);
  });
  it('rejects forged notifications at every replica', { tags: ['S26'] }, async () => {
    await using replicas = await createWatchReplicas();
    const { first, second, watch } = replicas;
    const [channel] = watch.opened;
    const before = replicas.requests.length;
    const forged = watch.forgedNotifications(channel!);
    for (const { hub } of [first, second]) {
      const verdicts = forged.map((each) => hub.notify(each));
      expect(await Promise.all(verdicts)).toEqual(forged.map(() => false));
    }
    await replicas.clock.advance(10_000);
    expect(replicas.requests).toHaveLength(before);
    expect(replicas.memory.written.join(' ')).not.toContain(channel!.token);
  });
  it('counts the numbers of messages over all replicas', { tags: ['S26'] }, async () => {
    await using replicas = await createWatchReplicas();
    const { first, second, watch, clock } = replicas;
    const real = watch.notification(watch.opened[0]!);
    const before = replicas.requests.length;
    for (const messageNumber of [5, 5, 3, 1, 5])
      for (const { hub } of [first, second]) {
        expect(await hub.notify({ ...real, messageNumber })).toBe(true);
        await clock.advance(5_000);
      }
    expect(replicas.requests).toHaveLength(before + 1);
    const doubled = [first, second].map(({ hub }) => hub.notify({ ...real, messageNumber: 9 }));
    expect(await Promise.all(doubled)).toEqual([true, true]);
    await clock.advance(5_000);
    expect(replicas.requests).toHaveLength(before + 2);
  });
  it('is taken over by another replica if its process dies', { tags: ['R18'] }, async () => {
    await using replicas = await createWatchReplicas();
    const { first, second, watch, calendar, clock } = replicas;
    first.store.failure = 'dead';
    calendar.put('a');
    expect(await second.hub.notify(watch.notification(watch.opened[0]!))).toBe(true);
    await clock.advance(3_500);
    expect(second.ids()).toEqual(['a']);
    await clock.advance(lifeMs);
    const [opened, renewed, stopped] = watch.lines;
    expect([renewed, stopped]).toMatchObject([
      { what: 'open', channel: 2 },
      { what: 'stop', channel: 1 },
    ]);
    expect(renewed!.at - opened!.at).toBeGreaterThanOrEqual(0.8 * lifeMs);
    expect(renewed!.at - opened!.at).toBeLessThan(0.8 * lifeMs + 10_000);
  });
  it('is replaced within seconds if the replica that keeps it stops', async () => {
    await using replicas = await createWatchReplicas();
    const { first, second, watch, calendar, clock } = replicas;
    first.hub.close();
    calendar.put('a');
    await clock.advance(7_500);
    expect(replicas.watch.lines.map(({ what, channel }) => [what, channel])).toEqual([
      ['open', 1],
      ['stop', 1],
      ['open', 2],
    ]);
    expect(second.ids()).toEqual(['a']);
    expect(await second.hub.notify(watch.notification(watch.opened[0]!))).toBe(false);
    calendar.put('b');
    expect(await second.hub.notify(watch.notification(watch.opened[1]!))).toBe(true);
    await clock.advance(1_500);
    expect(second.ids()).toEqual(['a', 'b']);
  });
  it('is replaced within seconds if the store loses its data', async () => {
    await using replicas = await createWatchReplicas();
    const { first, second, watch, calendar, clock, memory } = replicas;
    const all = [first, second, replicas.start()];
    await clock.advance(10_000);
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      memory.clear();
      // No replica knows the channel of a notification that comes now.
      calendar.put(id);
      await clock.advance(15_000);
      for (const each of all) expect(each.ids().at(-1)).toBe(id);
      expect(watch.opened).toHaveLength(index + 2);
      calendar.put(`${id}2`);
      expect(await second.hub.notify(watch.notification(watch.opened.at(-1)!))).toBe(true);
      await clock.advance(1_500);
      for (const each of all) expect(each.ids().at(-1)).toBe(`${id}2`);
    }
    const stopped = watch.lines.filter(({ what }) => what === 'stop');
    expect(stopped.map(({ channel }) => channel)).toEqual([1, 2, 3]);
    expect(all.map((each) => each.ids())).toEqual(all.map(() => ['a', 'a2', 'b', 'b2', 'c', 'c2']));
  });
  it('is stopped when the last subscriber of any replica leaves', async () => {
    await using replicas = await createWatchReplicas();
    const { first, second, watch, clock } = replicas;
    await first.leave();
    await clock.advance(10_000);
    await second.leave();
    await clock.advance(1_000);
    expect(watch.lines.at(-1)).toMatchObject({ what: 'stop', channel: 2 });
    expect(await first.hub.notify(watch.notification(watch.opened[1]!))).toBe(false);
    await clock.advance(600_000);
    expect([replicas.memory.keys, replicas.memory.listenerCount]).toEqual([[], 0]);
    expect(clock.sleeperCount).toBe(0);
  });
  it('works for its own replica while the store fails', async () => {
    await using replicas = await createWatchReplicas();
    const { first, second, watch, calendar, clock } = replicas;
    first.store.failure = 'broken';
    second.store.failure = 'broken';
    calendar.put('a');
    expect(await first.hub.notify(watch.notification(watch.opened[0]!))).toBe(true);
    await clock.advance(3_000);
    expect(first.ids()).toEqual(['a']);
    expect(await second.hub.notify(watch.notification(watch.opened[0]!))).toBe(false);
    await clock.advance(900_000);
    expect(second.ids()).toEqual(['a']);
  });
});

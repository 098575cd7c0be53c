/** The order in which a scheduler sends batches, when calls end within few turns. */
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { BatchScheduler } from '../../../src/engine/read/load/batching.ts';

/** Longer than a test: batches are sent because no call can add keys to them. */
const maxWaitMs = 60_000;

let scheduler: BatchScheduler;

/** The types of the batches that are sent. */
let sent: string[];

/** Ends the call of the videos. */
let endVideos: () => void;

/** A batch of channels, from which no call follows. */
const addChannels = (): void =>
  scheduler.whenReady(
    'Channel',
    () => sent.push('channels'),
    () => true,
  );

/** A batch of videos, whose call adds channels. */
const addVideos = (): void =>
  scheduler.whenReady(
    'Video',
    () => {
      sent.push('videos');
      endVideos = scheduler.start(new Set(['Channel']));
    },
    () => false,
  );

/** A call that adds videos and channels. */
const startList = (): (() => void) => scheduler.start(new Set(['Video', 'Channel']));

const turns = async (count: number): Promise<void> => {
  for (let each = 0; each < count; each += 1) await turn();
};

beforeEach(() => {
  scheduler = new BatchScheduler(maxWaitMs);
  sent = [];
});

describe('a batch that waits for calls', () => {
  it('waits for the keys of a call that ends a turn after another one', async () => {
    const [endFirst, endSecond] = [startList(), startList()];
    addChannels();
    await turns(2);
    endFirst();
    await turn();
    endSecond();
    addVideos();
    await turns(9);
    expect(sent).toEqual(['videos']);
    endVideos();
    await turns(9);
    expect(sent).toEqual(['videos', 'channels']);
  });
  it('is sent after those from which calls follow, whichever waits first', async () => {
    const end = startList();
    addChannels();
    await turns(2);
    addVideos();
    await turns(2);
    end();
    await turns(9);
    expect(sent).toEqual(['videos']);
    endVideos();
    await turns(9);
    expect(sent).toEqual(['videos', 'channels']);
  });
  it('is sent when the last call has ended that can add keys', async () => {
    const ends = [startList(), startList(), startList()];
    addChannels();
    await turns(2);
    for (const end of ends) {
      await turns(9);
      expect(sent).toEqual([]);
      end();
    }
    await turns(9);
    expect(sent).toEqual(['channels']);
  });
});

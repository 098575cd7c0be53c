/** Broadcasts and streams whose statuses change with the simulated time. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../support/sandbox.ts';

const box = useSandbox();
const { broadcast, stream } = ids;
const ask: typeof box.ask = (path, options) => box.ask(`/youtube/v3${path}`, options);

const transition = async (id: string, status: string) =>
  ask(`/liveBroadcasts/transition?part=status&id=${id}&broadcastStatus=${status}`, {
    method: 'POST',
  });

const lifeCycleStatus = async (id: string): Promise<string> =>
  (await ask(`/liveBroadcasts?part=status&id=${id}`)).body.items[0].status.lifeCycleStatus;

const streamStatus = async (id: string): Promise<unknown> =>
  (await ask(`/liveStreams?part=status&id=${id}`)).body.items[0].status;

const second = 1000;

describe('a broadcast that starts', () => {
  it('is testStarting and liveStarting for the simulated time that was set', async () => {
    box.sandbox.setStartingTime(10 * second);
    await transition(broadcast.launch, 'testing');
    box.sandbox.advance(9.999 * second);
    expect(await lifeCycleStatus(broadcast.launch)).toBe('testStarting');
    box.sandbox.advance(1);
    expect(await lifeCycleStatus(broadcast.launch)).toBe('testing');
    await transition(broadcast.launch, 'live');
    box.sandbox.advance(9.999 * second);
    expect(await lifeCycleStatus(broadcast.launch)).toBe('liveStarting');
    box.sandbox.advance(1);
    expect(await lifeCycleStatus(broadcast.launch)).toBe('live');
  });
  it('accepts no transition meanwhile, but the next one afterwards without a list', async () => {
    await box.ask('/_sandbox/broadcasts', {
      method: 'POST',
      body: { startingMs: 60 * second },
    });
    await transition(broadcast.launch, 'testing');
    expect((await transition(broadcast.launch, 'testing')).reason).toBe('redundantTransition');
    expect((await transition(broadcast.launch, 'live')).reason).toBe('invalidTransition');
    box.sandbox.advance(60 * second);
    expect((await transition(broadcast.launch, 'live')).status).toBe(200);
  });
});

describe('a stream', () => {
  it('becomes active and inactive at the simulated times that were set', async () => {
    box.sandbox.setStreamStatus(stream.backup, 'active', 10 * second);
    box.sandbox.setStreamStatus(stream.backup, 'inactive', 20 * second);
    box.sandbox.advance(9.999 * second);
    expect(await streamStatus(stream.backup)).toMatchObject({ streamStatus: 'inactive' });
    box.sandbox.advance(1);
    expect(await streamStatus(stream.backup)).toMatchObject({
      streamStatus: 'active',
      healthStatus: {
        status: 'good',
        lastUpdateTimeSeconds: String(Date.parse('2026-03-10T09:00:10Z') / second),
      },
    });
    box.sandbox.advance(10 * second);
    expect(await streamStatus(stream.backup)).toMatchObject({
      streamStatus: 'inactive',
      healthStatus: { status: 'noData' },
    });
  });
  it('that becomes active later lets its broadcast start no earlier', async () => {
    await box.ask(`/_sandbox/streams/${stream.backup}`, {
      method: 'POST',
      body: { streamStatus: 'active', afterMs: 10 * second },
    });
    expect((await transition(broadcast.townhall, 'testing')).reason).toBe('errorStreamInactive');
    box.sandbox.advance(10 * second);
    expect((await transition(broadcast.townhall, 'testing')).status).toBe(200);
  });
});

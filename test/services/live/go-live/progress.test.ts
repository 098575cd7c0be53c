/** `broadcastProgress`: the steps of `goLive` and `endBroadcast`, over server-sent events. */
import { afterEach, describe, expect, it } from 'vitest';
import { liveState } from '../../../../src/sandbox/live/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { type EventStream, openEventStream } from '../../../support/client/event-stream.ts';
import { start as startOfSandbox } from '../../../support/gateway/sandbox.ts';
import { useSimulatedTime } from '../../../support/clock/simulated-time.ts';
import { openStudio, useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '1000' } });
useSimulatedTime(() => studio.sandbox);

const second = 1_000;
const { broadcast, stream } = ids;
const stored = (id: string) => liveState(studio.sandbox.simulation()).broadcasts.get(id)!;

const clients: EventStream[] = [];

afterEach(() => {
  for (const { leave } of clients.splice(0)) leave();
});

/** Subscribes, and waits for the first event. */
async function subscribe(
  id: string,
  selection = 'mutation step lifeCycleStatus',
  token = 'studio-owner',
): Promise<EventStream> {
  const query = `subscription { broadcastProgress(id: "${id}") { ${selection} } }`;
  const client = await openEventStream(studio.gateway.url, { query, token });
  clients.push(client);
  await client.until(1);
  return client;
}

const run = async (mutation: string, id: string, input = '', token?: string) =>
  studio.query(
    `mutation { ${mutation}(input: { id: "${id}" ${input} }) { errors { code } } }`,
    {},
    token,
  );

const steps = (events: readonly any[]) =>
  events.map(({ data, errors }) => errors ?? data.broadcastProgress.step);

describe('broadcastProgress', () => {
  it('reports each step of goLive and endBroadcast in order, and ends with the broadcast', async () => {
    studio.sandbox.setStartingTime(5 * second);
    studio.sandbox.setStreamStatus(stream.backup, 'active', 10 * second);
    stored(broadcast.draft).contentDetails.monitorStream.enableMonitorStream = true;
    const client = await subscribe(
      broadcast.draft,
      'broadcastId mutation step at lifeCycleStatus streamStatus errorCode errorMessage',
    );
    await run('goLive', broadcast.draft, `streamId: "${stream.backup}"`);
    await run('endBroadcast', broadcast.draft);
    const events = (await client.untilEnd()).map(({ data }) => data?.broadcastProgress);
    const common = {
      broadcastId: broadcast.draft,
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      errorCode: null,
      errorMessage: null,
    };
    const event = (
      mutation: string | null,
      step: string,
      lifeCycleStatus: string,
      streamStatus: string | null,
    ) => ({ ...common, mutation, step, lifeCycleStatus, streamStatus });
    expect(events).toEqual([
      event(null, 'SUBSCRIBED', 'CREATED', null),
      event('GO_LIVE', 'STREAM_BOUND', 'CREATED', null),
      event('GO_LIVE', 'WAITING_FOR_STREAM', 'READY', 'INACTIVE'),
      event('GO_LIVE', 'STREAM_ACTIVE', 'READY', 'ACTIVE'),
      event('GO_LIVE', 'TESTING_REQUESTED', 'TEST_STARTING', 'ACTIVE'),
      event('GO_LIVE', 'TESTING', 'TESTING', 'ACTIVE'),
      event('GO_LIVE', 'LIVE_REQUESTED', 'LIVE_STARTING', 'ACTIVE'),
      event('GO_LIVE', 'LIVE', 'LIVE', 'ACTIVE'),
      event('GO_LIVE', 'FINISHED', 'LIVE', 'ACTIVE'),
      event('END_BROADCAST', 'END_REQUESTED', 'COMPLETE', null),
      event('END_BROADCAST', 'ENDED', 'COMPLETE', null),
      event('END_BROADCAST', 'FINISHED', 'COMPLETE', null),
    ]);
  });
  it('reports a failure with its code and message, and continues with the next mutation', async () => {
    studio.sandbox.setStreamStatus(stream.main, 'inactive');
    const client = await subscribe(broadcast.direct, 'step errorCode errorMessage');
    await run('goLive', broadcast.direct, 'wait: "PT2S"');
    studio.sandbox.setStreamStatus(stream.main, 'active');
    await run('goLive', broadcast.direct);
    const events = await client.until(7);
    expect(steps(events)).toEqual([
      'SUBSCRIBED',
      'WAITING_FOR_STREAM',
      'FAILED',
      'STREAM_ACTIVE',
      'LIVE_REQUESTED',
      'LIVE',
      'FINISHED',
    ]);
    expect(events[2].data.broadcastProgress).toEqual({
      step: 'FAILED',
      errorCode: 'STREAM_INACTIVE',
      errorMessage:
        'The bound stream receives no data (INACTIVE). Start the encoder, and repeat the mutation, or wait longer (`wait`).',
    });
  });
  it('ends after an accepted endBroadcast, also if YouTube does not show the end in time', async () => {
    const client = await subscribe(broadcast.nightShift);
    const match = { operation: 'live:liveBroadcasts.transition' };
    studio.sandbox.fault({ match, status: 403, reason: 'redundantTransition' });
    await run('endBroadcast', broadcast.nightShift, 'wait: "PT2S"');
    expect(steps(await client.untilEnd())).toEqual(['SUBSCRIBED', 'FINISHED']);
  });
  it.each(['complete', 'revoked'] as const)('ends at once for the status %s', async (status) => {
    stored(broadcast.direct).lifeCycleStatus = status;
    const client = await subscribe(broadcast.direct, 'step lifeCycleStatus');
    expect((await client.untilEnd()).map(({ data }) => data?.broadcastProgress)).toEqual([
      { step: 'SUBSCRIBED', lifeCycleStatus: status.toUpperCase() },
    ]);
  });
});

describe('subscribers of broadcastProgress', () => {
  it('receive nothing about other broadcasts', async () => {
    const client = await subscribe(globalId('Broadcast', [broadcast.launch]));
    await run('goLive', broadcast.direct);
    await run('goLive', broadcast.launch);
    expect(steps(await client.until(7))).toEqual([
      'SUBSCRIBED',
      'STREAM_ACTIVE',
      'TESTING_REQUESTED',
      'TESTING',
      'LIVE_REQUESTED',
      'LIVE',
      'FINISHED',
    ]);
  });
  it('cost one call at the start, and none without fields of the broadcast', async () => {
    const client = await subscribe(broadcast.nightShift);
    expect(studio.operations()).toEqual(['live:liveBroadcasts.list']);
    await run('goLive', broadcast.nightShift);
    await client.until(3);
    expect(studio.operations()).toEqual(['live:liveBroadcasts.list', 'live:liveBroadcasts.list']);
  });
  it('need a token', async () => {
    const response = await fetch(`${studio.gateway.url}/graphql`, {
      method: 'POST',
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({
        query: `subscription { broadcastProgress(id: "${broadcast.launch}") { step } }`,
      }),
    });
    expect(await response.text()).toContain('"code":"UNAUTHENTICATED"');
    expect(studio.operations()).toEqual([]);
  });
  it('are told when the gateway stops', async () => {
    const other = await openStudio({ sandbox: { now: startOfSandbox } });
    const client = await openEventStream(other.gateway.url, {
      query: `subscription { broadcastProgress(id: "${broadcast.launch}") { step } }`,
      token: 'studio-owner',
    });
    await client.until(1);
    const drained = other.gateway.gateway.drain();
    const events = await client.untilEnd();
    expect(events.at(-1).errors).toMatchObject([
      { message: 'The gateway is stopping. Subscribe again.', extensions: { code: 'OVERLOADED' } },
    ]);
    await drained;
    await other.close();
  });
});

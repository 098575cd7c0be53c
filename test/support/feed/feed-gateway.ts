/**
 * The gateway for tests of feeds: with a clock that the test drives, and with an address that
 * notifications of the sandbox can reach.
 */
import { afterEach, beforeEach, vi } from 'vitest';
import { systemClock } from '../../../src/engine/execution/clock.ts';
import { DrivenClock } from '../clock/driven-clock.ts';
import { type EventStream, openEventStream } from '../client/event-stream.ts';
import { type GatewayOptions, startGateway } from '../gateway/gateway.ts';
import { openPublicAddress, type PublicAddress } from '../proxy/public-address.ts';
import { start } from '../gateway/sandbox.ts';

/** Lets each test of the file open one gateway, which is closed after the test. */
export function useFeedGateway() {
  let clock: DrivenClock;
  let address: PublicAddress;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  const streams = new Set<EventStream>();

  beforeEach(async () => {
    clock = new DrivenClock();
    vi.spyOn(systemClock, 'now').mockImplementation(clock.now);
    vi.spyOn(systemClock, 'sleep').mockImplementation(clock.sleep);
    address = await openPublicAddress();
  });

  afterEach(async () => {
    for (const { leave } of streams) leave();
    streams.clear();
    await gateway.close();
    await address[Symbol.asyncDispose]();
    vi.restoreAllMocks();
  });

  /** Lets time pass until a promise is fulfilled. */
  async function passing<T>(promise: Promise<T>): Promise<T> {
    const state = { isDone: false };
    const waiting = promise.finally(() => {
      state.isDone = true;
    });
    while (!state.isDone) await clock.advance(1_000);
    return waiting;
  }

  /** The number of calls of an operation, for example `calendar:events.list`. */
  const calls = (operation: string): number =>
    gateway.sandbox.calls().filter((call) => call.operation === operation).length;

  return {
    /** The clock of the feeds; it begins with that of the sandbox. */
    get clock() {
      return clock;
    },
    get address() {
      return address;
    },
    get gateway() {
      return gateway;
    },
    get sandbox() {
      return gateway.sandbox;
    },
    passing,
    calls,
    /** @param isPublic whether Google can send notifications @param options of the gateway */
    open: async (isPublic: boolean, options: GatewayOptions = {}): Promise<void> => {
      const env = isPublic ? { PUBLIC_URL: address.url } : {};
      gateway = await startGateway({ env, sandbox: { now: start }, ...options });
      address.leadTo(gateway.url);
    },
    /** Opens a subscription, which ends with the test. */
    subscribe: async (query: string, token = 'studio-owner'): Promise<EventStream> => {
      const stream = await openEventStream(gateway.url, { query, token });
      streams.add(stream);
      return stream;
    },
    /** Lets time pass until the sandbox has received so many calls of an operation. */
    untilCalls: (operation: string, count: number): Promise<void> =>
      passing(
        (async () => {
          while (calls(operation) < count) await new Promise(setImmediate);
        })(),
      ),
  };
}

/**
 * The gateway for tests of feeds: with a clock that the test drives, and with an address that
 * notifications of the sandbox can reach.
 */
import { afterEach, beforeEach } from 'vitest';
import { DrivenClock } from '../clock/driven-clock.ts';
import { OpenCalls } from '../clock/open-calls.ts';
import { withRealTimers } from '../clock/sleep.ts';
import { type EventStream, openEventStream } from '../client/event-stream.ts';
import { type GatewayOptions, startGateway } from '../gateway/gateway.ts';
import { openPublicAddress, type PublicAddress } from '../proxy/public-address.ts';
import { start } from '../gateway/sandbox.ts';

/** Lets each test of the file open one gateway, which is closed after the test. */
export function useFeedGateway() {
  let clock: DrivenClock;
  let openCalls: OpenCalls;
  let address: PublicAddress;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  const streams = new Set<EventStream>();

  beforeEach(async () => {
    openCalls = new OpenCalls();
    clock = new DrivenClock(() => openCalls.count > 0);
    address = await openPublicAddress();
  });

  afterEach(async () => {
    for (const { leave } of streams) leave();
    streams.clear();
    await gateway.close();
    await address[Symbol.asyncDispose]();
    openCalls.close();
  });

  /** Lets time pass until a promise is fulfilled. */
  const passing = <T>(promise: Promise<T>): Promise<T> => clock.through(promise, 1_000);

  /** The number of calls of an operation, for example `calendar:events.list`. */
  const calls = (operation: string): number =>
    gateway.sandbox.calls().filter((call) => call.operation === operation).length;

  return {
    /** The clock of the gateway; it begins with that of the sandbox. */
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
      const sandbox = { now: start };
      gateway = await startGateway({ env, sandbox, clock: withRealTimers(clock), ...options });
      openCalls.watch(gateway.sandbox.url);
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

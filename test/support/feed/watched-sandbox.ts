/** The sandbox with a receiver, for tests of the watch channels of one service. */
import { afterEach } from 'vitest';
import { useReceiver } from '../client/notification-receiver.ts';
import { post } from '../client/sandbox-request.ts';
import { type TestResponse, useSandbox } from '../gateway/sandbox.ts';

/** @param base path of the service: `/drive/v3` */
export function useWatchedSandbox(base: string) {
  const box = useSandbox(base);
  const receiver = useReceiver();

  // Notifications that arrive late would count for the next test.
  afterEach(() => box.sandbox.notificationsSettled());

  return {
    box,
    receiver,
    at: box.ask,
    /** The body of a request that opens a channel to the receiver. */
    channel: (more: object = {}) => ({
      id: 'channel-1',
      type: 'web_hook',
      address: receiver.address,
      ...more,
    }),
    stop: (body: object, token?: string): Promise<TestResponse> =>
      box.ask('/channels/stop', post(body, token)),
  };
}

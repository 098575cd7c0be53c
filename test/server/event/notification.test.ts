/** The receiver of notifications of watch channels. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ChannelNotification } from '../../../src/engine/feed/watch/watch-channel.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

const secret = 'a-token-that-nobody-may-see';

const headers = {
  'x-goog-channel-id': 'channel-1',
  'x-goog-channel-token': secret,
  'x-goog-resource-id': 'resource-1',
  'x-goog-resource-state': 'change',
  'x-goog-message-number': '12',
};

describe('the receiver of notifications', () => {
  let server: Awaited<ReturnType<typeof startSmall>>;
  const received: ChannelNotification[] = [];
  let isBelieved = true;
  beforeAll(async () => {
    const receiveNotification = async (notification: ChannelNotification): Promise<boolean> => {
      received.push(notification);
      return isBelieved;
    };
    server = await startSmall({ LOG_LEVEL: 'trace' }, { receiveNotification });
  });
  beforeEach(() => {
    received.length = 0;
    isBelieved = true;
  });
  afterAll(() => server.close());

  const notify = (more: Readonly<Record<string, string>> = {}, init: RequestInit = {}) =>
    server.send('/notifications', { method: 'POST', headers: { ...headers, ...more }, ...init });

  it('passes on what the headers state, and answers without a body', async () => {
    const { status, text } = await notify();
    expect([status, text]).toEqual([204, '']);
    expect(received).toEqual([
      { channelId: 'channel-1', token: secret, resourceId: 'resource-1', messageNumber: 12 },
    ]);
  });
  it('ignores a body', async () => {
    const { status } = await notify({ 'content-type': 'text/plain' }, { body: 'x'.repeat(10_000) });
    expect([status, received.length]).toEqual([204, 1]);
  });
  it('rejects what is no notification of an open channel', async () => {
    isBelieved = false;
    const { status, body } = await notify();
    expect([status, body.errors[0].extensions.code]).toEqual([404, 'NOT_FOUND']);
  });
  it.each(Object.keys(headers).filter((name) => name !== 'x-goog-resource-state'))(
    'rejects a request without %s',
    async (name) => {
      const { [name as keyof typeof headers]: _, ...others } = headers;
      const { status } = await server.send('/notifications', { method: 'POST', headers: others });
      expect([status, received]).toEqual([404, []]);
    },
  );
  it.each(['', '-1', '1.5', '1e3', '0x10', 'one', '1, 2', '9'.repeat(16)])(
    'rejects the message number %j',
    async (number) => {
      expect((await notify({ 'x-goog-message-number': number })).status).toBe(404);
      expect(received).toEqual([]);
    },
  );
  it('allows POST only', async () => {
    const { status, headers: answered } = await server.send('/notifications', { headers });
    expect([status, answered.get('allow'), received]).toEqual([405, 'POST, OPTIONS', []]);
  });
  it('logs no token', async () => {
    await notify();
    isBelieved = false;
    await notify();
    expect(server.lines.length).toBeGreaterThan(0);
    expect(JSON.stringify(server.lines)).not.toContain(secret);
  });
  it('is absent without a public address', async () => {
    await using private_ = await startSmall();
    const { status, body } = await private_.send('/notifications', { method: 'POST', headers });
    expect([status, body.errors[0].message]).toEqual([
      404,
      'Unknown path; GraphQL is served at /graphql.',
    ]);
  });
});

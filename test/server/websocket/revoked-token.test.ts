/** The place of a WebSocket whose caller is no longer accepted. */
import { expect, it } from 'vitest';
import { callerKey } from '../../../src/engine/caller/identities.ts';
import { connectSocket, rejectedSocket } from '../../support/client/web-socket.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';

const payload = { authorization: 'Bearer known' };

it('is kept while a service accepts the token, and made free for others afterwards', async () => {
  const accepted = new Set([callerKey({ token: 'known' })]);
  await using server = await startSmall(
    { MAX_WEBSOCKETS: '1' },
    { isAccepted: (caller) => accepted.has(caller) },
  );
  const first = await connectSocket(server.url, payload);
  expect(await rejectedSocket(server.url)).toMatchObject({ status: 503 });
  accepted.clear();
  await using second = await connectSocket(server.url);
  expect((await first.closed)[0]).toBe(1013);
  expect(await second.run('{ name }')).toMatchObject([{ type: 'next' }, { type: 'complete' }]);
});

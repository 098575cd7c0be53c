/** Responses with many answers, and the ways in which they fail. */
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { liveChatMessages } from '../../../../src/services/live/operations.ts';
import type { TransportSettings } from '../../../../src/engine/rest/settings.ts';
import { httpServer } from '../../../support/http-server.ts';
import { failureOf, upstreamAt, withDeadline } from '../../../support/upstream/upstream.ts';

const answer = { items: [{ id: 'a' }], nextPageToken: 't1' };
const args = { liveChatId: 'chat', part: ['id'] };

async function open(
  send: (response: ServerResponse) => void,
  { signal, ...settings }: Partial<TransportSettings> & { readonly signal?: AbortSignal } = {},
) {
  let closed = (): void => {};
  const whenClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const server = await httpServer((_, response) => {
    response.once('close', closed);
    send(response);
  });
  const upstream = upstreamAt({
    url: server.url,
    mediaIdleTimeoutMs: 200,
    maxAnswerBytes: 1_000,
    ...settings,
  });
  const received: unknown[] = [];
  return {
    received,
    whenClosed,
    read: async (): Promise<void> => {
      const options = { ...withDeadline(5_000), ...(signal && { signal }) };
      for await (const each of await upstream.media.answers(
        liveChatMessages.streamList,
        args,
        options,
      ))
        received.push(each);
    },
    async [Symbol.asyncDispose]() {
      await server.close();
      await upstream.close();
    },
  };
}

it('come one after another, until the response ends', async () => {
  await using service = await open((response) => {
    response.write(`[${JSON.stringify(answer)},`);
    response.end(`${JSON.stringify({ items: [] })}]`);
  });
  await service.read();
  expect(service.received).toEqual([answer, { items: [] }]);
});

it.each<[string, string, (response: ServerResponse) => void]>([
  ['silence', 'UPSTREAM_TIMEOUT', (response) => response.write(JSON.stringify(answer))],
  [
    'half an answer and silence',
    'UPSTREAM_TIMEOUT',
    (response) => response.write(`${JSON.stringify(answer)}\n{"items": [{"id"`),
  ],
  [
    'a cut',
    'UPSTREAM_INVALID',
    (response) => response.write(`[${JSON.stringify(answer)}`, () => response.destroy()),
  ],
  ['a page', 'UPSTREAM_INVALID', (response) => response.end('<html></html>\n')],
  ['no list', 'UPSTREAM_INVALID', (response) => response.end('{"items": 1}')],
  ['no JSON', 'UPSTREAM_INVALID', (response) => response.end('{"items": NaN}')],
  [
    'an answer without an end',
    'UPSTREAM_TOO_LARGE',
    (response) => response.write(`{"items": ["${'x'.repeat(2_000)}`),
  ],
])('fail by %s with %s', async (_, code, send) => {
  await using service = await open(send);
  expect(await failureOf(service.read())).toMatchObject({ code });
  await service.whenClosed;
});

it('fail with UPSTREAM_TIMEOUT if the response does not begin', async () => {
  await using service = await open(() => {}, {
    firstByteTimeoutMs: 200,
    mediaIdleTimeoutMs: 60_000,
  });
  expect(await failureOf(service.read())).toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
  await service.whenClosed;
});

it('fail with RATE_LIMITED while no connection is free', async () => {
  let end = (): void => {};
  await using service = await open(
    (response) => {
      response.write(`[${JSON.stringify(answer)}`);
      end = () => response.end(']');
    },
    { mediaConnectionsPerService: 1, mediaIdleTimeoutMs: 60_000 },
  );
  const first = service.read();
  await expect.poll(() => service.received).toEqual([answer]);
  expect(await failureOf(service.read())).toMatchObject({ code: 'RATE_LIMITED' });
  end();
  await first;
  await service.whenClosed;
});

it('end when nobody needs them any more', async () => {
  const caller = new AbortController();
  await using service = await open((response) => {
    response.write(JSON.stringify(answer), () => setTimeout(() => caller.abort(), 50));
  }, caller);
  expect(await failureOf(service.read())).toMatchObject({ service: 'live' });
  expect(service.received).toEqual([answer]);
  await service.whenClosed;
});

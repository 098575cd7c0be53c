import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { upload } from '../../../src/client/client.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { otherSpellings } from '../../support/base64.ts';
import { codeOf, type ByteResponse, send } from '../../support/client/byte-client.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { untilQuiet } from '../../support/clock/quiet.ts';
import { type Env, startGateway } from '../../support/gateway/gateway.ts';
import {
  bytesFrom,
  digestOf,
  type UploadServer,
  uploadServer,
} from '../../support/upstream/upload-server.ts';

const MiB = 1024 * 1024;
const block = 256 * 1024;
const origin = 'https://app.example';

let server: UploadServer;
let gateway: Awaited<ReturnType<typeof startGateway>>;

async function open(env: Env = {}, clock?: DrivenClock): Promise<void> {
  server = await uploadServer();
  gateway = await startGateway({
    env: { CORS_ORIGINS: origin, ...env },
    bases: { video: `${server.url}/youtube/v3` },
    clock,
  });
}

/** A gateway with a store of its own, on the services of `gateway`. */
const startReplica = (env: Env): ReturnType<typeof startGateway> =>
  startGateway({
    env,
    bases: { video: `${server.url}/youtube/v3` },
    sandbox: gateway.sandbox,
  });

/** The same URL at another gateway. */
const atReplica = ({ url }: { readonly url: string }, uploadUrl: string): string =>
  url + uploadUrl.slice(gateway.url.length);

async function close(): Promise<void> {
  await gateway.close();
  await server[Symbol.asyncDispose]();
}

const owner = { authorization: 'Bearer studio-owner' };

const create = `mutation ($input: CreateVideoInput!) { createVideo(input: $input) {
  uploadSession { id uploadUrl state receivedBytes totalBytes expiresAt result { id } } errors { code path message } } }`;

async function session(contentLength?: number, headers: Readonly<Record<string, string>> = owner) {
  const input = {
    title: 'Film',
    contentType: 'video/mp4',
    ...(contentLength !== undefined && { contentLength: String(contentLength) }),
  };
  const { body } = await gateway.query(create, { input }, headers);
  expect(body.errors).toBeUndefined();
  expect(body.data.createVideo.errors).toEqual([]);
  return body.data.createVideo.uploadSession as {
    id: string;
    uploadUrl: string;
    expiresAt: string;
  };
}

const stateOf = async (id: string, headers: Readonly<Record<string, string>> = owner) => {
  const document =
    'query ($id: ID!) { uploadSession(id: $id) { state receivedBytes totalBytes failureReason result { id } } }';
  return (await gateway.query(document, { id }, headers)).body;
};

/** Sends a part of a file of `total` bytes; `size` is the total that the header names. */
const sendPart = (
  url: string,
  total: number,
  [start, end]: readonly [start: number, end: number],
  size: number | '*' = total,
): Promise<ByteResponse> =>
  send(url, {
    headers: {
      'content-type': 'video/mp4',
      'content-length': String(end - start),
      'content-range': `bytes ${start}-${end - 1}/${size}`,
    },
    body: bytesFrom(total, start, end),
  });

const offsetOf = ({ headers }: ByteResponse): number =>
  headers.range === undefined ? 0 : Number(headers.range.slice('bytes=0-'.length)) + 1;

const tokenOf = (url: string): string => new URL(url).pathname.slice('/uploads/'.length);

async function blobOf(total: number): Promise<Blob> {
  const pieces: Buffer[] = [];
  for await (const each of bytesFrom(total)) pieces.push(each);
  return new Blob(pieces as BlobPart[]);
}

describe('an upload', () => {
  beforeEach(() => open());
  afterEach(close);

  it('is received whole with one PUT, and its session links to the result', async () => {
    const { id, uploadUrl } = await session(3 * MiB);
    const { status, json } = await send(uploadUrl, {
      headers: { 'content-length': String(3 * MiB) },
      body: bytesFrom(3 * MiB),
    });
    const made = globalId('Video', ['made']);
    expect([status, json]).toEqual([
      200,
      { state: 'COMPLETED', receivedBytes: String(3 * MiB), result: made },
    ]);
    expect(server.digest()).toBe(await digestOf(3 * MiB));
    const { data } = await stateOf(id);
    expect(data.uploadSession).toEqual({
      state: 'COMPLETED',
      receivedBytes: String(3 * MiB),
      totalBytes: String(3 * MiB),
      failureReason: null,
      result: { id: made },
    });
  });
  it('is received in parts of any length, from which whole blocks are accepted', async () => {
    server.plan.blockSize = block;
    const total = 2 * MiB + 5;
    const { uploadUrl } = await session(total);
    let at = 0;
    let last: ByteResponse | undefined;
    const offsets: number[] = [];
    while (at < total) {
      last = await sendPart(uploadUrl, total, [at, Math.min(total, at + 700_000)]);
      if (last.status !== 308) break;
      offsets.push((at = offsetOf(last)));
    }
    expect(offsets).toEqual([2, 4, 6].map((blocks) => blocks * block));
    expect(last!.status).toBe(200);
    expect(server.digest()).toBe(await digestOf(total));
  });
  it('is sent on in whole blocks of 256 KiB: the rest of a part is sent again', async () => {
    const { uploadUrl } = await session(2 * MiB);
    const tooShort = await sendPart(uploadUrl, 2 * MiB, [0, block - 1]);
    expect([tooShort.status, server.puts]).toEqual([400, []]);
    const cut = await sendPart(uploadUrl, 2 * MiB, [0, 2 * block - 1]);
    expect([cut.status, offsetOf(cut)]).toEqual([308, block]);
    expect(server.puts.map(({ range }) => range)).toEqual([`bytes 0-${block - 1}/${2 * MiB}`]);
  });
  it('may have an unknown length until the last part', async () => {
    const { uploadUrl } = await session();
    expect((await sendPart(uploadUrl, MiB, [0, block], '*')).status).toBe(308);
    expect((await sendPart(uploadUrl, MiB, [block, MiB])).status).toBe(200);
    expect(server.digest()).toBe(await digestOf(MiB));
    expect(server.puts.map(({ range }) => range)).toEqual([
      `bytes 0-${block - 1}/*`,
      `bytes ${block}-${MiB - 1}/${MiB}`,
    ]);
  });
  it.each(['HEAD', 'PUT'])('answers %s with the offset of the service', async (method) => {
    const { uploadUrl } = await session(2 * MiB);
    const ask = (): Promise<ByteResponse> =>
      send(uploadUrl, {
        method,
        headers: method === 'PUT' ? { 'content-length': '0', 'content-range': 'bytes */*' } : {},
      });
    const before = await ask();
    await sendPart(uploadUrl, 2 * MiB, [0, MiB]);
    const after = await ask();
    expect([before.status, before.headers.range, after.status, after.headers.range]).toEqual([
      308,
      undefined,
      308,
      `bytes=0-${MiB - 1}`,
    ]);
    expect(server.puts.map(({ range }) => range)).toEqual([
      `bytes */${2 * MiB}`,
      `bytes 0-${MiB - 1}/${2 * MiB}`,
      `bytes */${2 * MiB}`,
    ]);
  });
  it('sends no part that does not start at the offset of the service', async () => {
    const { uploadUrl } = await session(2 * MiB);
    await sendPart(uploadUrl, 2 * MiB, [0, MiB]);
    for (const start of [0, MiB + block]) {
      const { status, headers } = await sendPart(uploadUrl, 2 * MiB, [start, 2 * MiB]);
      expect([status, headers.range]).toEqual([308, `bytes=0-${MiB - 1}`]);
    }
    const query = `bytes */${2 * MiB}`;
    expect(server.puts.map(({ range }) => range)).toEqual([
      `bytes 0-${MiB - 1}/${2 * MiB}`,
      query,
      query,
    ]);
  });
  it('answers again when it is complete', async () => {
    const { uploadUrl } = await session(MiB);
    const first = await sendPart(uploadUrl, MiB, [0, MiB]);
    const again = [
      await sendPart(uploadUrl, MiB, [0, MiB]),
      await send(uploadUrl, { headers: { 'content-range': 'bytes */*' } }),
    ];
    expect(again.map(({ status, json }) => [status, json])).toEqual(
      again.map(() => [200, first.json]),
    );
    expect(server.puts).toHaveLength(1);
  });
  it('is complete at the next query if the last response was lost', async () => {
    const { id, uploadUrl } = await session(MiB);
    server.plan.loseResponse = true;
    const lost = await sendPart(uploadUrl, MiB, [0, MiB]);
    expect([lost.status, codeOf(lost), lost.headers['retry-after']]).toEqual([
      503,
      'UPSTREAM_UNAVAILABLE',
      '1',
    ]);
    expect((await send(uploadUrl, { method: 'HEAD' })).status).toBe(200);
    expect((await stateOf(id)).data.uploadSession).toMatchObject({
      state: 'COMPLETED',
      result: { id: globalId('Video', ['made']) },
    });
  });
  it('continues after any number of broken connections, with the same bytes', {
    tags: ['R28'],
  }, async () => {
    server.plan.blockSize = block;
    const total = 24 * MiB + 17;
    const { uploadUrl } = await session(total);
    const random = randomFrom('cuts');
    let at = 0;
    let breaks = 0;
    for (;;) {
      const before = server.received();
      expect(at).toBe(before);
      const breakAfter = breaks < 12 ? random.int(1, 3 * MiB) : undefined;
      if (breakAfter !== undefined && random.next() < 0.5) server.plan.cutAfter = breakAfter;
      const disconnectAfter =
        breakAfter !== undefined && server.plan.cutAfter === undefined ? breakAfter : undefined;
      const headers = {
        'content-length': String(total - at),
        'content-range': `bytes ${at}-${total - 1}/${total}`,
      };
      const response = await send(uploadUrl, {
        headers,
        body: bytesFrom(total, at),
        disconnectAfter,
      }).catch(() => undefined);
      if (response?.status === 200) break;
      breaks += 1;
      at = await expectOffset(uploadUrl);
    }
    expect(breaks).toBe(12);
    expect(server.digest()).toBe(await digestOf(total));
    // No bytes that the service had received were sent again.
    const sent = server.puts.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(sent).toBeLessThanOrEqual(total + breaks * 8 * MiB);
  });
  it('succeeds with the client, through broken connections', async () => {
    const total = 3 * MiB + 7;
    server.plan.blockSize = block;
    server.plan.cutAfter = 1_500_000;
    const { uploadUrl } = await session(total);
    const progress: number[] = [];
    const file = await blobOf(total);
    const made = await upload(uploadUrl, file, {
      onProgress: (bytes) => progress.push(bytes),
      partBytes: 1_800_000,
      firstPauseMs: 1,
    });
    expect(made).toBe(globalId('Video', ['made']));
    expect(server.digest()).toBe(await digestOf(total));
    expect(server.puts.some(({ broken }) => broken)).toBe(true);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(2);
    expect(progress.at(-1)).toBe(total);
  });
  it.each([
    [{ status: 410 }, { status: 410, code: 'GONE' }, /start again/],
    [{ status: 403, reason: 'quotaExceeded' }, { status: 429, code: 'QUOTA_EXCEEDED' }, /quota/],
  ])('fails with the client: %j', async (plan, error, message) => {
    const { uploadUrl } = await session(MiB);
    Object.assign(server.plan, plan);
    await expect(upload(uploadUrl, await blobOf(MiB))).rejects.toMatchObject({
      ...error,
      message: expect.stringMatching(message),
    });
    expect(server.puts).toHaveLength(1);
  });
  it('fails with the client after 21 requests without a response', async () => {
    const fetch = vi.fn<() => Promise<never>>().mockRejectedValue(new TypeError('broken'));
    vi.stubGlobal('fetch', fetch);
    vi.stubGlobal('setTimeout', (callback: () => void) => setImmediate(callback));
    try {
      await expect(upload('http://gateway', new Blob(['film']))).rejects.toMatchObject({
        status: 0,
        code: undefined,
        message: 'There is no connection to the gateway.',
      });
      expect(fetch).toHaveBeenCalledTimes(21);
    } finally {
      vi.unstubAllGlobals();
    }
  });
  it.each([[[308]], [[308, 503]], [[503, 308, 308]]])(
    'fails with the client if no byte arrives: %j',
    async (statuses) => {
      let count = 0;
      vi.stubGlobal('fetch', async () => {
        if (count > 100) throw new Error('the code does not end');
        return new Response('{}', { status: statuses[count++ % statuses.length]! });
      });
      vi.stubGlobal('setTimeout', (callback: () => void) => setImmediate(callback));
      try {
        await expect(upload('http://gateway', new Blob(['film']))).rejects.toThrow(
          /takes no bytes|HTTP status 503/,
        );
      } finally {
        vi.unstubAllGlobals();
      }
    },
  );
  it('succeeds with the client for an empty file', async () => {
    const fetch = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () =>
      Response.json({ result: 'made' }),
    );
    vi.stubGlobal('fetch', fetch);
    try {
      expect(await upload('http://gateway', new Blob([]))).toBe('made');
      expect(fetch.mock.calls[0]![1].headers).toEqual({ 'content-range': 'bytes */0' });
    } finally {
      vi.unstubAllGlobals();
    }
  });
  it('may have made the object if the service has lost it after a part without an answer', async () => {
    const { uploadUrl } = await session(MiB);
    server.plan.loseResponse = true;
    await sendPart(uploadUrl, MiB, [0, MiB]);
    server.plan.status = 404;
    const responses = [
      await send(uploadUrl, { method: 'HEAD' }),
      await sendPart(uploadUrl, MiB, [0, MiB]),
      await sendPart(uploadUrl, MiB, [0, MiB]),
    ];
    expect(responses.map(({ status }) => status)).toEqual([410, 410, 410]);
    for (const { json } of responses.slice(1))
      expect(json.errors[0].message).toContain('the object may have been made. Look for it before');
  });
  it('fails when the service has lost it: the response says to start again', {
    tags: ['R28'],
  }, async () => {
    const { id, uploadUrl } = await session(MiB);
    server.plan.status = 404;
    const responses = [
      await sendPart(uploadUrl, MiB, [0, MiB]),
      await sendPart(uploadUrl, MiB, [0, MiB]),
    ];
    expect(
      responses.map((response) => [
        response.status,
        codeOf(response),
        response.json.errors[0].message.includes('start again'),
      ]),
    ).toEqual(responses.map(() => [410, 'GONE', true]));
    expect(responses[1]!.json.errors[0].message).toBe(responses[0]!.json.errors[0].message);
    expect(responses[0]!.json.errors[0].message).not.toContain('may have been made');
    expect(server.puts).toHaveLength(1);
    expect((await stateOf(id)).data.uploadSession).toMatchObject({
      state: 'FAILED',
      failureReason: null,
      result: null,
    });
  });
  it('fails with the reason of the service when the file is rejected', async () => {
    const { id, uploadUrl } = await session(MiB);
    server.plan.status = 400;
    const rejected = await sendPart(uploadUrl, MiB, [0, MiB]);
    expect([rejected.status, codeOf(rejected), rejected.json.errors[0].extensions.reason]).toEqual([
      400,
      'INVALID_INPUT',
      'planned',
    ]);
    expect((await stateOf(id)).data.uploadSession).toMatchObject({
      state: 'FAILED',
      failureReason: 'planned',
    });
  });
  it.each(['rateLimitExceeded', 'quotaExceeded'])(
    'continues after a temporary error, whatever its status: %s',
    async (reason) => {
      const { id, uploadUrl } = await session(2 * MiB);
      await sendPart(uploadUrl, 2 * MiB, [0, MiB]);
      Object.assign(server.plan, { status: 403, reason });
      expect((await sendPart(uploadUrl, 2 * MiB, [MiB, 2 * MiB])).status).toBe(429);
      expect((await stateOf(id)).data.uploadSession.state).toBe('OPEN');
      expect((await sendPart(uploadUrl, 2 * MiB, [MiB, 2 * MiB])).status).toBe(200);
      expect(server.digest()).toBe(await digestOf(2 * MiB));
    },
  );
  it('continues after a query with a wrong length', async () => {
    const { uploadUrl } = await session();
    await sendPart(uploadUrl, 2 * MiB, [0, MiB], '*');
    const query = await send(uploadUrl, { headers: { 'content-range': 'bytes */10' } });
    expect([query.status, codeOf(query)]).toEqual([400, 'INVALID_INPUT']);
    expect((await sendPart(uploadUrl, 2 * MiB, [MiB, 2 * MiB])).status).toBe(200);
  });
  it('stays complete when the response to an earlier query arrives late', async () => {
    const { id, uploadUrl } = await session(MiB);
    const response = Promise.withResolvers<void>();
    server.plan.respondWhen = response.promise;
    const query = send(uploadUrl, { method: 'HEAD' });
    await expect.poll(() => server.puts.length).toBe(1);
    expect((await sendPart(uploadUrl, MiB, [0, MiB])).status).toBe(200);
    response.resolve();
    expect((await query).status).toBe(200);
    expect((await stateOf(id)).data.uploadSession).toMatchObject({
      state: 'COMPLETED',
      result: { id: globalId('Video', ['made']) },
    });
  });
  it('of unknown length continues after an empty body', async () => {
    const { uploadUrl } = await session();
    const empty = await send(uploadUrl, { headers: { 'content-length': '0' } });
    expect([empty.status, codeOf(empty), server.puts.length]).toEqual([400, 'INVALID_INPUT', 0]);
    expect((await sendPart(uploadUrl, MiB, [0, MiB])).status).toBe(200);
  });
  it('accepts one part at a time', async () => {
    const { uploadUrl } = await session(8 * MiB);
    let go: (() => void) | undefined;
    const slow = async function* (): AsyncGenerator<Buffer> {
      yield* bytesFrom(8 * MiB, 0, MiB);
      await new Promise<void>((resolve) => (go = resolve));
      yield* bytesFrom(8 * MiB, MiB);
    };
    const first = send(uploadUrl, { headers: { 'content-length': String(8 * MiB) }, body: slow() });
    await expect.poll(() => server.received()).toBe(MiB);
    const second = await sendPart(uploadUrl, 8 * MiB, [0, MiB]);
    expect([second.status, codeOf(second)]).toEqual([409, 'CONFLICT']);
    expect((await send(uploadUrl, { method: 'HEAD' })).status).toBe(308);
    go!();
    expect((await first).status).toBe(200);
    expect(server.puts).toHaveLength(1);
  });
  it('is replaced by a new part if the service stalls and its client has disconnected', async () => {
    const total = 64 * MiB;
    const { uploadUrl } = await session(total);
    server.plan.stopReading = true;
    let sent = 0;
    let disconnect: (() => void) | undefined;
    const stalled = send(uploadUrl, {
      headers: { 'content-length': String(total) },
      body: bytesFrom(total),
      onSent: (bytes) => (sent = bytes),
      onRequest: (req) => (disconnect = () => req.destroy(new Error('disconnected'))),
    });
    await untilQuiet(() => sent);
    disconnect!();
    await expect(stalled).rejects.toThrow('disconnected');
    server.plan.stopReading = false;
    const next = (): Promise<ByteResponse> => sendPart(uploadUrl, total, [0, block]);
    await expect.poll(async () => (await next()).status, { interval: 100 }).toBe(308);
    expect(server.received()).toBe(block);
    expect(server.puts.map(({ range }) => range)).toEqual([
      `bytes 0-${total - 1}/${total}`,
      `bytes */${total}`,
      `bytes 0-${block - 1}/${total}`,
    ]);
  });
  it('ends at the service when its client disconnects', async () => {
    const { uploadUrl } = await session(8 * MiB);
    await send(uploadUrl, {
      headers: { 'content-length': String(8 * MiB) },
      body: bytesFrom(8 * MiB),
      disconnectAfter: 2 * MiB,
    }).catch(() => {});
    await expect.poll(() => server.puts.map(({ broken }) => broken)).toEqual([true]);
  });
  it('may be sent by pages of the configured origins only', async () => {
    const { uploadUrl } = await session(MiB);
    const query = {
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-range',
    };
    const preflight = await send(uploadUrl, { method: 'OPTIONS', headers: { origin, ...query } });
    expect([preflight.status, preflight.headers['access-control-allow-origin']]).toEqual([
      204,
      origin,
    ]);
    expect(preflight.headers['access-control-allow-methods']).toContain('PUT');
    expect(preflight.headers['access-control-allow-headers']).toContain('content-range');
    const response = await send(uploadUrl, { method: 'HEAD', headers: { origin } });
    expect(response.headers['access-control-expose-headers']).toContain('range');
    const foreign = await send(uploadUrl, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', ...query },
    });
    expect(
      Object.keys(foreign.headers).filter((name) => name.startsWith('access-control')),
    ).toEqual([]);
  });
  it('needs little memory for files of any length', { tags: ['R27'] }, async () => {
    const total = 128 * MiB;
    server.plan.pauseAfter = 4 * MiB;
    const { uploadUrl } = await session(total);
    const buffers = watchBuffers();
    const { status } = await send(uploadUrl, {
      headers: { 'content-length': String(total) },
      body: bytesFrom(total),
      onSent: buffers.sample,
    });
    buffers.end();
    expect(status).toBe(200);
    expect(server.digest()).toBe(await digestOf(total));
    expect(buffers.samples()).toBeGreaterThan(1_000);
    expect(buffers.max()).toBeLessThan(2 * MiB);
    expect(buffers.max()).toBeGreaterThan(0);
  });
  it('is read from the client no faster than the service accepts it', async () => {
    server.plan.stopReading = true;
    const { uploadUrl } = await session(256 * MiB);
    let sent = 0;
    const aborted = send(uploadUrl, {
      headers: { 'content-length': String(256 * MiB) },
      body: bytesFrom(256 * MiB),
      onSent: (bytes) => (sent = bytes),
    }).catch(() => undefined);
    await untilQuiet(() => sent);
    expect(sent).toBeLessThan(32 * MiB);
    gateway.gateway.server.closeAllConnections();
    await aborted;
  });
});

/** Queries the offset until the gateway has noticed the broken connection, too. */
async function expectOffset(uploadUrl: string): Promise<number> {
  let response: ByteResponse | undefined;
  await expect
    .poll(async () => {
      response = await send(uploadUrl, { method: 'HEAD' });
      return offsetOf(response) === server.received() && server.puts.at(-1)!.bytes === 0;
    })
    .toBe(true);
  return offsetOf(response!);
}

/** Records the bytes in the buffers of the gateway's sockets and requests. */
function watchBuffers() {
  let max = 0;
  let samples = 0;
  const upstream: Socket[] = [];
  const requests: IncomingMessage[] = [];
  const connected = (message: unknown): void =>
    void upstream.push((message as { socket: Socket }).socket);
  subscribe('undici:client:connected', connected);
  const arrived = (req: IncomingMessage): void => void requests.push(req);
  gateway.gateway.server.prependListener('request', arrived);
  const sample = (): void => {
    samples += 1;
    const out = upstream.reduce((sum, { writableLength }) => sum + writableLength, 0);
    const incoming = requests.reduce(
      (sum, { readableLength, socket }) => sum + readableLength + (socket?.readableLength ?? 0),
      0,
    );
    max = Math.max(max, out + incoming);
  };
  const timer = setInterval(sample, 1);
  return {
    sample,
    max: () => max,
    samples: () => samples,
    end: () => {
      clearInterval(timer);
      unsubscribe('undici:client:connected', connected);
      gateway.gateway.server.removeListener('request', arrived);
    },
  };
}

describe('an invalid part', () => {
  beforeEach(() => open());
  afterEach(close);
  interface InvalidPart {
    readonly headers: Readonly<Record<string, string>>;
    /** Default: 400. */
    readonly status?: number;
    /** Whether the session knows the length of the file, 1 MiB. Default: true. */
    readonly hasLength?: false;
  }

  const invalid: Readonly<Record<string, InvalidPart>> = {
    'an unsupported media type': { headers: { 'content-type': 'text/html' }, status: 415 },
    'a compressed body': { headers: { 'content-encoding': 'gzip' }, status: 415 },
    'an invalid range': { headers: { 'content-range': 'bytes=0-5' } },
    'an empty range': { headers: { 'content-range': `bytes 5-4/${MiB}` } },
    'a range beyond the file': { headers: { 'content-range': `bytes 0-${MiB}/${MiB}` } },
    "another length than the session's": {
      headers: { 'content-length': '10', 'content-range': 'bytes 0-9/10' },
    },
    "a length that is not the range's": {
      headers: { 'content-range': `bytes 0-${block - 1}/${MiB}` },
    },
    'less than a block that is not the last part': {
      headers: { 'content-length': '1000', 'content-range': `bytes 0-999/${MiB}` },
    },
    'an empty file for YouTube': { headers: { 'content-length': '0' }, hasLength: false },
    'more than the operation accepts': {
      headers: { 'content-range': `bytes 0-${MiB - 1}/${2 ** 40}` },
      status: 413,
      hasLength: false,
    },
  };
  it.each(Object.entries(invalid))(
    'is rejected before any call: %s',
    async (_, { headers, status = 400, hasLength = true }) => {
      const { uploadUrl } = await session(hasLength ? MiB : undefined);
      const length = headers['content-length'] ?? String(MiB);
      const response = await send(uploadUrl, {
        headers: { 'content-length': length, ...headers },
        body: bytesFrom(Number(length)),
      });
      expect([response.status, codeOf(response)]).toEqual([status, 'INVALID_INPUT']);
      expect(response.json.errors[0].extensions.requestId).toBe(response.headers['x-request-id']);
      expect(server.puts).toEqual([]);
    },
  );
  it('is rejected without a length', async () => {
    const { uploadUrl } = await session();
    const response = await send(uploadUrl, {
      headers: { 'transfer-encoding': 'chunked' },
      body: bytesFrom(MiB),
    });
    expect([response.status, codeOf(response)]).toEqual([411, 'INVALID_INPUT']);
  });
  it.each(['POST', 'GET', 'DELETE', 'PATCH'])(
    'is rejected with another method: %s',
    async (method) => {
      const { uploadUrl } = await session(MiB);
      const response = await send(uploadUrl, { method });
      expect([response.status, response.headers.allow]).toEqual([405, 'PUT, HEAD, OPTIONS']);
    },
  );
  it('is rejected at a URL that was changed', async () => {
    const { uploadUrl } = await session(MiB);
    const { uploadUrl: other } = await session(MiB);
    const own = new URL(uploadUrl);
    const [token, foreign] = [tokenOf(uploadUrl), tokenOf(other)];
    const middle = token.length >> 1;
    const changed = token[middle] === 'A' ? 'B' : 'A';
    for (const url of [
      ...[
        token.slice(0, middle) + changed + token.slice(middle + 1),
        token.slice(0, middle) + foreign.slice(middle),
        token.slice(0, -1),
        `${token}AA`,
        `${token}?expires=1`,
        '',
      ].map((each) => new URL(`/uploads/${each}`, own)),
      new URL(`/uploads/../graphql`, own),
    ]) {
      const response = await sendPart(url.href, MiB, [0, MiB]);
      expect([
        url.pathname === '/graphql' ? 403 : response.status,
        codeOf(response) === 'FORBIDDEN' || url.pathname === '/graphql',
      ]).toEqual([403, true]);
    }
    expect(server.puts).toEqual([]);
  });
  it('is rejected at a URL with another spelling of its token', async () => {
    const { uploadUrl } = await session(MiB);
    const others = otherSpellings(tokenOf(uploadUrl));
    for (const other of others.flatMap((each) => [encodeURIComponent(each), encodeURI(each)])) {
      const response = await send(`${gateway.url}/uploads/${other}`, { method: 'HEAD' });
      expect([other, response.status]).toEqual([other, 403]);
    }
    expect(server.puts).toEqual([]);
    expect((await send(uploadUrl, { method: 'HEAD' })).status).toBe(308);
  });
});

describe('an upload session', () => {
  afterEach(close);
  it('is visible to the identity that created it only', async () => {
    await open();
    const { id } = await session(MiB);
    expect((await stateOf(id)).data.uploadSession.state).toBe('OPEN');
    const others: Readonly<Record<string, string>>[] = [
      { authorization: 'Bearer studio-guest' },
      { ...owner, 'x-content-owner': 'other' },
      {},
    ];
    for (const headers of others) {
      expect((await stateOf(id, headers)).errors[0]).toMatchObject({
        message: 'There is no such upload session, or another access token opened it.',
        extensions: { code: 'NOT_FOUND', argument: 'id', id },
      });
      const byNode = await gateway.query(
        'query ($id: ID!) { nodes(ids: [$id]) { id } }',
        { id },
        headers,
      );
      expect(byNode.body.data.nodes).toEqual([null]);
    }
    const byNode = await gateway.query(
      'query ($id: ID!) { node(id: $id) { ... on UploadSession { state } } }',
      { id },
      owner,
    );
    expect(byNode.body.data.node).toEqual({ state: 'OPEN' });
  });
  it('needs a token, and is rejected without a call otherwise', async () => {
    await open();
    const { body } = await gateway.query(create, {
      input: { title: 'Film', contentType: 'video/mp4' },
    });
    expect(body.errors[0].extensions.code).toBe('UNAUTHENTICATED');
    expect(server.started).toEqual([]);
  });
  it('expires', async () => {
    await open({ UPLOAD_SESSION_TTL_MS: '300' });
    const { id, uploadUrl, expiresAt } = await session(MiB);
    await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(expiresAt));
    const response = await sendPart(uploadUrl, MiB, [0, MiB]);
    expect([response.status, codeOf(response)]).toEqual([410, 'GONE']);
    expect((await stateOf(id)).errors[0].extensions.code).toBe('NOT_FOUND');
    expect(server.puts).toEqual([]);
  });
  it('has a URL below PUBLIC_URL', async () => {
    await open({ PUBLIC_URL: 'https://media.example/graph/' });
    expect((await session(MiB)).uploadUrl).toMatch(
      /^https:\/\/media\.example\/graph\/uploads\/[\w-]{100,2000}$/,
    );
  });
  it('has a URL that is valid in processes with the same secret only', async () => {
    await open({ LINK_SECRET: 'a'.repeat(32) });
    const { uploadUrl } = await session(MiB);
    const [same, other] = [
      await startReplica({ LINK_SECRET: 'a'.repeat(32) }),
      await startReplica({ LINK_SECRET: 'b'.repeat(32) }),
    ];
    expect([
      (await send(atReplica(same, uploadUrl), { method: 'HEAD' })).status,
      (await send(atReplica(other, uploadUrl), { method: 'HEAD' })).status,
    ]).toEqual([308, 403]);
    await same.close();
    await other.close();
  });
  it('has a URL that remains valid while the first secret is replaced', async () => {
    const [old, next] = ['a'.repeat(32), 'b'.repeat(32)];
    await open({ LINK_SECRET: old });
    await using replica = await startReplica({ LINK_SECRET: `${next},${old}` });
    const { uploadUrl } = await session(MiB);
    expect((await send(atReplica(replica, uploadUrl), { method: 'HEAD' })).status).toBe(308);
  });
  it('continues in a process that does not have its state', async () => {
    await open({ LINK_SECRET: 'a'.repeat(32) });
    server.plan.blockSize = block;
    await using replica = await startReplica({ LINK_SECRET: 'a'.repeat(32) });
    const total = 3 * MiB;
    const { id, uploadUrl } = await session(total);
    const elsewhere = atReplica(replica, uploadUrl);
    const parts = [
      await sendPart(uploadUrl, total, [0, MiB]),
      await sendPart(elsewhere, total, [MiB, 2 * MiB]),
      await send(elsewhere, { method: 'HEAD' }),
      // The state of the first process is older than the upload.
      await sendPart(uploadUrl, total, [2 * MiB, total]),
      await send(elsewhere, { method: 'HEAD' }),
      await sendPart(elsewhere, total, [0, MiB]),
    ];
    expect(parts.map(({ status, headers }) => [status, headers.range])).toEqual([
      [308, `bytes=0-${MiB - 1}`],
      [308, `bytes=0-${2 * MiB - 1}`],
      [308, `bytes=0-${2 * MiB - 1}`],
      [200, undefined],
      [200, undefined],
      [200, undefined],
    ]);
    expect(parts.at(-1)!.json.result).toBe(globalId('Video', ['made']));
    expect(server.digest()).toBe(await digestOf(total));
    const { data } = await replica
      .query('query ($id: ID!) { uploadSession(id: $id) { state receivedBytes } }', { id }, owner)
      .then(({ body }) => body);
    expect(data.uploadSession).toEqual({ state: 'COMPLETED', receivedBytes: String(total) });
  });
  it('has failed in a process that does not have its state if the service has lost it', async () => {
    await open({ LINK_SECRET: 'a'.repeat(32) });
    await using replica = await startReplica({ LINK_SECRET: 'a'.repeat(32) });
    const { uploadUrl } = await session(MiB);
    server.plan.status = 404;
    const responses = [
      await sendPart(atReplica(replica, uploadUrl), MiB, [0, MiB]),
      await send(atReplica(replica, uploadUrl), { method: 'HEAD' }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([410, 410]);
    expect(server.puts.map(({ range }) => range)).toEqual([`bytes */${MiB}`]);
  });
  it('is rejected if the URL of the service is too long for a URL of the gateway', async () => {
    await open();
    server.plan.location = `/upload/here?upload_id=${'x'.repeat(3_500)}`;
    const input = { title: 'Film', contentType: 'video/mp4' };
    const { body } = await gateway.query(create, { input }, owner);
    expect(body.errors[0].extensions.code).toBe('UPSTREAM_INVALID');
    server.plan.location = `/upload/here?upload_id=${'x'.repeat(2_000)}`;
    const { uploadUrl } = await session(MiB);
    expect(uploadUrl.length).toBeLessThan(4_096);
    expect((await sendPart(uploadUrl, MiB, [0, MiB])).status).toBe(200);
  });
  it('logs none of its secrets, at any level', async () => {
    await open({ LOG_LEVEL: 'trace' });
    const { id, uploadUrl } = await session(2 * MiB);
    await sendPart(uploadUrl, 2 * MiB, [0, MiB]);
    server.plan.status = 503;
    await sendPart(uploadUrl, 2 * MiB, [MiB, 2 * MiB]);
    await send(`${uploadUrl}x`, { method: 'HEAD' });
    await send(uploadUrl, { headers: { 'content-range': 'planted-range' } });
    await expect
      .poll(() => gateway.lines.filter(({ path }) => path === '/uploads/'))
      .toHaveLength(4);
    const log = JSON.stringify(gateway.lines);
    for (const secret of ['planted', 'studio-owner', id, tokenOf(uploadUrl)])
      expect(log).not.toContain(secret);
  });
  it('is aborted when its client stops sending', async () => {
    const clock = new DrivenClock();
    await open({}, clock);
    const { uploadUrl } = await session(MiB);
    const silent = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.alloc(1_000);
      await new Promise(() => {});
    };
    const headers = { 'content-length': String(MiB) };
    const ended = send(uploadUrl, { headers, body: silent() }).catch(
      ({ message }: Error) => message,
    );
    await expect.poll(() => server.received()).toBe(1_000);
    expect(await clock.through(ended, 5_000)).toBe('socket hang up');
    await expect.poll(() => server.puts.map(({ broken }) => broken)).toEqual([true]);
  });
  it('may take longer than a GraphQL request', async () => {
    const clock = new DrivenClock();
    await open({}, clock);
    const { uploadUrl } = await session(MiB);
    const slow = async function* (): AsyncGenerator<Buffer> {
      for (let at = 0; at < MiB; at += block) {
        yield* bytesFrom(MiB, at, at + block);
        await expect.poll(() => server.received()).toBe(at + block);
        await clock.advance(20_000);
      }
    };
    expect(
      (await send(uploadUrl, { headers: { 'content-length': String(MiB) }, body: slow() })).status,
    ).toBe(200);
  });
  it('is rejected while too many uploads are running', async () => {
    await open({ MAX_CONCURRENT_STREAMS: '1' });
    const [one, two] = [await session(8 * MiB), await session(8 * MiB)];
    let go: (() => void) | undefined;
    const slow = async function* (): AsyncGenerator<Buffer> {
      yield* bytesFrom(8 * MiB, 0, MiB);
      await new Promise<void>((resolve) => (go = resolve));
      yield* bytesFrom(8 * MiB, MiB);
    };
    const first = send(one.uploadUrl, {
      headers: { 'content-length': String(8 * MiB) },
      body: slow(),
    });
    await expect.poll(() => server.received()).toBe(MiB);
    const second = await send(two.uploadUrl, {
      method: 'PUT',
      headers: { 'content-range': 'bytes */*' },
    });
    expect([second.status, codeOf(second), second.headers['retry-after']]).toEqual([
      503,
      'OVERLOADED',
      '1',
    ]);
    go!();
    expect((await first).status).toBe(200);
  });
  it('loses its slot to another one when its client sends too little', {
    tags: ['S38'],
  }, async () => {
    const clock = new DrivenClock();
    await open({ MAX_CONCURRENT_STREAMS: '1', RECEIVE_TIMEOUT_MS: '300' }, clock);
    const [one, two] = [await session(8 * MiB), await session(MiB)];
    const stops = async function* (): AsyncGenerator<Buffer> {
      yield* bytesFrom(8 * MiB, 0, MiB);
      await new Promise(() => {});
    };
    const headers = { 'content-length': String(8 * MiB) };
    const stopped = send(one.uploadUrl, { headers, body: stops() });
    await expect.poll(() => server.received()).toBe(MiB);
    const other = async (): Promise<number> =>
      (await send(two.uploadUrl, { headers: { 'content-range': 'bytes */*' } })).status;
    expect(await other()).toBe(503);
    // The received bytes have given it more time.
    await clock.advance(1_000);
    expect(await other()).toBe(308);
    expect((await stopped).status).toBe(408);
  });
  it('keeps its slot while the service is slow', async () => {
    const clock = new DrivenClock();
    await open({ MAX_CONCURRENT_STREAMS: '1', RECEIVE_TIMEOUT_MS: '300' }, clock);
    server.plan.stopReading = true;
    const { uploadUrl } = await session(8 * MiB);
    const headers = { 'content-length': String(8 * MiB) };
    let sentBytes = 0;
    const slow = send(uploadUrl, {
      headers,
      body: bytesFrom(8 * MiB),
      onSent: (bytes) => (sentBytes = bytes),
    });
    slow.catch(() => {});
    await expect.poll(() => server.puts.length).toBe(1);
    await expect.poll(() => sentBytes).toBeGreaterThan(0);
    // Twice the time after which a slow client loses its slot.
    await clock.advance(1_200);
    const other = await send(uploadUrl, { headers: { 'content-range': 'bytes */*' } });
    expect([other.status, codeOf(other)]).toEqual([503, 'OVERLOADED']);
  });
  it('is accepted while rejected clients are still sending', async () => {
    await open({ MAX_CONCURRENT_STREAMS: '1' });
    const { uploadUrl } = await session(MiB);
    const others = Array.from({ length: 5 }, () =>
      connect(Number(new URL(gateway.url).port), '127.0.0.1').on('error', () => {}),
    );
    try {
      for (const other of others) {
        other.write('PUT /uploads/none HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nhalf');
        expect(String((await once(other, 'data'))[0])).toMatch(/^HTTP\/1.1 403 /);
      }
      expect((await sendPart(uploadUrl, MiB, [0, MiB])).status).toBe(200);
    } finally {
      for (const other of others) other.destroy();
      await close();
    }
  });
  it('is aborted when the gateway stops, at the service as well', async () => {
    await open();
    const { uploadUrl } = await session(MiB);
    const endless = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.alloc(1_000);
      await new Promise(() => {});
    };
    const breakAfter = send(uploadUrl, {
      headers: { 'content-length': String(MiB) },
      body: endless(),
    });
    await expect.poll(() => server.puts).toHaveLength(1);
    await Promise.all([
      expect(breakAfter).rejects.toThrow('socket hang up'),
      gateway.gateway.drain({ announce: 10, check: 10, max: 100 }),
    ]);
    await expect.poll(() => server.puts.map(({ broken }) => broken)).toEqual([true]);
  });
});

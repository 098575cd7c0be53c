import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { finished } from 'node:stream/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DownloadLinks } from '../../../src/engine/transfer/download-link.ts';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { Identities } from '../../../src/engine/caller/identities.ts';
import type { Identity } from '../../../src/engine/caller/identity.ts';
import { captions } from '../../../src/services/video/operations.ts';
import { otherSpellings } from '../../support/base64.ts';
import { codeOf, type ByteResponse, send } from '../../support/client/byte-client.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { untilQuiet } from '../../support/clock/quiet.ts';
import { type Env, startGateway } from '../../support/gateway/gateway.ts';
import { promised } from '../../support/report/promised-size.ts';
import { type UploadServer, uploadServer } from '../../support/upstream/upload-server.ts';

const secret = 'planted-secret-of-the-addresses-0123456789';
const origin = 'https://app.example';
const MiB = 1024 * 1024;

let server: UploadServer;
let gateway: Awaited<ReturnType<typeof startGateway>>;

async function open(env: Env = {}, clock?: DrivenClock): Promise<void> {
  server = await uploadServer();
  gateway = await startGateway({
    env: { LINK_SECRET: secret, CORS_ORIGINS: origin, LOG_LEVEL: 'trace', ...env },
    bases: { video: `${server.url}/youtube/v3` },
    clock,
  });
}

const identity = { token: 'planted-token', onBehalfOf: 'planted-owner' };

const addressFor = (ttlMs = 60_000, key = secret, owner: Identity = identity): string =>
  new DownloadLinks({
    encryption: new Encryption([key]),
    ttlMs,
    baseUrl: () => gateway.url,
  }).create(new Identities(owner), {
    operation: captions.download,
    args: { id: 'planted-caption', tfmt: 'srt' },
    fileName: 'captions.srt',
  }).url;

const get = (
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<ByteResponse> => send(url, { method, headers });

describe('a download URL', () => {
  beforeEach(() => open());
  afterEach(async () => {
    await gateway.close();
    await server[Symbol.asyncDispose]();
  });

  it('sends the file without a header, requested for the identity that created the URL', async () => {
    const { status, headers, bytes } = await get(addressFor());
    expect([status, bytes.toString(), headers['content-type'], headers['content-length']]).toEqual([
      200,
      'one two three',
      'text/plain',
      '13',
    ]);
    expect(server.gets).toMatchObject([
      {
        target:
          '/youtube/v3/captions/planted-caption?onBehalfOf=planted-owner&tfmt=srt&prettyPrint=false',
        headers: { authorization: 'Bearer planted-token' },
      },
    ]);
  });
  it('is answered with headers that prevent caching, execution and type sniffing', async () => {
    const { headers } = await get(addressFor());
    expect(headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': 'attachment; filename="captions.srt"',
      'content-security-policy': "default-src 'none'; sandbox",
      'referrer-policy': 'no-referrer',
      etag: '"v1"',
    });
    expect(
      Object.keys(headers).filter((name) => name === 'set-cookie' || name === 'x-own'),
    ).toEqual([]);
  });
  it.each([true, false])(
    'sends a range, whether the service supports ranges or not: %j',
    async (ranges) => {
      server.file.ranges = ranges;
      for (const [range, text, content] of [
        ['bytes=4-6', 'two', 'bytes 4-6/13'],
        ['bytes=8-', 'three', 'bytes 8-12/13'],
      ] as const) {
        const { status, headers, bytes } = await get(addressFor(), { range });
        expect([
          status,
          bytes.toString(),
          headers['content-range'],
          headers['content-length'],
        ]).toEqual([206, text, content, String(text.length)]);
      }
    },
  );
  it.each([
    ['bytes=-5', 206, 'three'],
    ['bytes=0-99', 206, 'one two three'],
    ['bytes=99-', 200, 'one two three'],
    ['bytes=3-1', 200, 'one two three'],
    ['bytes=0-1,4-6', 200, 'one two three'],
    ['bytes=-', 200, 'one two three'],
    ['lines=1-2', 200, 'one two three'],
  ])(
    'sends the range, or the whole file if the range is invalid: %s',
    async (range, status, text) => {
      server.file.ranges = false;
      const response = await get(addressFor(), { range });
      expect([response.status, response.bytes.toString()]).toEqual([status, text]);
    },
  );
  it.each([true, false])(
    'sends the whole file if it has changed since if-range, whether the service supports ranges or not: %j',
    async (ranges) => {
      server.file.ranges = ranges;
      const ask = async (condition: string): Promise<readonly unknown[]> => {
        const { status, bytes } = await get(addressFor(), {
          range: 'bytes=4-6',
          'if-range': condition,
        });
        return [status, bytes.toString()];
      };
      expect(await ask('"v1"')).toEqual([206, 'two']);
      expect(server.gets).toHaveLength(1);
      for (const other of ['"v0"', 'W/"v1"', 'Sat, 21 Nov 2026 06:00:00 GMT'])
        expect(await ask(other)).toEqual([200, 'one two three']);
    },
  );
  it.each([
    ['W/"v1"', 'W/"v1"', true],
    ['W/"v1"', 'W/"v1"', false],
    ['W/"v1"', '"v1"', true],
    ['W/"v1"', '"v1"', false],
    ['"v1"', 'W/"v1"', true],
    ['"v1"', 'W/"v1"', false],
  ])(
    'sends the whole file if the etag or if-range is weak: %s, %s, the service supports ranges: %j',
    async (etag, condition, ranges) => {
      Object.assign(server.file, { ranges, etag });
      for (const range of ['bytes=4-6', 'bytes=-5', 'bytes=0-']) {
        const { status, headers, bytes } = await get(addressFor(), {
          range,
          'if-range': condition,
        });
        expect([status, bytes.toString(), headers.etag, headers['content-range']]).toEqual([
          200,
          'one two three',
          etag,
          undefined,
        ]);
      }
    },
  );
  it.each([
    [412, 'CONFLICT', undefined],
    [416, 'INVALID_INPUT', 'bytes */13'],
  ])(
    'reports an unmet condition or range with its own message: %i',
    async (status, code, range) => {
      Object.assign(server.file, { status, errorHeaders: { 'content-range': 'bytes */13' } });
      if (range === undefined) server.file.errorHeaders = {};
      for (const method of ['GET', 'HEAD']) {
        const response = await get(addressFor(), { range: 'bytes=99-' }, method);
        expect([response.status, response.headers['content-range'], codeOf(response)]).toEqual([
          status,
          range,
          method === 'GET' ? code : undefined,
        ]);
        expect(response.bytes.toString()).not.toContain('upstream');
      }
    },
  );
  it('answers HEAD with the headers of GET and no body', async () => {
    const address = addressFor();
    const [head, whole] = [await get(address, {}, 'HEAD'), await get(address)];
    const comparable = ({ headers }: ByteResponse): object => ({
      ...headers,
      date: '',
      'x-request-id': '',
      connection: '',
    });
    expect([head.status, head.bytes.length, comparable(head)]).toEqual([
      whole.status,
      0,
      comparable(whole),
    ]);
  });
  it.each([
    [401, 401, 'UNAUTHENTICATED'],
    [403, 403, 'FORBIDDEN'],
    [404, 404, 'NOT_FOUND'],
    [500, 503, 'UPSTREAM_UNAVAILABLE'],
  ])('reports an upstream error as JSON: %i', async (status, answered, code) => {
    server.file.status = status;
    const response = await get(addressFor());
    expect([response.status, codeOf(response), response.headers['content-type']]).toEqual([
      answered,
      code,
      'application/json; charset=utf-8',
    ]);
    expect(response.json.errors[0].extensions.requestId).toBe(response.headers['x-request-id']);
  });
  it('is rejected if one character of it was changed', async () => {
    const address = new URL(addressFor());
    const sealed = address.pathname.slice('/downloads/'.length);
    for (const at of [0, 20, sealed.length >> 1, sealed.length - 3]) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      const response = await get(`${gateway.url}/downloads/${changed}`);
      expect([response.status, codeOf(response)]).toEqual([403, 'FORBIDDEN']);
    }
    for (const other of [
      '',
      'x',
      `${sealed}A`,
      sealed.slice(0, -4),
      `${sealed}?x=1`,
      `${sealed}/x`,
    ])
      expect((await get(`${gateway.url}/downloads/${other}`)).status).toBe(403);
    expect(server.gets).toEqual([]);
  });
  it('is rejected in any other spelling of the same bytes', async () => {
    const { pathname } = new URL(addressFor());
    const others = otherSpellings(pathname.slice('/downloads/'.length));
    for (const other of others.flatMap((each) => [encodeURIComponent(each), encodeURI(each)])) {
      const response = await get(`${gateway.url}/downloads/${other}`);
      expect([other, response.status, codeOf(response)]).toEqual([other, 403, 'FORBIDDEN']);
    }
    expect(server.gets).toEqual([]);
  });
  it('is rejected if another secret encrypted it', async () => {
    expect((await get(addressFor(60_000, 'x'.repeat(32)))).status).toBe(403);
    expect(server.gets).toEqual([]);
  });
  it('is rejected after its expiry', async () => {
    const response = await get(addressFor(-1));
    expect([response.status, codeOf(response)]).toEqual([410, 'GONE']);
    expect(server.gets).toEqual([]);
  });
  it.each(['POST', 'PUT', 'DELETE'])('supports GET and HEAD only: %s', async (method) => {
    const response = await get(addressFor(), {}, method);
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
  it('contains nothing readable', () => {
    const address = addressFor();
    const sealed = address.slice(address.lastIndexOf('/') + 1);
    const all = [address, Buffer.from(sealed, 'base64url').toString('latin1')].join();
    expect(all).not.toContain('planted');
    expect(addressFor()).not.toBe(address);
  });
  it('may be read by pages of the configured origins', async () => {
    const { headers } = await get(addressFor(), { origin });
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(headers['access-control-expose-headers']).toContain('content-range');
  });
  it('costs the quota of the call, and is rejected without a call if too little is left', async () => {
    await gateway.close();
    await server[Symbol.asyncDispose]();
    await open({ QUOTA_BUDGET: 'VIDEO=500' });
    const address = addressFor();
    const responses = [await get(address), await get(address), await get(address)];
    expect(responses.map((response) => [response.status, codeOf(response)])).toEqual([
      [200, undefined],
      [200, undefined],
      [429, 'QUOTA_EXCEEDED'],
    ]);
    expect(responses[2]!.json.errors[0].extensions).toMatchObject({
      bucket: 'VIDEO',
      limit: 500,
      remaining: 100,
    });
    expect(server.gets).toHaveLength(2);
  });
  it('does not appear in the log', async () => {
    const address = addressFor();
    await get(address);
    server.file.status = 403;
    await get(address);
    await get(`${address}x`);
    await expect
      .poll(() => gateway.lines.filter(({ path }) => path === '/downloads/'))
      .toHaveLength(3);
    const log = JSON.stringify(gateway.lines);
    for (const planted of ['planted', address.slice(address.lastIndexOf('/') + 1)])
      expect(log).not.toContain(planted);
  });
  it('reads from the service no faster than the client reads', { tags: ['R29'] }, async () => {
    server.file.bytes = Buffer.alloc(64 * MiB, 'x');
    const reader = request(addressFor(), { agent: false }).end();
    const res = await new Promise<IncomingMessage>((resolve) => reader.once('response', resolve));
    res.pause();
    const sent = (): number =>
      server
        .sockets()
        .reduce((sum, { bytesWritten, writableLength }) => sum + bytesWritten - writableLength, 0);
    await untilQuiet(sent);
    expect(sent()).toBeLessThan(32 * MiB);
    let read = 0;
    for await (const chunk of res as AsyncIterable<Buffer>) read += chunk.length;
    expect(read).toBe(64 * MiB);
  });
  describe('has a slot', () => {
    let clock: DrivenClock;
    /** Starts downloads of 64 MiB, one after the other, as the only ones that may run. */
    const start = async (count: number, stopAfter?: number): Promise<IncomingMessage[]> => {
      await gateway.close();
      await server[Symbol.asyncDispose]();
      clock = new DrivenClock();
      const env = { MAX_CONCURRENT_STREAMS: String(count), RECEIVE_TIMEOUT_MS: '1000' };
      await open(env, clock);
      Object.assign(server.file, { bytes: Buffer.alloc(64 * MiB, 'x'), stopAfter });
      const downloads: IncomingMessage[] = [];
      while (downloads.length < count) {
        const reader = request(addressFor(), { agent: false }).end();
        const [res] = (await once(reader, 'response')) as [IncomingMessage];
        downloads.push(res.on('error', () => {}));
      }
      return downloads;
    };
    const statusOfOther = async (): Promise<number> => (await get(addressFor(), {}, 'HEAD')).status;
    /** Lets time pass, in steps after each of which clients read, until another one has a slot. */
    const untilOtherHasSlot = async (read = (): void => {}): Promise<void> => {
      while ((await statusOfOther()) !== 200)
        for (let step = 0; step < 25; step += 1) {
          read();
          await clock.advance(10);
        }
    };

    it('that another one gets if the client does not read', { tags: ['S32', 'S38'] }, async () => {
      const [paused] = await start(1);
      expect(await statusOfOther()).toBe(503);
      await untilOtherHasSlot();
      await expect(finished(paused!.resume())).rejects.toThrow('aborted');
    });
    it('that another one gets from the client that reads the least', async () => {
      const [steady, paused] = await start(2);
      // 6 MB a second, slower than the service sends.
      await untilOtherHasSlot(() => steady!.read(64 * 1024));
      await expect(finished(paused!.resume())).rejects.toThrow('aborted');
      steady!.destroy();
    });
    it('that another caller gets if one caller has all of them', {
      tags: ['R37', 'fullSize'],
    }, async () => {
      const count = promised(256, 8);
      const downloads = await start(count);
      // 80 kB a second each: faster than a client that is too slow.
      for (let step = 0; step < 13; step += 1) {
        for (const res of downloads) res.read(8 * 1024);
        await clock.advance(100);
      }
      const other = addressFor(60_000, secret, { token: 'another-token' });
      for (let index = 0; index < 6; index += 1)
        expect((await get(other, {}, 'HEAD')).status).toBe(200);
      expect(gateway.gateway.load().transfers.download).toBe(count - 1);
      for (const res of downloads) res.destroy();
    });
    it('while the service is slow', async () => {
      const [idle] = await start(1, MiB);
      idle!.resume();
      await clock.advance(2_500);
      expect(await statusOfOther()).toBe(503);
      idle!.destroy();
      await expect.poll(statusOfOther).toBe(200);
    });
  });
  it('ends the call to the service when the client disconnects', async () => {
    server.file.bytes = Buffer.alloc(64 * MiB, 'x');
    const reader = request(addressFor(), { agent: false }).end();
    const res = await new Promise<IncomingMessage>((resolve) => reader.once('response', resolve));
    res.destroy();
    await expect.poll(() => server.sockets().filter(({ destroyed }) => !destroyed)).toEqual([]);
  });
});

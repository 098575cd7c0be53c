/** Responses: compression and formatting. */
import { gunzipSync } from 'node:zlib';
import { request as send } from 'node:http';
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();
const fifty = `/youtube/v3/playlistItems?part=snippet&playlistId=${ids.playlist.fifty}`;

/** Sends a request without fetch, because fetch decompresses responses. */
const raw = (
  path: string,
  headers: Record<string, string>,
): Promise<{ encoding: string | undefined; bytes: Buffer }> =>
  new Promise((resolve, reject) => {
    const call = send(
      box.sandbox.url + path,
      { headers: { authorization: 'Bearer studio-owner', ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
        );
      },
    );
    call.on('error', reject).end();
  });

describe('a response', () => {
  it('is compressed if the client accepts gzip, with the same content', async () => {
    const compressed = await raw(fifty, { 'accept-encoding': 'gzip' });
    const plain = await raw(fifty, {});
    expect([compressed.encoding, plain.encoding]).toEqual(['gzip', undefined]);
    expect(gunzipSync(compressed.bytes)).toEqual(plain.bytes);
    expect(compressed.bytes.length).toBeLessThan(plain.bytes.length);
  });
  it('is formatted on several lines unless prettyPrint is false', async () => {
    const formatted = (await raw(fifty, {})).bytes.toString();
    const compact = (await raw(`${fifty}&prettyPrint=false`, {})).bytes.toString();
    expect(formatted.split('\n').length).toBeGreaterThan(50);
    expect(compact.split('\n')).toHaveLength(1);
    expect(JSON.parse(compact)).toEqual(JSON.parse(formatted));
  });
});

/** Gateways that reach Redis over TLS, and those that must not trust it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type Certificate, makeCertificate } from '../../support/proxy/certificate.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { startReplicas } from '../../support/gateway/replicas.ts';
import type { TestResponse } from '../../support/gateway/server.ts';

let certificate: Certificate;
let redis: TestRedis;

beforeAll(async () => {
  certificate = await makeCertificate('IP:127.0.0.1');
  redis = await startRedis({ certificate, password: 'planted' });
});

afterAll(async () => {
  await redis.close();
  await certificate[Symbol.asyncDispose]();
});

const owner = { authorization: 'Bearer studio-owner' };
const read = `{ playlist(id: "${ids.playlist.fifty}") { title } }`;

/** Needs the lock that replicas share. */
const rename = `mutation { updatePlaylist(input: { id: "${ids.playlist.fifty}", title: "New" }) { playlist { title } errors { code } } }`;

const codeOf = ({ body }: TestResponse): unknown => body.errors?.[0].extensions.code;

describe('Redis over TLS', () => {
  it('is shared by a process that trusts its certificate, if it is for the name in REDIS_URL', async () => {
    const otherName = redis.url.replace('127.0.0.1', 'localhost');
    await using replicas = await startReplicas({
      count: 2,
      env: { QUOTA_BUDGET: 'VIDEO=100', NODE_EXTRA_CA_CERTS: certificate.file },
      envOf: (index) =>
        index === 0
          ? { REDIS_URL: redis.url }
          : { REDIS_URL: otherName, STORE_FAILURE: 'allow', LOG_LEVEL: 'warn' },
    });
    const storesOf = await Promise.all(
      [0, 1].map(async (index) => {
        const response = await fetch(`${replicas.urlOf(index)}/ready`);
        return ((await response.json()) as { readonly store: boolean }).store;
      }),
    );
    expect(storesOf).toEqual([true, false]);
    const answers = await Promise.all(
      [0, 1].map(async (index) => {
        const response = await fetch(`${replicas.urlOf(index)}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...owner },
          body: JSON.stringify({ query: read }),
        });
        return (await response.json()) as object;
      }),
    );
    for (const answer of answers)
      expect(answer).toMatchObject({ data: { playlist: { title: expect.any(String) } } });
    expect(await redis.cli('keys', 'studiograph:spent:*')).not.toBe('');
    await expect
      .poll(() => replicas.process(1).output())
      .toMatch(/"reason":"ERR_TLS_CERT_ALTNAME_INVALID".*cannot be reached/);
    expect(replicas.process(0).output()).not.toContain('cannot be reached');
    expect(replicas.process(1).output()).not.toContain('planted');
  });
  it.each([
    ['reject', 'UPSTREAM_UNAVAILABLE'],
    ['allow', undefined],
  ] as const)(
    'is not reached if its certificate is not trusted: STORE_FAILURE=%s',
    { tags: ['fullSize'] },
    async (setting, code) => {
      const gateway = await startGateway({
        env: { REDIS_URL: redis.url, STORE_FAILURE: setting, LINK_SECRET: 'x'.repeat(32) },
      });
      try {
        const begin = performance.now();
        const [reading, writing] = await Promise.all([
          gateway.query(read, {}, owner),
          gateway.query(rename, {}, owner),
        ]);
        // Nothing waits longer than for a Redis that is gone.
        expectWithin(performance.now() - begin, 8_000);
        expect([codeOf(reading), codeOf(writing)]).toEqual([undefined, code]);
        expect(gateway.lines).toContainEqual(
          expect.objectContaining({
            reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
            msg: expect.stringContaining('cannot be reached'),
          }),
        );
        expect(JSON.stringify(gateway.lines)).not.toContain('planted');
      } finally {
        await gateway.close();
      }
    },
  );
});

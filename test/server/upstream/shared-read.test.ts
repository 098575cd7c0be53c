/** Reads in flight, which equal requests of one caller share. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { TestResponse } from '../../support/gateway/gateway.ts';
import { openStudio, type Studio } from '../../support/gateway/studio.ts';

const video = `{ video(id: "${ids.video.trailer}") { title } }`;

const ask = (
  studio: Studio,
  document: string,
  token: string | null = 'studio-owner',
): Promise<TestResponse> =>
  studio.gateway.query(document, {}, token === null ? {} : { authorization: `Bearer ${token}` });

const dataOf = (responses: readonly TestResponse[]): unknown[] =>
  responses.map(({ body }) => body.data);

const costOf = ({ body }: TestResponse): unknown => body.extensions.cost;

describe('equal queries at one moment', () => {
  it('of one caller share their calls, which the first one pays', async () => {
    await using studio = await openStudio();
    const { promise: until, resolve } = Promise.withResolvers<void>();
    studio.sandbox.fault({ match: { service: 'video' }, until });
    const asked = Promise.all(Array.from({ length: 10 }, () => ask(studio, video)));
    await expect.poll(() => studio.gateway.gateway.load().requests).toBe(10);
    resolve();
    const responses = await asked;
    const [first] = dataOf(responses);
    expect(dataOf(responses)).toEqual(Array(10).fill(first));
    const requests = responses.map(({ body }) => body.extensions.cost.requests as number);
    const calls = studio.calls().length;
    expect(requests.reduce((sum, each) => sum + each)).toBe(calls);
    expect(calls).toBeLessThan(10);
    for (const { body } of responses)
      expect(body.extensions.cost.requests + body.extensions.cost.avoided).toBe(1);
  });

  it('of different callers share nothing', { tags: ['S24'] }, async () => {
    await using studio = await openStudio();
    const tokens = ['studio-owner', 'studio-reader', null];
    await Promise.all(tokens.map((token) => ask(studio, video, token)));
    expect(studio.calls()).toHaveLength(3);
  });

  it('are sent again one after the other', async () => {
    await using studio = await openStudio();
    const costs = [costOf(await ask(studio, video)), costOf(await ask(studio, video))];
    expect(studio.calls()).toHaveLength(2);
    expect(costs[0]).toEqual(costs[1]);
  });
});

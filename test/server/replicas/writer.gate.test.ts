/** Twenty clients change different fields of one entity, through four processes with one Redis. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { startRedis, type TestRedis } from '../../support/gateway/redis.ts';
import { type Replicas, startReplicas } from '../../support/gateway/replicas.ts';
import { post } from '../../support/client/upload-client.ts';

const count = 4;

let redis: TestRedis;
let replicas: Replicas;

beforeAll(async () => {
  redis = await startRedis();
  replicas = await startReplicas({
    count,
    env: { REDIS_URL: redis.url, REQUEST_DEADLINE_MS: '60000' },
  });
});

beforeEach(() => {
  replicas.sandbox.reset();
  replicas.sandbox.clearFaults();
});

afterAll(async () => {
  await replicas[Symbol.asyncDispose]();
  await redis.close();
});

const update = `mutation ($input: UpdateVideoInput!) { updateVideo(input: $input) {
  video { id } errors { code message } } }`;

const languages = 'ar bg cs da el es fi fr hi hu it ja ko nl no pl pt ro sv tr'.split(' ');

describe('twenty writers of one video through four processes', () => {
  const id = ids.video.trailer;

  const write = (index: number, input: object): Promise<any> =>
    post(replicas.urlOf(index % count), update, { input: { id, ...input } });

  /** @returns the statuses of the writes that reached the service */
  async function writeAll(): Promise<readonly number[]> {
    await write(0, { defaultLanguage: 'en' });
    replicas.sandbox.clearCalls();
    const bodies = await Promise.all(
      languages.map((language, index) => {
        const localization = { language, title: `Title ${language}`, description: '' };
        return write(index, { localizations: { set: [localization] } });
      }),
    );
    // On a loaded computer Redis may not run for half a second.
    const acknowledged = languages.filter(
      (_, index) => bodies[index].data?.updateVideo?.errors.length === 0,
    );
    expect(acknowledged.length).toBeGreaterThan(languages.length / 2);
    const { localizations } = videoState(replicas.sandbox.simulation()).videos.get(id)!;
    const titles = acknowledged.map((language) => localizations?.[language]?.title);
    expect(titles).toEqual(acknowledged.map((language) => `Title ${language}`));
    return replicas.sandbox
      .calls()
      .filter(({ operation }) => operation === 'video:videos.update')
      .map(({ status }) => status);
  }

  it('lose no acknowledged change, and no update is answered 412', { tags: ['R12'] }, async () => {
    expect(new Set(await writeAll())).toEqual(new Set([200]));
  });
  it('lose no acknowledged change of a service that rejects every condition', async () => {
    replicas.sandbox.fault({ match: { conditional: true }, status: 412 });
    expect(await writeAll()).toContain(200);
  });
});

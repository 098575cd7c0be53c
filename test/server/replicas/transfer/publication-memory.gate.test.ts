/** The memory of a process of the gateway while it publishes a large file as a video. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { promised, runsFull } from '../../../support/report/promised-size.ts';
import {
  createVideoFile,
  metadata,
  publishDocument,
} from '../../../support/scenario/publish-file.ts';
import { ordinaryMemory } from '../../../support/gateway/program.ts';
import { type Replicas, startReplicas } from '../../../support/gateway/replicas.ts';
import { ask } from '../../../support/gateway/sandbox.ts';
import { post } from '../../../support/client/upload-client.ts';

const MiB = 1024 * 1024;

let replicas: Replicas;

beforeAll(async () => {
  replicas = await startReplicas({ count: 1, env: { ...ordinaryMemory, MAX_WAIT_MS: '600000' } });
});

beforeEach(() => replicas.sandbox.reset());

afterAll(() => replicas[Symbol.asyncDispose]());

/** Publishes a file, and waits for the end. */
async function publish(fileId: string): Promise<void> {
  const input = { fileId, ...metadata, wait: 'PT10M' };
  const { data } = await post(replicas.urlOf(0), publishDocument, { input });
  expect(data.publishFileAsVideo).toMatchObject({
    publicationProgress: { step: 'FINISHED' },
    errors: [],
  });
}

const checksumOf = async (fileId: string): Promise<string> =>
  (await ask(`${replicas.sandbox.url}/drive/v3/files/${fileId}?fields=sha256Checksum`)).body
    .sha256Checksum;

describe('a publication', () => {
  it('of a large file needs at most 64 MiB', { tags: ['R27', 'fullSize'] }, async () => {
    await publish(ids.file.introTake1);
    const fileId = runsFull
      ? ids.file.harborAerial
      : await createVideoFile(replicas.sandbox, 80 * MiB);
    await wait(1_000);
    replicas.resetMemory(0);
    const { rss } = replicas.memory(0);
    await publish(fileId);
    const needed = replicas.memory(0).peak - rss;
    expect(needed).toBeLessThanOrEqual(64 * MiB);
    expect(replicas.sandbox.uploads().at(-1)?.sha256).toBe(await checksumOf(fileId));
    const { size } = (await ask(`${replicas.sandbox.url}/drive/v3/files/${fileId}?fields=size`))
      .body;
    expect(Number(size)).toBeGreaterThanOrEqual(promised(1_024, 80) * MiB);
  });
});

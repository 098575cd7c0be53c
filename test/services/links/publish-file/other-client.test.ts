/**
 * Another client changes the file between any two calls of `publishFileAsVideo`, or after one was
 * refused: the file becomes one video, its link is right, and the mutation tells what there is.
 */
import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/sandbox/fault.ts';
import { ask, start } from '../../../support/gateway/sandbox.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { interruptedAt } from '../../../support/proxy/interruption.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';
import {
  createVideoFile,
  metadata,
  publishDocument,
  publishedState,
} from '../../../support/scenario/publish-file.ts';
import { digestOf } from '../../../support/upstream/upload-server.ts';

const { options, proxy } = useEditingProxy('video', 'storage');

const studio = useStudio(async () => ({
  ...(await options()),
  env: { RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '10000', RETRY_ATTEMPTS: '2' },
}));

const length = 1_000;

const otherContent = Buffer.alloc(2_000, 7);

async function publish(fileId: string): Promise<any> {
  const input = { fileId, ...metadata, wait: 'PT1M' };
  const { data, errors } = await studio.query(publishDocument, { input });
  expect(errors).toBeUndefined();
  return data.publishFileAsVideo;
}

const sha256 = (bytes: Buffer): string => hash('sha256', bytes);

const headers = { authorization: 'Bearer studio-owner', 'content-type': 'video/mp4' };

async function write(fileId: string, body: Buffer): Promise<boolean> {
  const url = `${studio.sandbox.url}/upload/drive/v3/files/${fileId}?uploadType=media`;
  return (await fetch(url, { method: 'PATCH', headers, body: new Uint8Array(body) })).ok;
}

async function content(fileId: string): Promise<Buffer> {
  const url = `${studio.sandbox.url}/drive/v3/files/${fileId}?alt=media`;
  return Buffer.from(await (await fetch(url, { headers })).arrayBuffer());
}

const fields = 'fields=name,size,appProperties';

const fileNow = async (fileId: string): Promise<any> =>
  (await ask(`${studio.sandbox.url}/drive/v3/files/${fileId}?${fields}`)).body;

async function patch(fileId: string, body: object): Promise<boolean> {
  const path = `${studio.sandbox.url}/drive/v3/files/${fileId}`;
  return (await ask(path, { method: 'PATCH', body })).status === 200;
}

/** What there is of a publication, also if the file was deleted. */
interface Facts {
  /** The id that the file names. */
  readonly linked: string | undefined;
  readonly videos: number;
  /** SHA-256 of the files that YouTube has. */
  readonly received: readonly string[];
}

async function facts(fileId: string): Promise<Facts> {
  const { linked, titles, received } = await publishedState(studio.sandbox, fileId);
  return { linked, videos: titles.length, received };
}

async function newFile(): Promise<string> {
  studio.sandbox.reset(start);
  studio.sandbox.clearFaults();
  studio.store.reset();
  const fileId = await createVideoFile(studio.sandbox, length);
  studio.sandbox.clearCalls();
  return fileId;
}

const steps = ['UPLOAD_STARTED', 'VIDEO_CREATED', 'FILE_LINKED'];

/** What is wrong with a payload: it tells what there is. */
function problemOf(
  { video, errors: [error] }: any,
  { linked, videos, received }: Facts,
  isDeleted = false,
): string | undefined {
  if (videos > 1 || received.length > 1) return 'the file was uploaded twice';
  if (error === undefined) {
    if (videos === 0) return 'there is no video';
    return isDeleted || linked === video?.videoId ? undefined : 'the link is wrong';
  }
  if (error.code !== 'PARTLY_DONE')
    return videos === 0 && linked === undefined ? undefined : `${error.code}, and a video is left`;
  const isTold = error.done.includes('VIDEO_CREATED') === (videos === 1);
  const all = [...error.done, ...error.remaining];
  return isTold && isDeepStrictEqual(all, steps) && linked === undefined
    ? undefined
    : 'the steps are not those that were done';
}

/** A change of another client, and how one sees it afterwards. */
interface Change {
  readonly run: (fileId: string) => Promise<boolean>;
  readonly stands: (file: any) => boolean;
}

const changes: Readonly<Record<string, Change>> = {
  'other content': {
    run: (id) => write(id, otherContent),
    stands: ({ size }) => size === String(otherContent.length),
  },
  'other content, and the first one again': {
    run: async (id) => {
      const first = await content(id);
      return (await write(id, otherContent)) && write(id, first);
    },
    stands: ({ size }) => size === String(length),
  },
  'other values': {
    run: (id) => patch(id, { name: 'Renamed', appProperties: { own: '1' } }),
    stands: ({ name, appProperties }) => name === 'Renamed' && appProperties.own === '1',
  },
  'a deletion': {
    run: async (id) => {
      const url = `${studio.sandbox.url}/drive/v3/files/${id}`;
      return (await ask(url, { method: 'DELETE' })).status === 204;
    },
    stands: ({ error }) => error?.code === 404,
  },
};

describe('another client between two calls', () => {
  it.each(Object.keys(changes))(
    'keeps its change, and the file has one video: %s',
    async (name) => {
      const { run, stands } = changes[name]!;
      const isDeletion = name === 'a deletion';
      const versions = [await digestOf(length), sha256(otherContent)];
      const failures: string[] = [];
      for (let index = 0; ; index += 1) {
        const fileId = await newFile();
        const { result, isReached, isAcknowledged } = await interruptedAt(
          { proxy, sandbox: studio.sandbox },
          { index, change: () => run(fileId) },
          () => publish(fileId),
        );
        if (!isReached) break;
        const now = await facts(fileId);
        expect(isAcknowledged).toBe(true);
        expect(versions).toEqual(expect.arrayContaining([...now.received]));
        expect({
          index,
          stands: stands(await fileNow(fileId)),
          problem: problemOf(result, now, isDeletion),
        }).toEqual({ index, stands: true });
        failures.push(...result.errors.map(({ code }: any) => code));
        const again = await publish(fileId);
        const after = await facts(fileId);
        expect(again.errors).toMatchObject(isDeletion ? [{ code: 'NOT_FOUND' }] : []);
        const videoId: string | undefined = again.video?.videoId;
        expect({ index, ...after, received: after.received.length }).toEqual({
          index,
          linked: videoId,
          videos: isDeletion ? now.videos : 1,
          received: isDeletion ? now.received.length : 1,
        });
      }
      // Bytes of two versions are not joined, also if they are equal.
      expect(failures.includes('CONFLICT')).toBe(name.startsWith('other content'));
    },
  );
});

const refusals: readonly Fault[] = [
  { match: { operation: 'video:videos.insert', method: 'PUT' }, status: 400, reason: 'invalid' },
  { match: { operation: 'video:videos.insert', method: 'PUT' }, status: 404, reason: 'notFound' },
  { match: { operation: 'storage:files.update' }, status: 403, reason: 'forbidden' },
];

const contents = ['other content', 'other content, and the first one again'];

const refused = refusals.flatMap((refusal) => contents.map((change) => ({ refusal, change })));

describe('a file that another client changes after a call was refused', () => {
  it.each(refused)(
    'is published as it is, unless its video exists: $refusal.match.operation, $refusal.status, $change',
    async ({ refusal, change }) => {
      const fileId = await newFile();
      studio.sandbox.fault(refusal);
      const first = await publish(fileId);
      const now = await facts(fileId);
      expect(first.errors).toHaveLength(1);
      expect(problemOf(first, now)).toBeUndefined();
      studio.sandbox.clearFaults();
      expect(await changes[change]!.run(fileId)).toBe(true);
      const again = await publish(fileId);
      expect(again.errors).toEqual([]);
      const after = await facts(fileId);
      expect(problemOf(again, after)).toBeUndefined();
      const published = now.videos === 1 ? now.received : [sha256(await content(fileId))];
      expect(after.received).toEqual(published);
    },
  );
});

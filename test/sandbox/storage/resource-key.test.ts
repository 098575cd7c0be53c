/** The storage service: links that need the resource key of the file. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { resourceKeyOf } from '../../../src/sandbox/storage/file/resource-key.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import {
  type RequestOptions,
  type TestResponse,
  useSandbox,
} from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { festivalSheet, pressKit } = ids.file;

const fileOf = (id: string) => storageState(box.sandbox.simulation()).files.get(id)!;

const get = (path: string, keys?: string, options: RequestOptions = {}): Promise<TestResponse> =>
  box.ask(`/drive/v3/files/${path}`, {
    ...options,
    headers: keys === undefined ? {} : { 'x-goog-drive-resource-keys': keys },
  });

describe('a file whose link needs its resource key', () => {
  const key = () => resourceKeyOf(fileOf(festivalSheet))!;

  it('is not found without the key, nor with another one', async () => {
    const wrong = [
      undefined,
      '',
      key(),
      `${festivalSheet}/`,
      `${festivalSheet}/0-wrong`,
      `${pressKit}/${key()}`,
    ];
    for (const keys of wrong)
      for (const path of ['', '/comments?fields=*', '?alt=media']) {
        const { status, reason, body } = await get(`${festivalSheet}${path}`, keys);
        expect([status, reason, body?.error.errors[0].location]).toEqual([
          404,
          'notFound',
          'fileId',
        ]);
      }
  });
  it('is found without the key by its owner, and by people who have opened it', async () => {
    expect((await get(festivalSheet, undefined, { token: 'studio-guest' })).status).toBe(200);
    fileOf(festivalSheet).viewedAt.set(ids.person.ava, box.sandbox.now().toISOString());
    expect((await get(festivalSheet)).status).toBe(200);
  });
});

it('other files that are shared by a link need no key', async () => {
  expect((await get(pressKit)).status).toBe(200);
});

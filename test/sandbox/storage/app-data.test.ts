/** The storage service: the folder for the data of the app. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { patch, post } from '../../support/client/sandbox-request.ts';
import {
  type RequestOptions,
  type TestResponse,
  useSandbox,
} from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');
const { ask } = box;
const { file } = ids;

const create = (body: object, token?: string): Promise<TestResponse> =>
  ask('/files?fields=*', post({ name: 'state.json', ...body }, token));

const generate = async (space: string): Promise<string> =>
  (await ask(`/files/generateIds?count=1&space=${space}`)).body.ids[0];

const parents = ['appDataFolder'];

describe('the folder appDataFolder', () => {
  it('is one of the caller, in a space of its own', async () => {
    const { body } = await create({ parents });
    expect(body).toMatchObject({ parents: [file.avaAppData], spaces: ['appDataFolder'] });
    const q = encodeURIComponent("'appDataFolder' in parents and name = 'state.json'");
    expect((await ask(`/files?spaces=appDataFolder&q=${q}`)).body.files).toMatchObject([
      { id: body.id },
    ]);
    expect((await ask(`/files/${body.id}`, { token: 'studio-guest' })).status).toBe(404);
    expect((await create({ parents }, 'studio-guest')).body.parents).toEqual([file.benAppData]);
  });
  it('needs the scope drive.appdata', async () => {
    const own = (await create({ parents })).body.id;
    for (const id of ['appDataFolder', own])
      expect((await ask(`/files/${id}`, { token: 'studio-reader' })).status).toBe(404);
  });
  it('takes only ids that were generated for its space', async () => {
    const [own, other] = [await generate('appDataFolder'), await generate('drive')];
    expect((await create({ parents, id: own })).body.id).toBe(own);
    expect((await create({ parents, id: other })).status).toBe(400);
    expect((await create({ id: await generate('appDataFolder') })).status).toBe(400);
  });
  it('has files that cannot be trashed, moved or shared', async () => {
    const { id } = (await create({ parents })).body;
    const requests: readonly (readonly [string, RequestOptions])[] = [
      [`/files/${id}`, patch({ trashed: true })],
      [`/files/${id}?addParents=root`, patch({})],
      [`/files/${file.logo}?addParents=appDataFolder`, patch({})],
      [
        `/files/${id}/permissions`,
        post({ type: 'user', role: 'reader', emailAddress: ids.person.ben }),
      ],
    ];
    for (const [path, options] of requests) {
      const { status, reason } = await ask(path, options);
      expect([path, status, reason]).toEqual([path, 403, 'notSupportedForAppDataFolderFiles']);
    }
  });
  it('is hidden from the space drive', async () => {
    const { id } = (await create({ parents })).body;
    const find = async (spaces: string): Promise<readonly string[]> =>
      (await ask(`/files?pageSize=1000&spaces=${spaces}`)).body.files.map((found: any) => found.id);
    expect(await find('drive')).not.toContain(id);
    expect(await find('appDataFolder')).toEqual([id]);
    expect(await find('drive,appDataFolder')).toContain(id);
  });
  it('has changes of its own', async () => {
    const { startPageToken } = (await ask('/changes/startPageToken')).body;
    const { id } = (await create({ parents })).body;
    const changes = async (spaces: string): Promise<readonly string[]> =>
      (await ask(`/changes?pageToken=${startPageToken}&spaces=${spaces}`)).body.changes.map(
        ({ fileId }: any) => fileId,
      );
    expect(await changes('drive')).toEqual([]);
    expect(await changes('appDataFolder')).toEqual([id]);
  });
});

/** The storage service: revisions, and the trash. */
import { describe, expect, it } from 'vitest';
import { ids, revisionId } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import {
  type RequestOptions,
  type TestResponse,
  useSandbox,
} from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');
const { ask } = box;
const { file, drive, person } = ids;

const revisions = async (id: string): Promise<readonly any[]> =>
  (await ask(`/files/${id}/revisions?fields=*`)).body.revisions;

const one = (id: string, revision: string, options?: RequestOptions): Promise<TestResponse> =>
  ask(`/files/${id}/revisions/${revision}?fields=*`, options);

const patch = (id: string, revision: string, body: object): Promise<TestResponse> =>
  one(id, revision, { method: 'PATCH', body });

const remove = (id: string, revision: string): Promise<TestResponse> =>
  ask(`/files/${id}/revisions/${revision}`, { method: 'DELETE' });

const older = [1, 2, 3].map((number) => revisionId(`storyboard ${number}`));
const [first, kept, third] = older as [string, string, string];
const head = revisionId('storyboard');

describe('the revisions of a file with bytes', () => {
  it('are listed oldest first, the newest is the content of the file', async () => {
    const list = await revisions(file.storyboard);
    expect(list.map(({ id }) => id)).toEqual([...older, head]);
    const { body } = await ask(`/files/${file.storyboard}?fields=*`);
    expect(list.at(-1)).toMatchObject({
      id: body.headRevisionId,
      md5Checksum: body.md5Checksum,
      size: body.size,
      modifiedTime: body.modifiedTime,
      originalFilename: body.name,
      keepForever: false,
    });
    expect(list[1]).toMatchObject({
      keepForever: true,
      size: '3100',
      lastModifyingUser: { emailAddress: person.ben },
    });
    const times: readonly string[] = list.map(({ modifiedTime }) => modifiedTime);
    expect(times).toEqual([...new Set(times)].toSorted());
    expect(times[0]! >= body.createdTime).toBe(true);
  });
  it('have the name of the uploaded file, which a new name of the file does not change', async () => {
    const name = async (): Promise<string> =>
      (await ask(`/files/${file.storyboard}?fields=originalFilename`)).body.originalFilename;
    const before = await name();
    const { body } = await ask(`/files/${file.storyboard}`, {
      method: 'PATCH',
      body: { name: `Renamed ${before}` },
    });
    expect(body.name).not.toBe(before);
    expect(await name()).toBe(before);
    const list = await revisions(file.storyboard);
    expect(list.at(-1).originalFilename).toBe(before);
    await ask(`/files/${file.storyboard}`, {
      method: 'PATCH',
      body: { originalFilename: 'a.pdf' },
    });
    expect(await name()).toBe('a.pdf');
  });
  it('are kept forever on request; only the newest can be released again', async () => {
    expect((await patch(file.storyboard, first, { keepForever: true })).body.keepForever).toBe(
      true,
    );
    const refused = await patch(file.storyboard, first, { keepForever: false });
    expect([refused.status, refused.reason]).toEqual([400, 'illegalKeepForeverModification']);
    await patch(file.storyboard, head, { keepForever: true });
    const { body } = await patch(file.storyboard, head, { keepForever: false });
    expect(body.keepForever).toBe(false);
  });
  it('can be deleted; without the newest the one before is the content', async () => {
    expect((await remove(file.storyboard, kept)).status).toBe(204);
    expect((await remove(file.storyboard, head)).status).toBe(204);
    expect((await revisions(file.storyboard)).map(({ id }) => id)).toEqual([first, third]);
    const { body } = await ask(`/files/${file.storyboard}?fields=*`);
    expect([body.headRevisionId, body.size]).toEqual([third, '4800']);
    await remove(file.storyboard, first);
    const refused = await remove(file.storyboard, third);
    expect([refused.status, refused.reason]).toEqual([403, 'cannotDeleteOnlyRevision']);
  });
});

describe('the revisions of a file in a shared drive', () => {
  it('need no supportsAllDrives', async () => {
    expect(await revisions(file.archiveIndex)).toHaveLength(1);
  });
});

describe('emptyTrash', () => {
  const empty = (query = '', token = 'studio-owner'): Promise<TestResponse> =>
    ask(`/files/trash${query}`, { method: 'DELETE', token });
  const trash = (id: string): Promise<TestResponse> =>
    ask(`/files/${id}?supportsAllDrives=true`, { method: 'PATCH', body: { trashed: true } });
  const statusOf = async (id: string): Promise<number> =>
    (await ask(`/files/${id}?supportsAllDrives=true`)).status;

  it('deletes the files that the caller has trashed, with those in trashed folders', async () => {
    await trash(file.scripts);
    await trash(file.masters);
    expect((await empty()).status).toBe(204);
    expect(
      await Promise.all([file.oldCut, file.scripts, file.script, file.masters].map(statusOf)),
    ).toEqual([404, 404, 404, 200]);
  });
  it('keeps the files of other people', async () => {
    await trash(file.footage);
    await empty();
    const { files } = storageState(box.sandbox.simulation());
    expect([file.introTake1, file.interviewRaw].map((id) => files.has(id))).toEqual([false, true]);
  });
  it('with driveId deletes only the trashed files of that shared drive', async () => {
    await trash(file.masters);
    expect((await empty(`?driveId=${drive.archive}`)).status).toBe(204);
    expect(await Promise.all([file.oldCut, file.masters, file.firstSeason].map(statusOf))).toEqual([
      200, 404, 404,
    ]);
  });
});

/** Files, who has them, and what becomes of them: the storage service's behaviour call by call. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Ask, type Got, useSandbox } from '../support/sandbox.ts';

const { ask } = useSandbox();
const { file, drive, person } = ids;
const at = (path: string, options?: Ask): Promise<Got> => ask(`/drive/v3${path}`, options);

const read = async (id: string, token = 'studio-owner'): Promise<any> =>
  (await at(`/files/${id}?fields=*&supportsAllDrives=true`, { token })).body;

const patch = (id: string, body: unknown, query = '', token = 'studio-owner'): Promise<Got> =>
  at(`/files/${id}?fields=*&supportsAllDrives=true${query}`, { method: 'PATCH', body, token });

const create = (body: unknown, query = '', token = 'studio-owner'): Promise<Got> =>
  at(`/files?fields=*&supportsAllDrives=true${query}`, { method: 'POST', body, token });

const folder = 'application/vnd.google-apps.folder';

const roles = (permissions: readonly any[]): object =>
  Object.fromEntries(permissions.map(({ emailAddress, id, role }) => [emailAddress ?? id, role]));

describe('a file', () => {
  it('comes with five fields unless more are asked', async () => {
    const { body } = await at(`/files/${file.runSheet}`);
    expect(body).toEqual({
      kind: 'drive#file',
      id: file.runSheet,
      name: 'Run sheet: launch night',
      mimeType: 'application/vnd.google-apps.spreadsheet',
    });
  });
  it('has its numbers of 64 bits as text, its times in milliseconds', async () => {
    const { size, version, md5Checksum, createdTime, videoMediaMetadata } = await read(
      file.introTake1,
    );
    expect([size, typeof version]).toEqual(['412000000', 'string']);
    expect(videoMediaMetadata).toEqual({ width: 3840, height: 2160, durationMillis: '38000' });
    expect(md5Checksum).toMatch(/^[0-9a-f]{32}$/);
    expect(createdTime).toBe(new Date(createdTime).toISOString());
  });
  it('stands under the alias root for everybody their own', async () => {
    expect((await read('root')).id).toBe(file.root);
    expect((await read('root', 'studio-guest')).id).toBe(file.benRoot);
  });
  it('of a link is open to everybody, also with the key alone', async () => {
    const { body } = await at(`/files/${file.pressKit}?key=sandbox-key`, { token: null });
    expect(body.id).toBe(file.pressKit);
  });
  it('tells who may see its folder where it lies, and nobody else', async () => {
    expect((await read(file.runSheet)).parents).toEqual([file.studio]);
    expect(await read(file.runSheet, 'studio-guest')).not.toHaveProperty('parents');
  });
  it('is a shortcut by its target', async () => {
    expect((await read(file.runSheetShortcut)).shortcutDetails).toEqual({
      targetId: file.runSheet,
      targetMimeType: 'application/vnd.google-apps.spreadsheet',
    });
  });
});

describe('a list', () => {
  it('says that it is complete, and answers five fields of each file unless more are asked', async () => {
    const { body } = await at(`/files?q=${encodeURIComponent("name = 'Logo.png'")}`);
    const logo = { kind: 'drive#file', id: file.logo, name: 'Logo.png', mimeType: 'image/png' };
    expect(body).toEqual({ kind: 'drive#fileList', incompleteSearch: false, files: [logo] });
  });
  it('with the key alone holds nothing that only a link opens', async () => {
    expect((await at('/files?key=sandbox-key', { token: null })).body.files).toEqual([]);
  });
});

describe('permissions', () => {
  it('come with the file for who may share it: its own and those of the folders above', async () => {
    const { permissions, permissionIds } = await read(file.runSheet);
    expect(roles(permissions)).toEqual({
      [person.ava]: 'owner',
      [person.ben]: 'reader',
      [person.dana]: 'commenter',
      [person.editors]: 'writer',
    });
    expect(permissionIds).toEqual(permissions.map(({ id }: { id: string }) => id));
    const ofGroup = permissions.find(({ type }: { type: string }) => type === 'group');
    expect(ofGroup.permissionDetails).toEqual([
      { permissionType: 'file', role: 'writer', inherited: true, inheritedFrom: file.studio },
    ]);
  });
  it('do not come with a file that the caller only reads', async () => {
    const got = await read(file.runSheet, 'studio-guest');
    expect(got).not.toHaveProperty('permissions');
    expect(got).not.toHaveProperty('permissionIds');
    expect(got.capabilities.canShare).toBe(false);
  });
  it('come for writers unless the file keeps sharing to its owner', async () => {
    expect(roles((await read(file.storyboard, 'studio-guest')).permissions)).toMatchObject({
      [person.ben]: 'writer',
    });
    await patch(file.storyboard, { writersCanShare: false });
    expect(await read(file.storyboard, 'studio-guest')).not.toHaveProperty('permissions');
  });
  it('are the same in the list, which answers a small set of fields unless more are asked', async () => {
    const { permissions } = await read(file.pressKit);
    expect((await at(`/files/${file.pressKit}/permissions?fields=*`)).body.permissions).toEqual(
      permissions,
    );
    const { body } = await at(`/files/${file.pressKit}/permissions`);
    expect(body.permissions).toContainEqual({
      kind: 'drive#permission',
      id: 'anyoneWithLink',
      type: 'anyone',
      role: 'reader',
    });
  });
  it('page where a size is given, and are all there where none is', async () => {
    const all = (await at(`/files/${file.runSheet}/permissions`)).body.permissions;
    const first = (await at(`/files/${file.runSheet}/permissions?pageSize=3`)).body;
    const second = (
      await at(`/files/${file.runSheet}/permissions?pageSize=3&pageToken=${first.nextPageToken}`)
    ).body;
    expect([...first.permissions, ...second.permissions]).toEqual(all);
  });
  it('can be read one by one', async () => {
    const { id } = (await read(file.runSheet)).permissions[0];
    expect(
      (await at(`/files/${file.runSheet}/permissions/${id}?fields=emailAddress,role`)).body,
    ).toEqual({
      emailAddress: person.ava,
      role: 'owner',
    });
  });
  it('of a folder do not reach into a folder of limited access', async () => {
    expect(roles((await read(file.contracts)).permissions)).toEqual({ [person.ava]: 'owner' });
  });
});

describe('a shared drive', () => {
  it('is listed for its members, with what each may do', async () => {
    const list = async (token: string): Promise<any> =>
      (await at('/drives?fields=drives(id,capabilities/canManageMembers)', { token })).body;
    expect(await list('studio-owner')).toEqual({
      drives: [{ id: drive.archive, capabilities: { canManageMembers: true } }],
    });
    expect(await list('studio-guest')).toEqual({
      drives: [{ id: drive.archive, capabilities: { canManageMembers: false } }],
    });
    expect(await list('no-channel')).toEqual({ drives: [] });
    expect((await at("/drives?q=name contains 'arch'")).body.drives).toEqual([
      { kind: 'drive#drive', id: drive.archive, name: 'Archive' },
    ]);
  });
  it('has files without owners and without embedded permissions', async () => {
    const got = await read(file.firstSeason);
    expect(got).toMatchObject({ driveId: drive.archive, parents: [file.masters] });
    for (const name of ['owners', 'ownedByMe', 'permissions', 'shared'])
      expect(got).not.toHaveProperty(name);
    const { body } = await at(
      `/files/${file.firstSeason}/permissions?supportsAllDrives=true&fields=*`,
    );
    expect(roles(body.permissions)).toEqual({
      [person.ava]: 'organizer',
      [person.editors]: 'writer',
      [person.ben]: 'reader',
    });
    expect(body.permissions[0].permissionDetails[0]).toMatchObject({
      permissionType: 'member',
      inherited: true,
      inheritedFrom: drive.archive,
    });
  });
  it('answers its members where its id is given for a file', async () => {
    const { body } = await at(`/files/${drive.archive}/permissions?supportsAllDrives=true`);
    expect(body.permissions).toHaveLength(3);
  });
  it('takes in single files, which then belong to nobody, and lets them go to who takes them out', async () => {
    const { body } = await patch(
      file.logo,
      {},
      `&addParents=${file.masters}&removeParents=${file.thumbnails}`,
    );
    expect(body).toMatchObject({ driveId: drive.archive, parents: [file.masters] });
    expect(body).not.toHaveProperty('owners');
    const back = await patch(
      file.logo,
      {},
      `&addParents=${file.thumbnails}&removeParents=${file.masters}`,
    );
    expect(back.body).toMatchObject({ parents: [file.thumbnails], ownedByMe: true });
    expect(back.body).not.toHaveProperty('driveId');
  });
});

describe('a new file', () => {
  it('has a name, a type, no bytes, and lies at the top of its maker', async () => {
    const { status, body } = await create({});
    expect(status).toBe(200);
    expect(body).toMatchObject({
      name: 'Untitled',
      mimeType: 'application/octet-stream',
      parents: [file.root],
      size: '0',
      md5Checksum: 'd41d8cd98f00b204e9800998ecf8427e',
      version: '1',
      ownedByMe: true,
    });
    expect(await read(body.id)).toEqual(body);
  });
  it('is open to whom its folder is open', async () => {
    const { body } = await create({ name: 'A', parents: [file.studio] });
    expect(roles(body.permissions)).toEqual({ [person.ava]: 'owner', [person.editors]: 'writer' });
    const ofBen = await create({ name: 'B', parents: [file.benRoot] }, '', 'studio-guest');
    expect(await at(`/files/${ofBen.body.id}`)).toMatchObject({ status: 404 });
  });
  it('takes an id that was generated, once', async () => {
    const [id, second] = (await at('/files/generateIds?count=2')).body.ids;
    expect(id).not.toBe(second);
    expect((await create({ id, name: 'A', mimeType: folder })).body.id).toBe(id);
    expect(await create({ id, name: 'A', mimeType: folder })).toMatchObject({
      status: 409,
      reason: 'conflict',
    });
    expect((await at(`/files/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(await create({ id, name: 'A' })).toMatchObject({ status: 400, reason: 'invalid' });
  });
  it('keeps the dates, properties and star that it is given', async () => {
    const given = {
      createdTime: '2020-01-01T00:00:00.000Z',
      modifiedTime: '2021-01-01T00:00:00.000Z',
      starred: true,
      properties: { a: 'b' },
    };
    expect((await create({ name: 'A', ...given })).body).toMatchObject(given);
  });
  it('is a shortcut where it names a target, also with an id for shortcuts', async () => {
    const [id] = (await at('/files/generateIds?count=1&type=shortcuts')).body.ids;
    const mimeType = 'application/vnd.google-apps.shortcut';
    const { body } = await create({
      id,
      name: 'S',
      mimeType,
      shortcutDetails: { targetId: file.deck },
    });
    expect(body.shortcutDetails).toMatchObject({ targetId: file.deck });
  });
  it('is in the answer with the fields asked for alone', async () => {
    expect((await at('/files?fields=name', { method: 'POST', body: { name: 'A' } })).body).toEqual({
      name: 'A',
    });
  });
});

describe('generated ids', () => {
  it('are ten unless a number is given, and never the same', async () => {
    const one = (await at('/files/generateIds')).body;
    const two = (await at('/files/generateIds?count=1000')).body;
    expect([one.kind, one.space, one.ids.length, two.ids.length]).toEqual([
      'drive#generatedIds',
      'drive',
      10,
      1000,
    ]);
    expect(new Set([...one.ids, ...two.ids]).size).toBe(1010);
  });
});

describe('a change', () => {
  it('leaves what it does not name, clears what it names with null, and counts up the version', async () => {
    const before = await read(file.launchScript);
    const { body } = await patch(file.launchScript, {
      description: null,
      properties: { season: null, episode: '3' },
    });
    expect(body).not.toHaveProperty('description');
    expect(body.properties).toEqual({ 'reading order': '1', episode: '3' });
    expect(body).toMatchObject({
      name: before.name,
      appProperties: before.appProperties,
      version: `${Number(before.version) + 1}`,
    });
    expect(body.modifiedTime > before.modifiedTime).toBe(true);
  });
  it('replaces lists as a whole', async () => {
    await patch(file.script, { contentRestrictions: [{ readOnly: true, reason: 'final' }] });
    expect(
      (await patch(file.script, { contentRestrictions: [{ readOnly: false }] })).body
        .contentRestrictions,
    ).toEqual([{ readOnly: false }]);
  });
  it('of star and last look is everybody’s own, also of readers', async () => {
    const before = await read(file.runSheet);
    const { body } = await patch(
      file.runSheet,
      { starred: true, viewedByMeTime: '2026-03-01T10:00:00Z' },
      '',
      'studio-guest',
    );
    expect(body).toMatchObject({
      starred: true,
      viewedByMeTime: '2026-03-01T10:00:00.000Z',
      modifiedTime: before.modifiedTime,
    });
    expect((await read(file.runSheet)).starred).toBe(false);
  });
  it('to the trash takes everything in a folder along, and back', async () => {
    expect((await patch(file.footage, { trashed: true })).body).toMatchObject({
      trashed: true,
      explicitlyTrashed: true,
    });
    expect(await read(file.soundBed)).toMatchObject({ trashed: true, explicitlyTrashed: false });
    await patch(file.footage, { trashed: false });
    expect(await read(file.soundBed)).toMatchObject({ trashed: false });
    expect(await read(file.oldCut)).toMatchObject({ trashed: true });
  });
  it('of folder moves a file, and with it who may see it', async () => {
    expect((await at(`/files/${file.logo}`, { token: 'studio-guest' })).status).toBe(200);
    const { body } = await patch(
      file.logo,
      {},
      `&addParents=${file.contracts}&removeParents=${file.thumbnails}`,
    );
    expect(body.parents).toEqual([file.contracts]);
    expect((await at(`/files/${file.logo}`, { token: 'studio-guest' })).status).toBe(404);
  });
  it('of folder needs no more than the new folder from an owner', async () => {
    expect((await patch(file.logo, {}, `&addParents=${file.scripts}`)).body.parents).toEqual([
      file.scripts,
    ]);
  });
  it('out of a folder puts a file at the top', async () => {
    expect((await patch(file.logo, {}, `&removeParents=${file.thumbnails}`)).body.parents).toEqual([
      file.root,
    ]);
  });
  it('of nothing changes nothing', async () => {
    const before = await read(file.logo);
    expect((await patch(file.logo, {})).body).toEqual(before);
  });
});

describe('a copy', () => {
  it('lies beside the original, belongs to who made it, and has the same bytes', async () => {
    const source = await read(file.logo);
    const { body } = await at(`/files/${file.logo}/copy?fields=*`, { method: 'POST', body: {} });
    expect(body).toMatchObject({
      name: 'Copy of Logo.png',
      parents: source.parents,
      md5Checksum: source.md5Checksum,
      version: '1',
    });
    expect(body.id).not.toBe(source.id);
  });
  it('lies at the top where its maker may not write beside the original', async () => {
    const { body } = await at(`/files/${file.logo}/copy?fields=*`, {
      method: 'POST',
      body: { name: 'Mine' },
      token: 'studio-guest',
    });
    expect(body).toMatchObject({ name: 'Mine', parents: [file.benRoot], ownedByMe: true });
  });
});

describe('the end of a file', () => {
  it('has no answer and no way back', async () => {
    const got = await at(`/files/${file.logo}`, { method: 'DELETE' });
    expect([got.status, got.body]).toEqual([204, undefined]);
    expect(await at(`/files/${file.logo}`)).toMatchObject({ status: 404, reason: 'notFound' });
    expect(await at(`/files/${file.logo}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
  });
  it('takes along what lies in a folder, except what belongs to others', async () => {
    expect((await at(`/files/${file.studio}`, { method: 'DELETE' })).status).toBe(204);
    expect((await at(`/files/${file.script}`)).status).toBe(404);
    expect((await at(`/files/${file.benTreatment}`)).status).toBe(200);
  });
});

describe('the account', () => {
  it('knows its person and how much is stored', async () => {
    const { user, storageQuota } = (await at('/about?fields=user,storageQuota')).body;
    expect(user).toMatchObject({
      emailAddress: person.ava,
      displayName: 'Ava Lindqvist',
      me: true,
    });
    const sizes = (
      await at("/files?pageSize=1000&fields=files(size,mimeType)&q='me' in owners")
    ).body.files
      .filter(
        ({ mimeType }: { mimeType: string }) =>
          !mimeType.startsWith('application/vnd.google-apps.'),
      )
      .map(({ size }: { size: string }) => Number(size));
    expect(Number(storageQuota.usage)).toBe(
      sizes.reduce((sum: number, size: number) => sum + size, 0),
    );
  });
});

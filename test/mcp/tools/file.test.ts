/** The tools that share files, and that rename, move, copy and trash them. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { useAgent } from '../../support/client/use-agent.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { expectRefused, question } from './confirm.ts';

const studio = useStudio({ env: { MCP: 'on' } });

const agent = useAgent(studio);
const guest = useAgent(studio, 'studio-guest');

const fileId = (file: string) => globalId('File', [file]);

/** Of Ava, and shared with nobody. */
const location = fileId(ids.file.location);

/** The writes of the storage service. */
const writes = () =>
  studio
    .calls()
    .filter(({ operation }) => operation.startsWith('storage:'))
    .filter(({ call: { method, status } }) => method !== 'GET' && status < 400)
    .map(({ operation, query }) => [operation, query['sendNotificationEmail']?.[0]]);

const stored = async (id: string) => {
  const document = `query ($id: ID!) { file(id: $id) {
    name description starred trashed parentIds
    permissions(first: 100) { nodes { type role email domain expiresAt } }
  } }`;
  return (await studio.data(document, { id })).file;
};

const accessOf = async (id: string) =>
  (await stored(id)).permissions.nodes.map(
    (each: { email?: string; domain?: string; type: string; role: string }) =>
      `${each.email ?? each.domain ?? each.type} ${each.role}`,
  );

const ava = 'ava@studio.example OWNER';

describe('share', () => {
  it('gives one person access without a question, and mails nobody', async () => {
    const { body } = await agent.call('share', {
      id: location,
      with: ['chloe@studio.example'],
      role: 'commenter',
      expires: '2026-10-01',
    });
    expect(body).toMatchObject({
      id: location,
      access: [
        { who: 'ava@studio.example', role: 'owner' },
        { who: 'chloe@studio.example', role: 'commenter', expiresAt: '2026-10-02T00:00:00+02:00' },
      ],
    });
    expect(await accessOf(location)).toEqual([ava, 'chloe@studio.example COMMENTER']);
    expect(writes()).toEqual([['storage:permissions.create', 'false']]);
  });
  it('changes a role, and nobody else', async () => {
    const of = (role: string) => ({ id: location, with: ['chloe@studio.example'], role });
    await agent.call('share', { ...of('reader'), with: ['ben@studio.example'] });
    await agent.call('share', of('reader'));
    await agent.call('share', of('writer'));
    expect(await accessOf(location)).toEqual([
      ava,
      'ben@studio.example READER',
      'chloe@studio.example WRITER',
    ]);
  });
  it.each([
    ['anyone', { with: ['anyone'] }, 'Lets everybody who has the link read "Pier 9'],
    ['a domain', { with: ['studio.example'] }, 'Lets everybody at studio.example read "Pier 9'],
    [
      'mail',
      { with: ['chloe@studio.example'], notify: true, message: 'Look.' },
      'Mails 1 person (chloe@studio.example) that they can read "Pier 9',
    ],
    [
      'a folder',
      { with: ['anyone'], id: fileId(ids.file.footage) },
      'Lets everybody who has the link read all in the folder "Footage".',
    ],
  ])('asks before %s, and does it once', async (_, args, sentence) => {
    const call = { id: location, role: 'reader', ...args };
    const before = await accessOf(call.id);
    const { would, confirm } = await question(agent, 'share', call);
    expect(would).toEqual([expect.stringContaining(sentence)]);
    expect(await accessOf(call.id)).toEqual(before);
    const { isError } = await agent.call('share', { ...call, confirm });
    expect(isError).toBe(false);
    expect(await accessOf(call.id)).toHaveLength(before.length + 1);
    await expectRefused(agent, 'share', { ...call, confirm });
    expect(writes()).toHaveLength(1);
  });
  it.each([
    ['one of several', 1, 1],
    ['all', 2, 0],
  ])('tells that %s failed', async (_, times, left) => {
    const match = { operation: 'storage:permissions.create' };
    const reason = 'insufficientFilePermissions';
    studio.sandbox.fault({ match, status: 403, reason, times });
    const { body, isError } = await agent.call('share', {
      id: location,
      with: ['chloe@studio.example', 'ben@studio.example'],
      role: 'reader',
    });
    studio.sandbox.clearFaults();
    expect(isError).toBe(true);
    expect(body.errors.map(({ code }: { code: string }) => code)).toContain('FORBIDDEN');
    expect(body.done ?? []).toHaveLength(left);
    expect(await accessOf(location)).toHaveLength(1 + left);
  });
  it.each([
    [{ with: [] }, 'with: empty'],
    [{ with: ['ben'] }, 'with: "ben"; expected an email address'],
    [{ message: 'Look.' }, 'message: only with notify'],
    [{ with: ['anyone'], expires: '2026-10-01' }, 'expires: only for people'],
    [{ expires: 'soon' }, 'expires: "soon" is no day or time'],
    [{ role: 'owner' }, 'role: "owner" is not valid'],
    [{ id: fileId(ids.file.missing) }, 'no File'],
  ])('refuses %j', async (wrong, message) => {
    const right = { id: location, with: ['ben@studio.example'], role: 'reader' };
    const { body, isError } = await agent.call('share', { ...right, ...wrong });
    expect(isError).toBe(true);
    expect(body.errors[0].message).toContain(message);
    expect(await accessOf(location)).toEqual([ava]);
  });
});

describe('unshare', () => {
  it('takes back the access of those who are named, and of nobody else', async () => {
    const people = ['ben@studio.example', 'chloe@studio.example', 'dana@studio.example'];
    await agent.call('share', { id: location, with: people, role: 'reader' });
    const open = { id: location, with: ['anyone', 'studio.example'], role: 'reader' };
    const { confirm } = await question(agent, 'share', open);
    await agent.call('share', { ...open, confirm });
    const args = { id: location, from: ['Ben@studio.example', 'anyone', 'new@guest.example'] };
    const { body } = await agent.call('unshare', args);
    expect(body.access.map(({ who }: { who: string }) => who)).toEqual([
      'ava@studio.example',
      'chloe@studio.example',
      'dana@studio.example',
      'studio.example',
    ]);
    const before = writes().length;
    expect(body.hadNone).toEqual(['new@guest.example']);
    const again = await agent.call('unshare', args);
    expect(again.body).toEqual({ ...body, hadNone: args.from });
    expect(writes()).toHaveLength(before);
    const rest = { id: location, from: ['studio.example', ...people.slice(1)] };
    expect((await agent.call('unshare', rest)).body).not.toHaveProperty('hadNone');
    expect(await accessOf(location)).toEqual([ava]);
  });
  it.each([
    ['the owner', location, ['ava@studio.example', 'ben@studio.example'], 'is the owner'],
    [
      'access from above',
      fileId(ids.file.archiveIndex),
      ['ben@studio.example'],
      'from a folder above, where alone it can be taken back: the folder with the id',
    ],
    ['nobody', location, [], 'from: empty'],
    ['no address', location, ['the team'], 'from: "the team"'],
  ])('changes nothing for %s', async (_, id, from, message) => {
    await agent.call('share', { id: location, with: ['ben@studio.example'], role: 'reader' });
    const before = writes().length;
    const { body, isError } = await agent.call('unshare', { id, from });
    expect(isError).toBe(true);
    expect(body.errors[0].message).toContain(message);
    expect(writes()).toHaveLength(before);
  });
  it('tells who may not see the access', async () => {
    const args = { id: fileId(ids.file.releasePlan), from: ['ava@studio.example'] };
    const { body, isError } = await guest.call('unshare', args);
    expect(isError).toBe(true);
    expect(body.errors[0].code).toBe('FORBIDDEN');
  });
});

describe('edit_file', () => {
  const footage = fileId(ids.file.footage);
  it.each([
    ['renames', { name: 'Pier.txt' }, { name: 'Pier.txt' }],
    ['describes', { description: 'Where we shoot.' }, { description: 'Where we shoot.' }],
    ['stars', { starred: true }, { starred: true }],
    ['trashes', { trashed: true }, { trashed: true }],
    ['moves', { folder: footage }, { parentIds: [ids.file.footage] }],
  ])('%s, and changes nothing else', async (_, change, expected) => {
    const before = await stored(location);
    const { body, isError } = await agent.call('edit_file', { id: location, ...change });
    expect({ isError, id: body.file.id }).toEqual({ isError: false, id: location });
    // A folder gives its own people access.
    const { permissions, ...after } = await stored(location);
    const access = 'folder' in change ? permissions : before.permissions;
    expect({ ...after, permissions }).toEqual({ ...before, ...expected, permissions: access });
  });
  it('clears a description, and restores', async () => {
    const before = await stored(location);
    await agent.call('edit_file', { id: location, description: 'x', trashed: true });
    await agent.call('edit_file', { id: location, description: '', trashed: false });
    expect(await stored(location)).toEqual({ ...before, description: null });
  });
  it('creates a folder, and copies into it', async () => {
    const { body } = await agent.call('edit_file', { name: 'Season two', folder: footage });
    const folder = body.file;
    expect(folder).toMatchObject({ name: 'Season two', parents: [{ id: footage }] });
    const copy = await agent.call('edit_file', {
      id: location,
      copy: true,
      folder: folder.id,
      name: 'Twin',
    });
    expect(copy.body.file.id).not.toBe(location);
    expect(copy.body.file).toMatchObject({ name: 'Twin', parents: [{ id: folder.id }] });
    expect((await stored(location)).name).toMatch(/^Pier 9/);
  });
  it('asks before it puts something into a folder that is open to many', async () => {
    const open = { id: footage, with: ['anyone'], role: 'reader' };
    const { confirm: shared } = await question(agent, 'share', open);
    await agent.call('share', { ...open, confirm: shared });
    const args = { id: location, folder: footage };
    const { would, confirm } = await question(agent, 'edit_file', args);
    expect(would).toEqual(['Puts it into "Footage", which everybody who has the link can open.']);
    await agent.call('edit_file', { ...args, confirm });
    expect((await stored(location)).parentIds).toEqual([ids.file.footage]);
  });
  it('tells how a creation without an answer is repeated', async () => {
    studio.sandbox.fault({ match: { operation: 'storage:files.create' }, drop: 'after' });
    studio.sandbox.fault({ match: { operation: 'storage:files.get' }, status: 503 });
    const { body, isError } = await agent.call('edit_file', { name: 'Once' });
    studio.sandbox.clearFaults();
    expect(isError).toBe(true);
    const [, newFileId] = /newFileId "([\w-]+)"/.exec(body.errors[0].next)!;
    const again = await agent.call('edit_file', { name: 'Once', newFileId });
    expect(again.body.errors[0].code).toBe('CONFLICT');
    const { body: found } = await agent.call('find', { kind: 'files', text: 'Once' });
    expect(found.items).toHaveLength(1);
  });
  it.each([
    ['a name', {}, 'name: missing'],
    ['a change', { id: location }, 'id: there is nothing to change'],
    ['a folder', { id: location, folder: location }, 'is no folder'],
    ['a file to copy', { copy: true, name: 'x' }, 'copy: only for a file that exists'],
    ['a living copy', { id: location, copy: true, trashed: true }, 'trashed: not for a copy'],
    ['an old id', { id: location, name: 'x', newFileId: 'y' }, 'newFileId: only for a new file'],
    ['a file', { id: fileId(ids.file.missing), name: 'x' }, 'no File'],
  ])('needs %s', async (_, args, message) => {
    const { body, isError } = await agent.call('edit_file', args);
    expect(isError).toBe(true);
    expect(body.errors[0].message).toContain(message);
    expect(writes()).toEqual([]);
  });
  it('tells readers that they may not change a file', async () => {
    const args = { id: fileId(ids.file.releasePlan), name: 'Mine' };
    const { body, isError } = await guest.call('edit_file', args);
    expect(isError).toBe(true);
    expect(body.errors[0].code).toBe('FORBIDDEN');
  });
});

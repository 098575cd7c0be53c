/** `Viewer.fileChanges`: pages of changes after a cursor. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { ask } from '../../../support/gateway/sandbox.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('storage');
const studio = useStudio(options);
const { script, storyboard, scripts } = ids.file;
const [startToken, list] = ['storage:changes.getStartPageToken', 'storage:changes.list'];

const write = async (path: string, method: string, body?: object): Promise<string> => {
  const answer = await ask(`${studio.sandbox.url}/drive/v3/${path}`, { method, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body?.id as string;
};

const rename = (id: string, name: string) => write(`files/${id}`, 'PATCH', { name });

interface Page {
  readonly changes: readonly any[];
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly reset: boolean;
}

/** @param args of the field @param selection of a change */
async function read(args: object = {}, selection = '__typename', token?: string): Promise<Page> {
  const text = Object.entries(args)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');
  const data = await studio.data(
    `{ viewer { fileChanges${text && `(${text})`} { changes { ${selection} } cursor hasMore reset pollAfter } } }`,
    {},
    token,
  );
  return data.viewer.fileChanges as Page;
}

/** The error of arguments that are rejected. @param args in the syntax of GraphQL */
async function errorOf(args: string) {
  const { data, errors } = await studio.query(`{ viewer { fileChanges(${args}) { cursor } } }`);
  expect(data).toEqual({ viewer: { fileChanges: null } });
  return errors![0]!;
}

const sent = () => studio.calls().filter(({ operation }) => operation !== 'storage:files.update');

describe('the first page of changes', () => {
  it('has no changes, and a cursor that one call returns', async () => {
    const page = await read();
    expect(page).toEqual({
      changes: [],
      cursor: expect.any(String),
      hasMore: false,
      reset: false,
      pollAfter: null,
    });
    expect(studio.calls()).toMatchObject([
      {
        operation: startToken,
        query: { fields: ['startPageToken'], supportsAllDrives: ['true'] },
      },
    ]);
  });
  it('is that of a shared drive', async () => {
    const { cursor } = await read({ driveId: ids.drive.archive });
    await read({ driveId: globalId('SharedDrive', [ids.drive.archive]), after: cursor });
    expect(studio.calls().map(({ query }) => query['driveId'])).toEqual([
      [ids.drive.archive],
      [ids.drive.archive],
    ]);
  });
});

describe('a page of changes', () => {
  it('leaves out a change of a kind that the schema does not have, with a warning', async () => {
    const { cursor } = await read();
    await rename(script, 'Known');
    await rename(storyboard, 'Unknown');
    proxy.edit(({ changes = [] }) => {
      for (const change of changes as { changeType: string; fileId: string; file?: object }[])
        if (change.fileId === storyboard) {
          change.changeType = 'approval';
          delete change.file;
        }
    });
    const { data, errors, extensions } = await studio.query(
      `{ viewer { page: fileChanges(after: "${cursor}") { changes { __typename ... on FileChanged { fileId file { name } } } cursor } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.viewer.page.changes).toEqual([
      { __typename: 'FileChanged', fileId: script, file: { name: 'Known' } },
    ]);
    expect(extensions.warnings).toEqual([
      { code: 'UNKNOWN_VALUE', path: ['viewer', 'page', 'changes'], value: 'approval' },
    ]);
    proxy.edit(undefined);
    await rename(script, 'Later');
    expect(
      (await read({ after: data.viewer.page.cursor }, '... on FileChanged { file { name } }'))
        .changes,
    ).toEqual([{ file: { name: 'Later' } }]);
  });
  it('has the changed files with the selected fields, in one call', async () => {
    const { cursor } = await read();
    await rename(script, 'First');
    await rename(storyboard, 'Other');
    await rename(script, 'Second');
    studio.sandbox.clearCalls();
    const selection =
      '__typename changedAt ... on FileChanged { fileId file { id name parentIds } }';
    const page = await read({ after: cursor }, selection);
    expect(page.changes).toMatchObject([
      { __typename: 'FileChanged', fileId: storyboard, file: { name: 'Other' } },
      {
        __typename: 'FileChanged',
        changedAt: expect.stringMatching(/^2026-03-10T09:00:/),
        fileId: script,
        file: { id: globalId('File', [script]), name: 'Second', parentIds: [scripts] },
      },
    ]);
    expect(studio.calls()).toMatchObject([
      {
        operation: list,
        query: {
          fields: [
            'changes(changeType,file(id,name,parents),fileId,removed,time),newStartPageToken,nextPageToken',
          ],
          includeItemsFromAllDrives: ['true'],
          supportsAllDrives: ['true'],
          pageSize: ['100'],
        },
      },
    ]);
    expect(await read({ after: page.cursor })).toMatchObject({ changes: [], hasMore: false });
  });
  it('leaves out removed files if the client wants it', async () => {
    const { cursor } = await read({ includeRemoved: false });
    await write(`files/${script}`, 'DELETE');
    await rename(storyboard, 'Other');
    const page = await read({ includeRemoved: false, after: cursor });
    expect(page.changes).toEqual([{ __typename: 'FileChanged' }]);
    expect(sent().at(-1)!.query).toMatchObject({ includeRemoved: ['false'] });
  });
  it('has changed and removed shared drives', async () => {
    const { cursor } = await read();
    const driveId = await write('drives?requestId=new', 'POST', { name: 'New' });
    const selection =
      '__typename ... on SharedDriveChanged { driveId sharedDrive { id name } } ... on SharedDriveRemoved { driveId }';
    const created = await read({ after: cursor }, selection);
    expect(created.changes).toContainEqual({
      __typename: 'SharedDriveChanged',
      driveId,
      sharedDrive: { id: globalId('SharedDrive', [driveId]), name: 'New' },
    });
    await write(`drives/${driveId}`, 'DELETE');
    const deleted = await read({ after: created.cursor }, selection);
    expect(deleted.changes).toContainEqual({ __typename: 'SharedDriveRemoved', driveId });
  });
  it('says that more changes are ready', async () => {
    const { cursor } = await read();
    for (let count = 0; count < 105; count += 1)
      await write('files', 'POST', { name: `New ${count}` });
    const first = await read({ after: cursor });
    const second = await read({ after: first.cursor });
    expect([first.changes.length, first.hasMore]).toEqual([100, true]);
    expect([second.changes.length >= 5, second.hasMore]).toEqual([true, false]);
  });
  it('passes the other arguments on', async () => {
    const args = { includeCorpusRemovals: true, myDriveOnly: true };
    const { cursor } = await read(args);
    await read({ ...args, after: cursor });
    expect(sent().at(-1)!.query).toMatchObject({
      includeCorpusRemovals: ['true'],
      restrictToMyDrive: ['true'],
    });
    const { data } = await studio.query('{ viewer { fileChanges(spaces: [DRIVE]) { cursor } } }');
    const { data: next } = await studio.query(
      `{ viewer { fileChanges(spaces: [DRIVE], after: "${data.viewer.fileChanges.cursor}") { cursor } } }`,
    );
    expect(next.viewer.fileChanges.cursor).toEqual(expect.any(String));
    expect(sent().at(-1)!.query).toMatchObject({ spaces: ['drive'] });
  });
  it('has the links of its files', async () => {
    const { cursor } = await read();
    await rename(script, 'New');
    const selection = '... on FileChanged { file { parents { name } } }';
    const { changes } = await read({ after: cursor }, selection);
    expect(changes).toEqual([{ file: { parents: [{ name: 'Scripts' }] } }]);
  });
});

describe('a cursor that is too old', () => {
  it('is a reset, and the feed continues with the changes from then on', async () => {
    const { cursor } = await read();
    await rename(script, 'Lost');
    studio.sandbox.expireChangeTokens();
    const reset = await read({ after: cursor });
    expect(reset).toMatchObject({ changes: [], hasMore: false, reset: true });
    await rename(script, 'Found');
    const selection = '... on FileChanged { file { name } }';
    const next = await read({ after: reset.cursor }, selection);
    expect(next).toMatchObject({ changes: [{ file: { name: 'Found' } }], reset: false });
  });
});

describe('arguments of changes', () => {
  it('belong to the cursor', async () => {
    const { cursor } = await read();
    studio.sandbox.clearCalls();
    const { extensions } = await errorOf(`myDriveOnly: true, after: "${cursor}"`);
    expect(extensions).toMatchObject({ code: 'INVALID_INPUT', argument: 'after' });
    expect(studio.calls()).toEqual([]);
  });
  it('name a shared drive that exists', async () => {
    const { message, extensions } = await errorOf(`driveId: "${ids.drive.missing}"`);
    expect(extensions).toMatchObject({ code: 'NOT_FOUND', id: ids.drive.missing });
    expect(message).toContain('SharedDrive');
  });
});

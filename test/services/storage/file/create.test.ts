import type { GraphQLInputObjectType } from 'graphql';
/** `createFile`: who makes the id of a file, and what follows of it when an answer is lost. */
import { describe, expect, it } from 'vitest';
import { schema } from '../../../../src/services/schema.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { mime } from '../../../../src/sandbox/storage/content/mime.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const stored = () => [...storageState(studio.sandbox.simulation()).files.values()];
const named = (name: string) => stored().filter(({ fields }) => fields.name === name);
const errors = 'errors { __typename code message path reason }';

const create = (input: object, selection = 'file { fileId name }', token?: string) =>
  studio.query(
    `mutation ($input: CreateFileInput!) { createFile(input: $input) { ${selection} ${errors} } }`,
    { input },
    token,
  );

const operations = () => studio.calls().map(({ operation }) => operation);

const body = () =>
  studio.calls().find(({ operation }) => operation === 'storage:files.create')!.body as any;

const twoCalls = ['storage:files.generateIds', 'storage:files.create'];

describe('createFile', () => {
  it('generates the id first, and sends it with the insert', async () => {
    await create({ name: 'Own' });
    expect(operations()).toEqual(twoCalls);
    expect(studio.calls()[0]!.query).toMatchObject({
      count: ['1'],
      type: ['files'],
      fields: ['ids'],
    });
    expect(body()).toEqual({ id: named('Own')[0]!.id, name: 'Own' });
  });
  it('makes folders, files on shared drives, and shortcuts with ids of their own kind', async () => {
    const folder = await create(
      { name: 'Folder', mimeType: mime.folder, parentId: ids.file.masters },
      'file { isFolder }',
    );
    const shortcut = await create(
      { name: 'Shortcut', shortcutTargetId: ids.file.script },
      'file { shortcutTarget { fileId } mimeType }',
    );
    expect(folder.data.createFile).toEqual({ file: { isFolder: true }, errors: [] });
    expect(shortcut.data.createFile).toEqual({
      file: { shortcutTarget: { fileId: ids.file.script }, mimeType: mime.shortcut },
      errors: [],
    });
    expect(named('Folder')[0]!.driveId).toBe(ids.drive.archive);
    expect(studio.calls().flatMap(({ query }) => query['type'] ?? [])).toEqual([
      'files',
      'shortcuts',
    ]);
  });
  it('creates documents of the online editors without a generated id, which Google Drive does not accept for them', async () => {
    const { data } = await create({ name: 'Notes', mimeType: mime.document });
    expect(operations()).toEqual(['storage:files.create']);
    expect(data.createFile).toEqual({
      file: { fileId: named('Notes')[0]!.id, name: 'Notes' },
      errors: [],
    });
  });
  it('creates two files for two aliases in one request', async () => {
    const { data } = await studio.query(
      'mutation { a: createFile(input: { name: "Twin" }) { file { fileId name } } b: createFile(input: { name: "Twin" }) { file { fileId name } } }',
    );
    expect(named('Twin').map(({ id }) => id)).toEqual([data.a.file.fileId, data.b.file.fileId]);
    expect(operations()).toEqual([...twoCalls, ...twoCalls]);
  });
  it.each([
    [{ name: 'half \ud83d' }, ['name']],
    [{ properties: [{ key: 'a', value: '\udc00' }] }, ['properties', '0', 'value']],
  ])('rejects %j before any call', async (input, path) => {
    const { data } = await create({ name: 'Refused', ...input });
    expect(data.createFile).toMatchObject({
      file: null,
      errors: [{ __typename: 'InvalidInputError', code: 'INVALID_INPUT', path }],
    });
    expect(studio.calls()).toEqual([]);
  });
  it('returns the file that already has the id, with one more call if it is selected', async () => {
    const input = { name: 'Once', newFileId: ids.generatedFile.first };
    expect((await create(input)).data.createFile.errors).toEqual([]);
    const calls = operations().length;
    const current = '... on ConflictError { current { ... on File { fileId name } } }';
    const { data } = await studio.query(
      `mutation ($input: CreateFileInput!) { createFile(input: $input) { errors { code path ${current} } } }`,
      { input },
    );
    expect(data.createFile.errors).toEqual([
      {
        code: 'CONFLICT',
        path: ['newFileId'],
        current: { fileId: ids.generatedFile.first, name: 'Once' },
      },
    ]);
    expect(operations().slice(calls)).toHaveLength(2);
    await create(input);
    expect(operations().slice(calls)).toHaveLength(3);
  });
  it('says which ids Google Drive accepts', async () => {
    const { data } = await create({ name: 'No', newFileId: ids.file.missing });
    expect(data.createFile.errors).toMatchObject([
      { path: ['newFileId'], message: expect.stringContaining('generateFileIds') },
    ]);
  });
  it.each(['CreateFileInput', 'CopyFileInput', 'NewFileUploadInput'])(
    'has no descriptions of changes in %s',
    (name) => {
      const fields = Object.values((schema.getType(name) as GraphQLInputObjectType).getFields());
      const texts = fields.map(({ description }) => description).join(' ');
      expect(texts).not.toMatch(/Null removes|Replaces the current|False restores/);
    },
  );
  it('keeps property keys with names of JavaScript built-ins as plain data', async () => {
    const { data } = await create(
      {
        name: 'Odd',
        properties: [
          { key: '__proto__', value: 'p' },
          { key: 'constructor', value: 'c' },
        ],
      },
      'file { properties { key value } }',
    );
    expect(Object.entries(body().properties)).toEqual([
      ['__proto__', 'p'],
      ['constructor', 'c'],
    ]);
    expect(data.createFile.file.properties).toContainEqual({ key: 'constructor', value: 'c' });
    expect(({} as { p?: unknown }).p).toBeUndefined();
  });
});

describe('createFile if the response of the insert is lost', () => {
  const lost = (fault: object) =>
    studio.sandbox.fault({ match: { operation: 'storage:files.create' }, ...fault });
  /** The actual and the expected response: the one existing file. */
  const oneFile = () => ({
    file: {
      fileId: named('Once')
        .map(({ id }) => id)
        .join(' and '),
      name: 'Once',
    },
    errors: [],
  });

  it('creates one file and returns its id if the connection is closed within the response', async () => {
    lost({ cut: true, times: 1 });
    const { data } = await create({ name: 'Once' });
    expect(data.createFile).toEqual(oneFile());
    expect(operations()).toEqual([...twoCalls, 'storage:files.create', 'storage:files.get']);
    expect(
      studio
        .calls()
        .map(({ call }) => call.status)
        .at(-2),
    ).toBe(409);
    expect(studio.calls().at(-1)!.query['fields']).toEqual(['id,name']);
  });
  it('reads the file by its id if every response is lost', async () => {
    lost({ drop: 'after' });
    const { data } = await create({ name: 'Once' });
    expect(data.createFile).toEqual(oneFile());
  });
  it('reports an unknown outcome if the file cannot be read either', async () => {
    lost({ drop: 'before' });
    const { data, errors } = await create({ name: 'Once' });
    expect(data).toEqual({ createFile: null });
    expect(errors).toMatchObject([
      {
        extensions: {
          code: 'UPSTREAM_UNAVAILABLE',
          operation: 'storage:files.create',
          outcome: 'UNKNOWN',
        },
      },
    ]);
    expect(named('Once')).toEqual([]);
  });
  it('does not retry if Google Drive generates the id, because a second document could be created', async () => {
    lost({ drop: 'after' });
    const { errors } = await create({ name: 'Once', mimeType: mime.document });
    expect(errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_UNAVAILABLE', outcome: 'UNKNOWN' } },
    ]);
    expect(named('Once')).toHaveLength(1);
    expect(operations()).toEqual(['storage:files.create']);
  });
  it('returns a conflict if the first attempt finds the id in use', async () => {
    lost({ status: 409, reason: 'conflict' });
    const { data } = await create({ name: 'Once' });
    expect(data.createFile).toMatchObject({
      file: null,
      errors: [{ __typename: 'ConflictError', code: 'CONFLICT', reason: 'conflict' }],
    });
    expect(operations()).toEqual(twoCalls);
  });
});

describe('createFile with an undocumented response', () => {
  it('returns UPSTREAM_INVALID, and no file without an id', async () => {
    studio.sandbox.fault({ match: { operation: 'storage:files.generateIds' }, garble: true });
    const { errors } = await create({ name: 'None' });
    expect(errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_INVALID', operation: 'storage:files.generateIds' } },
    ]);
    expect(named('None')).toEqual([]);
  });
});

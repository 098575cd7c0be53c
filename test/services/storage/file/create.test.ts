import type { GraphQLInputObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { schema } from '../../../../src/services/schema.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { mime } from '../../../../src/sandbox/storage/content/mime.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/studio.ts';

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
  it('generates the id first, sends it with the insert, and returns all selected fields from its response', async () => {
    const { data } = await create(
      {
        name: "Maren's «cut» \\ 2",
        mimeType: 'text/plain',
        parentId: globalId('File', [ids.file.scripts]),
        description: 'Two lines',
        starred: true,
        properties: [{ key: 'season', value: '3' }],
        appProperties: [{ key: 'take', value: '9' }],
      },
      'file { id name description starred properties { key value } appProperties { key value } parents { fileId } permissions { nodes { role } } }',
    );
    expect(operations()).toEqual(twoCalls);
    expect(studio.calls()[0]!.query).toMatchObject({
      count: ['1'],
      type: ['files'],
      fields: ['ids'],
    });
    expect(studio.calls()[1]!.query).toEqual({
      supportsAllDrives: ['true'],
      fields: [
        'appProperties,capabilities(canEdit,canShare),description,driveId,id,name,parents,permissions(id,role),properties,starred',
      ],
      prettyPrint: ['false'],
    });
    const [file, ...more] = named("Maren's «cut» \\ 2");
    expect(more).toEqual([]);
    expect(body()).toEqual({
      id: file!.id,
      name: "Maren's «cut» \\ 2",
      mimeType: 'text/plain',
      parents: [ids.file.scripts],
      description: 'Two lines',
      starred: true,
      properties: { season: '3' },
      appProperties: { take: '9' },
    });
    expect(data.createFile).toEqual({
      file: {
        id: globalId('File', [file!.id]),
        name: "Maren's «cut» \\ 2",
        description: 'Two lines',
        starred: true,
        properties: [{ key: 'season', value: '3' }],
        appProperties: [{ key: 'take', value: '9' }],
        parents: [{ fileId: ids.file.scripts }],
        permissions: { nodes: [{ role: 'OWNER' }, { role: 'WRITER' }] },
      },
      errors: [],
    });
  });
  it('sends no field that the input omits', async () => {
    await create({ name: 'Bare', description: null, parentId: null });
    expect(Object.keys(body()).toSorted()).toEqual(['id', 'name']);
    expect(named('Bare')[0]!.parent).toBe(ids.file.root);
  });
  it('fetches only the fields that the response of the write lacks', async () => {
    const { data } = await create(
      { name: 'Linked', parentId: 'root' },
      'file { name parents { name } }',
    );
    expect(operations()).toEqual([...twoCalls, 'storage:files.get']);
    expect(data.createFile.file.parents).toEqual([
      { name: stored().find(({ id }) => id === ids.file.root)!.fields.name },
    ]);
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
    [{ parentId: 'trash' }, ['parentId']],
    [{ parentId: '..' }, ['parentId']],
    [{ name: 'half \ud83d' }, ['name']],
    [{ properties: [{ key: 'a', value: '\udc00' }] }, ['properties', '0', 'value']],
    [{ shortcutTargetId: 'generateIds' }, ['shortcutTargetId']],
    [{ parentId: globalId('Video', ['x']) }, ['parentId']],
    [{ appProperties: [{ key: 'videoId', value: 'x' }] }, ['appProperties', '0', 'key']],
    [
      {
        properties: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      },
      ['properties', '1', 'key'],
    ],
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
  it.each(['CreateFileInput', 'CopyFileInput', 'NewFileUpload'])(
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
  it('returns the missing scope, and an error if the caller may not write', async () => {
    const reader = await create({ name: 'No' }, 'file { name }', 'studio-reader');
    expect(reader.data.createFile).toMatchObject({
      file: null,
      errors: [{ code: 'MISSING_SCOPE' }],
    });
    const guest = await create(
      { name: 'No', parentId: ids.file.thumbnails },
      'file { name }',
      'studio-guest',
    );
    expect(guest.data.createFile).toMatchObject({ file: null, errors: [{ code: 'FORBIDDEN' }] });
    const missingParent = await create({ name: 'No', parentId: ids.file.missing });
    expect(missingParent.data.createFile).toMatchObject({
      file: null,
      errors: [
        {
          code: 'NOT_FOUND',
          path: ['parentId'],
          message: expect.stringContaining(`with the id "${ids.file.missing}"`),
        },
      ],
    });
    const target = await create({
      name: 'No',
      parentId: ids.file.scripts,
      shortcutTargetId: ids.file.missing,
    });
    expect(target.data.createFile).toMatchObject({
      file: null,
      errors: [{ code: 'NOT_FOUND', path: ['shortcutTargetId'] }],
    });
    expect(named('No')).toEqual([]);
  });
  it('of an id that is taken is a conflict at newFileId', async () => {
    const { data } = await studio.query('{ generateFileIds(count: 1) }');
    const [newFileId] = data.generateFileIds;
    await create({ name: 'Twice', newFileId });
    const again = await create({ name: 'Twice', newFileId });
    expect(again.data.createFile).toMatchObject({
      file: null,
      errors: [{ __typename: 'ConflictError', reason: 'conflict', path: ['newFileId'] }],
    });
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

  it.each([
    ['the connection is closed before the response', { drop: 'after' }],
    ['the connection is closed within the response', { cut: true }],
  ])('creates one file and returns its id: %s', async (_, fault) => {
    lost({ ...fault, times: 1 });
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
  it('retries an insert that was not executed', async () => {
    lost({ drop: 'before', times: 1 });
    const { data } = await create({ name: 'Once' });
    expect(data.createFile).toEqual(oneFile());
    expect(operations()).toEqual([...twoCalls, 'storage:files.create']);
  });
  it('retries an insert that got status 503', async () => {
    lost({ status: 503, reason: 'backendError', times: 2 });
    const { data } = await create({ name: 'Once' });
    expect(data.createFile).toEqual(oneFile());
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

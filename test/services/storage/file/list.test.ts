import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { mime } from '../../../../src/sandbox/storage/content/mime.ts';
import { type FileEntity, storageState } from '../../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const all = (): FileEntity[] => [...storageState(studio.sandbox.simulation()).files.values()];
const names = (files: readonly FileEntity[]) => files.map(({ fields }) => fields.name).toSorted();
const found = (data: any): string[] => data.files.nodes.map(({ name }: any) => name).toSorted();
const last = () => studio.calls().at(-1)!.query;
const list = (filter: string) => `{ files(first: 100, filter: ${filter}) { nodes { name } } }`;

/**
 * The files that Ava can find: her own, those shared with her, and those on shared drives; without
 * the root folders of drives and without the trash.
 */
const findable = (): FileEntity[] =>
  all().filter(
    ({ parent, owner, id, trash }) =>
      parent !== undefined && !trash && (owner !== ids.person.ben || id === ids.file.benTreatment),
  );

/** Whether Ben has the role on the file itself. */
const sharedWith = (id: string, grants: FileEntity['grants'], role: string): boolean =>
  id === ids.file.benTreatment ||
  grants.some((grant) => grant.email === ids.person.ben && grant.role === role);

describe('files', () => {
  it('are all files that the caller can find outside the trash, shared drives included', async () => {
    const data = await studio.data(
      '{ files(first: 100) { nodes { name } pageInfo { hasNextPage } incompleteSearch } }',
    );
    expect(found(data)).toEqual(names(findable()));
    expect(data.files).toMatchObject({ pageInfo: { hasNextPage: false }, incompleteSearch: false });
    expect(studio.operations()).toEqual(['storage:files.list']);
    expect(last()).toEqual({
      includeItemsFromAllDrives: ['true'],
      supportsAllDrives: ['true'],
      pageSize: ['100'],
      q: ['trashed = false'],
      fields: ['files(id,name),incompleteSearch,nextPageToken'],
      prettyPrint: ['false'],
    });
  });

  const is = (fields: (file: FileEntity) => boolean) => () => findable().filter(fields);
  it.each([
    [`{ name: "Shot list A\\\\B" }`, is(({ id }) => id === ids.file.shotList)],
    [`{ name: "Maren's interview notes" }`, is(({ id }) => id === ids.file.interviewNotes)],
    [`{ nameContains: "launch" }`, is(({ fields }) => /\blaunch/i.test(fields.name))],
    [`{ nameContains: "' or name contains '" }`, is(() => false)],
    [
      `{ mimeTypes: ["application/pdf"] }`,
      is(({ fields }) => fields.mimeType === 'application/pdf'),
    ],
    [
      `{ mimeTypes: ["application/pdf", "image/*"] }`,
      is(({ fields }) => /^(application\/pdf$|image\/)/.test(fields.mimeType)),
    ],
    [`{ types: [IMAGE] }`, is(({ fields }) => fields.mimeType.startsWith('image/'))],
    [
      `{ types: [IMAGE, FOLDER], ownedByMe: true }`,
      is(
        ({ fields, owner }) =>
          owner === ids.person.ava &&
          (fields.mimeType.startsWith('image/') || fields.mimeType === mime.folder),
      ),
    ],
    [`{ types: [], mimeTypes: [] }`, is(() => true)],
    [
      `{ types: [SPREADSHEET], isFolder: false }`,
      is(({ fields }) => fields.mimeType === mime.spreadsheet),
    ],
    [`{ types: [FOLDER] }`, is(({ fields }) => fields.mimeType === mime.folder)],
    [`{ ownedByMe: true }`, is(({ owner }) => owner === ids.person.ava)],
    [`{ ownedByMe: false }`, is(({ owner }) => owner !== ids.person.ava)],
    [`{ isFolder: true }`, is(({ fields }) => fields.mimeType === mime.folder)],
    [`{ parentId: "${ids.file.thumbnails}" }`, is(({ parent }) => parent === ids.file.thumbnails)],
    [`{ parentId: "root" }`, is(({ parent }) => parent === ids.file.root)],
    [`{ ownerEmail: "${ids.person.chloe}" }`, is(({ owner }) => owner === ids.person.chloe)],
    [`{ search: "frozen harbor" }`, is(({ id }) => id === ids.file.script)],
    [`{ search: "harbor is" }`, is(({ text = '' }) => /harbor/.test(text) && /\bis\b/.test(text))],
    [`{ search: "\\"harbor is\\"" }`, is(({ text = '' }) => /harbor is/.test(text))],
    [
      `{ writerEmail: "${ids.person.ben}" }`,
      is(({ id, grants, owner }) => owner === ids.person.ben || sharedWith(id, grants, 'writer')),
    ],
    [
      `{ readerEmail: "${ids.person.dana}" }`,
      is(({ grants }) => grants.some(({ email }) => email === ids.person.dana)),
    ],
    [`{ sharedWithMe: true }`, is(({ id }) => id === ids.file.benTreatment)],
    [`{ sharedWithMe: false }`, is(({ id }) => id !== ids.file.benTreatment)],
    [`{ visibility: ANYONE_WITH_LINK }`, is(({ id }) => id === ids.file.pressKit)],
    [`{ visibility: ANYONE_CAN_FIND }`, is(() => false)],
    [
      `{ properties: [{ key: "season", value: "2" }] }`,
      is(({ fields }) => fields.properties?.['season'] === '2'),
    ],
    [
      `{ properties: [{ key: "season", value: "2" }, { key: "reading order", value: "1" }] }`,
      is(({ id }) => id === ids.file.launchScript),
    ],
    [
      `{ appProperties: [{ key: "broadcastId", value: "${ids.broadcast.launch}" }] }`,
      is(({ id }) => id === ids.file.runSheet),
    ],
    [
      `{ labelIds: ["${ids.label.production}"] }`,
      is(({ labels }) => labels.has(ids.label.production)),
    ],
    [
      `{ labelIds: ["${ids.label.production}", "${ids.label.rights}"] }`,
      is(({ labels }) => labels.has(ids.label.production) && labels.has(ids.label.rights)),
    ],
    [`{ labelIds: ["${ids.label.missing}"] }`, is(() => false)],
    [
      `{ shortcutTargetId: "${ids.file.runSheet}" }`,
      is(({ targetId }) => targetId === ids.file.runSheet),
    ],
    [`{ starred: true }`, is(({ starredBy }) => starredBy.has(ids.person.ava))],
    [`{ trash: ONLY }`, () => all().filter(({ trash }) => trash)],
    [
      `{ trash: INCLUDE, types: [VIDEO], ownerEmail: "${ids.person.ava}" }`,
      () =>
        all().filter(
          ({ fields, owner }) => fields.mimeType.startsWith('video/') && owner === ids.person.ava,
        ),
    ],
  ])(
    'with the filter %s are the files that Google Drive finds with it',
    async (filter, expected) => {
      const data = await studio.data(list(filter));
      expect(found(data)).toEqual(names(expected()));
      expect(studio.operations()).toEqual(['storage:files.list']);
    },
  );
  it.each([
    ['modifiedAt', ({ modifiedTime }: FileEntity) => modifiedTime],
    ['createdAt', ({ createdTime }: FileEntity) => createdTime],
    ['viewedByMeAt', ({ viewedAt }: FileEntity) => viewedAt.get(ids.person.ava) ?? ''],
  ])('%s in a period are those from its start, and before its end', async (name, timeOf) => {
    const times = findable().map(timeOf).filter(Boolean).toSorted();
    const [from, to] = [times[3]!, times[12]!];
    const data = await studio.data(list(`{ ${name}: { from: "${from}", to: "${to}" } }`));
    expect(found(data)).toEqual(
      names(findable().filter((file) => timeOf(file) >= from && timeOf(file) < to)),
    );
    expect(found(data).length).toBeGreaterThan(3);
  });
  it.each(['files', `file(id: "${ids.file.scripts}") { children`])(
    'in an order cannot be searched by full text: %s',
    async (field) => {
      const list = `(orderBy: [{ field: NAME }], filter: { search: "harbor" }) { nodes { name } }`;
      const { errors } = await studio.query(`{ ${field}${list}${field === 'files' ? '' : ' }'} }`);
      expect(errors).toMatchObject([
        {
          message: expect.stringMatching(/^orderBy: .*full-text/),
          extensions: { code: 'INVALID_INPUT' },
        },
      ]);
      expect(studio.operations()).not.toContain('storage:files.list');
    },
  );
  it('accept a query in the language of Google Drive, trash included, alone or with a filter', async () => {
    const query = `name contains 'cut' or name contains 'logo'`;
    const alone = await studio.query(
      'query ($query: String) { files(query: $query) { nodes { name } } }',
      { query },
    );
    expect(last()['q']).toEqual([query]);
    expect(found(alone.data)).toEqual(
      names(all().filter(({ id }) => id === ids.file.oldCut || id === ids.file.logo)),
    );
    const both = await studio.query(
      'query ($query: String) { files(query: $query, filter: {}) { nodes { name } } }',
      { query },
    );
    expect(last()['q']).toEqual([`(${query}) and trashed = false`]);
    expect(found(both.data)).toEqual(names(all().filter(({ id }) => id === ids.file.logo)));
  });
  it('have the requested order', async () => {
    const { data } = await studio.query(
      '{ files(first: 100, orderBy: [{ field: FOLDER }, { field: NAME_NATURAL, direction: DESC }]) { nodes { name isFolder } } }',
    );
    expect(last()['orderBy']).toEqual(['folder,name_natural desc']);
    const folders = data.files.nodes.filter(({ isFolder }: any) => isFolder).length;
    expect(data.files.nodes.slice(0, folders).every(({ isFolder }: any) => isFolder)).toBe(true);
    expect(folders).toBe(findable().filter(({ fields }) => fields.mimeType === mime.folder).length);
  });
  it('of a shared drive are searched on that drive only', async () => {
    const data = await studio.data(
      `{ files(driveId: "${ids.drive.archive}", spaces: [DRIVE]) { nodes { name } } everywhere: files(corpus: ALL_DRIVES, first: 100) { nodes { name } } }`,
    );
    expect(found(data)).toEqual(
      names(findable().filter(({ driveId }) => driveId === ids.drive.archive)),
    );
    expect(found({ files: data.everywhere })).toEqual(names(findable()));
    const sent = studio.calls().map(({ query }) => ({
      corpora: query['corpora'],
      driveId: query['driveId'],
      spaces: query['spaces'],
    }));
    expect(sent).toContainEqual({
      corpora: ['drive'],
      driveId: [ids.drive.archive],
      spaces: ['drive'],
    });
    expect(sent).toContainEqual({ corpora: ['allDrives'], driveId: undefined, spaces: undefined });
  });
  it('finds a shared drive by its global id', async () => {
    const { errors } = await studio.query(
      'query ($id: ID!) { files(driveId: $id) { nodes { name } } }',
      { id: globalId('SharedDrive', [ids.drive.archive]) },
    );
    expect(errors).toBeUndefined();
    expect(studio.calls().map(({ query }) => query['driveId'])).toEqual([[ids.drive.archive]]);
  });
  it.each([
    '{ files(spaces: [DRIVE, PHOTOS]) { nodes { id } } }',
    'subscription { fileChanges(spaces: [PHOTOS]) { __typename } }',
    'mutation { watchFileChanges(input: { address: "https://a.example/n", spaces: [PHOTOS] }) { errors { message } } }',
  ])('of PHOTOS are rejected before any call: %s', async (document) => {
    const { data, errors } = await studio.query(document);
    const [error] = errors ?? data.watchFileChanges.errors;
    expect(error.message).toBe(
      'spaces: PHOTOS is not supported; expected DRIVE or APP_DATA_FOLDER',
    );
    expect(studio.calls()).toEqual([]);
  });
  it('are not empty without a token, as if the caller had none', async () => {
    for (const args of ['', '(corpus: DOMAIN)', '(query: " ")', '(filter: null)']) {
      const { data, errors } = await studio.query(`{ files${args} { nodes { id } } }`, {}, null);
      expect(data).toEqual({ files: null });
      expect(errors).toMatchObject([
        { path: ['files'], extensions: { code: 'UNAUTHENTICATED', service: 'storage' } },
      ]);
    }
    expect(studio.calls()).toEqual([]);
  });
  it('that are public are found without a token', async () => {
    const publicFile = all().find(({ id }) => id === ids.file.pressKit)!;
    publicFile.grants[0]!.discoverable = true;
    const data = await studio.data(list('{}'), {}, null);
    expect(found(data)).toEqual(names([publicFile]));
  });
  it.each([
    ['filter.parentId', `filter: { parentId: "${ids.file.missing}" }`, ids.file.missing],
    ['driveId', `driveId: "${ids.drive.missing}"`, ids.drive.missing],
  ])('of an unknown object name its argument: %s', async (argument, given, id) => {
    const { errors } = await studio.query(`{ files(${given}) { nodes { name } } }`);
    expect(errors).toMatchObject([
      {
        message: `${argument}: Google Drive has no object with the id "${id}" that the caller may see. Check it, or use the access token of another account.`,
        extensions: { code: 'NOT_FOUND', argument, id },
      },
    ]);
  });
  it('of an unknown folder name no argument if both a query and a filter have folders', async () => {
    const { errors } = await studio.query(
      `{ files(query: "'${ids.file.missing}' in parents", filter: { parentId: "${ids.file.scripts}" }) { nodes { name } } }`,
    );
    expect(errors).toMatchObject([
      {
        message: expect.stringMatching(/^Google Drive has no such object, or/),
        extensions: { code: 'NOT_FOUND' },
      },
    ]);
    expect(errors![0]!.extensions).not.toHaveProperty('argument');
  });
  it('of an unknown folder in a query name no argument', async () => {
    const { errors } = await studio.query(
      `{ files(driveId: "${ids.drive.archive}", query: "'${ids.file.missing}' in parents") { nodes { name } } }`,
    );
    expect(errors?.[0]?.message).toMatch(/^Google Drive has no such object, or/);
  });
});

describe('pages of files', () => {
  const page = async (first: number, after: string | null, rest = '') =>
    await studio.query(
      `query ($first: Int!, $after: String) { files(first: $first, after: $after, orderBy: [{ field: NAME }]${rest}) { edges { cursor node { fileId } } pageInfo { hasNextPage endCursor } } }`,
      { first, after },
    );
  it.each([
    ['another search', ', filter: { starred: true }'],
    ['another shared drive', `, driveId: "${ids.drive.archive}"`],
  ])('reject the cursor of %s', async (_, rest) => {
    const { data } = await page(2, null, rest);
    studio.sandbox.clearCalls();
    const { errors } = await page(2, data.files.edges[0].cursor);
    expect(errors).toMatchObject([
      { path: ['files'], extensions: { code: 'INVALID_INPUT', argument: 'after' } },
    ]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('children', () => {
  it('of children take one call per folder, and none for other files', async () => {
    const { data } = await studio.query(
      `{ file(id: "${ids.file.studio}") { children(first: 100) { nodes { name children { nodes { name } } } } } }`,
    );
    const below = findable().filter(({ parent }) => parent === ids.file.studio);
    const folders = below.filter(({ fields }) => fields.mimeType === mime.folder);
    expect(studio.operations()).toEqual(
      Array.from({ length: 1 + folders.length }, () => 'storage:files.list'),
    );
    expect(studio.calls()[0]!.query['fields']).toEqual(['files(id,mimeType,name),nextPageToken']);
    const tree = (file: FileEntity) => ({
      name: file.fields.name,
      children: names(findable().filter(({ parent }) => parent === file.id)),
    });
    const shown = data.file.children.nodes.map(({ name, children }: any) => ({
      name,
      children: found({ files: children }),
    }));
    expect(shown).toEqual(expect.arrayContaining(below.map(tree)));
    expect(shown).toHaveLength(below.length);
  });
  it('of an id with quotes are searched with the quotes escaped', { tags: ['S20'] }, async () => {
    const id = "x' in parents or 'root";
    const { errors } = await studio.query(
      'query ($id: ID!) { file(id: $id) { children { nodes { name } } } }',
      { id },
    );
    expect(last()['q']).toEqual([`'x\\' in parents or \\'root' in parents and trashed = false`]);
    expect(errors).toMatchObject([
      { path: ['file', 'children'], extensions: { code: 'NOT_FOUND', id } },
    ]);
  });
});

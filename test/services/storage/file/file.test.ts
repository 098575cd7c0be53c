import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import {
  displayNameOf,
  permissionIdOf,
  photoOf,
} from '../../../../src/sandbox/storage/permission/person.ts';
import { storageState } from '../../../../src/sandbox/storage/state.ts';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const seeded = (id: string) => storageState(studio.sandbox.simulation()).files.get(id)!;

/** The recorded calls, in the form in which the tests state them. */
const requestedCalls = () =>
  studio.calls().map(({ operation, query, call }) => ({
    operation,
    file: call.path.split('/')[4],
    fields: query['fields']?.[0],
  }));

const get = (file: string, fields: string) => ({ operation: 'storage:files.get', file, fields });

/** Sorts calls: single reads are sent concurrently, in any order. */
const inOrder = (calls: readonly object[]) => calls.map((call) => JSON.stringify(call)).toSorted();

const {
  studio: folder,
  script,
  launchScript,
  runSheet,
  runSheetShortcut,
  logo,
  missing,
  benDiary,
  root,
} = ids.file;

describe('file', () => {
  it('takes one call with the selected fields and supportsAllDrives', async () => {
    const data = await studio.data(
      `{ file(id: "${logo}") { id fileId name mimeType createdAt modifiedAt size version trashed starred shared webViewLink iconLink thumbnailLink md5Checksum originalFilename isFolder capabilities { canEdit canShare canDelete } } }`,
    );
    const { fields, createdTime, modifiedTime, version, content } = seeded(logo);
    expect(requestedCalls()).toEqual([
      get(
        logo,
        'capabilities(canDelete,canEdit,canShare),createdTime,iconLink,md5Checksum,mimeType,modifiedTime,name,originalFilename,shared,size,starred,thumbnailLink,trashed,version,webViewLink',
      ),
    ]);
    expect(studio.calls()[0]!.query['supportsAllDrives']).toEqual(['true']);
    expect(data.file).toEqual({
      id: globalId('File', [logo]),
      fileId: logo,
      name: fields.name,
      mimeType: fields.mimeType,
      createdAt: createdTime,
      modifiedAt: modifiedTime,
      size: `${content!.size}`,
      version: `${version}`,
      trashed: false,
      starred: false,
      shared: true,
      webViewLink: expect.stringContaining(logo),
      iconLink: expect.stringContaining(fields.mimeType),
      thumbnailLink: expect.stringContaining(logo),
      md5Checksum: content!.md5Checksum,
      originalFilename: fields.name,
      isFolder: false,
      capabilities: { canEdit: true, canShare: true, canDelete: true },
    });
  });
  it('returns the metadata of its content', async () => {
    const { data } = await studio.query(
      `{ file(id: "${logo}") { sha1Checksum sha256Checksum fileExtension fullFileExtension quotaBytesUsed headRevisionId webContentLink hasThumbnail thumbnailVersion spaces folderColorRgb } folder: file(id: "${folder}") { sha1Checksum webContentLink folderColorRgb } }`,
    );
    const { size, md5Checksum: _, ...content } = seeded(logo).content!;
    expect(data).toEqual({
      file: {
        ...content,
        fileExtension: 'png',
        fullFileExtension: 'png',
        quotaBytesUsed: `${size}`,
        webContentLink: expect.stringContaining(logo),
        hasThumbnail: true,
        thumbnailVersion: '1',
        spaces: ['DRIVE'],
        folderColorRgb: null,
      },
      folder: { sha1Checksum: null, webContentLink: null, folderColorRgb: '#4986e7' },
    });
  });
  it('returns the activity and the capabilities of the caller', async () => {
    const { data } = await studio.query(
      `{ file(id: "${logo}") { ownedByMe viewedByMe viewedByMeAt modifiedByMe modifiedByMeAt sharedWithMeAt isAppAuthorized writersCanShare copyRequiresWriterPermission explicitlyTrashed trashedAt trashingUser { displayName } hasAugmentedPermissions capabilities { canMoveChildrenWithinDrive canMoveChildrenOutOfDrive canTrashChildren canDeleteChildren canReadDrive canAddMyDriveParent canRemoveMyDriveParent canAcceptOwnership canChangeCopyRequiresWriterPermission } } }`,
    );
    const { modifiedTime, viewedAt, owner } = seeded(logo);
    expect(data.file).toEqual({
      ownedByMe: true,
      viewedByMe: true,
      viewedByMeAt: viewedAt.get(owner!),
      modifiedByMe: true,
      modifiedByMeAt: modifiedTime,
      sharedWithMeAt: null,
      isAppAuthorized: true,
      writersCanShare: true,
      copyRequiresWriterPermission: false,
      explicitlyTrashed: false,
      trashedAt: null,
      trashingUser: null,
      hasAugmentedPermissions: null,
      capabilities: {
        canMoveChildrenWithinDrive: false,
        canMoveChildrenOutOfDrive: false,
        canTrashChildren: null,
        canDeleteChildren: null,
        canReadDrive: null,
        canAddMyDriveParent: false,
        canRemoveMyDriveParent: true,
        canAcceptOwnership: false,
        canChangeCopyRequiresWriterPermission: true,
      },
    });
  });
  it('returns the ids of its folder, drive and target without further calls', async () => {
    const { data } = await studio.query(
      `{ file(id: "${logo}") { parentIds driveId shortcutTargetId } shortcut: file(id: "${runSheetShortcut}") { shortcutTargetId } shared: file(id: "${ids.file.masters}") { driveId } }`,
    );
    expect(data).toEqual({
      file: { parentIds: [seeded(logo).parent], driveId: null, shortcutTargetId: null },
      shortcut: { shortcutTargetId: runSheet },
      shared: { driveId: ids.drive.archive },
    });
    expect(studio.operations()).toEqual(Array.from({ length: 3 }, () => 'storage:files.get'));
  });
  it('is requested by id only if only ids are selected', async () => {
    const { data } = await studio.query(`{ file(id: "${logo}") { id fileId __typename } }`);
    expect(data.file).toEqual({ id: globalId('File', [logo]), fileId: logo, __typename: 'File' });
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['storage:files.get', ['id']],
    ]);
  });
  it('is found by its global id and by node', async () => {
    const id = globalId('File', [script]);
    const { data } = await studio.query(
      `{ file(id: "${id}") { name } node(id: "${id}") { ... on File { name } } }`,
    );
    expect(data).toEqual({
      file: { name: seeded(script).fields.name },
      node: { name: seeded(script).fields.name },
    });
    expect(requestedCalls()).toEqual([get(script, 'name')]);
  });
  it('is NOT_FOUND if it does not exist or the caller cannot see it', async () => {
    for (const id of [missing, benDiary]) {
      const { data, errors } = await studio.query(
        `{ file(id: "${id}") { name } other: file(id: "${script}") { name } }`,
      );
      expect(data).toEqual({ file: null, other: { name: seeded(script).fields.name } });
      expect(errors).toMatchObject([{ path: ['file'], extensions: { code: 'NOT_FOUND', id } }]);
    }
  });
});

describe('root', () => {
  it('is resolved before global ids contain it, with one call per caller', async () => {
    const document = '{ file(id: "root") { id name } }';
    const first = await studio.query(document, {}, 'no-channel');
    const again = await studio.query(document, {}, 'no-channel');
    const { danaRoot } = ids.file;
    expect(first.data.file).toEqual({
      id: globalId('File', [danaRoot]),
      name: seeded(danaRoot).fields.name,
    });
    expect(again.data).toEqual(first.data);
    expect(requestedCalls()).toEqual([
      get('root', 'id'),
      get(danaRoot, 'name'),
      get(danaRoot, 'name'),
    ]);
  });
  it('is a different folder for each caller', async () => {
    const own = await studio.query('{ file(id: "root") { fileId } }');
    const bens = await studio.query('{ file(id: "root") { fileId } }', {}, 'studio-guest');
    expect([own.data.file.fileId, bens.data.file.fileId]).toEqual([root, ids.file.benRoot]);
  });
});

describe('users of a file', () => {
  it('have their own fields in each role, and link to the same person', async () => {
    const data = await studio.data(
      `{ file(id: "${ids.file.benTreatment}") {
        owners { displayName email photoLink me permissionId person { id email } }
        lastModifyingUser { person { id } } sharingUser { email }
      } me: file(id: "${script}") { owners { me } sharingUser { me } } }`,
    );
    const email = ids.person.ben;
    const id = globalId('Person', [email]);
    expect(data.file).toEqual({
      owners: [
        {
          displayName: displayNameOf(email),
          email,
          photoLink: photoOf(email),
          me: false,
          permissionId: permissionIdOf(email),
          person: { id, email },
        },
      ],
      lastModifyingUser: { person: { id } },
      sharingUser: { email },
    });
    expect(data.me).toEqual({ owners: [{ me: true }], sharingUser: null });
  });
});

describe('properties of a file', () => {
  it('are sorted by key, without the property that the gateway uses itself', async () => {
    const { data } = await studio.query(
      `{ file(id: "${launchScript}") { properties { key value } appProperties { key value } } other: file(id: "${runSheet}") { appProperties { key value } } }`,
    );
    const { properties, appProperties } = seeded(launchScript).fields;
    expect(Object.keys(appProperties!)).toEqual(['videoId']);
    expect(data).toEqual({
      file: {
        properties: Object.keys(properties!)
          .toSorted()
          .map((key) => ({ key, value: properties![key] })),
        appProperties: [],
      },
      other: {
        appProperties: Object.entries(seeded(runSheet).fields.appProperties!).map(
          ([key, value]) => ({ key, value }),
        ),
      },
    });
  });
});

describe('parents and shortcut targets', () => {
  it('take one call per file, and none if only the id is selected', async () => {
    const { data } = await studio.query(
      `{ a: file(id: "${script}") { parents { name } } b: file(id: "${launchScript}") { parents { name } } c: file(id: "${runSheetShortcut}") { shortcutTarget { fileId } shortcutTargetMimeType } }`,
    );
    const name = seeded(ids.file.scripts).fields.name;
    expect(data).toEqual({
      a: { parents: [{ name }] },
      b: { parents: [{ name }] },
      c: {
        shortcutTarget: { fileId: runSheet },
        shortcutTargetMimeType: seeded(runSheet).fields.mimeType,
      },
    });
    expect(inOrder(requestedCalls())).toEqual(
      inOrder([
        get(ids.file.scripts, 'name'),
        get(script, 'parents'),
        get(launchScript, 'parents'),
        get(runSheetShortcut, 'shortcutDetails(targetId,targetMimeType,targetResourceKey)'),
      ]),
    );
  });
  it('are null without an error if the target is deleted or the caller cannot see it', async () => {
    storageState(studio.sandbox.simulation()).files.delete(runSheet);
    const { data, errors } = await studio.query(
      `{ file(id: "${runSheetShortcut}") { shortcutTarget { name } } }`,
    );
    expect({ data, errors }).toEqual({
      data: { file: { shortcutTarget: null } },
      errors: undefined,
    });
  });
  it('are null for a file that is not a shortcut', async () => {
    const { data } = await studio.query(
      `{ file(id: "${folder}") { shortcutTarget { name } shortcutTargetMimeType } }`,
    );
    expect(data.file).toEqual({ shortcutTarget: null, shortcutTargetMimeType: null });
    expect(studio.operations()).toEqual(['storage:files.get']);
  });
});

describe('thirty files in one query', () => {
  const many = Object.values(ids.file).slice(0, 30);
  const nodes = (list: readonly string[]) =>
    studio.query('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on File { name } } }', {
      ids: list,
    });

  it('take one call per file', async () => {
    const list = [...many, ...many.slice(0, 5)].map((id) => globalId('File', [id]));
    const { data, errors } = await nodes(list);
    expect(errors).toBeUndefined();
    expect(data.nodes).toEqual(
      [...many, ...many.slice(0, 5)].map((id) => ({ name: seeded(id).fields.name })),
    );
    expect(inOrder(requestedCalls())).toEqual(inOrder(many.map((id) => get(id, 'name'))));
  });
  it('fail only for files that are missing or that the caller cannot see', async () => {
    const bad = globalId('File', ['trash']);
    const list = [...many, missing, benDiary].map((id) => globalId('File', [id]));
    studio.sandbox.fault({
      match: { operation: 'storage:files.get', pathIncludes: script },
      status: 403,
      reason: 'insufficientFilePermissions',
    });
    const { data, errors } = await nodes([bad, ...list]);
    const expected = [
      ...many.map((id) => (id === script ? null : { name: seeded(id).fields.name })),
      null,
      null,
    ];
    expect(data.nodes).toEqual([null, ...expected]);
    expect(errors).toHaveLength(2);
    expect(errors).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          path: ['nodes'],
          extensions: expect.objectContaining({ code: 'INVALID_INPUT', positions: [0] }),
        }),
        expect.objectContaining({
          path: ['nodes', 1 + many.indexOf(script)],
          extensions: expect.objectContaining({ code: 'FORBIDDEN' }),
        }),
      ]),
    );
  });
  it('take the same calls if requested by thirty aliases', async () => {
    const { data } = await studio.query(
      `{ ${many.map((id, index) => `f${index}: file(id: "${id}") { name }`).join(' ')} }`,
    );
    expect(Object.values(data)).toEqual(many.map((id) => ({ name: seeded(id).fields.name })));
    expect(inOrder(requestedCalls())).toEqual(inOrder(many.map((id) => get(id, 'name'))));
  });
});

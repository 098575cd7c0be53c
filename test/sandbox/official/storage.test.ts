/** The official Drive client works with the sandbox. */
import { drive, type drive_v3 } from '@googleapis/drive';
import { beforeEach, describe, expect, it } from 'vitest';
import { ids, revisionId } from '../../../src/sandbox/seed/ids.ts';
import { storageHandlers } from '../../../src/sandbox/storage/handlers.ts';
import { changeHandlers } from '../../../src/sandbox/storage/change/handlers.ts';
import { sharingHandlers } from '../../../src/sandbox/storage/permission/sharing-handlers.ts';
import { driveAs, type ClientCall, testClientCalls } from '../../support/official.ts';
import { useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const { file, drive: shared, label, labelField, person } = ids;

const clientOf = (token: string) => driveAs(token, box.sandbox.url);
let client: drive_v3.Drive;

beforeEach(() => {
  client = clientOf('studio-owner');
});

const fileId = file.runSheet;

const clientCalls: readonly ClientCall[] = [
  {
    operation: 'storage:about.get',
    call: () => client.about.get({ fields: 'user(emailAddress),maxUploadSize' }),
    answer: { user: { emailAddress: person.ava }, maxUploadSize: '5497558138880' },
  },
  {
    operation: 'storage:drives.get',
    call: () => client.drives.get({ driveId: shared.archive }),
    answer: { name: 'Archive' },
  },
  {
    operation: 'storage:drives.list',
    call: () => client.drives.list({ pageSize: 1 }),
    answer: { drives: [{ id: shared.archive }] },
  },
  {
    operation: 'storage:files.get',
    call: () =>
      client.files.get({
        fileId,
        fields: 'id,permissions(role,emailAddress)',
        supportsAllDrives: true,
      }),
    answer: {
      id: fileId,
      permissions: expect.arrayContaining([{ role: 'reader', emailAddress: person.ben }]),
    },
  },
  {
    operation: 'storage:files.list',
    call: () =>
      client.files.list({
        q: `'${file.scripts}' in parents and name contains 'Maren\\'s'`,
        fields: 'nextPageToken,files(id,name)',
        orderBy: 'folder,name desc',
        corpora: 'allDrives',
        includeItemsFromAllDrives: true,
        supportsAllDrives: true,
      }),
    answer: { files: [{ id: file.interviewNotes, name: "Maren's interview notes" }] },
  },
  {
    operation: 'storage:files.create',
    call: () =>
      client.files.create({
        fields: 'name,parents',
        requestBody: { name: 'Ünïcode 🎬', parents: [file.scripts] },
      }),
    answer: { name: 'Ünïcode 🎬', parents: [file.scripts] },
  },
  {
    operation: 'storage:files.generateIds',
    call: () => client.files.generateIds({ count: 2, space: 'drive', type: 'files' }),
    answer: { kind: 'drive#generatedIds', ids: [expect.any(String), expect.any(String)] },
  },
  {
    operation: 'storage:files.update',
    call: () =>
      client.files.update({
        fileId: file.logo,
        addParents: file.scripts,
        removeParents: file.thumbnails,
        fields: 'name,parents',
        requestBody: { name: 'Logo 2.png' },
      }),
    answer: { name: 'Logo 2.png', parents: [file.scripts] },
  },
  {
    operation: 'storage:files.copy',
    call: () => client.files.copy({ fileId, requestBody: { name: 'Another' } }),
    answer: { name: 'Another' },
  },
  {
    operation: 'storage:files.delete',
    call: () => client.files.delete({ fileId: file.logo }),
    status: 204,
  },
  {
    operation: 'storage:files.download',
    call: () => client.files.download({ fileId, mimeType: 'text/csv' }),
    answer: { name: expect.any(String), done: false },
  },
  {
    operation: 'storage:operations.get',
    call: async () => {
      const { data } = await client.files.download({ fileId: file.logo });
      box.sandbox.clearCalls();
      return client.operations.get({ name: data.name! });
    },
    answer: { done: true, response: { downloadUri: expect.stringContaining('http') } },
  },
  {
    operation: 'storage:files.export',
    call: () => client.files.export({ fileId: file.launchScript, mimeType: 'text/plain' }),
    answer: 'Welcome to the launch. The harbor is waiting.\n',
  },
  {
    operation: 'storage:files.emptyTrash',
    call: () => client.files.emptyTrash(),
    status: 204,
  },
  {
    operation: 'storage:files.listLabels',
    call: () => client.files.listLabels({ fileId: file.launchScript, maxResults: 1 }),
    answer: { kind: 'drive#labelList', nextPageToken: expect.any(String), labels: [{}] },
  },
  {
    operation: 'storage:files.modifyLabels',
    call: () =>
      client.files.modifyLabels({
        fileId,
        requestBody: {
          labelModifications: [
            {
              labelId: label.production,
              fieldModifications: [{ fieldId: labelField.code, setTextValues: ['WL-02'] }],
            },
          ],
        },
      }),
    answer: {
      modifiedLabels: [
        { id: label.production, fields: { [labelField.code]: { text: ['WL-02'] } } },
      ],
    },
  },
  {
    operation: 'storage:revisions.list',
    call: () => client.revisions.list({ fileId: file.launchScript, pageSize: 2 }),
    answer: { nextPageToken: expect.any(String), revisions: [{ id: '1' }, { id: '2' }] },
  },
  {
    operation: 'storage:revisions.get',
    call: () =>
      client.revisions.get({ fileId: file.launchScript, revisionId: '2', fields: 'published' }),
    answer: { published: true },
  },
  {
    operation: 'storage:revisions.update',
    call: () =>
      client.revisions.update({
        fileId: file.launchScript,
        revisionId: '2',
        fields: '*',
        requestBody: { published: false },
      }),
    answer: { id: '2', published: false, publishAuto: true },
  },
  {
    operation: 'storage:revisions.delete',
    call: () =>
      client.revisions.delete({ fileId: file.storyboard, revisionId: revisionId('storyboard 1') }),
    status: 204,
  },
  {
    operation: 'storage:permissions.list',
    call: () =>
      client.permissions.list({ fileId, pageSize: 2, fields: 'nextPageToken,permissions(role)' }),
    answer: {
      nextPageToken: expect.any(String),
      permissions: [{ role: 'owner' }, { role: 'reader' }],
    },
  },
  {
    operation: 'storage:permissions.get',
    call: () => client.permissions.get({ fileId: file.pressKit, permissionId: 'anyoneWithLink' }),
    answer: { type: 'anyone', role: 'reader' },
  },
];

describe('the official Drive client', () => {
  const tested = { ...sharingHandlers, ...changeHandlers };
  testClientCalls(
    box,
    clientCalls,
    Object.keys(storageHandlers).filter((key) => !Object.hasOwn(tested, key)),
  );

  it('throws the error of a rejected call', async () => {
    await expect(client.files.get({ fileId: file.missing })).rejects.toMatchObject({
      status: 404,
      response: { data: { error: { errors: [{ reason: 'notFound', location: 'fileId' }] } } },
    });
  });

  it('gets 401 and 403 for an expired token and a missing scope', async () => {
    await expect(clientOf('studio-expired').files.list()).rejects.toMatchObject({ status: 401 });
    await expect(clientOf('studio-reader').files.delete({ fileId })).rejects.toMatchObject({
      status: 403,
    });
  });

  it('uploads and downloads content', async () => {
    // The client sends uploads to Google unless the call names the server.
    const server = { rootUrl: `${box.sandbox.url}/` };
    const { data } = await client.files.create(
      {
        requestBody: { name: 'Call sheet.txt' },
        media: { mimeType: 'text/plain', body: 'Dawn at the pier' },
        fields: 'id,headRevisionId',
      },
      server,
    );
    const { data: updated } = await client.files.update(
      {
        fileId: data.id!,
        keepRevisionForever: true,
        media: { mimeType: 'text/plain', body: 'Dusk at the pier' },
        fields: 'headRevisionId',
      },
      server,
    );
    await client.revisions.update({
      fileId: data.id!,
      revisionId: updated.headRevisionId!,
      requestBody: { keepForever: true },
    });
    expect((await client.files.get({ fileId: data.id!, alt: 'media' })).data).toBe(
      'Dusk at the pier',
    );
    const { data: content } = await client.revisions.get({
      fileId: data.id!,
      revisionId: updated.headRevisionId!,
      alt: 'media',
    });
    expect(content).toBe('Dusk at the pier');
  });

  it('reads public data with an API key', async () => {
    const open = drive({ version: 'v3', auth: 'sandbox-key', rootUrl: `${box.sandbox.url}/` });
    expect((await open.files.get({ fileId: file.pressKit })).data.name).toBe('Press kit.pdf');
  });
});

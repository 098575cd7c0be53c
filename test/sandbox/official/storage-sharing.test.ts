/** The official Drive client shares files and comments on them. */
import type { drive_v3 } from '@googleapis/drive';
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { permissionIdOf } from '../../../src/sandbox/storage/permission/person.ts';
import { sharingHandlers } from '../../../src/sandbox/storage/permission/sharing-handlers.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { type ClientCall, driveAs, testClientCalls } from '../../support/official.ts';
import { useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const { accessProposal, driveApp, file, fileComment, fileReply, person } = ids;
const driveId = ids.drive.archive;
const fileId = file.runSheet;
const commentId = fileComment.cue;

let client: drive_v3.Drive;

beforeEach(() => {
  client = driveAs('studio-owner', box.sandbox.url);
});

const permissionId = permissionIdOf(person.ben);

const clientCalls: readonly ClientCall[] = [
  {
    operation: 'storage:permissions.create',
    call: () =>
      client.permissions.create({
        fileId,
        sendNotificationEmail: false,
        supportsAllDrives: true,
        requestBody: { type: 'user', role: 'commenter', emailAddress: person.emeka },
      }),
    answer: {
      kind: 'drive#permission',
      id: permissionIdOf(person.emeka),
      type: 'user',
      role: 'commenter',
    },
  },
  {
    operation: 'storage:permissions.update',
    call: () =>
      client.permissions.update({ fileId, permissionId, requestBody: { role: 'commenter' } }),
    answer: { id: permissionId, role: 'commenter' },
  },
  {
    operation: 'storage:permissions.delete',
    call: () => client.permissions.delete({ fileId, permissionId }),
    status: 204,
  },
  {
    operation: 'storage:comments.list',
    call: () => client.comments.list({ fileId, fields: 'comments(id,resolved)', pageSize: 2 }),
    answer: { comments: [{ id: fileComment.tide }, { id: commentId, resolved: false }] },
  },
  {
    operation: 'storage:comments.get',
    call: () => client.comments.get({ fileId, commentId, fields: '*' }),
    answer: {
      kind: 'drive#comment',
      author: { me: true },
      quotedFileContent: { mimeType: 'text/html', value: 'Cue 7, 20:04' },
    },
  },
  {
    operation: 'storage:comments.create',
    call: () =>
      client.comments.create({ fileId, fields: 'content', requestBody: { content: 'Who calls?' } }),
    answer: { content: 'Who calls?' },
  },
  {
    operation: 'storage:comments.update',
    call: () =>
      client.comments.update({
        fileId,
        commentId,
        fields: 'content',
        requestBody: { content: 'Too late.' },
      }),
    answer: { content: 'Too late.' },
  },
  {
    operation: 'storage:comments.delete',
    call: () => client.comments.delete({ fileId, commentId }),
    status: 204,
  },
  {
    operation: 'storage:replies.list',
    call: () => client.replies.list({ fileId, commentId, fields: 'replies(id,content)' }),
    answer: { replies: [{ id: fileReply.cueEarlier }, { id: fileReply.cueAgreed }] },
  },
  {
    operation: 'storage:replies.get',
    call: () =>
      client.replies.get({ fileId, commentId, replyId: fileReply.cueAgreed, fields: '*' }),
    answer: { kind: 'drive#reply', mentionedEmailAddresses: [person.ben] },
  },
  {
    operation: 'storage:replies.create',
    call: () =>
      client.replies.create({ fileId, commentId, fields: '*', requestBody: { action: 'resolve' } }),
    answer: { action: 'resolve' },
  },
  {
    operation: 'storage:replies.update',
    call: () =>
      client.replies.update({
        fileId,
        commentId,
        replyId: fileReply.cueAgreed,
        fields: 'content',
        requestBody: { content: 'Moved.' },
      }),
    answer: { content: 'Moved.' },
  },
  {
    operation: 'storage:replies.delete',
    call: () => client.replies.delete({ fileId, commentId, replyId: fileReply.cueAgreed }),
    status: 204,
  },
];

/** Removes the files of the drive without a call. */
function emptyDrive(): void {
  const { files } = storageState(box.sandbox.simulation());
  for (const item of files.values())
    if (item.driveId === driveId && item.id !== driveId) files.delete(item.id);
}

const driveCalls: readonly ClientCall[] = [
  {
    operation: 'storage:drives.create',
    call: () =>
      client.drives.create({
        requestId: 'request-1',
        fields: 'kind,name,backgroundImageLink',
        requestBody: { name: 'Dailies', themeId: 'abacus' },
      }),
    answer: {
      kind: 'drive#drive',
      name: 'Dailies',
      backgroundImageLink: 'https://drive.example/theme/abacus.jpg',
    },
  },
  {
    operation: 'storage:drives.update',
    call: () =>
      client.drives.update({
        driveId,
        fields: 'name,restrictions',
        requestBody: { name: 'Vault', restrictions: { driveMembersOnly: true } },
      }),
    answer: { name: 'Vault', restrictions: { driveMembersOnly: true, domainUsersOnly: false } },
  },
  {
    operation: 'storage:drives.delete',
    call: () => {
      emptyDrive();
      return client.drives.delete({ driveId });
    },
    status: 204,
  },
  {
    operation: 'storage:drives.hide',
    call: () => client.drives.hide({ driveId, fields: 'hidden' }),
    answer: { hidden: true },
  },
  {
    operation: 'storage:drives.unhide',
    call: () => client.drives.unhide({ driveId, fields: 'hidden' }),
    answer: { hidden: false },
  },
  {
    operation: 'storage:accessproposals.list',
    call: () => client.accessproposals.list({ fileId: file.budget, pageSize: 1 }),
    answer: {
      accessProposals: [
        {
          fileId: file.budget,
          proposalId: accessProposal.danaBudget,
          requesterEmailAddress: person.dana,
          recipientEmailAddress: person.dana,
          rolesAndViews: [{ role: 'reader' }],
        },
      ],
      nextPageToken: expect.any(String),
    },
  },
  {
    operation: 'storage:accessproposals.get',
    call: () =>
      client.accessproposals.get({ fileId: file.budget, proposalId: accessProposal.benBudget }),
    answer: { requestMessage: 'I pay for the boat. «Please» & thanks!' },
  },
  {
    operation: 'storage:accessproposals.resolve',
    call: () =>
      client.accessproposals.resolve({
        fileId: file.budget,
        proposalId: accessProposal.benBudget,
        requestBody: { action: 'ACCEPT', role: ['commenter'], sendNotification: false },
      }),
    answer: {},
  },
  {
    operation: 'storage:apps.list',
    call: () => client.apps.list({ appFilterExtensions: 'csv', languageCode: 'de-AT' }),
    answer: { kind: 'drive#appList', items: [{ id: driveApp.sheets, name: 'Tabellen' }] },
  },
  {
    operation: 'storage:apps.get',
    call: () => client.apps.get({ appId: driveApp.docs }),
    answer: { kind: 'drive#app', name: 'Documents', useByDefault: true },
  },
];

describe('the official Drive client', () => {
  testClientCalls(box, [...clientCalls, ...driveCalls], Object.keys(sharingHandlers));

  it('reads the error of a sharing request that needs an e-mail', async () => {
    const request = client.permissions.create({
      fileId,
      sendNotificationEmail: false,
      requestBody: { type: 'user', role: 'reader', emailAddress: 'zoe@elsewhere.example' },
    });
    await expect(request).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'invalidSharingRequest' }] } } },
    });
  });
});

/** The official Drive client follows changes. */
import type { drive_v3 } from '@googleapis/drive';
import { beforeEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { changeHandlers } from '../../../src/sandbox/storage/change/handlers.ts';
import { useReceiver } from '../../support/notification-receiver.ts';
import { type ClientCall, driveAs, testClientCalls } from '../../support/official.ts';
import { useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const receiver = useReceiver();
const fileId = ids.file.logo;

let client: drive_v3.Drive;
let pageToken: string;
let resourceId: string;

const channel = (id: string): drive_v3.Schema$Channel => ({
  id,
  type: 'web_hook',
  address: receiver.address,
  token: 'secret',
});

beforeEach(async () => {
  client = driveAs('studio-owner', box.sandbox.url);
  pageToken = (await client.changes.getStartPageToken()).data.startPageToken!;
  const { data } = await client.files.watch({ fileId, requestBody: channel('open') });
  resourceId = data.resourceId!;
  await client.files.update({ fileId, requestBody: { name: 'Logo 2.png' } });
  box.sandbox.clearCalls();
});

const clientCalls: readonly ClientCall[] = [
  {
    operation: 'storage:changes.getStartPageToken',
    call: () => client.changes.getStartPageToken(),
    answer: { kind: 'drive#startPageToken', startPageToken: expect.any(String) },
  },
  {
    operation: 'storage:changes.list',
    call: () => client.changes.list({ pageToken, fields: '*' }),
    answer: {
      kind: 'drive#changeList',
      newStartPageToken: expect.any(String),
      changes: [
        {
          kind: 'drive#change',
          changeType: 'file',
          removed: false,
          fileId,
          file: { id: fileId, name: 'Logo 2.png' },
        },
      ],
    },
  },
  {
    operation: 'storage:changes.watch',
    call: () => client.changes.watch({ pageToken, requestBody: channel('changes') }),
    answer: {
      kind: 'api#channel',
      id: 'changes',
      token: 'secret',
      resourceId: expect.any(String),
      resourceUri: 'https://www.googleapis.com/drive/v3/changes',
      expiration: expect.stringMatching(/^\d{13}$/),
    },
  },
  {
    operation: 'storage:files.watch',
    call: () => client.files.watch({ fileId, requestBody: channel('file') }),
    answer: { id: 'file', resourceUri: `https://www.googleapis.com/drive/v3/files/${fileId}` },
  },
  {
    operation: 'storage:channels.stop',
    call: () => client.channels.stop({ requestBody: { id: 'open', resourceId } }),
    status: 204,
  },
];

describe('the official Drive client', () => {
  testClientCalls(box, clientCalls, Object.keys(changeHandlers));

  it('reads the error of an old page token', async () => {
    box.sandbox.expireChangeTokens();
    await expect(client.changes.list({ pageToken })).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'invalid', location: 'pageToken' }] } } },
    });
  });
});

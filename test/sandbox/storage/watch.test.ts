/** The storage service: notification channels. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { permissionIdOf } from '../../../src/sandbox/storage/permission/person.ts';
import { closedPort } from '../../support/proxy/closed-port.ts';
import { patch, post } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import type { RequestOptions, TestResponse } from '../../support/gateway/sandbox.ts';
import { useWatchedSandbox } from '../../support/feed/watched-sandbox.ts';
import { httpServer } from '../../support/http-server.ts';

const { box, receiver, at, channel, stop } = useWatchedSandbox('/drive/v3');
const { file, person } = ids;
const remove: RequestOptions = { method: 'DELETE' };
const day = 86_400_000;

const watchFile = (id: string, more?: object, token?: string): Promise<TestResponse> =>
  at(`/files/${id}/watch?supportsAllDrives=true`, post(channel(more), token));

async function watchChanges(more?: object, token = 'studio-owner'): Promise<TestResponse> {
  const { body } = await at('/changes/startPageToken', { token });
  return at(`/changes/watch?pageToken=${body.startPageToken}`, post(channel(more), token));
}

const rename = (id: string, token?: string): Promise<TestResponse> =>
  at(`/files/${id}`, patch({ name: 'A' }, token));

/** State, message number and changed aspects of all notifications so far. */
async function received(): Promise<readonly string[]> {
  await box.sandbox.notificationsSettled();
  return receiver.received.map(({ headers }) =>
    ['resource-state', 'message-number', 'changed']
      .flatMap((name) => headers[`x-goog-${name}`] ?? [])
      .join(' '),
  );
}

describe('a notification', () => {
  it('is a POST without a body, whose headers name the channel', async () => {
    const { body } = await watchFile(file.logo, { token: 'secret' });
    await rename(file.logo);
    expect(await received()).toEqual(['sync 1', 'update 2 properties']);
    const [sync] = receiver.received;
    expect(sync).toMatchObject({
      method: 'POST',
      body: '',
      headers: {
        'x-goog-channel-id': 'channel-1',
        'x-goog-channel-token': 'secret',
        'x-goog-channel-expiration': new Date(Number(body.expiration)).toUTCString(),
        'x-goog-resource-id': body.resourceId,
        'x-goog-resource-uri': body.resourceUri,
        'content-length': '0',
      },
    });
  });
  it('of changes tells only that there are some', async () => {
    await watchChanges();
    await rename(file.logo);
    await at(`/files/${file.script}`, remove);
    await at(`/files/${file.benDiary}`, patch({ name: 'A' }, 'studio-guest'));
    expect(await received()).toEqual(['sync 1', 'change 2', 'change 3']);
    expect(receiver.received[1]!.headers).not.toHaveProperty('x-goog-channel-token');
  });
  it('of a file tells what has changed', async () => {
    await watchFile(file.logo);
    const path = `/files/${file.logo}`;
    await at(`${path}?addParents=${file.scripts}&removeParents=${file.thumbnails}`, patch({}));
    const reader = { type: 'user', role: 'reader', emailAddress: person.dana };
    await at(`${path}/permissions`, post(reader));
    await at(path, patch({ trashed: true }));
    await at(path, patch({ trashed: false }));
    await rename(file.script);
    await at(path, remove);
    expect(await received()).toEqual([
      'sync 1',
      'update 2 parents',
      'update 3 permissions',
      'trash 4 properties',
      'untrash 5 properties',
      'remove 6',
    ]);
  });
  it('of a folder tells that its children have changed', async () => {
    await watchFile(file.scripts);
    await at('/files', post({ name: 'A', parents: [file.scripts] }));
    await at(`/files/${file.script}`, remove);
    await rename(file.launchScript);
    expect(await received()).toEqual(['sync 1', 'update 2 children', 'update 3 children']);
  });
  it('tells a person that a file was taken from them, and given to them', async () => {
    await watchFile(file.runSheet, {}, 'studio-guest');
    const permissions = `/files/${file.runSheet}/permissions`;
    await at(`${permissions}/${permissionIdOf(person.ben)}`, remove);
    await rename(file.runSheet);
    await at(permissions, post({ type: 'user', role: 'reader', emailAddress: person.ben }));
    expect(await received()).toEqual(['sync 1', 'remove 2 permissions', 'add 3 permissions']);
  });
  it('is sent again with the clock while the receiver is out of order', async () => {
    receiver.respondWith(204, 503, 500);
    await watchFile(file.logo);
    await rename(file.logo);
    expect(await received()).toEqual(['sync 1', 'update 2 properties']);
    box.sandbox.advance(1000);
    expect(await received()).toHaveLength(3);
    box.sandbox.advance(1999);
    expect(await received()).toHaveLength(3);
    box.sandbox.advance(1);
    expect(await received()).toEqual(['sync 1', ...Array(3).fill('update 2 properties')]);
    box.sandbox.advance(day / 24 / 2);
    expect(await received()).toHaveLength(4);
    expect(box.sandbox.notifications().map(({ status }) => status)).toEqual([204, 503, 500, 204]);
  });
  it('is given up if the receiver rejects it, or never answers', async () => {
    receiver.respondWith(404);
    await watchFile(file.logo);
    await box.sandbox.notificationsSettled();
    box.sandbox.advance(day / 48);
    expect(await received()).toEqual(['sync 1']);
    const address = `http://127.0.0.1:${await closedPort()}/`;
    await watchFile(file.logo, { id: 'channel-2', address });
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await box.sandbox.notificationsSettled();
      box.sandbox.advance(60_000);
    }
    await box.sandbox.notificationsSettled();
    const lost = box.sandbox.notifications().filter((sent) => sent.address === address);
    expect(lost.map(({ status }) => status)).toEqual(Array(6).fill(0));
  });
  it('does not wait for other receivers', async () => {
    const silent = await httpServer(() => {});
    await watchFile(file.logo, { address: `${silent.url}/` });
    await watchFile(file.logo, { id: 'channel-2' });
    try {
      await expect.poll(() => receiver.received).toHaveLength(1);
    } finally {
      await silent.close();
    }
  });
  it('does not follow a redirect', async () => {
    receiver.respondWith(307);
    await watchFile(file.logo);
    expect(await received()).toEqual(['sync 1']);
    expect(box.sandbox.notifications().map(({ status }) => status)).toEqual([307]);
  });
  it('can get lost or arrive twice', async () => {
    await watchFile(file.logo);
    box.sandbox.setNotificationFaults({ dropped: 1 });
    await rename(file.logo);
    await box.ask('/_sandbox/notifications', {
      method: 'POST',
      token: null,
      body: { doubled: 1 },
    });
    await rename(file.logo);
    expect(await received()).toEqual(['sync 1', 'update 3 properties', 'update 3 properties']);
    const { body } = await box.ask('/_sandbox/notifications', { token: null });
    expect(body.map(({ status }: any) => status)).toEqual([204, 0, 204, 204]);
  });
});

describe('the control of notifications', () => {
  it.each([
    ['dropped', 1.5],
    ['doubled', -1],
  ])('rejects what is no probability: %s %j', async (name, value) => {
    const options = { method: 'POST', token: null, body: { [name]: value } };
    const { status, body } = await box.ask('/_sandbox/notifications', options);
    expect(status).toBe(400);
    expect(body).toEqual({ error: `${name}: ${value} is not a number from 0 to 1` });
  });
});

describe('a channel', () => {
  it('ends when it is stopped, by its owner only', async () => {
    const { id, resourceId } = (await watchFile(file.logo)).body;
    expect((await stop({ id, resourceId }, 'studio-guest')).status).toBe(404);
    expect((await stop({ id, resourceId: 'x' })).reason).toBe('notFound');
    expect((await stop({ id, resourceId })).status).toBe(204);
    expect((await stop({ id, resourceId })).status).toBe(404);
    await rename(file.logo);
    expect(await received()).toEqual(['sync 1']);
    expect((await watchFile(file.logo)).status).toBe(200);
  });
  it('ends at its expiration', async () => {
    const { body } = await watchFile(file.logo);
    box.sandbox.advance(Number(body.expiration) - box.sandbox.now().getTime());
    await rename(file.logo);
    expect(await received()).toEqual(['sync 1']);
  });
  it('lives an hour, or as long as the request says, with a limit', async () => {
    const now = box.sandbox.now().getTime();
    /** How long a channel lives, without the seconds of the writes. */
    const life = ({ body }: TestResponse): number =>
      Math.floor((Number(body.expiration) - now) / 60_000);
    expect(life(await watchFile(file.logo))).toBe(60);
    expect(life(await watchFile(file.logo, { id: 'a', params: { ttl: '600' } }))).toBe(10);
    const late = { expiration: `${now + 30 * day}` };
    expect(life(await watchFile(file.logo, { id: 'b', ...late }))).toBe(24 * 60);
    expect(life(await watchChanges({ id: 'c', ...late }))).toBe(7 * 24 * 60);
    expect(life(await watchChanges({ id: 'd', expiration: `${now + day}` }))).toBe(24 * 60);
  });
});

const watch = `/files/${file.logo}/watch`;
const https = { id: 'a', type: 'web_hook', address: 'https://studio.example/receiver' };

const rejected: RejectedRequests = {
  '400 required': {
    'no id': [watch, post({ ...https, id: undefined })],
    'no type': [watch, post({ ...https, type: undefined })],
    'no address': [watch, post({ ...https, address: undefined })],
    'changes without a page token': ['/changes/watch', post(https)],
    'stopping without a resource': ['/channels/stop', post({ id: 'a' })],
  },
  '400 invalid': {
    'an unknown type': [watch, post({ ...https, type: 'mail' })],
    'an id that is too long': [watch, post({ ...https, id: 'a'.repeat(65) })],
    'a token that is too long': [watch, post({ ...https, token: 'a'.repeat(257) })],
    'an end in the past': [watch, post({ ...https, expiration: '1' })],
    'changes with an unknown page token': ['/changes/watch?pageToken=x', post(https)],
  },
  '400 push.webhookUrlNotHttps': {
    'an address without HTTPS': [
      watch,
      post({ ...https, address: 'http://studio.example/receiver' }),
    ],
    'an address that is none': [watch, post({ ...https, address: 'receiver' })],
  },
  '404 notFound': {
    'an unknown file': [`/files/${file.missing}/watch`, post(https)],
    'a file of a shared drive without supportsAllDrives': [
      `/files/${file.masters}/watch`,
      post(https),
    ],
    'stopping an unknown channel': ['/channels/stop', post({ id: 'a', resourceId: 'b' })],
  },
};

describe('Drive rejects', () => {
  testRejected(box, rejected);
  it('a second channel with the same id', async () => {
    await watchFile(file.logo);
    expect(await watchChanges()).toMatchObject({ status: 400, reason: 'channelIdNotUnique' });
  });
});

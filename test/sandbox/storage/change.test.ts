/** The storage service: the log of changes. */
import { describe, expect, it } from 'vitest';
import { randomFrom } from '../../../src/sandbox/random.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { permissionIdOf } from '../../../src/sandbox/storage/permission/person.ts';
import { patch, post, remove } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import {
  type RequestOptions,
  type TestResponse,
  useSandbox,
} from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');
const { ask } = box;
const { drive, file, person } = ids;
const all = 'supportsAllDrives=true';
const allItems = `${all}&includeItemsFromAllDrives=true`;

/** Follows the changes of a list, as a client does. */
class Follower {
  readonly #query: string;
  readonly #options: RequestOptions;
  #token = '';

  constructor(query = '', token = 'studio-owner') {
    this.#query = query;
    this.#options = { token };
  }

  async start(): Promise<this> {
    const drive = /&driveId=[^&]*/.exec(this.#query)?.[0] ?? '';
    const { body } = await ask(`/changes/startPageToken?${all}${drive}`, this.#options);
    this.#token = body.startPageToken;
    return this;
  }

  /** The changes since the last call, of all pages. */
  async next(): Promise<readonly any[]> {
    const changes: any[] = [];
    for (;;) {
      const { body } = await ask(
        `/changes?fields=*&pageToken=${this.#token}${this.#query}`,
        this.#options,
      );
      changes.push(...body.changes);
      this.#token = body.nextPageToken ?? body.newStartPageToken;
      if (body.newStartPageToken) return changes;
    }
  }

  /** Ids of what has changed; those that were removed have a minus. */
  async ids(): Promise<readonly string[]> {
    return (await this.next()).map(
      ({ removed, fileId, driveId }) => `${removed ? '-' : ''}${fileId ?? driveId}`,
    );
  }
}

const follow = (query?: string, token?: string): Promise<Follower> =>
  new Follower(query, token).start();

const rename = (id: string, name = 'A'): Promise<TestResponse> =>
  ask(`/files/${id}?${all}`, patch({ name }));

const move = (id: string, from: string, to: string): Promise<TestResponse> =>
  ask(`/files/${id}?${all}&addParents=${to}&removeParents=${from}`, patch({}));

const share = (id: string, emailAddress: string): Promise<TestResponse> =>
  ask(`/files/${id}/permissions?${all}`, post({ type: 'user', role: 'reader', emailAddress }));

const unshare = (id: string, email: string): Promise<TestResponse> =>
  ask(`/files/${id}/permissions/${permissionIdOf(email)}?${all}`, remove());

describe('the changes', () => {
  it('have a default set of fields without a mask', async () => {
    const { startPageToken } = (await ask('/changes/startPageToken')).body;
    await rename(file.logo);
    const { body } = await ask(`/changes?pageToken=${startPageToken}`);
    expect(body.changes).toEqual([
      {
        kind: 'drive#change',
        type: 'file',
        changeType: 'file',
        removed: false,
        time: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
        fileId: file.logo,
        file: { kind: 'drive#file', id: file.logo, name: 'A', mimeType: 'image/png' },
      },
    ]);
  });
  it('have one entry for each file, its present state, in the order of the last change', async () => {
    const changes = await follow('&pageSize=1');
    await rename(file.logo, 'B');
    await rename(file.script);
    await rename(file.logo, 'C');
    const found = await changes.next();
    expect(found.map(({ file: { name } }) => name)).toEqual(['A', 'C']);
  });
});

describe('the changes of a person', () => {
  it('contain a file whose permission has expired', async () => {
    const changes = await follow('', 'no-channel');
    const expirationTime = new Date(box.sandbox.now().getTime() + 60_000).toISOString();
    const permission = { type: 'user', role: 'reader', emailAddress: person.dana, expirationTime };
    await ask(`/files/${file.logo}/permissions`, post(permission));
    expect(await changes.ids()).toEqual([file.logo]);
    box.sandbox.advance(60_000);
    expect(await changes.ids()).toEqual([`-${file.logo}`]);
  });
  it('are only those in their My Drive if they say so', async () => {
    const own = await follow('&restrictToMyDrive=true', 'studio-guest');
    await rename(file.runSheet);
    const body = { name: 'A' };
    await ask(`/files/${file.benDiary}`, patch(body, 'studio-guest'));
    expect(await own.ids()).toEqual([file.benDiary]);
  });
});

describe('the changes of shared drives', () => {
  it('are among all changes if the call includes them', async () => {
    const [mine, every] = [await follow(), await follow(`&${allItems}`)];
    await rename(file.firstSeason);
    await ask(`/drives/${drive.archive}`, patch({ name: 'Vault' }));
    expect(await mine.ids()).toEqual([]);
    const found = await every.next();
    expect(found).toMatchObject([
      { changeType: 'file', fileId: file.firstSeason },
      { changeType: 'drive', driveId: drive.archive, drive: { name: 'Vault' } },
    ]);
  });
  it('of one drive have their own page tokens', async () => {
    const changes = await follow(`&${allItems}&driveId=${drive.archive}`);
    await rename(file.logo);
    await rename(file.masters);
    expect(await changes.ids()).toEqual([file.masters]);
  });
  it('report a file that moves into and out of a drive', async () => {
    const query = `&${allItems}&driveId=${drive.archive}`;
    const [mine, archive] = [await follow(), await follow(query)];
    const kept = await follow('&includeCorpusRemovals=true');
    await move(file.logo, file.thumbnails, file.masters);
    expect(await mine.ids()).toEqual([`-${file.logo}`]);
    expect(await kept.ids()).toEqual([file.logo]);
    expect(await archive.ids()).toEqual([file.logo]);
    await move(file.logo, file.masters, file.thumbnails);
    expect(await mine.ids()).toEqual([file.logo]);
    expect(await archive.ids()).toEqual([`-${file.logo}`]);
  });
  it('report a new member, and one who has left', async () => {
    const changes = await follow(`&${allItems}`, 'no-channel');
    await share(drive.archive, person.dana);
    const found = [drive.archive, file.masters, file.firstSeason, file.archiveIndex];
    expect(new Set(await changes.ids())).toEqual(new Set(found));
    await unshare(drive.archive, person.dana);
    expect(new Set(await changes.ids())).toEqual(new Set(found.map((id) => `-${id}`)));
  });
});

describe('a replica', () => {
  it.each([1, 2, 3])(
    'of the files of a person equals them after random writes (%i)',
    async (seed) => {
      const random = randomFrom(`replica ${seed}`);
      const changes = await follow(`&pageSize=3&${allItems}`, 'studio-guest');
      const listed = async (): Promise<readonly any[]> =>
        (
          await ask(
            `/files?pageSize=1000&corpora=allDrives&${allItems}&fields=files(id,name,version,trashed)`,
            { token: 'studio-guest' },
          )
        ).body.files;
      const replica = new Map((await listed()).map((item) => [item.id, item]));
      const folders = [file.studio, file.scripts, file.footage, file.thumbnails, file.root];
      const items = [
        file.logo,
        file.script,
        file.introTake1,
        file.runSheet,
        file.budget,
        file.deck,
      ];
      const writes: readonly (() => Promise<unknown>)[] = [
        () => rename(random.pick(items), `name ${random.int(1, 9)}`),
        () => rename(random.pick(folders), `name ${random.int(1, 9)}`),
        () => move(random.pick([...items, ...folders]), random.pick(folders), random.pick(folders)),
        () => share(random.pick([...items, ...folders]), person.ben),
        () => unshare(random.pick([...items, ...folders]), person.ben),
        () => ask(`/files/${random.pick(items)}`, patch({ trashed: random.int(0, 1) === 1 })),
        () => ask(`/files/${random.pick(folders)}`, patch({ trashed: random.int(0, 3) === 0 })),
        () => ask('/files', post({ name: 'new', parents: [random.pick(folders)] })),
        () => ask(`/files/${random.pick(items)}`, random.int(0, 9) === 0 ? remove() : {}),
      ];
      for (let round = 0; round < 60; round += 1) {
        await random.pick(writes)();
        if (random.int(0, 3) > 0) continue;
        for (const { changeType, removed, fileId, file: changed } of await changes.next())
          if (changeType === 'drive') continue;
          else if (removed) replica.delete(fileId);
          else {
            const { id, name, version, trashed } = changed;
            replica.set(fileId, { id, name, version, trashed });
          }
        const present = new Map((await listed()).map((item) => [item.id, item]));
        expect(Object.fromEntries(replica)).toEqual(Object.fromEntries(present));
      }
    },
  );
});

const token = async (query = ''): Promise<string> =>
  (await ask(`/changes/startPageToken?${all}${query}`)).body.startPageToken;

const rejected: RejectedRequests = {
  '400 required': { 'no page token': '/changes' },
  '400 invalid': { 'an unknown page token': '/changes?pageToken=x' },
  '400 invalidParameter': { 'a page size of 0': '/changes?pageToken=x&pageSize=0' },
  '403 teamDrivesNotSupported': {
    'items of all drives without supportsAllDrives':
      '/changes?pageToken=x&includeItemsFromAllDrives=true',
    'a drive without supportsAllDrives': `/changes/startPageToken?driveId=${drive.archive}`,
  },
  '403 includeTeamDriveItemsRequired': {
    'a drive without includeItemsFromAllDrives': `/changes?pageToken=x&driveId=${drive.archive}&${all}`,
  },
  '404 notFound': {
    'an unknown drive': `/changes/startPageToken?driveId=${drive.missing}&${all}`,
    'a drive of others': [
      `/changes/startPageToken?driveId=${drive.archive}&${all}`,
      { token: 'no-channel' },
    ],
  },
};

describe('Drive rejects', () => {
  testRejected(box, rejected);
  it.each([
    ['an unknown space', 'spaces', '', '&spaces=photos'],
    [
      'a drive with restrictToMyDrive',
      'restrictToMyDrive',
      `&driveId=${drive.archive}`,
      '&restrictToMyDrive=true',
    ],
  ])('%s', async (_, location, list, query) => {
    const path = `/changes?pageToken=${await token(list)}&${allItems}${list}`;
    expect((await ask(path)).status).toBe(200);
    const { status, body } = await ask(path + query);
    expect(status).toBe(400);
    expect(body.error.errors).toMatchObject([{ reason: 'invalid', location }]);
  });
  it.each([
    ['of a drive for the changes of a user', `&driveId=${drive.archive}`, ''],
    ['of a user for the changes of a drive', '', `&driveId=${drive.archive}`],
  ])('a page token %s', async (_, own, other) => {
    const pageToken = await token(own);
    const list = (query: string) => ask(`/changes?pageToken=${pageToken}&${allItems}${query}`);
    expect((await list(own)).status).toBe(200);
    expect(await list(other)).toMatchObject({ status: 400, reason: 'invalid' });
  });
  it('a page token from before a reset, or one that has expired', async () => {
    const pageToken = await token();
    box.sandbox.expireChangeTokens();
    expect((await ask(`/changes?pageToken=${pageToken}`)).reason).toBe('invalid');
    const second = await token();
    expect((await ask(`/changes?pageToken=${second}`)).status).toBe(200);
    await ask('/_sandbox/changes/expire', { method: 'POST', token: null });
    expect((await ask(`/changes?pageToken=${second}`)).reason).toBe('invalid');
    box.sandbox.reset(new Date('2026-04-01T09:00:00Z'));
    expect((await ask(`/changes?pageToken=${await token()}`)).status).toBe(200);
    expect((await ask(`/changes?pageToken=${second}`)).reason).toBe('invalid');
  });
});

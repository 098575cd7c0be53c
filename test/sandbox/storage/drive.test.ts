/** The storage service: shared drives, requests for access, and applications. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { patch, post, remove } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import {
  type RequestOptions,
  type TestResponse,
  useSandbox,
} from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');
const { ask } = box;
const { accessProposal, drive, driveApp, file, person } = ids;
const { ava, ben, dana, emeka } = person;
const admin = 'useDomainAdminAccess=true';
const asAdmin: RequestOptions = { token: 'studio-admin' };
const asGuest: RequestOptions = { token: 'studio-guest' };
const all = 'fields=*';

const create = (body: object, requestId = 'a', token?: string): Promise<TestResponse> =>
  ask(`/drives?${all}&requestId=${requestId}`, post(body, token));

const names = async (query: string, options?: RequestOptions): Promise<readonly string[]> =>
  (await ask(`/drives?${all}&${query}`, options)).body.drives.map(({ name }: any) => name);

afterEach(() => void vi.unstubAllEnvs());

const q = (text: string): string => `q=${encodeURIComponent(text)}`;

describe('a new shared drive', () => {
  it('has a theme, no restrictions and its creator as organizer', async () => {
    const { body } = await create({ name: 'Dailies' });
    expect(body).toMatchObject({
      name: 'Dailies',
      colorRgb: '#4531af',
      hidden: false,
      restrictions: {
        driveMembersOnly: false,
        downloadRestriction: { restrictedForReaders: false },
      },
      capabilities: { canManageMembers: true, canResetDriveRestrictions: true },
    });
    const members = await ask(`/files/${body.id}/permissions?${all}&supportsAllDrives=true`);
    expect(members.body.permissions).toMatchObject([{ emailAddress: ava, role: 'organizer' }]);
    const inside = { name: 'A', parents: [body.id] };
    expect((await ask('/files?supportsAllDrives=true', post(inside))).status).toBe(200);
  });
  it('is made once for each request of a user', async () => {
    const first = await create({ name: 'A' });
    expect(await create({ name: 'B' })).toMatchObject({ status: 409, reason: 'conflict' });
    const others = [
      await create({ name: 'B' }, 'b'),
      await create({ name: 'C' }, 'a', 'no-channel'),
    ];
    expect(new Set([first, ...others].map(({ body }) => body.id)).size).toBe(3);
  });
});

describe('a shared drive', () => {
  it('gets a name, a color, a theme, a background and restrictions', async () => {
    const update = async (body: object): Promise<any> =>
      (await ask(`/drives/${drive.archive}?${all}`, patch(body))).body;
    expect(await update({ name: 'Vault', colorRgb: '#112233' })).toMatchObject({
      name: 'Vault',
      colorRgb: '#112233',
    });
    expect((await update({ themeId: 'abacus' })).colorRgb).toBe('#ea6100');
    const image = { id: file.logo, xCoordinate: 0.1, yCoordinate: 0, width: 0.5 };
    const withImage = await update({ backgroundImageFile: image });
    expect(withImage.backgroundImageLink).toContain(drive.archive);
    const downloadRestriction = { restrictedForReaders: true };
    expect(
      (await update({ restrictions: { domainUsersOnly: true, downloadRestriction } })).restrictions,
    ).toMatchObject({
      domainUsersOnly: true,
      driveMembersOnly: false,
      downloadRestriction: { restrictedForReaders: true, restrictedForWriters: false },
    });
    const nulls = { domainUsersOnly: null, downloadRestriction: { restrictedForReaders: null } };
    expect((await update({ restrictions: nulls })).restrictions).toMatchObject({
      domainUsersOnly: true,
      downloadRestriction,
    });
  });
  it('that is restricted to its domain or members is not shared with others', async () => {
    const share = async (body: object): Promise<unknown> =>
      (
        await ask(
          `/files/${file.masters}/permissions?supportsAllDrives=true`,
          post({ role: 'reader', ...body }),
        )
      ).reason;
    const restrict = (restrictions: object): Promise<TestResponse> =>
      ask(`/drives/${drive.archive}`, patch({ restrictions }));
    await restrict({ domainUsersOnly: true });
    const outside = 'teamDriveDomainUsersOnlyRestriction';
    expect(await share({ type: 'anyone' })).toBe(outside);
    const emailAddress = 'zoe@notstudio.example';
    expect(await share({ type: 'user', emailAddress })).toBe(outside);
    expect(await share({ type: 'domain', domain: 'notstudio.example' })).toBe(outside);
    expect(await share({ type: 'domain', domain: 'studio.example' })).toBeUndefined();
    await restrict({ driveMembersOnly: true });
    expect(await share({ type: 'user', emailAddress: dana })).toBe(
      'teamDriveTeamMembersOnlyRestriction',
    );
    expect(await share({ type: 'user', emailAddress: ben })).toBeUndefined();
  });
  it('can leave the sharing of folders to organizers', async () => {
    const asDana = 'no-channel';
    const permissions = (id: string): string => `/files/${id}/permissions`;
    const flag = 'supportsAllDrives=true';
    const member = { type: 'user', role: 'fileOrganizer', emailAddress: dana };
    await ask(`${permissions(drive.archive)}?${flag}`, post(member));
    const path = `${permissions(file.masters)}?${flag}`;
    const { id } = (await ask(path, post({ ...member, emailAddress: ben }))).body;
    const restrictions = { sharingFoldersRequiresOrganizerPermission: true };
    await ask(`/drives/${drive.archive}`, patch({ restrictions }));
    const reader = { type: 'user', role: 'reader', emailAddress: emeka };
    const one = `${permissions(file.masters)}/${id}?${flag}`;
    const responses = [
      await ask(path, post(reader, asDana)),
      await ask(one, patch({ role: 'reader' }, asDana)),
      await ask(one, remove(asDana)),
    ];
    expect(responses.map(({ reason }) => reason)).toEqual(
      Array(3).fill('insufficientFilePermissions'),
    );
    const toFile = await ask(`${permissions(file.firstSeason)}?${flag}`, post(reader, asDana));
    expect(toFile.status).toBe(200);
    expect((await ask(path, post(reader))).status).toBe(200);
  });
  it('of which administrators manage the restrictions keeps them from organizers', async () => {
    const path = `/drives/${drive.archive}`;
    await ask(path, patch({ restrictions: { adminManagedRestrictions: true } }));
    const body = { restrictions: { adminManagedRestrictions: false } };
    expect((await ask(path, patch(body))).status).toBe(403);
    expect((await ask(`${path}?${admin}`, patch(body, 'studio-admin'))).status).toBe(200);
  });
  it('is hidden from one member', async () => {
    const path = `/drives/${drive.archive}`;
    expect((await ask(`${path}/hide?${all}`, post({}))).body.hidden).toBe(true);
    expect((await ask(`${path}?${all}`)).body.hidden).toBe(true);
    expect((await ask(`${path}?${all}`, asGuest)).body.hidden).toBe(false);
    expect((await ask(`${path}/unhide?${all}`, post({}))).body.hidden).toBe(false);
  });
  it('is deleted with its trash, and with its files by an administrator only', async () => {
    const path = `/drives/${drive.archive}`;
    expect(await ask(path, remove())).toMatchObject({
      status: 403,
      reason: 'cannotDeleteResourceWithChildren',
    });
    const trash = `/files/${file.masters}?supportsAllDrives=true`;
    await ask(trash, patch({ trashed: true }));
    await ask(`/files/${file.archiveIndex}?supportsAllDrives=true`, patch({ trashed: true }));
    expect((await ask(path, remove())).status).toBe(204);
    expect((await ask(path)).status).toBe(404);
    expect((await ask(trash)).status).toBe(404);
  });
  it('is deleted with all its files by an administrator', async () => {
    const path = `/drives/${drive.archive}?allowItemDeletion=true`;
    expect((await ask(`${path}&${admin}`, remove('studio-admin'))).status).toBe(204);
    expect(await names('')).toEqual(['Scratch']);
  });
});

describe('an administrator', () => {
  it('lists all drives of the domain, with their organizational unit', async () => {
    expect(await names('', asAdmin)).toEqual(['Archive']);
    expect(await names(admin, asAdmin)).toEqual(['Archive', 'Guests', 'Scratch']);
    const { body } = await ask(`/drives?${all}&${admin}`, asAdmin);
    expect(body.drives[1]).toMatchObject({
      orgUnitId: expect.any(String),
      capabilities: { canListChildren: false },
    });
    expect((await ask(`/drives?${all}`)).body.drives[0]).not.toHaveProperty('orgUnitId');
  });
  it('searches by more than the name', async () => {
    const search = (text: string): Promise<readonly string[]> =>
      names(`${admin}&${q(text)}`, asAdmin);
    expect(await search('memberCount > 1')).toEqual(['Archive', 'Scratch']);
    expect(await search('organizerCount >= 1 and memberCount = 1')).toEqual(['Guests']);
    expect(await search('not memberCount = 3')).toEqual(['Guests', 'Scratch']);
    expect(await search("createdTime > '2025-06-01T00:00:00' or name = 'archive'")).toHaveLength(3);
    expect(await search('hidden = true')).toEqual([]);
    expect(await search('hidden = false')).toHaveLength(3);
    expect(await search("orgUnitId != 'x'")).toHaveLength(3);
  });
  it('searches with times in UTC', async () => {
    const { createdTime } = (await ask(`/drives/${drive.guests}?${all}&${admin}`, asAdmin)).body;
    vi.stubEnv('TZ', 'Asia/Tokyo');
    const query = q(`createdTime = '${createdTime.replace('Z', '')}'`);
    expect(await names(`${admin}&${query}`, asAdmin)).toContain('Guests');
  });
  it('reads a drive and adds members to it', async () => {
    expect((await ask(`/drives/${drive.guests}?${admin}`, asAdmin)).body.name).toBe('Guests');
    const path = `/files/${drive.guests}/permissions?supportsAllDrives=true&${admin}`;
    const member = { type: 'user', role: 'organizer', emailAddress: ava };
    expect((await ask(path, post(member, 'studio-admin'))).status).toBe(200);
    expect((await ask(path, asAdmin)).body.permissions).toHaveLength(2);
    expect(await names('')).toEqual(['Archive', 'Guests', 'Scratch']);
  });
});

describe('a request for access', () => {
  const proposals = `/files/${file.budget}/accessproposals`;
  const listed = async (): Promise<readonly any[]> =>
    (await ask(proposals)).body.accessProposals.map(({ proposalId }: any) => proposalId);

  it('is accepted with the highest of the given roles', async () => {
    expect(await listed()).toHaveLength(3);
    const path = `${proposals}/${accessProposal.benBudget}`;
    const answer = await ask(
      `${path}:resolve`,
      post({ action: 'ACCEPT', role: ['reader', 'writer', 'commenter'] }),
    );
    expect([answer.status, answer.body]).toEqual([200, {}]);
    expect(await listed()).toEqual([accessProposal.danaBudget, accessProposal.danaForBenBudget]);
    const { body } = await ask(`/files/${file.budget}?${all}`, asGuest);
    expect(body.capabilities.canEdit).toBe(true);
    expect((await ask(`${path}:resolve`, post({ action: 'DENY' }))).status).toBe(404);
  });
  it('to a file of a shared drive is accepted only if the drive is open to the person', async () => {
    await ask(`/drives/${drive.archive}`, patch({ restrictions: { driveMembersOnly: true } }));
    storageState(box.sandbox.simulation())
      .files.get(file.firstSeason)!
      .proposals.push({
        id: 'proposal',
        requester: dana,
        recipient: dana,
        roles: ['reader'],
        createTime: box.sandbox.now().toISOString(),
      });
    const path = `/files/${file.firstSeason}/accessproposals`;
    const accept = post({ action: 'ACCEPT', role: ['reader'] });
    expect(await ask(`${path}/proposal:resolve`, accept)).toMatchObject({
      status: 403,
      reason: 'teamDriveTeamMembersOnlyRestriction',
    });
    expect((await ask(path)).body.accessProposals).toHaveLength(1);
  });
  it('is denied', async () => {
    await ask(`${proposals}/${accessProposal.danaBudget}:resolve`, post({ action: 'DENY' }));
    expect(await listed()).not.toContain(accessProposal.danaBudget);
    expect((await ask(`/files/${file.budget}`, { token: 'no-channel' })).status).toBe(404);
  });
});

describe('the applications', () => {
  it('are all installed ones, or those that open a type or an extension', async () => {
    const listed = async (query: string): Promise<readonly string[]> =>
      (await ask(`/apps?${query}`)).body.items.map(({ id }: any) => id);
    expect(await listed('')).toEqual([driveApp.docs, driveApp.sheets, driveApp.storyboards]);
    expect(await listed('appFilterExtensions=pdf,md')).toEqual([
      driveApp.docs,
      driveApp.storyboards,
    ]);
    expect(await listed('appFilterMimeTypes=text/csv&appFilterExtensions=jpg')).toEqual([
      driveApp.sheets,
      driveApp.storyboards,
    ]);
    expect(await listed('appFilterExtensions=exe')).toEqual([]);
  });
  it('have names in a language', async () => {
    const { body } = await ask('/apps?languageCode=sv');
    expect(body.items.map(({ name }: any) => name)).toEqual([
      'Dokument',
      'Kalkylark',
      'Storyboards',
    ]);
    expect(body.defaultAppIds).toEqual([driveApp.sheets, driveApp.docs]);
  });
});

const proposal = `/files/${file.budget}/accessproposals/${accessProposal.benBudget}`;
const archive = `/drives/${drive.archive}`;
const image = { xCoordinate: 0, yCoordinate: 0, width: 1 };

const rejected: RejectedRequests = {
  '400 required': {
    'a new drive without a request id': ['/drives', post({ name: 'A' })],
    'a new drive without a name': ['/drives?requestId=a', post({})],
    'an answer without an action': [`${proposal}:resolve`, post({})],
    'accepting without a role': [`${proposal}:resolve`, post({ action: 'ACCEPT' })],
  },
  '403 fieldNotWritable': {
    'a read-only field': ['/drives?requestId=a', post({ name: 'A', hidden: true })],
  },
  '400 invalid': {
    'an unknown theme': ['/drives?requestId=a', post({ name: 'A', themeId: 'x' })],
    'a new drive with a color': ['/drives?requestId=a', post({ name: 'A', colorRgb: '#112233' })],
    'a new drive with a background': [
      '/drives?requestId=a',
      post({ name: 'A', backgroundImageFile: { id: file.logo, ...image } }),
    ],
    'a new drive with restrictions': [
      '/drives?requestId=a',
      post({ name: 'A', restrictions: { domainUsersOnly: true } }),
    ],
    'a blank name': [archive, patch({ name: ' ' })],
    'an invalid color': [archive, patch({ colorRgb: 'red' })],
    'a theme with a color': [archive, patch({ themeId: 'abacus', colorRgb: '#112233' })],
    'a background without its part': [archive, patch({ backgroundImageFile: { id: file.logo } })],
    'a background that is no image': [
      archive,
      patch({ backgroundImageFile: { id: file.script, ...image } }),
    ],
    'deleting with files by an organizer': [`${archive}?allowItemDeletion=true`, remove()],
    'a search by the number of members': '/drives?q=memberCount>1',
    'a search for quoted truth values': [`/drives?${admin}&${q("hidden = 'true'")}`, asAdmin],
    'a search for a time that is none': [
      `/drives?${admin}&${q("createdTime > 'May 1, 2025'")}`,
      asAdmin,
    ],
    'an unknown action': [`${proposal}:resolve`, post({ action: 'MAYBE' })],
    'accepting with an unknown role': [
      `${proposal}:resolve`,
      post({ action: 'ACCEPT', role: ['owner'] }),
    ],
    'accepting for an unknown view': [
      `${proposal}:resolve`,
      post({ action: 'ACCEPT', role: ['reader'], view: 'x' }),
    ],
  },
  '403 insufficientPermissions': {
    'a new drive without the scope': ['/drives?requestId=a', post({ name: 'A' }, 'studio-reader')],
    'applications without the scope': ['/apps', { token: 'studio-reader' }],
  },
  '404 notFound': {
    'an unknown background': [
      archive,
      patch({ backgroundImageFile: { id: file.missing, ...image } }),
    ],
    'an update of an unknown drive': [`/drives/${drive.missing}`, patch({ name: 'A' })],
    'an update by others': [archive, patch({ name: 'A' }, 'no-channel')],
    'hiding an unknown drive': [`/drives/${drive.missing}/hide`, post({})],
    'unhiding as another user': [`${archive}/unhide`, post({}, 'no-channel')],
    'requests for an unknown file': `/files/${file.missing}/accessproposals`,
    'an unknown request': `/files/${file.budget}/accessproposals/x`,
    'an unknown application': `/apps/${driveApp.missing}`,
  },
  '403 forbidden': {
    'an update by a reader': [archive, patch({ name: 'A' }, 'studio-guest')],
    'an update as an administrator': [`${archive}?${admin}`, patch({ name: 'A' })],
    'deleting by a reader': [archive, remove('studio-guest')],
  },
  '403 insufficientFilePermissions': {
    'requests for a reader': [`/files/${file.runSheet}/accessproposals`, asGuest],
  },
};

describe('Drive rejects', () => {
  testRejected(box, rejected);
});

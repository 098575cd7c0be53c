/** The storage service: permissions of files and shared drives, and the transfer of ownership. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { permissionIdOf } from '../../../src/sandbox/storage/permission/person.ts';
import { patch, post, remove } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type TestResponse, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/drive/v3');
const { ask } = box;
const { file, drive, person } = ids;
const { ava, ben, chloe, dana, emeka, editors } = person;

const all = 'supportsAllDrives=true';

const permissions = (id: string): string => `/files/${id}/permissions`;

const permission = (id: string, email: string): string =>
  `${permissions(id)}/${permissionIdOf(email)}`;

/** Reads the simulated time, after advancing the clock. */
const clock = async (advanceMs = 0): Promise<number> => {
  const options = { method: 'POST', token: null, body: { advanceMs } };
  return Date.parse((await ask('/_sandbox/clock', options)).body.now);
};

const share = (id: string, body: object, query = '', token?: string): Promise<TestResponse> =>
  ask(`${permissions(id)}?fields=*&${all}${query}`, post(body, token));

const user = (emailAddress: string, role = 'reader') => ({ type: 'user', role, emailAddress });

const read = async (id: string, token = 'studio-owner'): Promise<any> =>
  (await ask(`/files/${id}?fields=*&${all}`, { token })).body;

/** Roles by e-mail address or id. */
const rolesOf = async (id: string): Promise<object> => {
  const { body } = await ask(`${permissions(id)}?fields=*&${all}`);
  return Object.fromEntries(
    body.permissions.map((p: any) => [p.emailAddress ?? p.id, p.role] as const),
  );
};

describe('a new permission', () => {
  it('gives a person access, and a person who had access another role', async () => {
    expect((await ask(`/files/${file.logo}`, { token: 'no-channel' })).status).toBe(404);
    const { body } = await share(file.logo, user(dana));
    expect(body).toMatchObject({
      id: permissionIdOf(dana),
      emailAddress: dana,
      displayName: 'Dana Whitlock',
      pendingOwner: false,
      permissionDetails: [{ permissionType: 'file', role: 'reader', inherited: false }],
    });
    expect((await read(file.logo, 'no-channel')).id).toBe(file.logo);
    await share(file.logo, user(dana, 'writer'));
    expect((await read(file.logo, 'no-channel')).capabilities.canEdit).toBe(true);
  });
  it('raises the version of the file', async () => {
    const before = Number((await read(file.logo)).version);
    await share(file.logo, user(dana));
    expect(Number((await read(file.logo)).version)).toBe(before + 1);
  });
  it('of a folder counts for the files in it', async () => {
    await share(file.studio, user(dana));
    expect((await read(file.logo, 'no-channel')).id).toBe(file.logo);
    expect((await ask(`/files/${file.talentRelease}`, { token: 'no-channel' })).status).toBe(404);
  });
  it('for a domain or for anyone is a link or makes the file discoverable', async () => {
    const domain = { type: 'domain', role: 'reader', domain: 'studio.example' };
    expect((await share(file.logo, { ...domain, allowFileDiscovery: true })).body).toMatchObject({
      id: 'studio.examplek',
      domain: 'studio.example',
      allowFileDiscovery: true,
    });
    const anyone = (await share(file.logo, { type: 'anyone', role: 'reader' })).body;
    expect(anyone).toMatchObject({ id: 'anyoneWithLink', allowFileDiscovery: false });
    const { body } = await ask(`/files/${file.logo}?key=sandbox-key`, { token: null });
    expect(body.id).toBe(file.logo);
  });
  it('for anyone replaces the one for anyone with the link, and the other way round', async () => {
    const anyone = { type: 'anyone', role: 'reader' };
    const roles = await rolesOf(file.logo);
    await share(file.logo, anyone);
    await share(file.logo, { ...anyone, role: 'commenter', allowFileDiscovery: true });
    expect(await rolesOf(file.logo)).toEqual({ ...roles, anyone: 'commenter' });
    await share(file.logo, anyone);
    expect(await rolesOf(file.logo)).toEqual({ ...roles, anyoneWithLink: 'reader' });
  });
  it('for a group counts for its members', async () => {
    await share(file.benTreatment, { ...user(editors), type: 'group' }, '', 'studio-guest');
    expect(await rolesOf(file.benTreatment)).toEqual({
      [ben]: 'owner',
      [ava]: 'writer',
      [editors]: 'reader',
    });
  });
  it('lower than an inherited one leaves the inherited one in effect', async () => {
    await share(file.scripts, user(dana, 'writer'));
    const { body } = await share(file.script, user(dana, 'reader'));
    expect(body).toMatchObject({ role: 'writer', permissionDetails: [{ inherited: true }] });
  });
  it('ends at its expiration time', async () => {
    const expirationTime = new Date((await clock()) + 60_000).toISOString();
    const { body } = await share(file.logo, { ...user(dana), expirationTime });
    expect(body.expirationTime).toBe(expirationTime);
    await clock(58_000);
    expect((await read(file.logo, 'no-channel')).id).toBe(file.logo);
    await clock(2000);
    expect((await ask(`/files/${file.logo}`, { token: 'no-channel' })).status).toBe(404);
  });
  it('on the published view gives no access, and is listed with that view only', async () => {
    const body = { ...user(dana), view: 'published' };
    expect((await share(file.script, body)).body.view).toBe('published');
    expect((await ask(`/files/${file.script}`, { token: 'no-channel' })).status).toBe(404);
    expect(await rolesOf(file.script)).not.toHaveProperty(dana);
    const published = `${permissions(file.script)}?includePermissionsForView=published&fields=*`;
    expect((await ask(published)).body.permissions).toContainEqual(
      expect.objectContaining({ emailAddress: dana, view: 'published' }),
    );
  });
  it('adds a member to a shared drive, who sees its files', async () => {
    await share(drive.archive, user(dana, 'fileOrganizer'));
    expect((await read(file.masters, 'no-channel')).capabilities.canTrash).toBe(true);
    const { body } = await share(file.masters, user(emeka, 'fileOrganizer'), '', 'no-channel');
    expect(body.permissionDetails).toEqual([
      { permissionType: 'file', role: 'fileOrganizer', inherited: false },
    ]);
  });
  it('below that of an organizer does not limit the access to a folder of a shared drive', async () => {
    await share(drive.archive, user(dana, 'fileOrganizer'));
    const path = `/files/${file.masters}?supportsAllDrives=true`;
    const body = { inheritedPermissionsDisabled: true };
    const canLimit = async (token?: string) =>
      (await read(file.masters, token)).capabilities.canDisableInheritedPermissions;
    expect([await canLimit(), await canLimit('no-channel')]).toEqual([true, false]);
    const limit = (token: string) => ask(path, { method: 'PATCH', body, token });
    expect((await limit('no-channel')).reason).toBe('insufficientFilePermissions');
    expect((await limit('studio-owner')).status).toBe(200);
    expect(await canLimit()).toBe(false);
  });
  it('of a writer limits the access to a folder of My Drive if writers can share it', async () => {
    await share(file.scripts, user(dana, 'writer'));
    const limit = () =>
      ask(`/files/${file.scripts}`, {
        method: 'PATCH',
        body: { inheritedPermissionsDisabled: true },
        token: 'no-channel',
      });
    const owned = { method: 'PATCH', body: { writersCanShare: false } };
    await ask(`/files/${file.scripts}`, owned);
    expect((await limit()).reason).toBe('insufficientFilePermissions');
    await ask(`/files/${file.scripts}`, { ...owned, body: { writersCanShare: true } });
    expect((await limit()).status).toBe(200);
  });
});

describe('an update of a permission', () => {
  it('changes the role, and sets and removes the expiration time', async () => {
    const path = permission(file.runSheet, ben);
    const expirationTime = '2026-04-01T00:00:00.000Z';
    const { body } = await ask(`${path}?fields=*`, patch({ role: 'writer', expirationTime }));
    expect(body).toMatchObject({ role: 'writer', expirationTime });
    expect((await ask(`${path}?fields=*`, patch({}))).body).toMatchObject({ expirationTime });
    const removed = await ask(`${path}?fields=*&removeExpiration=true`, patch({}));
    expect(removed.body).not.toHaveProperty('expirationTime');
    await clock(365 * 86_400_000);
    expect(await rolesOf(file.runSheet)).toMatchObject({ [ben]: 'writer' });
  });
});

describe('a deleted permission', () => {
  it('gives no access any more', async () => {
    expect((await ask(permission(file.runSheet, ben), remove())).status).toBe(204);
    expect((await ask(`/files/${file.runSheet}`, { token: 'studio-guest' })).status).toBe(404);
  });
  it('can be one’s own, without the right to share', async () => {
    const own = permission(file.runSheet, ben);
    expect((await ask(own, remove('studio-guest'))).status).toBe(204);
    expect(await rolesOf(file.runSheet)).not.toHaveProperty(ben);
  });
});

describe('ownership', () => {
  const transfer = '&transferOwnership=true';
  it('is offered to a pending owner, who accepts', async () => {
    await share(file.logo, { ...user(ben, 'writer'), pendingOwner: true });
    const path = `${permission(file.logo, ben)}?fields=*${transfer}`;
    expect((await ask(`${permission(file.logo, ben)}?fields=*`)).body.pendingOwner).toBe(true);
    const { body } = await ask(path, patch({ role: 'owner' }, 'studio-guest'));
    expect(body).toMatchObject({ role: 'owner', pendingOwner: false });
    expect((await read(file.logo, 'studio-guest')).ownedByMe).toBe(true);
  });
});

const sharing = (...request: Parameters<typeof post>) =>
  [permissions(file.logo), post(...request)] as const;

const sharingDrive = (...request: Parameters<typeof post>) =>
  [`${permissions(drive.archive)}?${all}`, post(...request)] as const;

const rejected: RejectedRequests = {
  '400 invalid': {
    'an unknown type': sharing({ type: 'robot', role: 'reader' }),
    'an unknown role': sharing(user(dana, 'god')),
    'a user without an address': sharing({ type: 'user', role: 'reader' }),
    'an address that is none': sharing(user('dana')),
    'an address for anyone': sharing({ ...user(dana), type: 'anyone' }),
    'a domain without a name': sharing({ type: 'domain', role: 'reader' }),
    'discovery for a user': sharing({ ...user(dana), allowFileDiscovery: true }),
    'an unknown field': sharing({ ...user(dana), who: 1 }),
    'the view metadata': sharing({ ...user(dana), view: 'metadata' }),
  },
  '400 required': {
    'no type': sharing({ role: 'reader' }),
    'no role': sharing({ type: 'anyone' }),
  },
  '403 fieldNotWritable': {
    'a read-only field': sharing({ ...user(dana), id: '1' }),
    'an update of the address': [permission(file.runSheet, ben), patch({ emailAddress: dana })],
  },
  '400 invalidSharingRequest': {
    'an unknown address without an e-mail': [
      `${permissions(file.logo)}?sendNotificationEmail=false`,
      post(user('zoe@elsewhere.example')),
    ],
    'another role for the owner': sharing(user(ava, 'reader')),
  },
  '403 forbidden': {
    'an e-mail to anyone': [
      `${permissions(file.logo)}?sendNotificationEmail=true`,
      post({ type: 'anyone', role: 'reader' }),
    ],
    'no e-mail to a domain': [
      `${permissions(file.logo)}?sendNotificationEmail=false`,
      post({ type: 'domain', role: 'reader', domain: 'studio.example' }),
    ],
    'sharing as an administrator': [
      `${permissions(file.logo)}?useDomainAdminAccess=true`,
      post(user(dana)),
    ],
    'a new owner without transferOwnership': sharing(user(ben, 'owner')),
    'a new owner without an e-mail': [
      `${permissions(file.logo)}?transferOwnership=true&sendNotificationEmail=false`,
      post(user(ben, 'owner')),
    ],
  },
  '404 notFound': {
    'an unknown file': [permissions(file.missing), post(user(dana))],
    'a shared drive without supportsAllDrives': [permissions(drive.archive), post(user(dana))],
    'an update of an unknown permission': [
      `${permissions(file.logo)}/1`,
      patch({ role: 'reader' }),
    ],
    'deleting an unknown permission': [`${permissions(file.logo)}/1`, remove()],
  },
  '403 insufficientFilePermissions': {
    'sharing the root folder': [permissions('root'), post(user(dana))],
    'sharing by a reader': [permissions(file.runSheet), post(user(dana), 'studio-guest')],
    'a member added by a reader': sharingDrive(user(dana), 'studio-guest'),
    'a new owner by a writer': [
      `${permissions(file.benTreatment)}?transferOwnership=true`,
      post(user(chloe, 'owner')),
    ],
    'a pending owner by a writer': [
      permissions(file.benTreatment),
      post({ ...user(chloe, 'writer'), pendingOwner: true }),
    ],
    'accepting an ownership that was not offered': [
      `${permission(file.storyboard, ben)}?transferOwnership=true`,
      patch({ role: 'owner' }, 'studio-guest'),
    ],
    'an update by a reader': [
      permission(file.runSheet, dana),
      patch({ role: 'reader' }, 'studio-guest'),
    ],
    'deleting by a reader': [permission(file.runSheet, dana), remove('studio-guest')],
  },
  '403 insufficientPermissions': {
    'sharing without the scope': sharing(user(dana), 'studio-reader'),
  },
  '403 organizerOnNonTeamDriveNotSupported': {
    'an organizer in My Drive': sharing(user(dana, 'organizer')),
  },
  '403 fileOrganizerOnNonTeamDriveNotSupported': {
    'a content manager in My Drive': [permissions(file.scripts), post(user(dana, 'fileOrganizer'))],
  },
  '403 organizerOnNonTeamDriveItemNotSupported': {
    'an organizer of a folder in a shared drive': [
      `${permissions(file.masters)}?${all}`,
      post(user(dana, 'organizer')),
    ],
  },
  '403 ownerOnTeamDriveItemNotSupported': {
    'an owner in a shared drive': [
      `${permissions(file.firstSeason)}?${all}&transferOwnership=true`,
      post(user(dana, 'owner')),
    ],
  },
  '403 cannotShareTeamDriveTopFolderWithAnyoneOrDomains': {
    'a shared drive for anyone': sharingDrive({ type: 'anyone', role: 'reader' }),
  },
  '403 expirationDateNotAllowedForSharedDriveMembers': {
    'a membership that expires': sharingDrive({
      ...user(dana),
      expirationTime: '2026-04-01T00:00:00Z',
    }),
  },
  '403 cannotSetExpirationOnAnyoneOrDomain': {
    'an expiration for anyone': sharing({
      type: 'anyone',
      role: 'reader',
      expirationTime: '2026-04-01T00:00:00Z',
    }),
  },
  '403 expirationDatesMustBeInTheFuture': {
    'an expiration in the past': sharing({ ...user(dana), expirationTime: '2020-04-01T00:00:00Z' }),
  },
  '403 cannotSetExpiration': {
    'an expiration after more than a year': sharing({
      ...user(dana),
      expirationTime: '2028-04-01T00:00:00Z',
    }),
  },
  '403 ownershipChangeAcrossDomainNotPermitted': {
    'a new owner of another domain': [
      `${permissions(file.logo)}?transferOwnership=true`,
      post(user('zoe@elsewhere.example', 'owner')),
    ],
  },
  '403 cannotRemoveOwner': {
    'an update of the owner’s permission': [permission(file.logo, ava), patch({ role: 'reader' })],
    'deleting the owner’s permission': [permission(file.logo, ava), remove()],
  },
  '403 cannotModifyInheritedPermission': {
    'an update of an inherited permission': [permission(file.logo, ben), patch({ role: 'writer' })],
    'an update of an inherited membership': [
      `${permission(file.masters, ben)}?${all}`,
      patch({ role: 'writer' }),
    ],
    'deleting an inherited permission': [permission(file.logo, ben), remove()],
  },
};

describe('Drive rejects', () => {
  testRejected(box, rejected);
});

const control = (path: string, body: object): Promise<TestResponse> =>
  ask(`/_sandbox/${path}`, { method: 'POST', token: null, body });

describe('a permission whose e-mail cannot be delivered', () => {
  it('is made, though the call is rejected', async () => {
    await control('storage', { undeliverable: true });
    const { status, reason } = await share(file.logo, user(dana));
    expect([status, reason]).toEqual([400, 'invalidSharingRequest']);
    expect(await rolesOf(file.logo)).toMatchObject({ [dana]: 'reader' });
    expect((await share(file.logo, user(emeka), '&sendNotificationEmail=false')).status).toBe(200);
    expect((await share(file.logo, { type: 'anyone', role: 'reader' })).status).toBe(200);
  });
});

describe('permission writes of one file that overlap', () => {
  const shareWithBoth = async (id = file.logo): Promise<number[]> => {
    const match = { operation: 'storage:permissions.create' };
    const { promise: until, resolve } = Promise.withResolvers<void>();
    box.sandbox.fault({ match, times: 1, until });
    box.sandbox.clearCalls();
    const first = share(id, user(dana));
    await expect.poll(() => box.sandbox.calls().length).toBe(1);
    const second = await share(file.logo, user(emeka));
    resolve();
    return [(await first).status, second.status];
  };

  it('all take effect by default', async () => {
    expect(await shareWithBoth()).toEqual([200, 200]);
    expect(await rolesOf(file.logo)).toMatchObject({ [dana]: 'reader', [emeka]: 'reader' });
  });
  it('can lose all but the last one, though all are answered 200', async () => {
    await control('storage', { lastPermissionWins: true });
    const before = await rolesOf(file.logo);
    expect(await shareWithBoth()).toEqual([200, 200]);
    const added = Object.keys(await rolesOf(file.logo)).filter((name) => !(name in before));
    expect(added).toHaveLength(1);
  });
  it('all take effect one after the other, or of two files', async () => {
    await control('storage', { lastPermissionWins: true });
    await share(file.logo, user(dana));
    await share(file.logo, user(emeka));
    expect(await rolesOf(file.logo)).toMatchObject({ [dana]: 'reader', [emeka]: 'reader' });
    await shareWithBoth(file.pressKit);
    expect(await rolesOf(file.pressKit)).toMatchObject({ [dana]: 'reader' });
  });
});

/** Permissions of files. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { permissionIdOf } from '../../../src/sandbox/storage/permission/person.ts';
import { compoundIds } from './compound-id.ts';
import type { Fixtures } from './fixture.ts';

const { runSheet, pressKit } = ids.file;
const { dana, chloe } = ids.person;
const missing = { fileId: ids.file.missing, permissionId: permissionIdOf('nobody@studio.example') };

/** Dana's, who comments on the run sheet; Ben reads it. */
const permission = { fileId: runSheet, permissionId: permissionIdOf(dana) };
const grant = `storage/files/${runSheet}/grants/${permission.permissionId}`;
const alsoChanges = [`storage/files/${runSheet}/version`];

/** The link to the press kit. */
const link = { fileId: pressKit, permissionId: 'anyoneWithLink' };

const [spring, summer] = ['2026-05-01T00:00:00.000Z', '2026-07-01T00:00:00.000Z'] as const;

const toUser = { type: 'USER', email: chloe };
const toNewOwner = { ...toUser, role: 'OWNER', notify: true };
const notification = ['sendNotificationEmail'];
const transfer = [...notification, 'transferOwnership'];

/** Nobody but an administrator may send it. */
const asDomainAdmin = { values: [true, true], with: {} } as const;

export const permissionFixtures: Fixtures = {
  createFilePermission: {
    target: { fileId: runSheet },
    entity: `storage/files/${runSheet}/grants`,
    fields: {
      type: ['ANYONE', 'ANYONE'],
      role: ['READER', 'WRITER'],
      email: { values: [chloe, dana], with: { type: 'USER' }, alsoSends: notification },
      domain: { values: ['studio.example', 'b.example'], with: { type: 'DOMAIN' } },
      allowFileDiscovery: [true, false],
      expiresAt: { values: [spring, summer], with: toUser, alsoSends: notification },
      view: ['PUBLISHED', 'PUBLISHED'],
      pendingOwner: {
        values: [true, true],
        with: { ...toUser, role: 'WRITER' },
        alsoSends: notification,
      },
      inheritedPermissionsDisabled: [true, false],
      notify: { values: [true, true], with: toUser, alsoSends: notification },
      emailMessage: {
        values: ['Hello', 'Welcome'],
        with: { ...toUser, notify: true },
        alsoSends: notification,
      },
      moveToNewOwnersRoot: { values: [true, true], with: toNewOwner, alsoSends: transfer },
      asDomainAdmin,
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: { fileId: { missing: ids.file.missing } },
    rejected: {
      type: [
        { input: { type: 'USER' }, path: 'email' },
        { input: { type: 'DOMAIN' }, path: 'domain' },
      ],
      role: [
        { input: { role: 'OWNER' } },
        {
          input: { ...toUser, role: 'ORGANIZER' },
          reason: 'organizerOnNonTeamDriveNotSupported',
        },
        {
          input: { ...toUser, role: 'FILE_ORGANIZER' },
          reason: 'fileOrganizerOnNonTeamDriveNotSupported',
        },
      ],
      email: [
        { input: { email: chloe } },
        { input: { type: 'USER', email: 'new@guest.example' }, reason: 'invalidSharingRequest' },
        {
          input: { ...toNewOwner, email: 'new@guest.example' },
          reason: 'ownershipChangeAcrossDomainNotPermitted',
        },
      ],
      domain: [
        { input: { domain: 'studio.example' } },
        { input: { type: 'DOMAIN', domain: 'nowhere' } },
      ],
      allowFileDiscovery: [{ input: { ...toUser, allowFileDiscovery: true } }],
      expiresAt: [
        { input: { expiresAt: spring } },
        {
          input: { ...toUser, expiresAt: '2020-01-01T00:00:00Z' },
          reason: 'expirationDatesMustBeInTheFuture',
        },
        {
          input: { ...toUser, expiresAt: '2030-01-01T00:00:00Z' },
          reason: 'cannotSetExpiration',
        },
      ],
      view: [{ input: { view: 'METADATA' }, reason: 'invalid' }],
      pendingOwner: [{ input: { pendingOwner: true } }],
      notify: [{ input: { notify: true } }, { input: { ...toNewOwner, notify: false } }],
      emailMessage: [
        { input: { ...toUser, emailMessage: 'Hello' } },
        { input: { ...toUser, notify: true, emailMessage: ' ' } },
      ],
      moveToNewOwnersRoot: [{ input: { moveToNewOwnersRoot: true } }],
    },
    accepts: ['inheritedPermissionsDisabled', 'asDomainAdmin'],
  },
  updateFilePermission: {
    target: { by: { key: permission } },
    entity: grant,
    fields: {
      role: { values: ['WRITER', 'READER'], alsoChanges },
      expiresAt: { values: [spring, summer], at: `${grant}/expirationTime`, alsoChanges },
      pendingOwner: { values: [true, false], stored: [true, undefined], alsoChanges },
      inheritedPermissionsDisabled: { values: [true, false], alsoChanges },
      allowFileDiscovery: {
        values: [true, false],
        with: { by: { key: link } },
        at: `storage/files/${pressKit}/grants/anyoneWithLink/discoverable`,
        alsoChanges: [`storage/files/${pressKit}/version`],
      },
      view: {
        values: ['PUBLISHED', 'PUBLISHED'],
        with: { role: 'READER' },
        alsoChanges: [...alsoChanges, `${grant}/role`],
      },
      notify: [true, true],
      asDomainAdmin,
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'FORBIDDEN' },
    ids: compoundIds('by', 'FilePermission', permission, missing),
    rejected: {
      role: [
        { input: { role: 'OWNER' }, path: 'notify' },
        {
          input: { role: 'ORGANIZER' },
          reason: 'organizerOnNonTeamDriveNotSupported',
        },
      ],
      expiresAt: [
        {
          input: { expiresAt: '2020-01-01T00:00:00Z' },
          reason: 'expirationDatesMustBeInTheFuture',
        },
      ],
      allowFileDiscovery: [{ input: { allowFileDiscovery: true }, reason: 'invalid' }],
      view: [{ input: { role: 'READER', view: 'METADATA' }, reason: 'invalid' }],
    },
    accepts: ['pendingOwner', 'inheritedPermissionsDisabled', 'notify', 'asDomainAdmin'],
  },
  deleteFilePermission: {
    target: { by: { key: permission } },
    entity: grant,
    fields: { asDomainAdmin },
    // Dana gives up her own permission.
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'DONE' },
    ids: compoundIds('by', 'FilePermission', permission, missing),
    accepts: ['asDomainAdmin'],
  },
};

/** Permissions as the responses contain them. */
import type { EffectivePermission } from './access.ts';
import { displayNameOf, photoOf } from './person.ts';
import type { FileEntity } from '../state.ts';

/** @param file the file on which the permission is in effect */
export function serializePermission(permission: EffectivePermission, file: FileEntity): object {
  const { id, type, role, email, domain, discoverable, inheritedFrom } = permission;
  const { expirationTime, view, inheritedPermissionsDisabled } = permission;
  const inherited = inheritedFrom !== undefined;
  const isMembership = file.driveId !== undefined && (inheritedFrom ?? file.id) === file.driveId;
  const permissionType = isMembership ? 'member' : 'file';
  return {
    kind: 'drive#permission',
    id,
    type,
    role,
    ...(email && {
      emailAddress: email,
      displayName: displayNameOf(email),
      deleted: false,
      pendingOwner: permission.pendingOwner ?? false,
    }),
    ...(email && type === 'user' && { photoLink: photoOf(email) }),
    ...(domain && { domain, displayName: domain }),
    ...((discoverable !== undefined || type === 'anyone') && {
      allowFileDiscovery: discoverable ?? false,
    }),
    ...(expirationTime && { expirationTime }),
    ...(view && { view }),
    ...(inheritedPermissionsDisabled !== undefined && { inheritedPermissionsDisabled }),
    permissionDetails: [{ permissionType, role, inherited, ...(inherited && { inheritedFrom }) }],
  };
}

/** Who has access to a file or a shared drive, for those who may share it. */
import type { Call, Handler } from '../handler.ts';
import { slice } from '../page.ts';
import { refuse } from '../api-error.ts';
import { findFile, insufficient, mayShare, permissionsOf, roleOf } from './access.ts';
import { checkView } from './file.ts';
import { showPermission } from './show.ts';
import { type StoredFile, storageState } from './state.ts';

/** The file, for a caller who may see its permissions: whoever may share it, and any member of its shared drive. */
function shareable(call: Call): StoredFile {
  const file = findFile(call, call.path['fileId']!);
  const role = roleOf(storageState(call.world), call.user, file);
  if (file.driveId === undefined && !mayShare(role, file)) insufficient(file.id);
  return file;
}

function checkAdmin({ query }: Call): void {
  if (query.flag('useDomainAdminAccess'))
    refuse(403, 'forbidden', { message: 'The user is not an administrator of the domain.' });
}

export const listPermissions: Handler = (call) => {
  checkView(call);
  checkAdmin(call);
  const file = shareable(call);
  const { items, next } = slice(call, permissionsOf(storageState(call.world), file));
  return {
    kind: 'drive#permissionList',
    ...(next && { nextPageToken: next }),
    permissions: items.map((permission) => showPermission(permission, file)),
  };
};

export const getPermission: Handler = (call) => {
  checkAdmin(call);
  const file = shareable(call);
  const wanted = call.path['permissionId']!;
  const permission = permissionsOf(storageState(call.world), file).find(({ id }) => id === wanted);
  if (permission) return showPermission(permission, file);
  return refuse(404, 'notFound', {
    message: `Permission not found: ${wanted}.`,
    location: 'permissionId',
  });
};

/** Who has access to a file or a shared drive, for those who may share it. */
import type { ApiCall, Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { ApiError } from '../api-error.ts';
import { findFile, insufficient, mayShare, permissionsOf, roleOf } from './access.ts';
import { checkView } from './file.ts';
import { showPermission } from './show.ts';
import { type StoredFile, storageState } from './state.ts';

/** The file, for a caller who may see its permissions: whoever may share it, and any member of its shared drive. */
function shareable(call: ApiCall): StoredFile {
  const file = findFile(call, call.path['fileId']!);
  const role = roleOf(storageState(call.simulation), call.user, file);
  if (file.driveId === undefined && !mayShare(role, file)) insufficient(file.id);
  return file;
}

function checkAdmin({ query }: ApiCall): void {
  if (query.flag('useDomainAdminAccess'))
    throw new ApiError(403, 'forbidden', {
      message: 'The user is not an administrator of the domain.',
    });
}

export const listPermissions: Handler = (call) => {
  checkView(call);
  checkAdmin(call);
  const file = shareable(call);
  const { items, next } = paginate(call, permissionsOf(storageState(call.simulation), file));
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
  const permission = permissionsOf(storageState(call.simulation), file).find(
    ({ id }) => id === wanted,
  );
  if (permission) return showPermission(permission, file);
  throw new ApiError(404, 'notFound', {
    message: `Permission not found: ${wanted}.`,
    location: 'permissionId',
  });
};

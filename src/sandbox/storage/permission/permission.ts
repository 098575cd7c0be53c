/** `permissions.list` and `permissions.get`. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { paginate } from '../../call/page.ts';
import { ApiError } from '../../http/api-error.ts';
import {
  type EffectivePermission,
  findSharedFile,
  mayShare,
  permissionsOf,
  roleOf,
  throwInsufficientPermissions,
} from './access.ts';
import { checkPermissionView, defaultSizeOf } from '../file/file.ts';
import { serializePermission } from './serializer.ts';
import { type FileEntity, type FileGrant, storageState } from '../state.ts';

/**
 * The file of the path, for callers who may read its permissions: those who may share it, and the
 * members of its shared drive.
 * @throws ApiError 404 like `findFile`, 403 for other callers
 */
function findShareableFile(call: ApiCall): FileEntity {
  const file = findSharedFile(call);
  const role = roleOf(storageState(call.simulation), call.user, file);
  if (file.driveId === undefined && !mayShare(role, file)) throwInsufficientPermissions(file.id);
  return file;
}

/** The permissions on the published view of a file. */
export const publishedGrants = ({ grants }: FileEntity): readonly FileGrant[] =>
  grants.filter(({ view }) => view !== undefined);

/** @throws ApiError 404 */
export function throwPermissionNotFound(id: string): never {
  throw new ApiError(404, 'notFound', {
    message: `Permission not found: ${id}.`,
    location: 'permissionId',
  });
}

/** The permissions in effect, with those on the published view if the call wants them. */
const listedPermissions = (
  { simulation, query }: ApiCall,
  file: FileEntity,
): readonly EffectivePermission[] => [
  ...permissionsOf(storageState(simulation), file),
  ...(query.has('includePermissionsForView') ? publishedGrants(file) : []),
];

/** `permissions.list`. */
export const listPermissions: Handler = (call) => {
  checkPermissionView(call);
  const file = findShareableFile(call);
  const { items, next } = paginate(
    call,
    listedPermissions(call, file),
    undefined,
    defaultSizeOf(file),
  );
  return {
    kind: 'drive#permissionList',
    ...(next && { nextPageToken: next }),
    permissions: items.map((permission) => serializePermission(permission, file)),
  };
};

/** `permissions.get`. */
export const getPermission: Handler = (call) => {
  const file = findShareableFile(call);
  const permissionId = call.path['permissionId']!;
  const permissions = [
    ...permissionsOf(storageState(call.simulation), file),
    ...publishedGrants(file),
  ];
  const permission = permissions.find(({ id }) => id === permissionId);
  return permission ? serializePermission(permission, file) : throwPermissionNotFound(permissionId);
};

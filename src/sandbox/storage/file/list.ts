/** `files.list`: where to search, which files match, and their order. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { paginate } from '../../call/page.ts';
import { ApiError } from '../../http/api-error.ts';
import {
  folderIdOf,
  isRoot,
  mayOpen,
  roleOf,
  spaceOf,
  supportsAllDrives,
  throwFileNotFound,
  userPermissions,
} from '../permission/access.ts';
import { throwDriveNotFound } from '../shared-drive/shared-drive.ts';
import { checkPermissionView, defaultSizeOf } from './file.ts';
import { fileOrder } from './order.ts';
import { serializeFile } from './serializer.ts';
import { searchFilter } from '../search/filter.ts';
import { parseSearch, type SearchTerm, termsOf } from '../search/parser.ts';
import { searchedSpaces } from '../space.ts';
import { type FileEntity, storageState } from '../state.ts';

const corpora: ReadonlySet<string> = new Set(['user', 'domain', 'drive', 'allDrives']);

function throwInvalid(location: string): never {
  throw new ApiError(400, 'invalid', { message: 'Invalid Value', location });
}

/** The drives that a list searches. */
interface DriveScope {
  readonly includesSharedDrives: boolean;
  /** The only drive to search. */
  readonly driveId?: string;
}

/**
 * @throws ApiError 400 for an unknown corpus, 403 for parameters that contradict each other, 404
 *   for a shared drive that the caller cannot access
 */
function driveScope(call: ApiCall): DriveScope {
  const { query, user, simulation } = call;
  const driveId = query.text('driveId') ?? query.text('teamDriveId');
  const corpus = query.text('corpora') ?? query.text('corpus') ?? 'user';
  const includesSharedDrives =
    query.flag('includeItemsFromAllDrives') || query.flag('includeTeamDriveItems');
  if (!corpora.has(corpus)) return throwInvalid('corpora');
  const needsSharedDrives = driveId !== undefined || corpus === 'drive' || corpus === 'allDrives';
  if (needsSharedDrives && !includesSharedDrives)
    throw new ApiError(403, 'includeTeamDriveItemsRequired', {
      message:
        'The includeItemsFromAllDrives parameter must be set to true when driveId is specified ' +
        'or corpora contains drive or allDrives.',
    });
  if (includesSharedDrives && !supportsAllDrives(call))
    throw new ApiError(403, 'teamDrivesNotSupported', {
      message:
        'The supportsAllDrives parameter must be set to true with includeItemsFromAllDrives.',
    });
  if ((driveId !== undefined) !== (corpus === 'drive'))
    throw new ApiError(403, 'teamDriveIdRequiresTeamDriveCorpora', {
      message: 'The driveId parameter must be specified if and only if corpora is set to drive.',
    });
  if (driveId === undefined) return { includesSharedDrives };
  const root = storageState(simulation).files.get(driveId);
  if (root?.driveId !== driveId || roleOf(storageState(simulation), user, root) === undefined)
    throwDriveNotFound(driveId);
  return { includesSharedDrives, driveId };
}

/**
 * The ids of the folders in terms such as `'id' in parents`.
 * @throws ApiError 404 if the caller cannot access one of them
 */
function searchedFolders(call: ApiCall, terms: readonly SearchTerm[]): ReadonlySet<string> {
  const { simulation, user } = call;
  const state = storageState(simulation);
  const ids = terms
    .filter(({ field }) => field === 'parents')
    .map(({ value }) => folderIdOf(state, user, value));
  for (const id of ids) {
    const folder = state.files.get(id);
    if (!folder || !mayOpen(call, folder)) throwFileNotFound('');
  }
  return new Set(ids);
}

/**
 * The files that the caller can find: their own, those shared with them, and in the searched
 * folders also those that are open to anyone with the link.
 */
function findableFiles(
  { simulation, user }: ApiCall,
  { includesSharedDrives, driveId }: DriveScope,
  folders: ReadonlySet<string>,
): readonly FileEntity[] {
  const state = storageState(simulation);
  return [...state.files.values()].filter((file) => {
    if (isRoot(state, file)) return false;
    if (file.driveId !== undefined && !includesSharedDrives) return false;
    if (driveId !== undefined && file.driveId !== driveId) return false;
    const permissions = userPermissions(state, user, file);
    return (
      permissions.some(({ type, discoverable }) => type !== 'anyone' || discoverable) ||
      (permissions.length > 0 && file.parent !== undefined && folders.has(file.parent))
    );
  });
}

/** `files.list`. */
export const listFiles: Handler = (call) => {
  const { query, user, simulation } = call;
  checkPermissionView(call);
  const scope = driveScope(call);
  const spaces = searchedSpaces(call);
  const q = query.text('q');
  const search = q === undefined ? undefined : parseSearch(q);
  const terms = search ? termsOf(search) : [];
  const matches = search
    ? searchFilter(search, { state: storageState(simulation), user })
    : () => true;
  const order = fileOrder(call);
  if (query.has('orderBy') && terms.some(({ field }) => field === 'fullText'))
    throw new ApiError(403, 'forbidden', {
      message:
        'Sorting is not supported for queries with fullText terms. ' +
        'Results are always in descending relevance order.',
      location: 'orderBy',
    });
  const folders = searchedFolders(call, terms);
  const files = findableFiles(call, scope, folders).filter((file) =>
    spaces.has(spaceOf(storageState(simulation), file)),
  );
  const found = files.filter(matches).toSorted(order);
  const { items, next } = paginate(call, found, undefined, defaultSizeOf(scope));
  return {
    kind: 'drive#fileList',
    incompleteSearch: false,
    ...(next && { nextPageToken: next }),
    files: items.map((file) => serializeFile(call, file)),
  };
};

/** Lists of files: where to look, what to find, in which order. */
import type { ApiCall, Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { ApiError } from '../api-error.ts';
import { allDrives, fileNotFound, grantsOf, isTop, roleOf } from './access.ts';
import { driveNotFound } from './drive.ts';
import { checkView } from './file.ts';
import { compareBy } from './order.ts';
import { testOf } from './search.ts';
import { parseSearch, type Term, termsOf } from './search-syntax.ts';
import { showFile } from './show.ts';
import { type StoredFile, storageState } from './state.ts';

const corpora: ReadonlySet<string> = new Set(['user', 'domain', 'drive', 'allDrives']);

const invalid = (location: string, message = 'Invalid Value'): never => {
  throw new ApiError(400, 'invalid', { message, location });
};

/** Where a list looks. */
interface Scope {
  readonly shared: boolean;
  readonly driveId?: string;
}

/** Refuses combinations that do not name one place to look in. */
function scopeOf(call: ApiCall): Scope {
  const { query, user, simulation } = call;
  const driveId = query.text('driveId') ?? query.text('teamDriveId');
  const corpus = query.text('corpora') ?? query.text('corpus') ?? 'user';
  const shared = query.flag('includeItemsFromAllDrives') || query.flag('includeTeamDriveItems');
  if (!corpora.has(corpus)) return invalid('corpora');
  if ((driveId !== undefined || corpus === 'drive' || corpus === 'allDrives') && !shared)
    throw new ApiError(403, 'includeTeamDriveItemsRequired', {
      message:
        'The includeItemsFromAllDrives parameter must be set to true when driveId is specified or corpora contains drive or allDrives.',
    });
  if (shared && !allDrives(call))
    throw new ApiError(403, 'teamDrivesNotSupported', {
      message:
        'The supportsAllDrives parameter must be set to true with includeItemsFromAllDrives.',
    });
  if ((driveId !== undefined) !== (corpus === 'drive'))
    throw new ApiError(403, 'teamDriveIdRequiresTeamDriveCorpora', {
      message: 'The driveId parameter must be specified if and only if corpora is set to drive.',
    });
  if (driveId === undefined) return { shared };
  const top = storageState(simulation).files.get(driveId);
  if (top?.driveId !== driveId || roleOf(storageState(simulation), user, top) === undefined)
    driveNotFound(driveId);
  return { shared, driveId };
}

/** The spaces named; the one for application data is a scope of its own, and empty. */
function hasDriveSpace({ query, user }: ApiCall): boolean {
  const spaces = (query.text('spaces') ?? 'drive').split(',').map((space) => space.trim());
  if (spaces.some((space) => space !== 'drive' && space !== 'appDataFolder')) invalid('spaces');
  if (spaces.includes('appDataFolder') && !user.scopes.has('drive.appdata'))
    throw new ApiError(403, 'insufficientScopes', {
      message: 'The granted scopes do not give access to all of the requested spaces.',
      location: 'spaces',
    });
  return spaces.includes('drive');
}

/** The folders that a search names; refuses those that are not there for the caller. */
function foldersOf({ simulation, user }: ApiCall, terms: readonly Term[]): ReadonlySet<string> {
  const state = storageState(simulation);
  const named = terms
    .filter(({ field }) => field === 'parents')
    .map(({ value }) => (value === 'root' ? state.roots.get(user.email) : value));
  for (const id of named) {
    const folder = id === undefined ? undefined : state.files.get(id);
    if (!folder || roleOf(state, user, folder) === undefined) fileNotFound('');
  }
  return new Set(named as string[]);
}

/** All that the caller may find: their own, what was shared with them, and by a link only inside folders they name. */
function visible(
  { simulation, user }: ApiCall,
  { shared, driveId }: Scope,
  folders: ReadonlySet<string>,
): readonly StoredFile[] {
  const state = storageState(simulation);
  return [...state.files.values()].filter((file) => {
    if (isTop(state, file) || (file.driveId !== undefined && !shared)) return false;
    if (driveId !== undefined && file.driveId !== driveId) return false;
    const grants = grantsOf(state, user, file);
    return (
      grants.some(({ type, discoverable }) => type !== 'anyone' || discoverable) ||
      (grants.length > 0 && file.parent !== undefined && folders.has(file.parent))
    );
  });
}

export const listFiles: Handler = (call) => {
  const { query, user, simulation } = call;
  checkView(call);
  const scope = scopeOf(call);
  const inDrive = hasDriveSpace(call);
  const q = query.text('q');
  const search = q === undefined ? undefined : parseSearch(q);
  const terms = search ? termsOf(search) : [];
  const test = search ? testOf(search, { state: storageState(simulation), user }) : () => true;
  const order = compareBy(call);
  if (query.has('orderBy') && terms.some(({ field }) => field === 'fullText'))
    throw new ApiError(403, 'forbidden', {
      message:
        'Sorting is not supported for queries with fullText terms. Results are always in descending relevance order.',
      location: 'orderBy',
    });
  const folders = foldersOf(call, terms);
  const found = inDrive ? visible(call, scope, folders).filter(test).toSorted(order) : [];
  const { items, next } = paginate(call, found);
  return {
    kind: 'drive#fileList',
    incompleteSearch: false,
    ...(next && { nextPageToken: next }),
    files: items.map((file) => showFile(call, file)),
  };
};

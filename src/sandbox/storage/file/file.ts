/** `files.get` and `files.generateIds`. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { ApiError } from '../../http/api-error.ts';
import { findFile } from '../permission/access.ts';
import { downloadRevision } from '../content/file-download.ts';
import { serializeFile } from './serializer.ts';
import { storageState } from '../state.ts';

/** @throws ApiError 400 if `includePermissionsForView` is not `published` */
export function checkPermissionView({ query }: ApiCall): void {
  const view = query.text('includePermissionsForView');
  if (view !== undefined && view !== 'published')
    throw new ApiError(400, 'invalid', {
      message: `Invalid value '${view}'.`,
      location: 'includePermissionsForView',
    });
}

/** `files.get`: the metadata or the content. */
export const getFile: Handler = (call) => {
  checkPermissionView(call);
  const file = findFile(call, call.path['fileId']!);
  if (call.query.text('alt') !== 'media') return serializeFile(call, file);
  return downloadRevision(call, file, file.history.at(-1));
};

/** Each call generates new ids, which only the caller may use. */
export const generateIds: Handler = ({ query, user, simulation }) => {
  const space = query.text('space') ?? 'drive';
  const type = query.text('type') ?? 'files';
  if (space !== 'drive' && space !== 'appDataFolder')
    throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'space' });
  if ((type !== 'files' && type !== 'shortcuts') || (type === 'shortcuts' && space !== 'drive'))
    throw new ApiError(400, 'invalid', { message: 'Invalid Value', location: 'type' });
  const { generated } = storageState(simulation);
  const ids = Array.from(
    { length: query.int('count') ?? 10 },
    (_, index) => `1${stableId(`generated ${generated.size + index}`, 32)}`,
  );
  for (const id of ids) generated.set(id, { email: user.email, type, space });
  return { kind: 'drive#generatedIds', space, ids };
};

/**
 * Without a size, only a list of a shared drive has pages: discovery document of Drive, 16
 * September 2026.
 */
export const defaultSizeOf = ({ driveId }: { readonly driveId?: string }): number =>
  driveId === undefined ? Infinity : 100;

/** Reading single files, and ids for files to come. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import { findFile } from './access.ts';
import { isNative } from './mime.ts';
import { showFile } from './show.ts';
import { storageState } from './state.ts';

/** Refuses values that only look like names of views. */
export function checkView({ query }: ApiCall): void {
  const view = query.text('includePermissionsForView');
  if (view !== undefined && view !== 'published')
    throw new ApiError(400, 'invalid', {
      message: `Invalid value '${view}'.`,
      location: 'includePermissionsForView',
    });
}

export const getFile: Handler = (call) => {
  checkView(call);
  const file = findFile(call, call.path['fileId']!);
  if (call.query.text('alt') === 'media') {
    if (isNative(file.fields.mimeType))
      throw new ApiError(403, 'fileNotDownloadable', {
        message:
          'Only files with binary content can be downloaded. Use Export with Docs Editors files.',
        location: 'alt',
      });
    throw new ApiError(501, 'notImplemented', { message: 'The sandbox keeps no bytes.' });
  }
  return showFile(call, file);
};

/** Ids are new on every call and usable by the caller alone. */
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
  for (const id of ids) generated.set(id, { email: user.email, type });
  return { kind: 'drive#generatedIds', space, ids };
};

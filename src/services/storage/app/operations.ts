/** Operations of `apps`: the applications that the caller has installed. */
import type { drive_v3 } from '@googleapis/drive';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, text } from '../../../engine/rest/operation/param.ts';

export const apps = {
  get: get('storage:apps.get', '/drive/v3/apps/{appId}', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: [
      'drive',
      'drive.appdata',
      'drive.apps.readonly',
      'drive.file',
      'drive.metadata',
      'drive.metadata.readonly',
      'drive.readonly',
    ],
    idempotent: true,
    returns: returns<drive_v3.Schema$App>(),
  }),
  list: get('storage:apps.list', '/drive/v3/apps', {
    query: { appFilterExtensions: csv(), appFilterMimeTypes: csv(), languageCode: text },
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: ['drive.apps.readonly'],
    idempotent: true,
    page: { items: 'items' },
    returns: returns<drive_v3.Schema$AppList>(),
  }),
};

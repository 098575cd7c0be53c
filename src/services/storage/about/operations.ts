/** Operations of `about`: the caller's account, storage quota, and formats of import and export. */
import type { drive_v3 } from '@googleapis/drive';
import { get, returns } from '../../../engine/rest/operation/operation.ts';

export const about = {
  get: get('storage:about.get', '/drive/v3/about', {
    units: null,
    bucket: 'STORAGE',
    auth: 'public',
    scopes: [
      'drive',
      'drive.appdata',
      'drive.file',
      'drive.metadata',
      'drive.metadata.readonly',
      'drive.photos.readonly',
      'drive.readonly',
    ],
    idempotent: true,
    fieldsRequired: true,
    returns: returns<drive_v3.Schema$About>(),
  }),
};

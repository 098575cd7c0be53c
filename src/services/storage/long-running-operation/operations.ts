/** Operations of `operations`: long-running operations. */
import type { drive_v3 } from '@googleapis/drive';
import { get, returns } from '../../../engine/rest/operation/operation.ts';
import * as scope from '../scope.ts';

export const operations = {
  /** The state of an operation that `files.download` has started. */
  get: get('storage:operations.get', '/drive/v3/operations/{name}', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.contentRead,
    idempotent: true,
    returns: returns<drive_v3.Schema$Operation>(),
  }),
};

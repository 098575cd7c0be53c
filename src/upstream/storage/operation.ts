/** Long-running work that another operation started. */
import type { drive_v3 } from '@googleapis/drive';
import { get, returns } from '../operation.ts';
import * as scope from './scope.ts';

export const operations = {
  /** Follows the operation that `files.download` began. */
  get: get('storage:operations.get', '/drive/v3/operations/{name}', {
    units: null,
    bucket: 'storage',
    auth: 'user',
    scopes: scope.contentRead,
    idempotent: true,
    returns: returns<drive_v3.Schema$Operation>(),
  }),
};

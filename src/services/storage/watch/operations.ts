/** Operations of `channels`: the end of a notification channel. */
import type { drive_v3 } from '@googleapis/drive';
import { body, post } from '../../../engine/rest/operation/operation.ts';
import * as scope from '../scope.ts';

export const channels = {
  stop: post('storage:channels.stop', '/drive/v3/channels/stop', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.fileRead,
    idempotent: true,
    removes: true,
    writable: ['id', 'resourceId'],
    requiredBody: [{ path: 'id' }, { path: 'resourceId' }],
    body: body<drive_v3.Schema$Channel>(),
  }),
};

/** Operations of `revisions`: earlier versions of a file's content. */
import type { drive_v3 } from '@googleapis/drive';
import { body, del, get, patch, returns } from '../../../engine/rest/operation/operation.ts';
import { flag, int, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

export const revisions = {
  delete: del('storage:revisions.delete', '/drive/v3/files/{fileId}/revisions/{revisionId}', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.fileWrite,
    idempotent: true,
  }),
  get: get('storage:revisions.get', '/drive/v3/files/{fileId}/revisions/{revisionId}', {
    query: { acknowledgeAbuse: flag },
    units: null,
    bucket: 'STORAGE',
    auth: 'public',
    scopes: scope.fileRead,
    idempotent: true,
    download: 'alt',
    returns: returns<drive_v3.Schema$Revision>(),
  }),
  list: get('storage:revisions.list', '/drive/v3/files/{fileId}/revisions', {
    query: { pageSize: int(1, 1000), pageToken: text },
    units: null,
    bucket: 'STORAGE',
    auth: 'public',
    scopes: scope.fileRead,
    idempotent: true,
    page: {
      items: 'revisions',
      size: 'pageSize',
      minSize: 1,
      maxSize: 1000,
      defaultSize: 200,
      token: 'pageToken',
      next: 'nextPageToken',
    },
    reasons: ['insufficientFilePermissions', 'revisionsNotSupported'],
    returns: returns<drive_v3.Schema$RevisionList>(),
  }),
  update: patch('storage:revisions.update', '/drive/v3/files/{fileId}/revisions/{revisionId}', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.fileWrite,
    idempotent: true,
    writable: ['published', 'keepForever', 'publishAuto', 'publishedOutsideDomain'],
    body: body<drive_v3.Schema$Revision>(),
    reasons: [
      'illegalKeepForeverModification',
      'keepForeverRevisionLimitExceeded',
      'publishOutNotPermitted',
    ],
    returns: returns<drive_v3.Schema$Revision>(),
  }),
};

/** Operations of `accessproposals`: requests of other users for access to a file. */
import type { drive_v3 } from '@googleapis/drive';
import { body, get, post, returns } from '../../../engine/rest/operation/operation.ts';
import { int, text } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

export const accessproposals = {
  get: get('storage:accessproposals.get', '/drive/v3/files/{fileId}/accessproposals/{proposalId}', {
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.proposalRead,
    idempotent: true,
    returns: returns<drive_v3.Schema$AccessProposal>(),
  }),
  list: get('storage:accessproposals.list', '/drive/v3/files/{fileId}/accessproposals', {
    query: { pageToken: text, pageSize: int() },
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.proposalRead,
    idempotent: true,
    reasons: ['insufficientFilePermissions'],
    page: { items: 'accessProposals', size: 'pageSize', token: 'pageToken', next: 'nextPageToken' },
    returns: returns<drive_v3.Schema$ListAccessProposalsResponse>(),
  }),
  resolve: post(
    'storage:accessproposals.resolve',
    '/drive/v3/files/{fileId}/accessproposals/{proposalId}:resolve',
    {
      units: null,
      bucket: 'STORAGE',
      auth: 'user',
      scopes: scope.shareWrite,
      idempotent: false,
      writable: ['role[]', 'view', 'action', 'sendNotification'],
      requiredBody: [{ path: 'action' }],
      body: body<drive_v3.Schema$ResolveAccessProposalRequest>(),
    },
  ),
};

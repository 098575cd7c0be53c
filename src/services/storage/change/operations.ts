/**
 * Operations of `changes`: a page token marks a moment, and a list with that token has the changes
 * since then.
 */
import type { drive_v3 } from '@googleapis/drive';
import { body, get, post, returns } from '../../../engine/rest/operation/operation.ts';
import {
  deprecated,
  flag,
  id,
  int,
  notSent,
  openEnum,
  required,
  text,
} from '../../../engine/rest/operation/param.ts';
import { watchFields, watchReasons } from '../watch/argument.ts';
import * as scope from '../scope.ts';

const includePermissionsForView = notSent(
  'Permissions of a changed file come with `File.permissions`.',
  openEnum('published'),
);

const includeLabels = notSent('Labels of a changed file come with `File.labels`.', text);

export const changes = {
  getStartPageToken: get('storage:changes.getStartPageToken', '/drive/v3/changes/startPageToken', {
    query: {
      driveId: id,
      supportsAllDrives: flag,
      supportsTeamDrives: deprecated(flag),
      teamDriveId: deprecated(id),
    },
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.fileRead,
    idempotent: true,
    returns: returns<drive_v3.Schema$StartPageToken>(),
  }),
  list: get('storage:changes.list', '/drive/v3/changes', {
    query: {
      pageToken: required(text),
      driveId: id,
      includeCorpusRemovals: flag,
      includeItemsFromAllDrives: flag,
      includeRemoved: flag,
      includeTeamDriveItems: deprecated(flag),
      pageSize: int(1, 1000),
      restrictToMyDrive: flag,
      spaces: openEnum('drive', 'appDataFolder'),
      supportsAllDrives: flag,
      supportsTeamDrives: deprecated(flag),
      teamDriveId: deprecated(id),
      includePermissionsForView,
      includeLabels,
    },
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.fileRead,
    idempotent: true,
    page: {
      items: 'changes',
      size: 'pageSize',
      minSize: 1,
      maxSize: 1000,
      defaultSize: 100,
      token: 'pageToken',
      next: 'nextPageToken',
      sync: 'newStartPageToken',
    },
    returns: returns<drive_v3.Schema$ChangeList>(),
  }),
  watch: post('storage:changes.watch', '/drive/v3/changes/watch', {
    query: {
      pageToken: required(text),
      driveId: id,
      includeCorpusRemovals: flag,
      includeItemsFromAllDrives: flag,
      includeRemoved: flag,
      includeTeamDriveItems: deprecated(flag),
      pageSize: notSent('A notification has no pages.', int(1, 1000)),
      restrictToMyDrive: flag,
      spaces: text,
      supportsAllDrives: flag,
      supportsTeamDrives: deprecated(flag),
      teamDriveId: deprecated(id),
      includePermissionsForView,
      includeLabels,
    },
    units: null,
    bucket: 'STORAGE',
    auth: 'user',
    scopes: scope.fileRead,
    idempotent: false,
    writable: watchFields,
    reasons: watchReasons,
    requiredBody: [{ path: 'id' }, { path: 'type' }, { path: 'address' }],
    body: body<drive_v3.Schema$Channel>(),
    returns: returns<drive_v3.Schema$Channel>(),
  }),
};

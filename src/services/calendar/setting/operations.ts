/** Operations of `settings`: the caller's preferences. */
import type { calendar_v3 } from '@googleapis/calendar';
import { body, get, post, returns } from '../../../engine/rest/operation/operation.ts';
import { int, text } from '../../../engine/rest/operation/param.ts';
import { watchFields, watchQuery, watchReasons } from '../watch/argument.ts';
import * as scope from '../scope.ts';

const listQuery = { maxResults: int(1, 250), pageToken: text, syncToken: text };

export const settings = {
  get: get('calendar:settings.get', '/users/me/settings/{setting}', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.settingRead,
    idempotent: true,
    returns: returns<calendar_v3.Schema$Setting>(),
  }),
  list: get('calendar:settings.list', '/users/me/settings', {
    query: listQuery,
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.settingRead,
    idempotent: true,
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 1,
      maxSize: 250,
      defaultSize: 100,
      token: 'pageToken',
      next: 'nextPageToken',
      sync: 'nextSyncToken',
    },
    returns: returns<calendar_v3.Schema$Settings>(),
  }),
  watch: post('calendar:settings.watch', '/users/me/settings/watch', {
    query: watchQuery(listQuery),
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.settingRead,
    idempotent: false,
    writable: watchFields,
    reasons: watchReasons,
    requiredBody: [{ path: 'id' }, { path: 'type' }, { path: 'address' }],
    body: body<calendar_v3.Schema$Channel>(),
    returns: returns<calendar_v3.Schema$Channel>(),
  }),
};

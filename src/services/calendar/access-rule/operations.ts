/**
 * Operations of `acl`: the access rules of a calendar. The id of a rule is its scope: `default`, or
 * type and value (`user:ava@studio.example`). So an update cannot change the scope, which it must
 * send all the same. Google's documentation does not say whether an insert for a scope that has a
 * rule already is rejected or replaces its role; repeating one can send mail twice in any case.
 */
import type { calendar_v3 } from '@googleapis/calendar';
import {
  body,
  del,
  get,
  patch,
  post,
  put,
  returns,
} from '../../../engine/rest/operation/operation.ts';
import { flag, int, text } from '../../../engine/rest/operation/param.ts';
import { watchFields, watchQuery, watchReasons } from '../watch/argument.ts';
import * as scope from '../scope.ts';

const listQuery = { maxResults: int(1, 250), pageToken: text, showDeleted: flag, syncToken: text };

/** Reasons why a rule cannot be changed: it is the caller's own, or that of the last owner. */
const fixedRule = [
  'cannotChangeOwnAcl',
  'cannotChangeOwnerAcl',
  'cannotRemoveLastCalendarOwnerFromAcl',
] as const;

const writable = ['role', 'scope.type', 'scope.value'] as const;

export const acl = {
  delete: del('calendar:acl.delete', '/calendars/{calendarId}/acl/{ruleId}', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.aclWrite,
    idempotent: true,
    conditional: true,
    reasons: fixedRule,
  }),
  get: get('calendar:acl.get', '/calendars/{calendarId}/acl/{ruleId}', {
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: ['calendar', 'calendar.acls', 'calendar.acls.readonly', 'calendar.readonly'],
    idempotent: true,
    returns: returns<calendar_v3.Schema$AclRule>(),
  }),
  insert: post('calendar:acl.insert', '/calendars/{calendarId}/acl', {
    query: { sendNotifications: flag },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.aclWrite,
    idempotent: false,
    writable,
    requiredBody: [{ path: 'role' }, { path: 'scope' }, { path: 'scope.type' }],
    body: body<calendar_v3.Schema$AclRule>(),
    returns: returns<calendar_v3.Schema$AclRule>(),
    reasons: [
      'cannotChangeOwnAcl',
      'cannotChangeOwnerAcl',
      'illegalAccessRoleForDefault',
      'invalidScopeValue',
    ],
  }),
  list: get('calendar:acl.list', '/calendars/{calendarId}/acl', {
    query: listQuery,
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.aclRead,
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
    reasons: ['requiredAccessLevel'],
    returns: returns<calendar_v3.Schema$Acl>(),
  }),
  patch: patch('calendar:acl.patch', '/calendars/{calendarId}/acl/{ruleId}', {
    query: { sendNotifications: flag },
    units: 3,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.aclWrite,
    idempotent: true,
    writable,
    conditional: true,
    body: body<calendar_v3.Schema$AclRule>(),
    returns: returns<calendar_v3.Schema$AclRule>(),
    reasons: [...fixedRule, 'illegalAccessRoleForDefault'],
  }),
  update: put('calendar:acl.update', '/calendars/{calendarId}/acl/{ruleId}', {
    query: { sendNotifications: flag },
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.aclWrite,
    idempotent: true,
    writable,
    requiredBody: [{ path: 'scope' }, { path: 'scope.type' }, { path: 'role' }],
    conditional: true,
    body: body<calendar_v3.Schema$AclRule>(),
    returns: returns<calendar_v3.Schema$AclRule>(),
    reasons: [...fixedRule, 'illegalAccessRoleForDefault'],
  }),
  watch: post('calendar:acl.watch', '/calendars/{calendarId}/acl/watch', {
    query: watchQuery(listQuery),
    units: 1,
    bucket: 'CALENDAR',
    auth: 'user',
    scopes: scope.aclRead,
    idempotent: false,
    writable: watchFields,
    reasons: watchReasons,
    requiredBody: [{ path: 'id' }, { path: 'type' }, { path: 'address' }],
    body: body<calendar_v3.Schema$Channel>(),
    returns: returns<calendar_v3.Schema$Channel>(),
  }),
};

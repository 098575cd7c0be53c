/** Calendars and their access rules. */
import type { Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { fingerprint } from '../random.ts';
import { findCalendar, findCalendarWithRole } from './access.ts';
import { nextTokenOf, revisionOf } from './sync-token.ts';

/** Needs any role; the calendar `primary` is returned with its real id. */
export const getCalendar: Handler = (call) => findCalendar(call).resource;

/** `acl.list`; needs the role `owner`. */
export const listAccessRules: Handler = (call) => {
  const { resource, rules } = findCalendarWithRole(call, 'owner');
  // No handler changes rules yet, so there is nothing new after a valid sync token.
  const isUpToDate = call.query.has('syncToken') && revisionOf(call, resource.id) >= 0;
  const { items, next } = paginate(call, isUpToDate ? [] : rules);
  return {
    kind: 'calendar#acl',
    etag: `"${fingerprint(items)}"`,
    ...nextTokenOf(call, resource.id, next),
    items,
  };
};

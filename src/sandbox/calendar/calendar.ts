/** Calendars themselves, and who may see or change them. */
import type { Handler } from '../handler.ts';
import { paginate } from '../page.ts';
import { fingerprint } from '../random.ts';
import { shelfFor, shelfOf } from './access.ts';
import { revisionOf, syncToken } from './sync.ts';

/** Whoever may see anything of a calendar may read what it is; `primary` is answered under its real id. */
export const getCalendar: Handler = (call) => shelfOf(call).calendar;

export const listRules: Handler = (call) => {
  const { calendar, rules } = shelfFor(call, 'owner');
  const of = calendar.id;
  // Rules never change here: whoever has seen them has seen the last of them.
  const all = call.query.has('syncToken') && revisionOf(call, of) >= 0 ? [] : rules;
  const { items, next } = paginate(call, all);
  return {
    kind: 'calendar#acl',
    etag: `"${fingerprint(items)}"`,
    ...(next === undefined ? { nextSyncToken: syncToken(call, of) } : { nextPageToken: next }),
    items,
  };
};

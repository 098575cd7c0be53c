/**
 * The access rules of calendars. A rule that was deleted stays, without a role, for the lists that
 * show deleted rules.
 */
import { type ApiCall, checkIfMatch, type Handler } from '../call/handler.ts';
import { paginate } from '../call/page.ts';
import { fingerprint } from '../random.ts';
import {
  findCalendarWithRole,
  roleOf,
  includesRole,
  roles,
  throwInvalid,
  throwNotFound,
  throwRefused,
} from './access.ts';
import { merged, replaced } from './body.ts';
import { touchEntries } from './calendar-list/calendar-list.ts';
import { type AclRule, type CalendarEntity, type CalendarRole, calendarState } from './state.ts';
import { checkSyncParameters, listRevision, nextTokenOf } from './sync-token.ts';
import { changedSince, newStamp } from './synchronized.ts';

const serialize = ({ kind, etag, id, scope, role }: AclRule): object => ({
  kind,
  etag,
  id,
  scope,
  role,
});

/** The fields of a rule that a body writes, not checked yet. */
type RuleBody = Partial<Pick<AclRule, 'role' | 'scope'>>;

/** `acl.list`; needs the role `writer`. */
export const listAccessRules: Handler = (call) => {
  const { resource, rules } = findCalendarWithRole(call, 'writer');
  checkSyncParameters(call, []);
  const listed = call.query.has('syncToken')
    ? changedSince(call, resource.id, rules)
    : rules.filter(({ role }) => role !== 'none' || call.query.flag('showDeleted'));
  const { items, next } = paginate(call, listed, listRevision(call));
  return {
    kind: 'calendar#acl',
    etag: `"${fingerprint(items)}"`,
    ...nextTokenOf(call, resource.id, next),
    items: items.map(serialize),
  };
};

function ruleOfPath({ path }: ApiCall, { rules }: CalendarEntity): AclRule {
  const rule = rules.find(({ id }) => id === path['ruleId']);
  return rule && !rule.deleted ? rule : throwNotFound();
}

/** `acl.get`; needs the role `writer`. */
export const getAccessRule: Handler = (call) =>
  serialize(ruleOfPath(call, findCalendarWithRole(call, 'writer')));

const scopeTypes: ReadonlySet<string> = new Set(['default', 'user', 'group', 'domain']);

const valuePatterns = {
  default: /^$/,
  user: /^[^@\s]+@[^@\s]+$/,
  group: /^[^@\s]+@[^@\s]+$/,
  domain: /^[^@\s]+\.[^@\s]+$/,
} as const;

/** @throws ApiError 400 if the scope does not exist, or lacks or has a value against its type */
function scopeOf({ scope }: RuleBody): AclRule['scope'] {
  const { type, value = '' } = scope!;
  if (!scopeTypes.has(type)) throwInvalid(`Invalid scope type '${type}'.`);
  if (!valuePatterns[type].test(value)) throwInvalid('Invalid scope value.', 'invalidScopeValue');
  return { type, ...(value !== '' && { value: value.toLowerCase() }) };
}

const idOf = ({ type, value }: AclRule['scope']): string =>
  value === undefined ? type : `${type}:${value}`;

/**
 * @throws ApiError 400 if the role does not exist, or not for the public
 */
function checkRole({ role }: RuleBody, { type }: AclRule['scope']): void {
  if (!roles.includes(role!)) throwInvalid(`Invalid role '${role}'.`);
  if (type === 'default' && includesRole(role!, 'writerWithoutPrivateAccess'))
    throwInvalid('The public can have the role reader at most.', 'illegalAccessRoleForDefault');
}

/**
 * Nobody changes their own rule, or the one of the owner of the calendar.
 * @param role the new role; `none` also for a deletion
 * @throws ApiError 403
 */
function checkMayChange(
  { user }: ApiCall,
  { resource, rules }: CalendarEntity,
  { type, value }: AclRule['scope'],
  role: CalendarRole,
): void {
  const stored = rules.find(
    ({ id }) => id === idOf({ type, ...(value !== undefined && { value }) }),
  );
  if (type !== 'user' || stored === undefined || stored.role === role) return;
  if (value === user.email)
    throwRefused('cannotChangeOwnAcl', 'Cannot change your own access level.');
  if (value === (resource.dataOwner ?? resource.id))
    throwRefused('cannotChangeOwnerAcl', 'The access level of the owner cannot be changed.');
}

/** Stores a rule in place of the one for the same scope, if any. */
export function saveRule(call: ApiCall, calendar: CalendarEntity, rule: AclRule): AclRule {
  const { simulation } = call;
  const { rules } = calendar;
  const followers = [...calendarState(simulation).calendarLists.keys()];
  const before = followers.map((email) => roleOf(calendar, { email }));
  const stored = { ...rule, ...newStamp(simulation) };
  const index = rules.findIndex(({ id }) => id === rule.id);
  rules.splice(index < 0 ? rules.length : index, 1, stored);
  const changed = followers.filter((email, at) => roleOf(calendar, { email }) !== before[at]);
  touchEntries(simulation, calendar.resource.id, new Set(changed));
  return stored;
}

/** `acl.insert`; replaces the role of a scope that has a rule. */
export const insertAccessRule: Handler = (call) => {
  const calendar = findCalendarWithRole(call, 'owner');
  const body = call.body as RuleBody;
  const scope = scopeOf(body);
  checkRole(body, scope);
  checkMayChange(call, calendar, scope, body.role!);
  const rule = {
    kind: 'calendar#aclRule',
    etag: '',
    id: idOf(scope),
    scope,
    role: body.role!,
  } as const;
  return serialize(saveRule(call, calendar, rule));
};

/** @param apply makes the written rule of the call's body and the stored rule */
const writeHandler =
  (apply: typeof replaced): Handler =>
  (call) => {
    const calendar = findCalendarWithRole(call, 'owner');
    const before = ruleOfPath(call, calendar);
    checkIfMatch(call, before.etag);
    const after = apply(call, before);
    const scope = scopeOf(after);
    if (idOf(scope) !== before.id) throwInvalid('The scope of a rule cannot be changed.');
    checkRole(after, scope);
    checkMayChange(call, calendar, scope, after.role);
    return serialize(saveRule(call, calendar, { ...after, scope }));
  };

/** `acl.update`. */
export const updateAccessRule = writeHandler(replaced);

/** `acl.patch`. */
export const patchAccessRule = writeHandler(merged);

/** `acl.delete`. */
export const deleteAccessRule: Handler = (call) => {
  const calendar = findCalendarWithRole(call, 'owner');
  const rule = ruleOfPath(call, calendar);
  checkIfMatch(call, rule.etag);
  checkMayChange(call, calendar, rule.scope, 'none');
  saveRule(call, calendar, { ...rule, role: 'none', deleted: true });
  return undefined;
};

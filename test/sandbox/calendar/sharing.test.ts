/** Access rules: who may change which, what they give access to, and the deleted ones. */
import { describe, expect, it } from 'vitest';
import { premieres } from '../../../src/sandbox/seed/calendar/seed.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { patch, post, put } from '../../support/client/sandbox-request.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox();
const { ask } = box;
const { calendar, person } = ids;
const calendars = '/calendar/v3/calendars';
const aclOf = (id: string): string => `${calendars}/${encodeURIComponent(id)}/acl`;
const release = aclOf(calendar.release);
const ruleOf = (email: string, acl = release): string => `${acl}/user:${email}`;
const remove: RequestOptions = { method: 'DELETE' };
const stale: RequestOptions = { headers: { 'if-match': '"1"' } };

const user = (email: string, role: string) => ({ role, scope: { type: 'user', value: email } });
const get = async (path: string, token = 'studio-owner') => (await ask(path, { token })).body;

const rolesOf = async (query = ''): Promise<Record<string, string>> => {
  const { items } = await get(release + query);
  return Object.fromEntries(items.map(({ id, role }: any) => [id, role]));
};

const newRule = (...request: Parameters<typeof post>) => [release, post(...request)] as const;

const rejected: RejectedRequests = {
  '403 requiredAccessLevel': {
    'a reader who lists rules': [release, { token: 'studio-guest' }],
    'a reader of a rule': [ruleOf(person.ava), { token: 'studio-guest' }],
    'a writer who shares the calendar': [
      aclOf(premieres),
      post(user(person.dana, 'reader'), 'studio-guest'),
    ],
  },
  '403 insufficientPermissions': {
    'a token without a scope for writes': newRule(user(person.dana, 'reader'), 'studio-reader'),
  },
  '404 notFound': {
    'an unknown calendar': aclOf(calendar.missing),
    'an unknown rule': ruleOf(person.dana),
    'a patch of an unknown rule': [ruleOf(person.dana), patch({ role: 'reader' })],
    'deleting an unknown rule': [ruleOf(person.dana), remove],
  },
  '400 required': {
    'a rule without a role': newRule({ scope: { type: 'default' } }),
    'a rule without a scope': newRule({ role: 'reader' }),
    'an update without a scope': [ruleOf(person.ben), put({ role: 'reader' })],
  },
  '400 invalid': {
    'an unknown role': newRule(user(person.dana, 'king')),
    'an unknown scope': newRule({ role: 'reader', scope: { type: 'planet', value: 'mars' } }),
    'an update with another scope': [ruleOf(person.ben), put(user(person.dana, 'reader'))],
    'a patch to an unknown role': [ruleOf(person.ben), patch({ role: 'king' })],
  },
  '400 invalidScopeValue': {
    'a user without an address': newRule(user('dana', 'reader')),
    'a domain with an address': newRule({
      role: 'reader',
      scope: { type: 'domain', value: person.dana },
    }),
    'the public scope with a value': newRule({
      role: 'reader',
      scope: { type: 'default', value: 'all' },
    }),
  },
  '400 illegalAccessRoleForDefault': {
    'the role writer for everybody': newRule({ role: 'writer', scope: { type: 'default' } }),
  },
  '403 cannotChangeOwnAcl': {
    'one’s own rule': [ruleOf(person.ava), patch({ role: 'reader' })],
    'one’s own rule, by an insert': newRule(user(person.ava, 'reader')),
    'deleting one’s own rule': [ruleOf(person.ava), remove],
  },
  '412 conditionNotMet': {
    'an update after another change': [
      ruleOf(person.ben),
      { ...put(user(person.ben, 'writer')), ...stale },
    ],
    'a patch after another change': [
      ruleOf(person.ben),
      { ...patch({ role: 'writer' }), ...stale },
    ],
    'a deletion after another change': [ruleOf(person.ben), { ...remove, ...stale }],
  },
};

describe('Calendar rejects, of access rules,', () => {
  testRejected(box, rejected);
  it('a change of the owner’s rule by another owner: 403 cannotChangeOwnerAcl', async () => {
    await ask(ruleOf(person.ben), patch({ role: 'owner' }));
    for (const options of [
      patch({ role: 'reader' }, 'studio-guest'),
      { ...remove, token: 'studio-guest' },
    ])
      expect((await ask(ruleOf(person.ava), options)).reason).toBe('cannotChangeOwnerAcl');
  });
});

describe('a calendar with two owners', () => {
  const theCalendar = `${calendars}/${encodeURIComponent(calendar.release)}`;
  const entry = `/calendar/v3/users/me/calendarList/${encodeURIComponent(calendar.release)}`;
  const asBen: RequestOptions = { ...remove, token: 'studio-guest' };

  it('is deleted by its data owner only, who cannot take it off the own list', async () => {
    await ask(ruleOf(person.ben), patch({ role: 'owner' }));
    expect(await ask(theCalendar, asBen)).toMatchObject({ status: 403, reason: 'forbidden' });
    expect(await ask(entry, remove)).toMatchObject({ status: 403, reason: 'forbidden' });
    expect((await ask(entry, asBen)).status).toBe(204);
    expect((await ask(theCalendar, remove)).status).toBe(204);
  });
});

describe('an access rule', () => {
  it('can be read by writers', async () => {
    const acl = aclOf(premieres);
    const { items } = await get(acl, 'studio-guest');
    expect(items.map(({ id }: any) => id)).toEqual([
      `user:${person.ava}`,
      `user:${person.ben}`,
      'default',
    ]);
    expect(await get(ruleOf(person.ben, acl), 'studio-guest')).toEqual(items[1]);
  });
  it.each<readonly [string, object, string]>([
    ['a user', user(person.dana, 'reader'), 'no-channel'],
    [
      'a domain',
      { role: 'reader', scope: { type: 'domain', value: 'studio.example' } },
      'no-channel',
    ],
    [
      'a group',
      { role: 'reader', scope: { type: 'group', value: person.editors } },
      'studio-admin',
    ],
    ['everybody', { role: 'reader', scope: { type: 'default' } }, 'no-channel'],
  ])('gives access to %s until it is deleted', async (_, body, token) => {
    const events = `${calendars}/${calendar.private}/events`;
    expect((await ask(events, { token })).status).toBe(404);
    const inserted = await ask(aclOf(calendar.private), post(body));
    expect(inserted.body).toMatchObject({ kind: 'calendar#aclRule', ...body });
    expect((await ask(events, { token })).status).toBe(200);
    const path = `${aclOf(calendar.private)}/${inserted.body.id}`;
    expect((await ask(path, remove)).status).toBe(204);
    expect((await ask(events, { token })).status).toBe(404);
    expect((await ask(path)).status).toBe(404);
    expect((await ask(path, remove)).status).toBe(404);
  });
  it('gets another role by an insert, an update or a patch, and a new etag', async () => {
    const etags = new Set([(await get(ruleOf(person.ben))).etag]);
    for (const [path, options] of [
      [release, post(user(person.ben, 'writer'))],
      [ruleOf(person.ben), put(user(person.ben, 'freeBusyReader'))],
      [ruleOf(person.ben), patch({ role: 'owner' })],
    ] as const) {
      const { body } = await ask(path, options);
      expect(await get(ruleOf(person.ben))).toEqual(body);
      etags.add(body.etag);
    }
    expect(etags.size).toBe(4);
    expect(await rolesOf()).toMatchObject({ [`user:${person.ben}`]: 'owner' });
  });
  it('is changed only if its etag is the one of If-Match', async () => {
    const { etag } = await get(ruleOf(person.ben));
    const options = { ...patch({ role: 'writer' }), headers: { 'if-match': etag } };
    expect((await ask(ruleOf(person.ben), options)).status).toBe(200);
    expect((await ask(ruleOf(person.ben), options)).status).toBe(412);
    const any = { ...remove, headers: { 'if-match': '*' } };
    expect((await ask(ruleOf(person.ben), any)).status).toBe(204);
  });
  it('of one’s own can be sent back unchanged', async () => {
    const own = await get(ruleOf(person.ava));
    expect((await ask(ruleOf(person.ava), put(own))).status).toBe(200);
  });
});

describe('a list of access rules', () => {
  it('has deleted rules with the role none if it shows them', async () => {
    await ask(ruleOf(person.ben), remove);
    expect(await rolesOf()).not.toHaveProperty([`user:${person.ben}`]);
    expect(await rolesOf('?showDeleted=true')).toMatchObject({ [`user:${person.ben}`]: 'none' });
  });
  it('has with a sync token what was changed and deleted', async () => {
    const { nextSyncToken } = await get(release);
    expect(await rolesOf(`?syncToken=${nextSyncToken}`)).toEqual({});
    await ask(release, post(user(person.dana, 'reader')));
    await ask(ruleOf(person.ben), remove);
    const changes = await get(`${release}?syncToken=${nextSyncToken}`);
    expect(changes.items.map(({ id, role }: any) => [id, role])).toEqual([
      [`user:${person.ben}`, 'none'],
      [`user:${person.dana}`, 'reader'],
    ]);
    expect(await rolesOf(`?syncToken=${changes.nextSyncToken}`)).toEqual({});
  });
  it('cannot hide deleted rules with a sync token', async () => {
    const { nextSyncToken } = await get(release);
    const response = await ask(`${release}?showDeleted=false&syncToken=${nextSyncToken}`);
    expect([response.status, response.reason]).toEqual([400, 'badRequest']);
  });
});

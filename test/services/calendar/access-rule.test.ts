import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { release } = ids.calendar;
const { ben, dana } = ids.person;
const ruleOf = (ruleId: string) => globalId('AccessRule', [release, ruleId]);

const everyField =
  'id ruleId calendarId etag role scope { type email domain } person { email } calendar { calendarId }';

/** A seeded rule of the calendar of releases, without its etag. */
const shown = (role: string, type: string, value: string) => ({
  id: ruleOf(`${type}:${value}`),
  ruleId: `${type}:${value}`,
  calendarId: release,
  etag: expect.stringMatching(/^".+"$/) as unknown,
  role,
  scope: {
    type: type.toUpperCase(),
    email: type === 'domain' ? null : value,
    domain: type === 'domain' ? value : null,
  },
  person: type === 'user' ? { email: value } : null,
  calendar: { calendarId: release },
});

describe('the role WRITER_WITHOUT_PRIVATE_ACCESS', () => {
  it('allows changes of events, without the details of private ones', async () => {
    const given = await studio.query(
      `mutation { createAccessRule(input: { calendarId: "${release}", role: WRITER_WITHOUT_PRIVATE_ACCESS, scope: { type: USER, email: "${ben}" } }) { accessRule { role } errors { message } } }`,
    );
    expect(given.data.createAccessRule).toEqual({
      accessRule: { role: 'WRITER_WITHOUT_PRIVATE_ACCESS' },
      errors: [],
    });
    const key = (eventId: string) =>
      `by: { key: { calendarId: "${release}", eventId: "${eventId}" } }`;
    const { data, extensions } = await studio.query(
      `{
        calendar(id: "${release}") { calendarListEntry { accessRole } }
        event(${key(ids.event.pressCall)}) { summary visibility }
      }`,
      {},
      'studio-guest',
    );
    expect(extensions['warnings']).toBeUndefined();
    expect(data).toEqual({
      calendar: { calendarListEntry: { accessRole: 'WRITER_WITHOUT_PRIVATE_ACCESS' } },
      event: { summary: null, visibility: 'PRIVATE' },
    });
    const moved = await studio.query(
      `mutation { updateEvent(input: { ${key(ids.event.launchMeeting)}, location: "Pier 9" }) { event { location } errors { message } } }`,
      {},
      'studio-guest',
    );
    expect(moved.data.updateEvent).toEqual({ event: { location: 'Pier 9' }, errors: [] });
  });
  it('can be the minimum of a list', async () => {
    const data = await studio.data(
      '{ viewer { calendars(minAccessRole: WRITER_WITHOUT_PRIVATE_ACCESS) { nodes { calendarId } } } }',
    );
    expect(data.viewer.calendars.nodes).not.toEqual([]);
    expect(studio.calls()[0]!.query).toMatchObject({
      minAccessRole: ['writerWithoutPrivateAccess'],
    });
  });
});

const create = (input: object) =>
  studio.query(
    `mutation ($input: CreateAccessRuleInput!) { createAccessRule(input: $input) { accessRule { ${everyField} } errors { code path reason message } } }`,
    { input },
  );

describe('createAccessRule', () => {
  it('names a value that Google Calendar rejects', async () => {
    const match = { operation: 'calendar:acl.insert' };
    studio.sandbox.fault({ match, status: 400, reason: 'invalidScopeValue' });
    const scope = { type: 'DOMAIN', domain: 'unknown.example' };
    const { data } = await create({ calendarId: release, role: 'READER', scope });
    expect(data.createAccessRule.errors).toEqual([
      {
        code: 'INVALID_INPUT',
        path: ['scope', 'domain'],
        reason: 'invalidScopeValue',
        message:
          'scope.domain: Google Calendar rejected "unknown.example"; expected the email address of a user or group, or the name of a domain.',
      },
    ]);
  });
  it('replaces the role of a grantee who has a rule', async () => {
    const scope = { type: 'USER', email: ben };
    const { data } = await create({ calendarId: release, role: 'WRITER', scope });
    expect(data.createAccessRule).toEqual({
      accessRule: shown('WRITER', 'user', ben),
      errors: [],
    });
  });
  it('makes a calendar public', async () => {
    const scope = { type: 'DEFAULT' };
    const { data } = await create({ calendarId: release, role: 'FREE_BUSY_READER', scope });
    expect(data.createAccessRule.accessRule).toMatchObject({
      ruleId: 'default',
      role: 'FREE_BUSY_READER',
      scope: { type: 'DEFAULT', email: null, domain: null },
    });
  });
});

const update = (input: object) =>
  studio.query(
    'mutation ($input: UpdateAccessRuleInput!) { updateAccessRule(input: $input) { accessRule { ruleId role etag } errors { code path reason message } } }',
    { input },
  );

describe('updateAccessRule', () => {
  const by = { key: { calendarId: release, ruleId: `user:${ben}` } };

  it('lets a rule with the role NONE count as deleted', async () => {
    await update({ by, role: 'NONE' });
    const { data } = await studio.query(
      `{ calendar(id: "${release}") { current: accessRules { nodes { ruleId } } all: accessRules(includeDeleted: true) { nodes { ruleId role } } } }`,
    );
    expect(data.calendar.current.nodes).not.toContainEqual({ ruleId: by.key.ruleId });
    expect(data.calendar.all.nodes).toContainEqual({ ruleId: by.key.ruleId, role: 'NONE' });
  });
});

describe('a missing calendar or access rule', () => {
  const ruleId = `user:${dana}`;

  it.each([
    ['calendar', ids.calendar.missing],
    ['rule', release],
  ])('is an error that names both ids: %s', async (_, calendarId) => {
    const key = { calendarId, ruleId };
    const message = `by: Google Calendar has no AccessRule with the id "${ruleId}" below "${calendarId}" that the caller may see. Check both ids, or use the access token of another account.`;
    const { data: updated } = await update({ by: { key }, role: 'WRITER' });
    expect(updated.updateAccessRule.errors).toMatchObject([{ code: 'NOT_FOUND', message }]);
    const { data: removed } = await studio.query(
      'mutation ($input: DeleteAccessRuleInput!) { deleteAccessRule(input: $input) { errors { code message } } }',
      { input: { by: { key } } },
    );
    expect(removed.deleteAccessRule.errors).toEqual([{ code: 'NOT_FOUND', message }]);
  });
});

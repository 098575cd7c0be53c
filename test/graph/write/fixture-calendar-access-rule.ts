/** Access rules of calendars. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { compoundIds } from './compound-id.ts';
import type { Fixtures } from './fixture.ts';

const { ben, chloe, dana, editors } = ids.person;

/** Ben's, who reads the calendar of releases. */
const rule = { calendarId: ids.calendar.release, ruleId: `user:${ben}` };
const missing = { calendarId: ids.calendar.missing, ruleId: `user:${dana}` };
const rules = `calendar/calendars/${rule.calendarId}/rules`;

const callers = { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' };

export const accessRuleFixtures: Fixtures = {
  createAccessRule: {
    target: { calendarId: rule.calendarId },
    entity: rules,
    fields: {
      role: ['READER', 'FREE_BUSY_READER'],
      scope: {
        values: [
          { type: 'USER', value: chloe },
          { type: 'DOMAIN', value: 'guest.example' },
        ],
        stored: [
          { type: 'user', value: chloe },
          { type: 'domain', value: 'guest.example' },
        ],
      },
      notify: [true, false],
    },
    callers,
    ids: { calendarId: { missing: missing.calendarId } },
    rejected: {
      role: [
        {
          input: { scope: { type: 'DEFAULT' }, role: 'OWNER' },
          reason: 'illegalAccessRoleForDefault',
        },
      ],
      scope: [
        { input: { scope: { type: 'USER' } }, path: 'scope.value' },
        { input: { scope: { type: 'GROUP', value: ' ' } }, path: 'scope.value' },
        { input: { scope: { type: 'DOMAIN' } }, path: 'scope.value' },
        { input: { scope: { type: 'DEFAULT', value: chloe } }, path: 'scope.value' },
        { input: { scope: { type: 'USER', value: 'nobody' } }, path: 'scope.value' },
        { input: { scope: { type: 'USER', value: ` ${chloe}` } }, path: 'scope.value' },
        { input: { scope: { type: 'DOMAIN', value: 'nobody' } }, path: 'scope.value' },
        {
          input: { scope: { type: 'USER', value: ids.person.ava } },
          code: 'FORBIDDEN',
          reason: 'cannotChangeOwnAcl',
        },
      ],
    },
    accepts: ['notify'],
    // The grantee has the rule already.
    again: 'SAME',
  },
  updateAccessRule: {
    target: { by: { key: rule } },
    entity: `${rules}/${rule.ruleId}`,
    fields: {
      role: ['WRITER', 'FREE_BUSY_READER'],
      notify: [true, false],
      mode: ['SAFE', 'PATCH'],
    },
    callers,
    ids: compoundIds('by', 'AccessRule', rule, missing),
    rejected: {
      role: [
        {
          input: { by: { key: { ...rule, ruleId: `user:${ids.person.ava}` } }, role: 'READER' },
          code: 'FORBIDDEN',
          reason: 'cannotChangeOwnAcl',
          path: 'by',
        },
      ],
    },
    accepts: ['notify', 'mode', 'ifMatch'],
  },
  deleteAccessRule: {
    target: { by: { key: { ...rule, ruleId: `group:${editors}` } } },
    entity: `${rules}/group:${editors}`,
    fields: {},
    callers,
    ids: compoundIds('by', 'AccessRule', rule, missing),
    accepts: ['ifMatch'],
  },
};

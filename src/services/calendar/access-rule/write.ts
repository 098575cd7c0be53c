/** Writes of access rules: who has access to calendars. */
import { remove } from '../../../engine/write/action.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { replaceIfMatch } from '../../../engine/write/update/replace-if-match.ts';
import { acl, calendars } from '../operations.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { refInput } from '../../../engine/schema/field/ref-input.ts';
import { write } from '../../../engine/schema/write/write.ts';
import {
  changes,
  newOrChanged,
  parameters,
  required,
  settings,
} from '../../../engine/schema/write/write-input.ts';
import { calendarPart } from '../calendar-id.ts';
import { conditionalSettings } from '../conditional.ts';
import { AccessRule } from '../resources.ts';
import { AccessRuleRole, AccessRuleScopeType } from '../enums.ts';

const AccessRuleScopeInput = builder.inputType('AccessRuleScopeInput', {
  description: 'The grantee of a new access rule.',
  fields: (t) => ({
    type: t.field({
      type: AccessRuleScopeType,
      required: true,
      description: 'The kind of grantee: user, group, domain or everybody.',
    }),
    value: t.string({
      description:
        'The email address of the user or group, or the name of the domain. Required unless the type is `DEFAULT`, which has no value.',
    }),
  }),
});

type ScopeValue = typeof AccessRuleScopeInput.$inferInput;

const emailAddress = {
  pattern: /^[^@\s]+@[^@\s]+$/,
  name: 'an email address',
  example: 'ben@studio.example',
} as const;

const domainName = {
  pattern: /^[^@\s.]+(\.[^@\s.]+)+$/,
  name: 'the name of a domain',
  example: 'studio.example',
} as const;

/** Row option `check` for a grantee. @throws InvalidInput for a value against its type */
function checkScope({ type, value }: ScopeValue, argument: string): void {
  if (type === 'default' && value != null)
    throw new InvalidInput(
      `${argument}.value`,
      'is not allowed for the type DEFAULT; leave the field out',
    );
  if (type === 'default') return;
  const { pattern, name, example } = type === 'domain' ? domainName : emailAddress;
  if (!pattern.test(value ?? ''))
    throw new InvalidInput(
      `${argument}.value`,
      value == null
        ? `missing; expected ${name}, for example ${example}`
        : `${showValue(value)} is not ${name}; expected for example ${example}`,
    );
}

const AccessRuleRef = refInput(
  AccessRule,
  {
    calendarId: calendarPart,
    ruleId: { description: 'The Google Calendar id of the access rule, the field `ruleId`.' },
  },
  [calendars.get],
);

const notify = (description: string) =>
  [
    required('Boolean'),
    'sendNotifications',
    `${description} Default: nobody receives an email. REST parameter: \`sendNotifications\`.`,
    { default: false },
  ] as const;

/** Callers cannot change their own access, and that of the owner of the data never changes. */
const fixedRules = {
  cannotChangeOwnAcl: 'entity',
  cannotChangeOwnerAcl: 'entity',
  cannotRemoveLastCalendarOwnerFromAcl: 'entity',
} as const;

/** The row of the value that can be changed later, too. */
const role = [
  newOrChanged(required(AccessRuleRole), AccessRuleRole),
  'role',
  'The access to give. The type `DEFAULT` can have `READER` at most.',
  { ifChanged: '`NONE` removes the access.' },
] as const;

const createAccessRule = write('createAccessRule', {
  description:
    'Give a user, a group, a domain or everybody access to a calendar. A grantee has one rule: if the grantee has a rule already, its role is replaced without an error. Use `updateAccessRule` with `ifMatch` to change an existing rule only as it was read. The calendar does not appear in the calendar list of the grantee until the grantee adds it. Owners only.',
  inputDescription: 'Input of `createAccessRule`. Nobody is notified unless `notify` is true.',
  operation: acl.insert,
  target: AccessRule,
  below: { key: { calendarId: calendarPart }, operations: [calendars.get] },
  strategy: insert(),
  input: changes(acl.insert, {
    role,
    scope: [
      required(AccessRuleScopeInput),
      'scope',
      'Who gets the access.',
      {
        check: checkScope,
        change: (scope, argument) => {
          const { type, value } = scope!;
          const sent = { type, ...(value != null && { value }) };
          const part = { argument: `${argument}.value`, path: 'scope.value', apply: () => value };
          return { apply: () => sent, parts: value == null ? [] : [part] };
        },
      },
    ],
  }),
  parameters: parameters(acl.insert, {
    notify: notify('Whether Google Calendar sends an email about the access to the user or group.'),
  }),
  reasons: {
    cannotChangeOwnAcl: 'scope',
    cannotChangeOwnerAcl: 'scope',
    illegalAccessRoleForDefault: 'role',
    invalidScopeValue: 'scope.value',
  },
  result: ['accessRule', 'The created access rule.'],
});

const updateAccessRule = write('updateAccessRule', {
  description:
    'Change the role of an access rule. The grantee cannot be changed: create another rule. Callers cannot change their own access. Owners only. With `ifMatch`, the mutation writes only if the rule has this `etag`; otherwise the error `CONFLICT` contains the current rule.',
  inputDescription: 'Input of `updateAccessRule`. Nobody is notified unless `notify` is true.',
  operation: acl.update,
  target: AccessRule,
  id: { ref: AccessRuleRef, description: 'The access rule to change.' },
  strategy: replaceIfMatch({ patch: acl.patch }),
  input: changes(acl.update, { role }),
  parameters: parameters(acl.update, {
    notify: notify('Whether Google Calendar sends an email about the change to the user or group.'),
  }),
  settings: conditionalSettings,
  reasons: { ...fixedRules, illegalAccessRoleForDefault: 'role' },
  result: ['accessRule', 'The access rule after the change.'],
});

const deleteAccessRule = write('deleteAccessRule', {
  description:
    'Remove an access rule from a calendar. The grantee can keep access by another rule, for example by one for a group. Callers cannot remove their own access. Owners only.',
  operation: acl.delete,
  target: AccessRule,
  id: { ref: AccessRuleRef, description: 'The access rule to remove.' },
  strategy: remove(),
  settings: settings({
    ifMatch: [
      'String',
      'Remove only if the rule still has this `etag`. Otherwise the mutation returns the error `CONFLICT`.',
    ],
  }),
  reasons: fixedRules,
  deletes: 'The global id of the removed access rule.',
});

export const accessRuleWrites = [createAccessRule, updateAccessRule, deleteAccessRule];

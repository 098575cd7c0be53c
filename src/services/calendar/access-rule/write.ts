/** Writes of access rules: who has access to calendars. */
import { insert } from '../../../engine/write/insert/insert.ts';
import { replaceIfMatch } from '../../../engine/write/update/replace-if-match.ts';
import { acl } from '../operations.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { withEnumName } from '../../../engine/schema/field/enumeration.ts';
import { refInput } from '../../../engine/schema/field/ref-input.ts';
import { inputObject } from '../../../engine/schema/field/input-row.ts';
import { write } from '../../../engine/schema/write/write.ts';
import {
  changes,
  newOrChanged,
  parameters,
  required,
  settings,
} from '../../../engine/schema/write/write-input.ts';
import { calendarPart } from '../calendar-id.ts';
import { conditionalSettings, deletionRows } from '../conditional.ts';
import { AccessRule } from '../resources.ts';
import { AccessRuleRole, AccessRuleScopeType } from '../enums.ts';

const AccessRuleScopeInput = inputObject(
  'AccessRuleScopeInput',
  'The grantee of a new access rule.',
  {
    type: [required(AccessRuleScopeType), 'The kind of grantee: user, group, domain or everybody.'],
    email: [
      'EmailAddress',
      'The email address of the user or group. Required for these types, and not allowed for others.',
    ],
    domain: [
      'String',
      'The name of the domain. Required for the type `DOMAIN`, and not allowed for others.',
    ],
  },
);

type ScopeValue = typeof AccessRuleScopeInput.$inferType;

/** The field that names the grantee of a type. */
const fieldOf = { user: 'email', group: 'email', domain: 'domain', default: undefined } as const;

/** Row option `check` for a grantee. @throws InvalidInput for a value against its type */
function checkScope({ type, ...given }: ScopeValue, argument: string): void {
  const own = fieldOf[type];
  for (const name of ['email', 'domain'] as const) {
    if (name !== own && given[name] != null)
      throw new InvalidInput(
        `${argument}.${name}`,
        `is not allowed for the type ${String(withEnumName(AccessRuleScopeType, type))}; leave the field out`,
      );
    if (name === own && given[name] == null)
      throw new InvalidInput(`${argument}.${name}`, `missing; expected ${examples[name]}`);
  }
  if (given.domain != null && !/^[^@\s.]+(\.[^@\s.]+)+$/.test(given.domain))
    throw new InvalidInput(
      `${argument}.domain`,
      `${showValue(given.domain)} is not the name of a domain; expected for example studio.example`,
    );
}

const examples = {
  email: 'an email address, for example ben@studio.example',
  domain: 'the name of a domain, for example studio.example',
} as const;

const AccessRuleRef = refInput(AccessRule, {
  calendarId: calendarPart,
  ruleId: { description: 'The Google Calendar id of the access rule, the field `ruleId`.' },
});

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
  below: { key: { calendarId: calendarPart } },
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
          const { type } = scope!;
          const name = fieldOf[type];
          if (name === undefined) return { apply: () => ({ type }) };
          const value = scope![name];
          const part = {
            argument: `${argument}.${name}`,
            path: 'scope.value',
            apply: () => value,
          };
          return { apply: () => ({ type, value }), parts: [part] };
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
  result: 'The created access rule.',
});

const updateAccessRule = write('updateAccessRule', {
  description:
    'Change the role of an access rule. The grantee cannot be changed: create another rule. Callers cannot change their own access. Owners only. With `ifMatch`, the mutation writes only if the rule has this `etag`; otherwise the error `CONFLICT` contains the current rule.',
  inputDescription: 'Input of `updateAccessRule`. Nobody is notified unless `notify` is true.',
  operation: acl.update,
  target: AccessRule,
  id: { ref: AccessRuleRef },
  strategy: replaceIfMatch({ patch: acl.patch }),
  input: changes(acl.update, { role }),
  parameters: parameters(acl.update, {
    notify: notify('Whether Google Calendar sends an email about the change to the user or group.'),
  }),
  settings: conditionalSettings,
  reasons: { ...fixedRules, illegalAccessRoleForDefault: 'role' },
  result: 'The access rule after the change.',
});

const deleteAccessRule = write('deleteAccessRule', {
  description:
    'Remove an access rule from a calendar. The grantee can keep access by another rule, for example by one for a group. Callers cannot remove their own access. Owners only.',
  operation: acl.delete,
  target: AccessRule,
  id: { ref: AccessRuleRef, note: 'Not the access of the caller.' },
  settings: settings(deletionRows),
  reasons: fixedRules,
});

export const accessRuleWrites = [createAccessRule, updateAccessRule, deleteAccessRule];

/** Access rules of calendars. */
import type { calendar_v3 } from '@googleapis/calendar';
import { acl } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';
import { computed, fields, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { flag } from '../../../engine/schema/field/input-row.ts';
import { person } from '../../shared/person.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { AccessRule, Calendar } from '../resources.ts';
import { AccessRuleRole, AccessRuleScopeType } from '../enums.ts';

type Scope = NonNullable<calendar_v3.Schema$AclRule['scope']>;

const emailOf = ({ type, value }: Scope): string | null | undefined =>
  type === 'user' || type === 'group' ? value : null;

const AccessRuleScope = builder.objectType<Scope>('AccessRuleScope', 'AclRuleScope').implement({
  description: 'The grantee of an access rule.',
  fields: (t) => ({
    ...fields(t, {
      type: [AccessRuleScopeType, 'The kind of grantee: user, group, domain or everybody.'],
    }),
    email: computed(
      t,
      'EmailAddress',
      { paths: ['type', 'value'], compute: emailOf },
      'The email address of the user or group. Null for domains and everybody. REST field: `value`.',
    ),
    domain: computed(
      t,
      'String',
      {
        paths: ['type', 'value'],
        compute: ({ type, value }) => (type === 'domain' ? value : null),
      },
      'The name of the domain. Null for other grantees. REST field: `value`.',
    ),
  }),
});

interface ListArguments {
  readonly includeDeleted: boolean;
}

export function addAccessRule(): void {
  AccessRule.implement({
    ...node,
    description: 'A rule that gives a user, a group, a domain or everybody access to a calendar.',
    fields: (t) => ({
      ruleId: ownKey(
        t,
        'The Google Calendar id of the access rule: the type and the value of the scope, for example `user:ben@studio.example`, or `default`.',
      ),
      calendarId: parentKey(t, 'calendarId', 'The Google Calendar id of the shared calendar.'),
      ...fields(t, {
        etag: 'The version of the access rule. Changes with every update of the rule.',
        role: [AccessRuleRole, 'The access that the rule gives. `NONE` for deleted rules.'],
        scope: [AccessRuleScope, 'The user, group or domain that has the access.'],
        calendar: [Calendar, 'The calendar that the rule gives access to.', ancestor(Calendar)],
      }),
      person: person(
        t,
        ['scope.type', 'scope.value'],
        'The person with the email address of the scope. Null for groups, domains and everybody.',
        ({ scope }) => (scope?.type === 'user' ? scope.value : null),
      ),
    }),
  });

  builder.objectFields(Calendar, (t) => ({
    accessRules: connection(
      t,
      connectionType(AccessRule, 'access rules'),
      {
        operation: acl.list,
        nullOnReasons: [acl.list.reasons.requiredAccessLevel],
        args: (_: unknown, { includeDeleted }: ListArguments, ref) => ({
          calendarId: ref!.key[0]!,
          ...(includeDeleted ? { showDeleted: true } : {}),
        }),
        argumentNames: { showDeleted: 'includeDeleted' },
        arguments: {
          includeDeleted: flag(
            'Also return deleted rules, whose role is `NONE`. A rule that was set to `NONE` counts as deleted.',
          ),
        },
      },
      'The access rules of the calendar: who has access, and with which role. Writers and owners only: null with a warning for other callers.',
    ),
  }));
}

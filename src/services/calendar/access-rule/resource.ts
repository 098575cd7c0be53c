/** The keys of access rules, and how they are read. */
import type { calendar_v3 } from '@googleapis/calendar';
import { resource } from '../../../engine/schema/field/field-factory.ts';
import { acl } from '../operations.ts';

export const AccessRule = resource<calendar_v3.Schema$AclRule>({
  name: 'AccessRule',
  key: ['calendarId', 'ruleId'],
  read: { kind: 'single', operation: acl.get },
});

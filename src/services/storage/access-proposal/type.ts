/** Access proposals: requests of users for access to a file. */
import type { drive_v3 } from '@googleapis/drive';
import { accessproposals } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';
import { fields, valueType, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { person } from '../../shared/person.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { AccessProposal, File } from '../resources.ts';
import { AccessProposalRole, FilePermissionView } from '../enums.ts';

const proposalConnection = connectionType(AccessProposal, 'access proposals', {
  minimumPath: 'proposalId',
});

const RoleAndView = valueType<drive_v3.Schema$AccessProposalRoleAndView>(
  'AccessProposalRequest',
  'AccessProposalRoleAndView',
).rows('A role that a user requests, and the view of the file that the role is for.', {
  role: [AccessProposalRole, 'The requested role.'],
  view: [
    FilePermissionView,
    'The view of the file that the role is limited to. Null for the file itself.',
  ],
});

export function addAccessProposal(): void {
  AccessProposal.implement({
    ...node,
    description:
      'A request of a user for access to a file, which nobody has accepted or denied yet. Resolved by `resolveAccessProposal`.',
    fields: (t) => ({
      proposalId: ownKey(t, 'The Google Drive id of the proposal. Unique within a file only.'),
      fileId: parentKey(t, 'fileId', 'The Google Drive id of the requested file.'),
      ...fields(t, {
        requesterEmail: [
          'The email address of the user who requests the access.',
          { rest: 'requesterEmailAddress' },
        ],
        recipientEmail: [
          'The email address of the user who would get the access.',
          { rest: 'recipientEmailAddress' },
        ],
        requestMessage: 'The text that the requester added. Null without a text.',
        requests: [[RoleAndView], 'The requested roles.', { rest: 'rolesAndViews' }],
        createdAt: ['The time when the access was requested.', { rest: 'createTime' }],
        file: [File, 'The file that the access is requested for.', ancestor(File)],
      }),
      requester: person(
        t,
        ['requesterEmailAddress'],
        'The person who requests the access. Null without an email address.',
        ({ requesterEmailAddress }) => requesterEmailAddress,
      ),
      recipient: person(
        t,
        ['recipientEmailAddress'],
        'The person who would get the access. Null without an email address.',
        ({ recipientEmailAddress }) => recipientEmailAddress,
      ),
    }),
  });

  builder.objectFields(File, (t) => ({
    accessProposals: connection(
      t,
      proposalConnection,
      {
        operation: accessproposals.list,
        nullOnReasons: [accessproposals.list.reasons.insufficientFilePermissions],
        keyOf: ({ proposalId }, parent) => [parent!.key[0]!, proposalId],
      },
      'The open requests for access to the file, oldest first. Null with a warning if the caller cannot share the file.',
    ),
  }));
}

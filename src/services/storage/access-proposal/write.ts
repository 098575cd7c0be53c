/** The resolution of access proposals. */
import type { Ref } from '../../../engine/read/resource.ts';
import { action } from '../../../engine/write/action.ts';
import { InvalidInput } from '../../../engine/api/error.ts';
import { accessproposals } from '../operations.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import { type Payload, nullOnFailure } from '../../../engine/schema/write/write-payload.ts';
import { AccessProposalRef } from '../file/ref.ts';
import { AccessProposal, File } from '../resources.ts';
import { AccessProposalRole, FilePermissionView } from '../enums.ts';

const resolveAccessProposal = write('resolveAccessProposal', {
  description:
    'Accept or deny a request for access to a file. The proposal no longer exists afterwards. Requires permission to share the file. If the response is lost, check whether the proposal still exists before you repeat the mutation.',
  operation: accessproposals.resolve,
  target: AccessProposal,
  id: {
    ref: AccessProposalRef,
    description: 'The request to accept or deny. Requires permission to share the file.',
  },
  strategy: action(),
  lock: { resource: File.resource },
  input: changes(accessproposals.resolve, {
    action: 'The decision: accept or deny.',
    roles: [
      [AccessProposalRole],
      'role',
      'The roles to grant. Required for `ACCEPT`, rejected for `DENY`. Can differ from the requested roles.',
    ],
    view: [
      FilePermissionView,
      'view',
      'The view of the file to grant the roles for. Only for a request for this view. Default: the file itself.',
    ],
    notify: [
      required('Boolean'),
      'sendNotification',
      'Whether Google Drive sends an email about the decision to the requester.',
      { default: false },
    ],
  }),
  validate: ({ action: decision, roles }) => {
    const isGiven = roles != null && roles.length > 0;
    if (decision === 'ACCEPT' && !isGiven)
      throw new InvalidInput('roles', 'expected at least one role for the action ACCEPT');
    if (decision === 'DENY' && isGiven)
      throw new InvalidInput('roles', 'expected no roles for the action DENY');
  },
  deletes: 'The global id of the resolved proposal, which no longer exists.',
  fields: (t) =>
    fields(t, {
      file: [
        File,
        nullOnFailure('The file with its permissions after the decision.'),
        { key: ({ extra }: Payload) => (extra as Ref | undefined)?.key ?? null },
      ],
    }),
});

export const accessProposalWrites = [resolveAccessProposal];

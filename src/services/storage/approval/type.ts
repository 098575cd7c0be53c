/** Approvals of files. */
import type { drive_v3 } from '@googleapis/drive';
import { approvals } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { connectionType } from '../../../engine/schema/list/connection-type.ts';
import { ancestor } from '../../../engine/schema/field/link.ts';
import { fields, valueType, ownKey, parentKey } from '../../../engine/schema/field/path-field.ts';
import { node } from '../../../engine/schema/type/node-interface.ts';
import { File, FileApproval } from '../resources.ts';
import { DriveUser } from '../user.ts';
import { FileApprovalStatus, FileContentChangeBehavior } from '../enums.ts';

const approvalConnection = connectionType(FileApproval, 'approvals of a file', {
  minimumPath: 'approvalId',
});

const ReviewerResponse = valueType<drive_v3.Schema$ReviewerResponse>(
  'FileApprovalReviewerResponse',
  'ReviewerResponse',
).rows('A reviewer of an approval of a file, with the response.', {
  reviewer: [
    DriveUser,
    'The user who is asked to approve the file. Can be without access to it: Google Drive does not share the file with reviewers.',
  ],
  response: 'The answer to the request for approval. `NO_RESPONSE` until there is one.',
});

export function addApproval(): void {
  FileApproval.implement({
    ...node,
    description:
      'An approval of a Google Drive file: reviewers are asked to approve it. All must approve it, and one who declines it ends the approval. A complete approval is final. Started by `startFileApproval`.',
    fields: (t) => ({
      approvalId: ownKey(t, 'The Google Drive id of the approval. Unique within a file only.'),
      fileId: parentKey(t, 'fileId', 'The Google Drive id of the file.'),
      ...fields(t, {
        status: [FileApprovalStatus, 'The state of the approval.'],
        initiator: [DriveUser, 'The user who has started the approval.'],
        reviewerResponses: [
          [ReviewerResponse],
          'The reviewers, each with the response. Changed by `reassignFileApproval`.',
        ],
        fileContentChangeBehavior: [
          FileContentChangeBehavior,
          'The effect that a change of the content of the file has on the approval.',
        ],
        dueAt: [
          'The time until which the reviewers are asked to respond. Null without one.',
          { rest: 'dueTime' },
        ],
        createdAt: ['The time when the approval was started.', { rest: 'createTime' }],
        modifiedAt: ['The time of the last change of the approval.', { rest: 'modifyTime' }],
        completedAt: [
          'The time when the approval ended. Null while it is in progress.',
          { rest: 'completeTime' },
        ],
        file: [File, 'The file to approve.', ancestor(File)],
      }),
    }),
  });

  builder.objectFields(File, (t) => ({
    approvals: connection(
      t,
      approvalConnection,
      {
        operation: approvals.list,
        keyOf: ({ approvalId }, parent) => [parent!.key[0]!, approvalId],
      },
      'The approvals of the file, complete ones and one in progress. `capabilities.canStartApproval` says whether the caller can start another one.',
    ),
  }));
}

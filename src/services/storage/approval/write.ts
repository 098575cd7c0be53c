/** Writes of approvals of files. Google Drive sends mail about each of them. */
import { action } from '../../../engine/write/action.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { inputObject } from '../../../engine/schema/field/input-row.ts';
import { repeatedIndexes } from '../../../engine/schema/write/invalid-inputs.ts';
import { write } from '../../../engine/schema/write/write.ts';
import { changes, required } from '../../../engine/schema/write/write-input.ts';
import { checkFuture } from '../../shared/future.ts';
import { personKey } from '../../shared/person.ts';
import { approvals } from '../operations.ts';
import { filePart, FileApprovalRef } from '../file/ref.ts';
import { File, FileApproval } from '../resources.ts';
import { FileContentChangeBehavior } from '../enums.ts';

/** @throws InvalidInput for an address that was there before, in any case of letters */
function checkDistinct(emails: readonly string[], pathOf: (index: number) => string): void {
  const [repeated] = repeatedIndexes(emails.map(personKey));
  if (repeated === undefined) return;
  const shown = showValue(emails[repeated]);
  throw new InvalidInput(pathOf(repeated), `${shown} is named already; expected each person once`);
}

/** What all writes have in common: the turn of the file, whose approvals depend on each other. */
const common = {
  target: FileApproval,
  lock: { resource: File.resource },
  notifies: true,
  reasons: { failedPrecondition: 'entity' },
} as const;

const existing = {
  ...common,
  strategy: action({ answersEntity: true }),
  result: 'The approval after the change.',
} as const;

const message = [
  'String',
  'message',
  'A text for the mails about the call and for the activity log of the approval. Default: none.',
  { notBlank: true },
] as const;

const startFileApproval = write('startFileApproval', {
  ...common,
  description:
    'Ask reviewers to approve a file. Google Drive mails them, and does not share the file with them: a reviewer without access gets no mail and sees nothing. Requires `FileCapabilities.canStartApproval`. If the response is lost, check `File.approvals` before you repeat the mutation.',
  operation: approvals.start,
  below: { key: { fileId: filePart } },
  strategy: insert(),
  input: changes(approvals.start, {
    reviewerEmails: [
      required(['EmailAddress']),
      'reviewerEmails',
      'The email addresses of the reviewers, each once. At least one.',
      {
        check: (emails: readonly string[], argument) => {
          if (emails.length === 0)
            throw new InvalidInput(argument, 'expected at least one reviewer');
          checkDistinct(emails, (index) => `${argument}.${index}`);
        },
      },
    ],
    dueAt: [
      'DateTime',
      'dueTime',
      'The time until which the reviewers are asked to respond. Must be in the future. Default: none.',
      // Nobody can respond by then; what Google Drive does about it is not documented.
      { check: checkFuture },
    ],
    message,
    lockFile: 'Whether to lock the file now, so that nobody changes it. Default: false.',
    fileContentChangeBehavior: [
      FileContentChangeBehavior,
      'fileContentChangeBehavior',
      'The effect that a change of the content of the file has on the approval. Default: `RESET_APPROVAL`.',
    ],
  }),
  result: 'The started approval.',
});

const approveFileApproval = write('approveFileApproval', {
  ...existing,
  description:
    'Approve a file, as a reviewer of the approval. The last reviewer who approves it completes the approval. Google Drive mails the others.',
  operation: approvals.approve,
  id: { ref: FileApprovalRef, note: 'In progress. Reviewers only.' },
  input: changes(approvals.approve, { message }),
});

const declineFileApproval = write('declineFileApproval', {
  ...existing,
  description:
    'Decline a file, as a reviewer of the approval, which ends the approval. Google Drive mails the others.',
  operation: approvals.decline,
  id: { ref: FileApprovalRef, note: 'In progress. Reviewers only.' },
  input: changes(approvals.decline, { message }),
});

const cancelFileApproval = write('cancelFileApproval', {
  ...existing,
  description:
    'Cancel an approval of a file. Requires permission to edit the file. Google Drive mails the reviewers.',
  operation: approvals.cancel,
  id: { ref: FileApprovalRef, note: 'In progress.' },
  input: changes(approvals.cancel, { message }),
});

const commentOnFileApproval = write('commentOnFileApproval', {
  ...existing,
  description:
    'Comment on an approval of a file. The comment is in the activity log and in the mails of Google Drive, and nowhere in the API. If the response is lost, `modifiedAt` can show whether it was written.',
  operation: approvals.comment,
  id: {
    ref: FileApprovalRef,
    description:
      'The file approval to comment on. In progress, or complete while no other approval of the file is in progress.',
  },
  input: changes(approvals.comment, {
    message: ['The text of the comment.', { notBlank: true }],
  }),
});

const ReviewerReplacement = inputObject(
  'FileApprovalReviewerReplacementInput',
  'A reviewer of an approval, and who takes the place.',
  {
    removedReviewerEmail: [
      required('EmailAddress'),
      'The email address of a reviewer who has not responded.',
    ],
    addedReviewerEmail: [required('EmailAddress'), 'The email address of the new reviewer.'],
  },
);

const reassignFileApproval = write('reassignFileApproval', {
  ...existing,
  description:
    'Add reviewers to an approval of a file, or replace reviewers who have not responded. Nobody can be removed without a replacement. Requires permission to edit the file; other reviewers can replace themselves. Google Drive mails the new reviewers, and does not share the file with them.',
  inputDescription:
    'Input of `reassignFileApproval`. At least one of `addReviewerEmails` and `replaceReviewers` is required.',
  operation: approvals.reassign,
  id: { ref: FileApprovalRef, note: 'In progress.' },
  input: changes(approvals.reassign, {
    addReviewerEmails: [
      ['EmailAddress'],
      'addReviewers',
      'The email addresses of further reviewers, each once.',
      {
        convert: (emails: readonly string[]) =>
          emails.map((addedReviewerEmail) => ({ addedReviewerEmail })),
      },
    ],
    replaceReviewers: [
      [ReviewerReplacement],
      'replaceReviewers',
      'The reviewers to replace, each once.',
    ],
    message,
  }),
  validate: ({ addReviewerEmails, replaceReviewers }) => {
    const added = addReviewerEmails ?? [];
    const replaced = replaceReviewers ?? [];
    if (added.length + replaced.length === 0)
      throw new InvalidInput(
        'addReviewerEmails',
        'expected a reviewer here or in replaceReviewers; nobody can be removed',
      );
    const removedEmails = replaced.map(({ removedReviewerEmail }) => removedReviewerEmail);
    checkDistinct(removedEmails, (index) => `replaceReviewers.${index}.removedReviewerEmail`);
    const addedEmails = replaced.map(({ addedReviewerEmail }) => addedReviewerEmail);
    checkDistinct([...addedEmails, ...added], (index) =>
      index < addedEmails.length
        ? `replaceReviewers.${index}.addedReviewerEmail`
        : `addReviewerEmails.${index - addedEmails.length}`,
    );
  },
});

export const approvalWrites = [
  startFileApproval,
  approveFileApproval,
  declineFileApproval,
  cancelFileApproval,
  commentOnFileApproval,
  reassignFileApproval,
];

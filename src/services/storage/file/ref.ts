/** Arguments that name a file, or what belongs to it by a compound key. */
import { type KeyPart, refInput } from '../../../engine/schema/field/ref-input.ts';
import { wellKnownFile } from './id.ts';
import {
  AccessProposal,
  File,
  FileApproval,
  FileComment,
  FileReply,
  FilePermission,
  FileRevision,
} from '../resources.ts';
import type { IdSpec } from '../../../engine/schema/write/write-spec.ts';

/** The part `fileId` of compound keys and of inserts below a file. */
export const filePart: KeyPart = {
  description:
    'The file: a global id, a Google Drive id, or `root` for the root folder of My Drive.',
  resource: File,
  wellKnown: wellKnownFile,
};

const commentParts = {
  fileId: filePart,
  commentId: { description: 'The Google Drive id of the comment, the field `commentId`.' },
};

export const FileCommentRef = refInput(FileComment, commentParts);

export const FileReplyRef = refInput(FileReply, {
  ...commentParts,
  replyId: { description: 'The Google Drive id of the reply, the field `replyId`.' },
});

export const FileRevisionRef = refInput(FileRevision, {
  fileId: filePart,
  revisionId: { description: 'The Google Drive id of the revision, the field `revisionId`.' },
});

/** The part `fileId` of permissions, which shared drives have as well. */
export const sharedPart: KeyPart = {
  ...filePart,
  description:
    'The file, folder or shared drive: a global id, a Google Drive id, or `root` for the root folder of My Drive.',
};

export const FilePermissionRef = refInput(FilePermission, {
  fileId: sharedPart,
  permissionId: { description: 'The Google Drive id of the permission, the field `permissionId`.' },
});

export const AccessProposalRef = refInput(AccessProposal, {
  fileId: filePart,
  proposalId: {
    description: 'The Google Drive id of the access proposal, the field `proposalId`.',
  },
});

export const FileApprovalRef = refInput(FileApproval, {
  fileId: filePart,
  approvalId: { description: 'The Google Drive id of the approval, the field `approvalId`.' },
});

/** The argument `id`. @param role of the file in the write, for the description */
export const fileArgument = (role: string): IdSpec => ({
  argument: 'id',
  description: `${role}: a global id, a Google Drive id, or \`root\` for the root folder of My Drive. \`root\` costs one more call.`,
  wellKnown: wellKnownFile,
});

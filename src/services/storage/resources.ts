/** The resources of Google Drive: how entities are named, and how they are read. */
import type { drive_v3 } from '@googleapis/drive';
import { resource } from '../../engine/schema/field/field-factory.ts';
import {
  about,
  accessproposals,
  approvals,
  apps,
  comments,
  drives,
  files,
  operations,
  permissions,
  replies,
  revisions,
} from './operations.ts';

/** Required to read files on shared drives. */
export const allDrives = { supportsAllDrives: true } as const;

/** Required to list files on shared drives. */
export const includeAllDrives = { ...allDrives, includeItemsFromAllDrives: true } as const;

export const File = resource<drive_v3.Schema$File>({
  name: 'File',
  key: ['fileId'],
  read: { kind: 'single', operation: files.get },
  choiceParameter: 'includeLabels',
  fixed: allDrives,
  // The root folder of a shared drive has the id of the drive.
  sameKeyAs: 'SharedDrive',
});

/** Google Drive takes no `If-Match`: the gateway compares the version of a file. */
export const versionCondition = { setting: 'ifVersion', path: 'version' } as const;

/** One for each caller, so that it has no key. */
export const DriveAccount = resource<drive_v3.Schema$About>({
  name: 'DriveAccount',
  key: [],
  read: { kind: 'single', operation: about.get },
});

export const AccessProposal = resource<drive_v3.Schema$AccessProposal>({
  name: 'AccessProposal',
  key: ['fileId', 'proposalId'],
  read: { kind: 'single', operation: accessproposals.get, idPath: 'proposalId' },
});

export const DriveApp = resource<drive_v3.Schema$App>({
  name: 'DriveApp',
  key: ['appId'],
  read: { kind: 'single', operation: apps.get },
});

export const FileApproval = resource<drive_v3.Schema$Approval>({
  name: 'FileApproval',
  key: ['fileId', 'approvalId'],
  read: { kind: 'single', operation: approvals.get, idPath: 'approvalId' },
});

/** Deleted comments are read, too: lists show them on request. */
const withDeleted = { includeDeleted: true } as const;

export const FileComment = resource<drive_v3.Schema$Comment>({
  name: 'FileComment',
  key: ['fileId', 'commentId'],
  read: { kind: 'single', operation: comments.get },
  fixed: withDeleted,
});

export const FileReply = resource<drive_v3.Schema$Reply>({
  name: 'FileReply',
  key: ['fileId', 'commentId', 'replyId'],
  read: { kind: 'single', operation: replies.get },
  fixed: withDeleted,
});

export const FileLabel = resource<drive_v3.Schema$Label>({
  name: 'FileLabel',
  key: ['fileId', 'labelId'],
  read: { kind: 'unreadable', operation: files.listLabels },
});

export const LongRunningOperation = resource<drive_v3.Schema$Operation>({
  name: 'LongRunningOperation',
  key: ['name'],
  read: { kind: 'single', operation: operations.get, idPath: 'name' },
});

/** The parts of `response` that `files.download` documents. */
interface DownloadResponse {
  readonly downloadUri?: string;
  readonly partialDownloadAllowed?: boolean;
}

export const responseOf = ({ response }: drive_v3.Schema$Operation): DownloadResponse | undefined =>
  (response as DownloadResponse | null | undefined) ?? undefined;

/** @returns the URL of the result of an operation; undefined for one that runs or has failed */
export function resultUriOf(operation: drive_v3.Schema$Operation): string | undefined {
  const uri: unknown = responseOf(operation)?.downloadUri;
  return typeof uri === 'string' ? uri : undefined;
}

/** The paths that show whether an operation has ended. */
export const endPaths = ['done', 'error', 'response'] as const;

/**
 * An operation with a result or an error has ended: Google Drive can leave out `done`
 * (googleworkspace/cli#907, 2026).
 */
export const hasEnded = ({ done, error, response }: drive_v3.Schema$Operation): boolean =>
  done === true || error != null || response != null;

export const FilePermission = resource<drive_v3.Schema$Permission>({
  name: 'FilePermission',
  key: ['fileId', 'permissionId'],
  read: { kind: 'single', operation: permissions.get },
  variantParameters: ['useDomainAdminAccess'],
  fixed: allDrives,
});

export const FileRevision = resource<drive_v3.Schema$Revision>({
  name: 'FileRevision',
  key: ['fileId', 'revisionId'],
  read: { kind: 'single', operation: revisions.get },
});

export const SharedDrive = resource<drive_v3.Schema$Drive>({
  name: 'SharedDrive',
  key: ['driveId'],
  read: { kind: 'single', operation: drives.get },
  variantParameters: ['useDomainAdminAccess'],
});

export const storageResources = [
  AccessProposal,
  DriveAccount,
  DriveApp,
  File,
  FileApproval,
  FileComment,
  FileLabel,
  FilePermission,
  FileReply,
  FileRevision,
  LongRunningOperation,
  SharedDrive,
];

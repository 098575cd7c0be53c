/** The data of the storage service: files, shared drives, and generated ids. */
import type { Bytes } from '../bytes.ts';
import type { FileResponse } from '../http/file-response.ts';
import type { Simulation } from '../simulation.ts';
import type { FileSpace } from './file/space.ts';
import type { DriveChannels } from './watch/watch-channel.ts';
import type { ApprovalEntity } from './approval/entity.ts';
import type { FileCommentEntity } from './comment/entity.ts';

/** In ascending order. `fileOrganizer` and `organizer` exist on shared drives, `owner` does not. */
export const roles = [
  'reader',
  'commenter',
  'writer',
  'fileOrganizer',
  'organizer',
  'owner',
] as const;

/** The rights of a person on a file. */
export type FileRole = (typeof roles)[number];

/** Who gets a permission. */
export type GranteeType = 'user' | 'group' | 'domain' | 'anyone';

/** A permission on a file, a folder or a whole shared drive. */
export interface FileGrant {
  /** Equal on all files for the same person, group or domain. */
  readonly id: string;
  readonly type: GranteeType;
  role: FileRole;
  /** For users and groups. */
  readonly email?: string;
  readonly domain?: string;
  /** For `domain` and `anyone`: whether the file can be found by searching. */
  discoverable?: boolean;
  /** RFC 3339; when the permission was given. */
  readonly since: string;
  /** RFC 3339; when the permission ends. */
  expirationTime?: string;
  /** Set for a person who has been asked to become the owner. */
  pendingOwner?: true;
  /** Set for permissions on the published document, which give no access to the file itself. */
  view?: 'published';
  /** As it was written, without an effect. */
  inheritedPermissionsDisabled?: boolean;
}

/** Checksums of bytes, hexadecimal. */
export interface Checksums {
  readonly md5Checksum: string;
  readonly sha1Checksum: string;
  readonly sha256Checksum: string;
}

/** The stored properties of the bytes of a file. */
export interface ContentMetadata extends Checksums {
  /** Bytes. */
  readonly size: number;
  readonly headRevisionId: string;
}

/** A version of the content of a file. */
export interface RevisionEntity {
  /** Documents have numbers, other files texts of 44 characters. */
  readonly id: string;
  readonly mimeType: string;
  readonly modifiedTime: string;
  /** E-mail address. */
  readonly modifiedBy: string;
  /** Absent for documents. */
  readonly content?: ContentMetadata;
  /** Absent for documents. */
  readonly bytes?: Bytes;
  /** The name of the uploaded file. */
  readonly originalFilename?: string;
  /** The fields that `revisions.update` has written. */
  options: {
    keepForever?: boolean;
    published?: boolean;
    publishAuto?: boolean;
    publishedOutsideDomain?: boolean;
  };
}

/** The values of a field of a label on a file, as text; those of users are e-mail addresses. */
type LabelValues = readonly string[];

/** Fields of a file that are returned as they were written. */
export interface FileFields {
  name: string;
  mimeType: string;
  properties?: Record<string, string>;
  appProperties?: Record<string, string>;
  [field: string]: unknown;
}

/** The request of a person for access to a file. */
export interface AccessProposalEntity {
  readonly id: string;
  /** E-mail address. */
  readonly requester: string;
  /** E-mail address of the person who would get access. */
  readonly recipient: string;
  readonly roles: readonly FileRole[];
  readonly message?: string;
  readonly createTime: string;
}

/** A file, a folder or a shortcut. */
export interface FileEntity {
  readonly id: string;
  fields: FileFields;
  /** The id of the folder; absent for the root folders of people and shared drives. */
  parent?: string;
  /** The id of the shared drive that contains the file. */
  driveId?: string;
  /** E-mail address; absent in shared drives. */
  owner?: string;
  grants: FileGrant[];
  readonly createdTime: string;
  modifiedTime: string;
  modifiedBy: string;
  /** Set if the file itself was trashed, absent if only a folder above it was. */
  trash?: { readonly by: string; readonly at: string };
  /** E-mail addresses. */
  readonly starredBy: Set<string>;
  /** By e-mail address: when the person last opened the file. */
  readonly viewedAt: Map<string, string>;
  version: number;
  /** The content of the newest revision; absent for folders, shortcuts and documents. */
  content?: ContentMetadata;
  /** The revisions, oldest first; empty for folders and shortcuts. */
  readonly history: RevisionEntity[];
  /** By label id: the values of its fields, by field id. */
  readonly labels: Map<string, ReadonlyMap<string, LabelValues>>;
  /** Set if the security update of 2021 applies to the links of the file. */
  readonly needsResourceKey?: true;
  /** Set if the service has identified the content as malware or spam. */
  readonly isAbusive?: true;
  /** The size in bytes that the exports of a document have. Default: that of their text. */
  readonly exportSize?: number;
  /** The text that full-text search finds. */
  text?: string;
  /** The thumbnail of an app; the image in Base64. */
  thumbnail?: { readonly image?: string; readonly mimeType?: string };
  /** For shortcuts. */
  readonly targetId?: string;
  /** Oldest first. */
  readonly comments: FileCommentEntity[];
  /** Requests of access, oldest first. */
  readonly proposals: AccessProposalEntity[];
  /** Oldest first. */
  readonly approvals: ApprovalEntity[];
}

/** The restrictions of a shared drive. */
export interface DriveRestrictions {
  adminManagedRestrictions: boolean;
  copyRequiresWriterPermission: boolean;
  domainUsersOnly: boolean;
  driveMembersOnly: boolean;
  sharingFoldersRequiresOrganizerPermission: boolean;
  downloadRestriction: { restrictedForReaders: boolean; restrictedForWriters: boolean };
}

/** A shared drive. */
export interface DriveEntity {
  readonly id: string;
  name: string;
  readonly createdTime: string;
  /** E-mail addresses. */
  readonly hiddenBy: Set<string>;
  colorRgb: string;
  /** The theme that color and background image are from. */
  themeId?: string;
  /** The file that the background image is from, with its part. */
  backgroundImageFile?: Readonly<Record<string, unknown>>;
  readonly restrictions: DriveRestrictions;
  /** The number of changes. */
  sequence: number;
}

/** A person's claim on an id of `files.generateIds`. */
interface GeneratedId {
  readonly email: string;
  readonly type: 'files' | 'shortcuts' | 'used';
  readonly space: FileSpace;
}

/** How later calls of `files.download` end. */
export interface DownloadSettings {
  /** Simulated milliseconds. Default: until the first `operations.get`. */
  readonly ms?: number;
  /** A `google.rpc.Status`. Default: they succeed. */
  readonly error?: { readonly code: number; readonly message: string };
  /** Whether the answer has the result at once, and neither name nor `done`. Default: false. */
  readonly unnamed?: boolean;
}

/** What the reports about Drive do not agree on, and states of accounts. */
export interface StorageModel {
  /** The reason with which a full storage rejects content. Default: the storage is not full. */
  readonly fullStorage?: 'quotaExceeded' | 'storageQuotaExceeded';
  /** Whether e-mails about new permissions cannot be delivered. */
  readonly undeliverable?: boolean;
  /** Whether only the last of the permission writes of a file that overlap takes effect. */
  readonly lastPermissionWins?: boolean;
  /** The reason of a create or copy with the id of a file. Default: `conflict`. */
  readonly usedIdReason?: 'conflict' | 'fileIdInUse';
  /** Whether nobody can start an approval, as without an eligible edition of Workspace. */
  readonly withoutApprovals?: boolean;
}

/** A long-running operation of `files.download`. */
export interface OperationEntity {
  readonly name: string;
  /** E-mail address of the caller. */
  readonly email: string;
  readonly content: FileResponse;
  /** The address of the sandbox. */
  readonly origin: string;
  /** Simulated time in milliseconds. Default: the first `operations.get`. */
  readonly doneAt?: number;
  readonly error?: DownloadSettings['error'];
}

/** Permission writes of a file that overlap. */
interface PermissionWrites {
  /** The number of those that are not answered. */
  open: number;
  /** Whether more than one was open at a time. */
  overlap: boolean;
  /** The permissions before the first of them. */
  readonly before: readonly FileGrant[];
}

/** All data of the storage service. */
export interface StorageState {
  readonly files: Map<string, FileEntity>;
  /** The root folder of a shared drive has the drive's id; its grants are the members. */
  readonly drives: Map<string, DriveEntity>;
  /** By e-mail address: the id of the root folder of the person. */
  readonly roots: Map<string, string>;
  /** By e-mail address: the id of the folder for the data of the app. */
  readonly appRoots: Map<string, string>;
  /** By name. */
  readonly operations: Map<string, OperationEntity>;
  downloads: DownloadSettings;
  model: StorageModel;
  /** By file id: the permission writes that have begun and are not answered. */
  readonly permissionWrites: Map<string, PermissionWrites>;
  /** By id. */
  readonly generated: Map<string, GeneratedId>;
  readonly channels: DriveChannels;
}

/** The stored data of the storage service. */
export const storageState = (simulation: Simulation): StorageState =>
  simulation.state('storage') as StorageState;

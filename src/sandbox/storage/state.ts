/** What the storage service keeps: files, shared drives, and the ids that were handed out for files to come. */
import type { Simulation } from '../simulation.ts';

/** From least to most. `organizer` and `fileOrganizer` exist on shared drives alone, `owner` outside them. */
export const roles = [
  'reader',
  'commenter',
  'writer',
  'fileOrganizer',
  'organizer',
  'owner',
] as const;

export type FileRole = (typeof roles)[number];

/** What somebody was given on one file or folder, or on a whole shared drive. */
export interface Grant {
  readonly type: 'user' | 'group' | 'domain' | 'anyone';
  readonly role: FileRole;
  /** Of a user or a group. */
  readonly email?: string;
  readonly domain?: string;
  /** Of `domain` and `anyone`: whether a search finds the file. */
  readonly discoverable?: boolean;
  /** When it was given. */
  readonly since: string;
}

/** Bytes as far as their description goes. */
export interface ContentMetadata {
  readonly size: number;
  readonly md5Checksum: string;
  readonly sha1Checksum: string;
  readonly sha256Checksum: string;
  readonly headRevisionId: string;
}

/** Fields that are answered as they were written. */
export interface Fields {
  name: string;
  mimeType: string;
  properties?: Record<string, string>;
  appProperties?: Record<string, string>;
  [field: string]: unknown;
}

export interface StoredFile {
  readonly id: string;
  fields: Fields;
  /** Absent: the top of somebody's drive or of a shared drive. */
  parent?: string;
  /** The shared drive it lies in. */
  driveId?: string;
  /** Absent in a shared drive. */
  owner?: string;
  grants: Grant[];
  readonly createdTime: string;
  modifiedTime: string;
  modifiedBy: string;
  /** Present: thrown away itself, not just lying in a folder that was. */
  trash?: { readonly by: string; readonly at: string };
  readonly starredBy: Set<string>;
  /** By e-mail, when each person last opened it. */
  readonly viewedAt: Map<string, string>;
  version: number;
  readonly content?: ContentMetadata;
  /** Text that a search in the contents finds. */
  text?: string;
  readonly targetId?: string;
}

export interface SharedDrive {
  readonly id: string;
  readonly name: string;
  readonly createdTime: string;
  readonly hiddenBy: Set<string>;
}

export interface StorageState {
  readonly files: Map<string, StoredFile>;
  /** The folder at the top of each has the drive's id; its grants are the members. */
  readonly drives: Map<string, SharedDrive>;
  /** By e-mail, the top of each person's drive. */
  readonly roots: Map<string, string>;
  /** Ids that `files.generateIds` gave out, with what they are still good for. */
  readonly generated: Map<
    string,
    { readonly email: string; readonly type: 'files' | 'shortcuts' | 'used' }
  >;
}

export const storageState = (simulation: Simulation): StorageState =>
  simulation.state('storage') as StorageState;

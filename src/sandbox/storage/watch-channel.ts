/** The stored notification channels, and the changes that lists and channels are about. */
import type { FileSpace } from './file-space.ts';

/** The changes that a list or a channel is about. */
export interface ChangeFilter {
  /** E-mail address. */
  readonly person: string;
  /** The only shared drive; undefined for the changes of the person. */
  readonly driveId?: string;
  readonly includesSharedDrives: boolean;
  readonly onlyMyDrive: boolean;
  readonly spaces: ReadonlySet<FileSpace>;
}

/** What a channel watches: one file, or the changes of a list. */
export type WatchedResource =
  | { readonly fileId: string; readonly changes?: undefined }
  | { readonly fileId?: undefined; readonly changes: ChangeFilter };

/** A notification channel. */
export interface WatchChannelEntity {
  /** Chosen by the client. */
  readonly id: string;
  readonly resourceId: string;
  readonly resourceUri: string;
  /** The URL that notifications are sent to. */
  readonly address: string;
  /** Sent with each notification. */
  readonly token?: string;
  /** Milliseconds since 1970. */
  readonly expiration: number;
  /** E-mail address of the person who opened the channel. */
  readonly person: string;
  readonly watched: WatchedResource;
  /** The number of the last notification. */
  sequence: number;
}

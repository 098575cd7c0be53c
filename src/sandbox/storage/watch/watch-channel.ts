/** The resources that notification channels watch, and the filter of changes. */
import type { NotificationChannels } from '../../notification-channel.ts';
import type { FileSpace } from '../file/space.ts';

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

/** The resource that a channel watches: one file, or the changes of a list. */
export type WatchedResource =
  | { readonly fileId: string; readonly changes?: undefined }
  | { readonly fileId?: undefined; readonly changes: ChangeFilter };

/** The open notification channels, by id. */
export type DriveChannels = NotificationChannels<WatchedResource>;

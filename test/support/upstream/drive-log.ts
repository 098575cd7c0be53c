/** Google Drive's log of changes, files and watch channels, for clients that follow the changes. */
import { channelCalls } from '../../../src/engine/feed/watch/channel-calls.ts';
import { entityVersions } from '../../../src/engine/feed/source/entity-versions.ts';
import type { FeedSource } from '../../../src/engine/feed/source/source.ts';
import { syncTokenList } from '../../../src/engine/feed/source/sync-token-list.ts';
import type { ChannelNotification } from '../../../src/engine/feed/watch/watch-channel.ts';
import { changes, channels, files } from '../../../src/services/storage/operations.ts';
import { type FeedAnswer, type FeedHandler, rejected } from '../feed/feed-harness.ts';

export interface DriveFile {
  readonly id: string;
  readonly parents: readonly string[];
  readonly version: string;
}

interface DriveChange {
  /** Place in the log. */
  readonly number: number;
  readonly fileId: string;
}

interface OpenChannel extends ChannelNotification {
  readonly expiresAt: number;
  /** The watched file; undefined: all changes. */
  readonly fileId: string | undefined;
}

/** The body of a request for a channel, and of one that stops it. */
interface ChannelBody {
  readonly id: string;
  readonly token: string;
  readonly expiration: string;
  readonly resourceId: string;
}

/** The source of the changes, as the schema makes it. @param pageSize default: 1,000 */
export function changeSource(pageSize?: number): FeedSource {
  const start = {
    operation: changes.getStartPageToken,
    args: { supportsAllDrives: true },
    field: 'startPageToken',
  };
  return syncTokenList(
    changes.list,
    { supportsAllDrives: true, includeItemsFromAllDrives: true },
    {
      start,
      intervalMs: 10_000,
      minimumPath: 'fileId',
      wholeFields: '*',
      ...(pageSize !== undefined && { pageSize }),
      watch: channelCalls({
        watch: changes.watch,
        stop: channels.stop,
        args: async (execution) => {
          const answer = await execution.send(changes.getStartPageToken, start.args);
          return { pageToken: answer.startPageToken };
        },
      }),
    },
  );
}

/** The source of the versions of one file, as the schema makes it. */
export const fileSource = (fileId: string): FeedSource =>
  entityVersions({
    operation: files.get,
    args: { fileId },
    version: 'version',
    intervalMs: 10_000,
    owner: { type: 'File', id: fileId },
    toItem: (file) => ({ id: fileId, file }),
    watch: channelCalls({
      watch: files.watch,
      stop: channels.stop,
      args: async () => ({ fileId }),
    }),
  });

/** When a change happened. @param number its place in the log */
export const timeOf = (number: number): string => new Date(number * 1_000).toISOString();

/** A user's drive. */
export class DriveLog {
  readonly files = new Map<string, DriveFile>();
  readonly channels = new Map<string, OpenChannel>();
  pageSize = 3;
  /** How an expired page token is rejected. */
  tooOld: FeedAnswer = rejected(410, 'expired');
  /** Called for each notification that the service sends. */
  onNotify: (notification: ChannelNotification) => void = () => {};
  readonly #log: DriveChange[] = [];
  #count = 0;
  #oldest = 0;

  put(id: string, ...parents: readonly string[]): void {
    this.files.set(id, { id, parents, version: String(this.#count + 1) });
    this.#change(id);
  }

  delete(id: string): void {
    this.files.delete(id);
    this.#change(id);
  }

  /** Expires all page tokens returned so far. */
  expireTokens(): void {
    this.#oldest = this.#count += 1;
  }

  /** Versions by id of the files in a folder. */
  in(folder: string): ReadonlyMap<string, string> {
    const found = [...this.files.values()].filter(({ parents }) => parents.includes(folder));
    return new Map(found.map(({ id, version }) => [id, version]));
  }

  readonly answer: FeedHandler = ({ path, query, body, at }): FeedAnswer => {
    const name = path.replace('/drive/v3/', '');
    if (name === 'changes/startPageToken') return { body: { startPageToken: `at ${this.#count}` } };
    if (name === 'changes') return this.#list(query.get('pageToken')!);
    if (name === 'channels/stop') return this.#stop(body as ChannelBody);
    const [, fileId] = name.split('/');
    if (name.endsWith('/watch'))
      return this.#watch(body as ChannelBody, at, name.startsWith('files/') ? fileId : undefined);
    const file = this.files.get(fileId!);
    return file ? { body: file } : rejected(404, 'notFound', 'fileId');
  };

  #list(token: string): FeedAnswer {
    const [, from] = token.split(' ').map(Number) as [number, number];
    if (from < this.#oldest) return this.tooOld;
    const newer = this.#log.filter(({ number }) => number > from);
    const found = newer.slice(0, this.pageSize);
    const next =
      found.length < newer.length
        ? { nextPageToken: `page ${found.at(-1)!.number}` }
        : { newStartPageToken: `at ${this.#count}` };
    const items = found.map(({ number, fileId }) => {
      const file = this.files.get(fileId);
      return {
        changeType: 'file',
        fileId,
        time: timeOf(number),
        removed: file === undefined,
        file,
      };
    });
    return { body: { changes: items, ...next } };
  }

  #watch({ id, token, expiration }: ChannelBody, at: number, fileId?: string): FeedAnswer {
    const expiresAt = Math.min(Number(expiration), at + 3_600_000);
    const resourceId = `resource-${fileId ?? 'changes'}`;
    this.channels.set(id, {
      channelId: id,
      token,
      resourceId,
      messageNumber: 1,
      expiresAt,
      fileId,
    });
    return { body: { id, resourceId, expiration: String(expiresAt) } };
  }

  #stop({ id, resourceId }: ChannelBody): FeedAnswer {
    if (this.channels.get(id)?.resourceId !== resourceId) return rejected(404, 'notFound');
    this.channels.delete(id);
    return { status: 204 };
  }

  #change(fileId: string): void {
    const number = (this.#count += 1);
    const before = this.#log.findIndex((change) => change.fileId === fileId);
    if (before >= 0) this.#log.splice(before, 1);
    this.#log.push({ number, fileId });
    for (const [id, channel] of this.channels) {
      if (channel.fileId !== undefined && channel.fileId !== fileId) continue;
      const next = { ...channel, messageNumber: channel.messageNumber + 1 };
      this.channels.set(id, next);
      this.onNotify(next);
    }
  }
}

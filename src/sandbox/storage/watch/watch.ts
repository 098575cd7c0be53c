/** `changes.watch`, `files.watch` and `channels.stop`, and the notifications of channels. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import {
  type NotificationChannel,
  notifyChannel,
  openChannel,
  stopChannel,
} from '../../notification-channel.ts';
import { stableId } from '../../random.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour } from '../../time.ts';
import { findFile } from '../permission/access.ts';
import { changeFilter, meaningOf } from '../change/filter.ts';
import { changeLogOf, type LogEntry } from '../change/log.ts';
import { changePosition } from '../change/position.ts';
import type { WatchedResource } from './watch-channel.ts';
import { checkPermissionView } from '../file/file.ts';
import { storageState } from '../state.ts';

const apiUrl = 'https://www.googleapis.com/drive/v3';

/** @param uri the path of the resource */
function openWatchChannel(
  call: ApiCall,
  uri: string,
  maxMs: number,
  watched: WatchedResource,
): object {
  const { channels } = storageState(call.simulation);
  const lifetime = { defaultMs: hour, maxMs };
  const resourceId = stableId(`resource ${uri} of ${call.user.email}`, 27);
  return openChannel(call, channels, lifetime, { resourceId, resourceUri: apiUrl + uri, watched });
}

/** `changes.watch`: for at most a week. */
export const watchChanges: Handler = (call) => {
  checkPermissionView(call);
  const changes = changeFilter(call);
  changePosition(call, changes.driveId);
  const { driveId } = changes;
  const uri = `/changes${driveId === undefined ? '' : `?driveId=${driveId}`}`;
  return openWatchChannel(call, uri, 7 * day, { changes });
};

/** `files.watch`: for at most a day. */
export const watchFile: Handler = (call) => {
  checkPermissionView(call);
  const { id } = findFile(call, call.path['fileId']!);
  return openWatchChannel(call, `/files/${id}`, day, { fileId: id });
};

/** `channels.stop`. */
export const stopWatchChannel: Handler = (call) =>
  stopChannel(call, storageState(call.simulation).channels);

/** The state of the notification of a change, for a channel that watches the file. */
function fileStateOf(person: string, { before, after }: LogEntry): string | undefined {
  const [saw, sees] = [before, after].map((file) => file?.people.has(person) ?? false);
  if (!sees) return saw ? 'remove' : undefined;
  if (!saw) return 'add';
  if (before!.isTrashed !== after!.isTrashed) return after!.isTrashed ? 'trash' : 'untrash';
  return 'update';
}

/** Whether a folder gains or loses the file. */
const changesChildren = (folder: string, { before, after }: LogEntry): boolean =>
  before?.parent !== after?.parent && [before?.parent, after?.parent].includes(folder);

function notifyOfFile(
  simulation: Simulation,
  channel: NotificationChannel<WatchedResource>,
  fileId: string,
  entries: readonly LogEntry[],
): void {
  const own = entries.find(({ kind, id }) => kind === 'file' && id === fileId);
  const state = own && fileStateOf(channel.person, own);
  const children = entries.some((entry) => changesChildren(fileId, entry)) ? ['children'] : [];
  if (state) notifyChannel(simulation, channel, state, [...own.changed, ...children]);
  else if (children.length > 0) notifyChannel(simulation, channel, 'update', children);
}

/** Writes the changes since the last call to the log, and notifies the channels of them. */
export function recordChanges(simulation: Simulation): void {
  const state = storageState(simulation);
  const entries = changeLogOf(simulation).record(state, simulation.now().toISOString());
  if (entries.length === 0) return;
  for (const channel of state.channels.values()) {
    const { changes, fileId } = channel.watched;
    if (fileId !== undefined) notifyOfFile(simulation, channel, fileId, entries);
    else if (entries.some((entry) => meaningOf(changes, entry) !== undefined))
      notifyChannel(simulation, channel, 'change');
  }
}

/** `changes.watch`, `files.watch` and `channels.stop`, and the notifications of channels. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { checkChannel } from '../channel-request.ts';
import { stableId } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import { day } from '../time.ts';
import { findFile } from './access.ts';
import { changeFilter, meaningOf } from './change-filter.ts';
import { changeLogOf, type LogEntry } from './change-log.ts';
import { changePosition } from './change-position.ts';
import type { WatchChannelEntity, WatchedResource } from './watch-channel.ts';
import { checkPermissionView } from './file.ts';
import { storageState } from './state.ts';

const apiUrl = 'https://www.googleapis.com/drive/v3';

/** Opens a channel and sends its first notification, `sync`. */
function openChannel(
  call: ApiCall,
  { uri, maxMs }: { readonly uri: string; readonly maxMs: number },
  watched: WatchedResource,
): object {
  const { simulation, user } = call;
  const { channels } = storageState(simulation);
  const channel: WatchChannelEntity = {
    ...checkChannel(call, channels, maxMs),
    resourceId: stableId(`resource ${uri} of ${user.email}`, 27),
    resourceUri: apiUrl + uri,
    person: user.email,
    watched,
    sequence: 0,
  };
  const { id, resourceId, resourceUri, token, expiration } = channel;
  channels.set(id, channel);
  simulation.clock.after(expiration - simulation.now().getTime(), () => {
    if (channels.get(id) === channel) channels.delete(id);
  });
  notify(simulation, channel, 'sync');
  return {
    kind: 'api#channel',
    id,
    resourceId,
    resourceUri,
    ...(token && { token }),
    expiration: `${expiration}`,
  };
}

/** @param changed the value of the header `X-Goog-Changed`; empty without it */
function notify(
  { notifications }: Simulation,
  channel: WatchChannelEntity,
  state: string,
  changed: readonly string[] = [],
): void {
  channel.sequence += 1;
  notifications.send({
    address: channel.address,
    headers: {
      'x-goog-channel-id': channel.id,
      'x-goog-channel-expiration': new Date(channel.expiration).toUTCString(),
      'x-goog-message-number': `${channel.sequence}`,
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-state': state,
      'x-goog-resource-uri': channel.resourceUri,
      ...(channel.token && { 'x-goog-channel-token': channel.token }),
      ...(changed.length > 0 && { 'x-goog-changed': changed.join(',') }),
    },
  });
}

/** `changes.watch`: for at most a week. */
export const watchChanges: Handler = (call) => {
  checkPermissionView(call);
  const changes = changeFilter(call);
  changePosition(call, changes.driveId);
  const { driveId } = changes;
  const uri = `/changes${driveId === undefined ? '' : `?driveId=${driveId}`}`;
  return openChannel(call, { uri, maxMs: 7 * day }, { changes });
};

/** `files.watch`: for at most a day. */
export const watchFile: Handler = (call) => {
  checkPermissionView(call);
  const { id } = findFile(call, call.path['fileId']!);
  return openChannel(call, { uri: `/files/${id}`, maxMs: day }, { fileId: id });
};

/** `channels.stop`, for the person who opened the channel. */
export const stopChannel: Handler = ({ simulation, user, body }) => {
  const { channels } = storageState(simulation);
  const { id, resourceId } = body as { readonly id: string; readonly resourceId: string };
  const channel = channels.get(id);
  if (channel?.resourceId !== resourceId || channel.person !== user.email)
    throw new ApiError(404, 'notFound', {
      message: `Channel '${id}' not found`,
      location: 'id',
      locationType: 'other',
    });
  channels.delete(id);
  return undefined;
};

/** What a change means for a channel that watches the file: the state of its notification. */
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
  channel: WatchChannelEntity,
  fileId: string,
  entries: readonly LogEntry[],
): void {
  const own = entries.find(({ kind, id }) => kind === 'file' && id === fileId);
  const state = own && fileStateOf(channel.person, own);
  const children = entries.some((entry) => changesChildren(fileId, entry)) ? ['children'] : [];
  if (state) notify(simulation, channel, state, [...own.changed, ...children]);
  else if (children.length > 0) notify(simulation, channel, 'update', children);
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
      notify(simulation, channel, 'change');
  }
}

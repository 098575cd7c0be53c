/** Notification channels, which Drive and Calendar share: open, notify, stop, expire. */
import { ApiError } from './http/api-error.ts';
import { type ChannelLifetime, checkChannel } from './channel-request.ts';
import type { ApiCall } from './call/handler.ts';
import type { Simulation } from './simulation.ts';

/** An open channel. `Watched` describes what it watches, in the terms of its service. */
export interface NotificationChannel<Watched> {
  /** Chosen by the client. */
  readonly id: string;
  /** Equal for all channels of the person that watch the resource. */
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
  readonly watched: Watched;
  /** The number of the last notification. */
  sequence: number;
}

/** The open channels of a service, by id. */
export type NotificationChannels<Watched> = Map<string, NotificationChannel<Watched>>;

/** The resource of a new channel. */
interface ChannelResource<Watched> {
  readonly resourceId: string;
  readonly resourceUri: string;
  readonly watched: Watched;
}

/**
 * Opens a channel and sends its first notification, `sync`.
 * @returns the response
 * @throws ApiError 400
 */
export function openChannel<Watched>(
  call: ApiCall,
  channels: NotificationChannels<Watched>,
  lifetime: ChannelLifetime,
  resource: ChannelResource<Watched>,
): object {
  const { simulation, user } = call;
  const request = checkChannel(call, channels, lifetime);
  const channel = { ...request, ...resource, person: user.email, sequence: 0 };
  addChannel(simulation, channels, channel);
  notifyChannel(simulation, channel, 'sync');
  const { id, resourceId, resourceUri, token, expiration } = channel;
  return {
    kind: 'api#channel',
    id,
    resourceId,
    resourceUri,
    ...(token && { token }),
    expiration: `${expiration}`,
  };
}

/** Adds a channel, which the clock removes at its expiration. */
export function addChannel<Watched>(
  { clock }: Simulation,
  channels: NotificationChannels<Watched>,
  channel: NotificationChannel<Watched>,
): void {
  const { id, expiration } = channel;
  channels.set(id, channel);
  clock.after(expiration - clock.now().getTime(), () => {
    if (channels.get(id) === channel) channels.delete(id);
  });
}

/** @param changed the value of the header `X-Goog-Changed`; empty without it */
export function notifyChannel(
  { notifications }: Simulation,
  channel: NotificationChannel<unknown>,
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

/**
 * `channels.stop`, for the person who opened the channel.
 * @throws ApiError 404
 */
export function stopChannel(
  { user, body }: ApiCall,
  channels: NotificationChannels<unknown>,
): undefined {
  const { id, resourceId } = body as { readonly id: string; readonly resourceId: string };
  const channel = channels.get(id);
  if (channel?.resourceId !== resourceId || channel.person !== user.email)
    throw new ApiError(404, 'notFound', {
      message: `Channel '${id}' not found`,
      location: 'id',
      locationType: 'other',
    });
  channels.delete(id);
}

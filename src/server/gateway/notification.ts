/** Receives notifications of watch channels. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ChannelNotification } from '../../engine/feed/watch/watch-channel.ts';
import { HttpError, wrongMethod } from '../error/http-error.ts';

/** Takes a notification. @returns whether it is one of an open channel */
export type NotificationReceiver = (notification: ChannelNotification) => Promise<boolean>;

/**
 * Passes the notification of a watch channel on: a service announces a change by an empty POST
 * whose headers name the channel. The body of the request is not read.
 * @throws HttpError 405 for another method, 404 for a notification that is not believed
 */
export async function receiveNotification(
  { method, headers }: IncomingMessage,
  res: ServerResponse,
  receive: NotificationReceiver,
): Promise<void> {
  if (method !== 'POST') throw wrongMethod('Notifications are sent by POST.', 'POST, OPTIONS');
  const notification = notificationOf(headers);
  if (notification === undefined || !(await receive(notification)))
    throw new HttpError(404, 'NOT_FOUND', 'Not a notification of an open watch channel.');
  res.writeHead(204).end();
}

/** @returns undefined if a header is missing or no number */
function notificationOf(headers: IncomingHttpHeaders): ChannelNotification | undefined {
  const channelId = headers['x-goog-channel-id'];
  const token = headers['x-goog-channel-token'];
  const resourceId = headers['x-goog-resource-id'];
  const number = headers['x-goog-message-number'];
  if (typeof channelId !== 'string' || typeof token !== 'string') return undefined;
  if (typeof resourceId !== 'string' || typeof number !== 'string') return undefined;
  if (!/^\d{1,15}$/.test(number)) return undefined;
  return { channelId, token, resourceId, messageNumber: Number(number) };
}

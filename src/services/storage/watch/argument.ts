/** Body paths of requests for a notification channel. */
export const watchFields = [
  'payload',
  'id',
  'token',
  'expiration',
  'type',
  'address',
  'params.(key)',
] as const;

/**
 * Reasons for which a channel is refused. Source: the push guide of Google Calendar, which has the
 * same channels.
 */
export const watchReasons = ['channelIdNotUnique'] as const;

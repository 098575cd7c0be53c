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

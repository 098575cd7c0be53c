/** Body paths of requests for a notification channel. */
export const watchFields = [
  'address',
  'expiration',
  'id',
  'params.(key)',
  'payload',
  'token',
  'type',
] as const;

/** What a request for a push channel may say. */
export const watchFields = [
  'address',
  'expiration',
  'id',
  'params.(key)',
  'payload',
  'token',
  'type',
] as const;

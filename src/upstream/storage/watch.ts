/** What a request for a push channel may say. */
export const watchFields = [
  'payload',
  'id',
  'token',
  'expiration',
  'type',
  'address',
  'params.(key)',
] as const;

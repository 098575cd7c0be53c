/** Settings for tests with documents of any size: other tests cover the limits of documents. */

/** No limits of documents. */
export const anyDocument = {
  MAX_ALIASES: '10000',
  MAX_DEPTH: '100',
  MAX_TOKENS: '20000',
  MAX_DIRECTIVES: '10000',
  LOG_LEVEL: 'silent',
};

/** No limits of documents, nor of their cost. */
export const anyCost = {
  ...anyDocument,
  MAX_QUERY_CALLS: String(Number.MAX_SAFE_INTEGER),
  MAX_QUERY_UNITS: String(Number.MAX_SAFE_INTEGER),
};

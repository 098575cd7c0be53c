/** Names of OAuth scopes. A short name leaves out the prefix of the API. */

/** @param scope a full name, or a short one */
export const fullName = (prefix: string, scope: string): string =>
  scope.startsWith('https://') ? scope : `${prefix}${scope}`;

/** @param scope a full name */
export const shortName = (prefix: string, scope: string): string =>
  scope.startsWith(prefix) ? scope.slice(prefix.length) : scope;

/** Full and short names of OAuth scopes. Descriptors and tables have the short ones. */
import { api } from '../../api/api.ts';

/** @param scope a full name, or a short one */
export const fullScope = (scope: string): string =>
  scope.startsWith('https://') ? scope : `${api().scopes.prefix}${scope}`;

/** @param scope a full name */
export function shortScope(scope: string): string {
  const { prefix } = api().scopes;
  return scope.startsWith(prefix) ? scope.slice(prefix.length) : scope;
}

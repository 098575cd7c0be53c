/** Names of scopes of the described API. Descriptors and tables have the short ones. */
import { api } from './api.ts';
import { fullName, shortName } from './scope-name.ts';

/** @param scope a full name, or a short one */
export const fullScope = (scope: string): string => fullName(api().scopes.prefix, scope);

/** @param scope a full name */
export const shortScope = (scope: string): string => shortName(api().scopes.prefix, scope);

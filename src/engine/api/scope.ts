/** Names of scopes of the described API. Descriptors and tables have the short ones. */
import type { Api } from './api.ts';
import { fullName, shortName } from './scope-name.ts';

/** @param scope a full name, or a short one */
export const fullScope = ({ scopes }: Api, scope: string): string => fullName(scopes.prefix, scope);

/** @param scope a full name */
export const shortScope = ({ scopes }: Api, scope: string): string =>
  shortName(scopes.prefix, scope);

/** The scopes that users are asked for. */
import { fullScope, scopesByAccess, shortScope } from '../services/shared/scope.ts';
import { type AccountService, signInServices } from './accounts.ts';

export type AccessMode = 'read' | 'write';

export const accessModes: readonly AccessMode[] = ['read', 'write'];

/**
 * What reads is asked for first: a write says what it lacks.
 * @returns the full name of the scope for all of a service
 */
export const scopeFor = (service: AccountService, access: AccessMode): string =>
  fullScope(scopesByAccess[service][access]);

/** @param scope a full or short name. @returns undefined for one of no service */
const serviceOfScope = (scope: string): AccountService | undefined =>
  signInServices.find((service) => shortScope(scope).startsWith(service));

/** The services that some of the scopes belong to. */
export const servicesOf = (scopes: readonly string[]): readonly AccountService[] =>
  signInServices.filter((service) => scopes.some((scope) => serviceOfScope(scope) === service));

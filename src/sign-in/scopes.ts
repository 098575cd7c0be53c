/** The scopes that users are asked for. */
import { fullScope, shortScope } from '../services/shared/scope.ts';
import { type AccountService, signInServices } from './accounts.ts';

export type AccessMode = 'read' | 'write';

export const accessModes: readonly AccessMode[] = ['read', 'write'];

/** Short names. What reads is asked for first: a write says what it lacks. */
const scopesOf: Readonly<Record<AccountService, Readonly<Record<AccessMode, string>>>> = {
  youtube: { read: 'youtube.readonly', write: 'youtube.force-ssl' },
  drive: { read: 'drive.readonly', write: 'drive' },
  calendar: { read: 'calendar.readonly', write: 'calendar' },
};

/** @returns the full name of the scope with which all of a service can be read, or written too */
export const scopeFor = (service: AccountService, access: AccessMode): string =>
  fullScope(scopesOf[service][access]);

/** @param scope a full or short name. @returns undefined for one of no service */
const serviceOfScope = (scope: string): AccountService | undefined =>
  signInServices.find((service) => shortScope(scope).startsWith(service));

/** The services that some of the scopes belong to. */
export const servicesOf = (scopes: readonly string[]): readonly AccountService[] =>
  signInServices.filter((service) => scopes.some((scope) => serviceOfScope(scope) === service));

/** The scopes that users and programs are given, by service. */
import { fullScope, shortScope } from '../services/shared/scope.ts';
<<<<<<< HEAD
import type { tokenHeaders } from '../services/shared/token-header.ts';

/** Services as users see them: YouTube is one. */
export type SignInService = keyof typeof tokenHeaders;
=======
import { type AccountService, signInServices } from './accounts.ts';
>>>>>>> main

export type AccessMode = 'read' | 'write';

export const accesses: readonly Access[] = ['read', 'write'];

/** Short names. What reads is asked for first: a write says what it lacks. */
const scopesOf: Readonly<Record<AccountService, Readonly<Record<AccessMode, string>>>> = {
  youtube: { read: 'youtube.readonly', write: 'youtube.force-ssl' },
  drive: { read: 'drive.readonly', write: 'drive' },
  calendar: { read: 'calendar.readonly', write: 'calendar' },
};

export const signInServices = Object.keys(scopesOf) as readonly SignInService[];

/** @returns the full name of the scope with which all of a service can be read, or written too */
export const scopeFor = (service: AccountService, access: AccessMode): string =>
  fullScope(scopesOf[service][access]);

/** @param scope a full or short name. @returns undefined for one of no service */
const serviceOfScope = (scope: string): AccountService | undefined =>
  signInServices.find((service) => shortScope(scope).startsWith(service));

/** The services that some of the scopes belong to. */
export const servicesOf = (scopes: readonly string[]): readonly AccountService[] =>
  signInServices.filter((service) => scopes.some((scope) => serviceOfScope(scope) === service));

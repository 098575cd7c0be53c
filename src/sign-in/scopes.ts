/** Which of Google's scopes a sign-in or a program is given, by service. */
import { fullScope } from '../services/shared/scope.ts';
import type { tokenHeaders } from '../services/shared/token-header.ts';

/** A service as people sign in to it. */
export type SignInService = keyof typeof tokenHeaders;

/** What may be done there. */
export type Access = 'read' | 'write';

/** The smallest scopes with which all of a service can be read, or used. */
const scopes: Readonly<Record<SignInService, Readonly<Record<Access, string>>>> = {
  youtube: { read: 'youtube.readonly', write: 'youtube.force-ssl' },
  drive: { read: 'drive.readonly', write: 'drive' },
  calendar: { read: 'calendar.readonly', write: 'calendar' },
};

export const signInServices = Object.keys(scopes) as readonly SignInService[];

export const accesses: readonly Access[] = ['read', 'write'];

/** @returns full names */
export const scopesFor = (services: readonly SignInService[], access: Access): string[] =>
  services.map((service) => fullScope(scopes[service][access]));

/** The scopes of sign-ins: those of the services, and those for who the user is. */
import { catalogue } from '../../services/catalogue.ts';
import { fullScope, shortScope } from '../../services/shared/scope.ts';
import { users } from '../user.ts';

/** Google names them so in answers, whatever the request says. */
const aliases: Readonly<Record<string, string>> = {
  email: 'userinfo.email',
  profile: 'userinfo.profile',
};

const identityScopes: ReadonlySet<string> = new Set([
  'openid',
  'userinfo.email',
  'userinfo.profile',
]);

const knownScopes: ReadonlySet<string> = new Set([
  ...identityScopes,
  ...users.flatMap(({ scopes }) => [...scopes]),
  ...[...catalogue.values()].flatMap(({ scopes }) => scopes),
]);

/**
 * Reads a list of scopes. Google adds `openid` to `email` and `profile`, as answers of October 2026
 * show (`scope=email … userinfo.email openid`).
 * @param text separated by spaces; empty for none
 * @returns short forms, each once
 */
export function readScopes(text: string): ReadonlySet<string> {
  const scopes = text
    .split(' ')
    .filter(Boolean)
    .map((scope) => aliases[scope] ?? shortScope(scope));
  return new Set(scopes.some(isIdentityScope) ? [...scopes, 'openid'] : scopes);
}

/** The scopes that no service has. */
export const unknownScopes = (scopes: ReadonlySet<string>): readonly string[] =>
  [...scopes].filter((scope) => !knownScopes.has(scope));

/** Whether a scope is for who the user is. @param scope short form */
export const isIdentityScope = (scope: string): boolean => identityScopes.has(scope);

/**
 * Those that a user can allow one by one: with several scopes beside those for the identity
 * (developers.google.com/identity/protocols/oauth2/resources/granular-permissions, read on 30
 * November 2026).
 * @param scopes short forms
 */
export function optionalScopes(scopes: ReadonlySet<string>): ReadonlySet<string> {
  const others = [...scopes].filter((scope) => !isIdentityScope(scope));
  return new Set(others.length > 1 ? others : []);
}

/** @param scopes short forms @returns full names, separated by spaces */
export const scopeText = (scopes: ReadonlySet<string>): string =>
  [...scopes].map((scope) => (scope === 'openid' ? scope : fullScope(scope))).join(' ');

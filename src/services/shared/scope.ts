/** OAuth scopes of Google. */
import { fullName, shortName } from '../../engine/api/scope-name.ts';

export const scopePrefix = 'https://www.googleapis.com/auth/';

/** @param scope a full name, or the short name that descriptors have */
export const fullScope = (scope: string): string => fullName(scopePrefix, scope);

/** Short names of the scopes with which all of a service can be read, or written too. */
export const scopesByAccess = {
  youtube: { read: 'youtube.readonly', write: 'youtube.force-ssl' },
  drive: { read: 'drive.readonly', write: 'drive' },
  calendar: { read: 'calendar.readonly', write: 'calendar' },
} as const;

/** @returns the full names of these scopes for all services */
export const scopesForAll = (access: 'read' | 'write'): readonly string[] =>
  Object.values(scopesByAccess).map((scopes) => fullScope(scopes[access]));

/** Scopes that cover only some entities: files of the app, own calendars, free times. */
export const partialScopes: ReadonlySet<string> = new Set([
  'calendar.app.created',
  'calendar.events.freebusy',
  'calendar.events.owned',
  'calendar.events.owned.readonly',
  'calendar.events.public.readonly',
  'calendar.freebusy',
  'drive.appdata',
  'drive.file',
  'drive.meet.readonly',
  'drive.photos.readonly',
  'drive.scripts',
]);

/** @param scope a full name */
export const shortScope = (scope: string): string => shortName(scopePrefix, scope);

/** OAuth scopes of which a token needs one, as `OperationCost.scopes` has them. */
interface ScopeChoice {
  readonly anyOf: readonly string[];
  /** Whether the calls need a token at all: others read public data without one. */
  readonly tokenRequired: boolean;
}

/**
 * The scopes to ask a user for: those of calls that need a token, without what others imply. Who
 * has a scope that suffices for a write need not be asked for the reads.
 */
export function neededScopes<T extends ScopeChoice>(scopes: readonly T[]): readonly T[] {
  const needed = scopes.filter(({ tokenRequired }) => tokenRequired);
  return needed.filter((each) => !needed.some((other) => implies(other, each)));
}

const implies = ({ anyOf: one }: ScopeChoice, { anyOf: other }: ScopeChoice): boolean =>
  one.length < other.length && one.every((scope) => other.includes(scope));

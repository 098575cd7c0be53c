/** Control of sign-ins: the switches, and what happens to accounts. */
import { type ControlResponse, errorResponse, noContent } from '../http/control-response.ts';
import { people } from '../user.ts';
import type { Grants } from './grants.ts';
import type { SignInModel } from './model.ts';

/** What happens to an account at once. */
interface AccountChange {
  /** The address of a person who ends what they have allowed, in their account. */
  readonly revoke?: string;
  /** The address of a person whose account is deleted, until the next reset. */
  readonly deleteAccount?: string;
}

/** A request to the control route: the switches stay that it does not name. */
export type SignInSettings = SignInModel & AccountChange;

interface Kind {
  readonly text: string;
  readonly accepts: (value: unknown) => boolean;
}

const flag: Kind = { text: 'true or false', accepts: (value) => typeof value === 'boolean' };

const texts: Kind = {
  text: 'a list of texts',
  accepts: (value) => Array.isArray(value) && value.every((each) => typeof each === 'string'),
};

const seconds: Kind = { text: 'a number of seconds', accepts: Number.isFinite };

const person: Kind = {
  text: 'the address of a person with a token',
  accepts: (value) => people.some(({ email }) => email === value),
};

/** By switch. */
const kinds: Readonly<Record<keyof SignInSettings, Kind>> = {
  isTesting: flag,
  accessSeconds: seconds,
  rotates: flag,
  wrongState: flag,
  skewSeconds: seconds,
  unchecked: texts,
  delegates: flag,
  personal: texts,
  unverified: texts,
  revoke: person,
  deleteAccount: person,
};

/** The names of the fields. */
export const signInFields = Object.keys(kinds);

/** Why a value is none of its switch. */
const problemOf = (settings: object): string | undefined =>
  Object.entries(settings).flatMap(([name, value]) => {
    const { text, accepts } = kinds[name as keyof SignInSettings];
    return accepts(value) ? [] : `${name}: ${JSON.stringify(value)} is not ${text}`;
  })[0];

/** @throws Error for a value that a switch does not have */
export function setSignIn(grants: Grants, settings: SignInSettings): void {
  const problem = problemOf(settings);
  if (problem !== undefined) throw new Error(problem);
  const { revoke, deleteAccount, ...model } = settings;
  grants.model = { ...grants.model, ...model };
  if (revoke !== undefined) grants.revokeAll(revoke);
  if (deleteAccount !== undefined) grants.deleteAccount(deleteAccount);
}

/** `POST /_sandbox/sign-in`. */
export function controlSignIn(
  grants: Grants,
  body: Readonly<Record<string, unknown>>,
): ControlResponse {
  const problem = problemOf(body);
  if (problem !== undefined) return errorResponse(400, problem);
  setSignIn(grants, body);
  return noContent;
}

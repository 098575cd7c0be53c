/** Persons and groups as storage names them. */
import { createHash } from 'node:crypto';
import { ids } from '../seed/ids.ts';
import type { User } from '../user.ts';

const names: Readonly<Record<string, string>> = {
  [ids.person.ava]: 'Ava Lindqvist',
  [ids.person.ben]: 'Ben Okafor',
  [ids.person.chloe]: 'Chloe Marchetti',
  [ids.person.dana]: 'Dana Whitlock',
  [ids.person.emeka]: 'Emeka Nwosu',
  [ids.person.editors]: 'Editors',
};

export const displayNameOf = (email: string): string =>
  names[email] ?? email.slice(0, email.indexOf('@'));

const members: Readonly<Record<string, ReadonlySet<string>>> = {
  [ids.person.editors]: new Set([ids.person.ava, ids.person.chloe, ids.person.emeka]),
};

export const isMember = (group: string, email: string): boolean =>
  members[group]?.has(email) ?? false;

/** The twenty digits that stand for a person or a group in all permissions. */
export const permissionIdOf = (email: string): string => {
  const digits = createHash('sha256')
    .update(`permission ${email}`)
    .digest()
    .readBigUInt64BE(0)
    .toString();
  return `1${digits.padStart(19, '0').slice(-19)}`;
};

export const photoOf = (email: string): string =>
  `https://photos.example/a/${permissionIdOf(email)}=s64`;

/** A person as files name owners and editors. */
export const driveUser = (email: string, reader: User): object => ({
  kind: 'drive#user',
  displayName: displayNameOf(email),
  photoLink: photoOf(email),
  me: email === reader.email,
  permissionId: permissionIdOf(email),
  emailAddress: email,
});

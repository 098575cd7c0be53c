/** The people and the groups of the seeded domain, as Drive describes them. */
import { createHash } from 'node:crypto';
import { pictureUrl } from '../../picture/picture-url.ts';
import { ids } from '../../seed/ids.ts';
import type { User } from '../../user.ts';

/** The domain of the studio. */
export const studioDomain = 'studio.example';

const displayNames: Readonly<Record<string, string>> = {
  [ids.person.ava]: 'Ava Lindqvist',
  [ids.person.ben]: 'Ben Okafor',
  [ids.person.chloe]: 'Chloe Marchetti',
  [ids.person.dana]: 'Dana Whitlock',
  [ids.person.emeka]: 'Emeka Nwosu',
  [ids.person.editors]: 'Editors',
  [ids.serviceAccount]: 'gateway',
};

/** Whether a person or group of the seeded domain has the address. */
export const isKnownPerson = (email: string): boolean => Object.hasOwn(displayNames, email);

/** The display name of a person or group; for unknown ones the first part of the address. */
export const displayNameOf = (email: string): string =>
  displayNames[email] ?? email.slice(0, email.indexOf('@'));

const membersByGroup: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [ids.person.editors, new Set([ids.person.ava, ids.person.chloe, ids.person.emeka])],
]);

/** The e-mail addresses of the members of a group; undefined for other addresses. */
export const membersOf = (group: string): ReadonlySet<string> | undefined =>
  membersByGroup.get(group);

/** @param group e-mail address of the group */
export const isMember = (group: string, email: string): boolean =>
  membersOf(group)?.has(email) ?? false;

/** The permission id of a person or group: twenty digits, the same on all files. */
export const permissionIdOf = (email: string): string => {
  const digits = createHash('sha256')
    .update(`permission ${email}`)
    .digest()
    .readBigUInt64BE(0)
    .toString();
  return `1${digits.padStart(19, '0').slice(-19)}`;
};

/** The address of a person's photo. */
export const photoOf = (email: string): string => pictureUrl(`a/${permissionIdOf(email)}=s64`, 64);

/** A Drive `User`. @param caller sets `me` if it is the same person */
export const serializeUser = (email: string, caller: User): object => ({
  kind: 'drive#user',
  displayName: displayNameOf(email),
  photoLink: photoOf(email),
  me: email === caller.email,
  permissionId: permissionIdOf(email),
  emailAddress: email,
});

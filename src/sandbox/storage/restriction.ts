/** Restrictions of files as a caller sees them: read-only content, and downloads. */
import type { ApiCall } from '../call/handler.ts';
import type { User } from '../user.ts';
import { serializeUser } from './permission/person.ts';
import type { FileEntity } from './state.ts';

/** A content restriction as it is stored: the user by their e-mail address. */
interface StoredRestriction {
  readonly readOnly?: boolean;
  readonly ownerRestricted?: boolean;
  readonly restrictingUser?: string;
  readonly [field: string]: unknown;
}

const restrictionsOf = ({ fields }: FileEntity): readonly StoredRestriction[] =>
  (fields['contentRestrictions'] ?? []) as readonly StoredRestriction[];

/** Whether the content of the file is read-only. */
export const isRestricted = (file: FileEntity): boolean =>
  restrictionsOf(file).some(({ readOnly }) => readOnly === true);

/** Whether the call sets or changes a restriction that is reserved for owners and organizers. */
export function isOwnerRestricted({ body }: ApiCall, file: FileEntity): boolean {
  if (!('contentRestrictions' in body)) return false;
  const given = (body['contentRestrictions'] ?? []) as readonly StoredRestriction[];
  return [...given, ...restrictionsOf(file)].some(({ ownerRestricted }) => ownerRestricted);
}

/** Writes the restriction of the body: one that is not read-only removes the restriction. */
export function writeRestrictions(file: FileEntity, { body, user, simulation }: ApiCall): void {
  const given = body['contentRestrictions'] as readonly StoredRestriction[] | null | undefined;
  if (given === undefined) return;
  const restrictions = (given ?? [])
    .filter(({ readOnly }) => readOnly === true)
    .map((restriction) => ({
      ...restriction,
      restrictingUser: user.email,
      restrictionTime: simulation.now().toISOString(),
    }));
  if (restrictions.length > 0) file.fields['contentRestrictions'] = restrictions;
  else delete file.fields['contentRestrictions'];
}

interface StoredDownloadRestrictions {
  readonly itemDownloadRestriction?: object;
}

/** The fields `contentRestrictions` and `downloadRestrictions`, as far as the file has them. */
export function restrictionFields(file: FileEntity, user: User): object {
  const restrictions = restrictionsOf(file).map(({ restrictingUser, ...rest }) => ({
    ...(rest.readOnly && {
      type: 'globalContentRestriction',
      ownerRestricted: false,
      systemRestricted: false,
    }),
    ...rest,
    ...(restrictingUser && { restrictingUser: serializeUser(restrictingUser, user) }),
  }));
  const downloads = file.fields['downloadRestrictions'] as StoredDownloadRestrictions | undefined;
  return {
    ...(restrictions.length > 0 && { contentRestrictions: restrictions }),
    ...(downloads && {
      downloadRestrictions: {
        ...downloads,
        effectiveDownloadRestrictionWithContext: downloads.itemDownloadRestriction ?? {},
      },
    }),
  };
}

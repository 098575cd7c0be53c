/** Restrictions of files as a caller sees them: read-only content, and downloads. */
import type { User } from '../user.ts';
import { serializeUser } from './person.ts';
import type { FileEntity } from './state.ts';

/** A content restriction as it is stored: the user by their e-mail address. */
interface StoredRestriction {
  readonly readOnly?: boolean;
  readonly restrictingUser?: string;
  readonly [field: string]: unknown;
}

const restrictionsOf = ({ fields }: FileEntity): readonly StoredRestriction[] =>
  (fields['contentRestrictions'] ?? []) as readonly StoredRestriction[];

/** Whether the content of the file is read-only. */
export const isRestricted = (file: FileEntity): boolean =>
  restrictionsOf(file).some(({ readOnly }) => readOnly === true);

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

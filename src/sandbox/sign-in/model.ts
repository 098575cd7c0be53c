/** The switches of sign-ins. */

/** What later sign-ins and tokens are like, until the next reset. */
export interface SignInModel {
  /** Whether the project is in testing: refresh tokens end after seven days. Default: false. */
  readonly isTesting?: boolean;
  /** Seconds for which users allow access. Default: 0, for good. */
  readonly accessSeconds?: number;
  /** Whether a refresh token is replaced when it is used. Default: false, as at Google. */
  readonly rotates?: boolean;
  /** Whether users are sent back with another state. Default: false. */
  readonly wrongState?: boolean;
  /** Seconds by which the times of identity tokens are wrong. Default: 0. */
  readonly skewSeconds?: number;
  /** Scopes, short forms, that are not checked on the page. Default: none. */
  readonly unchecked?: readonly string[];
  /** Whether the service account may act for all people on Drive and Calendar. Default: false. */
  readonly delegates?: boolean;
  /** Addresses of accounts outside of Workspace. Default: none. */
  readonly personal?: readonly string[];
  /** Addresses that Google has not verified. Default: none. */
  readonly unverified?: readonly string[];
}

/** Who calls, as one service sees it. */

/** The caller of the gateway. Data read for one identity is never shown to another. */
export interface Identity {
  /**
   * The caller's access token, sent unchanged. Absent: public operations use the gateway's API key.
   */
  readonly token?: string | undefined;
  /** The account for which the caller acts, if it is another one (`Api.delegation`). */
  readonly onBehalfOf?: string | undefined;
  /** The part of that account, if it has several. */
  readonly subaccount?: string | undefined;
}

/** The key of all callers without a token: they are one caller. */
export const anonymousCaller = 'anonymous';

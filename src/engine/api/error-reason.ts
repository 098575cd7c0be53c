/** The meaning of the error reasons of a service. */
import type { UpstreamCode } from './error.ts';

/** The meaning of a reason. */
export interface ErrorReason {
  /** The error code of the reason, if it differs from the code of the HTTP status. */
  readonly code?: UpstreamCode;
  /** The error code in reads, if it differs: a value of a write can be wrong where no read's is. */
  readonly readCode?: UpstreamCode;
  /**
   * The limit that the call exceeds; the service has not executed the call. `short`: the limit
   * lifts within seconds, so that the call may be repeated. `long`: it lifts at the end of a day or
   * when the user frees storage.
   */
  readonly limit?: 'short' | 'long';
  /** Whether each user has a limit of this kind. */
  readonly limitsUser?: true;
  /** Whether the operation's quota bucket has no units left until the quota day ends. */
  readonly exhaustsBucket?: true;
  /** Whether the reason concerns the account or the API project, not the ids of the call. */
  readonly accountWide?: true;
  /**
   * The access token lacks a scope. `certain`: the token has none of the scopes that the operation
   * accepts. `likely`: some operations also use the reason where the user lacks a permission.
   */
  readonly missingScope?: 'certain' | 'likely';
  /**
   * The reason is a fault of the API project of the call. That of a call without an access
   * token is the project of the gateway's key: only its operator can correct it.
   */
  readonly ofProject?: true;
  /**
   * The service has failed, whatever the status is: the call may be repeated if it is idempotent,
   * and a write may have been applied.
   */
  readonly isOutage?: true;
  /** Whether the service rejects a page token without naming its parameter. */
  readonly rejectsPageToken?: true;
}

/** By reason. A reason that is not listed has the meaning of its HTTP status. */
export type ReasonTable = Readonly<Record<string, ErrorReason>>;

/** A request to one of the endpoints. */
import type { Grants } from './grants.ts';

/** What the endpoints need of it. */
export interface SignInRequest {
  readonly grants: Grants;
  /** The address of the sandbox. */
  readonly url: string;
  /** The query string without the question mark. */
  readonly search: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

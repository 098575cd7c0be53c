/** What the explorer's page knows of its gateway. */

/** Someone whose token the page offers: a user of the sandbox. */
interface DemoUser {
  readonly token: string;
  readonly description: string;
}

/** Written into the page as JSON. */
export interface PageSettings {
  readonly users: readonly DemoUser[];
  /** Whether users sign in at the gateway. Otherwise they paste access tokens. */
  readonly signIn?: boolean | undefined;
  /** Whether the gateway runs only documents of `PERSISTED_OPERATIONS`. */
  readonly onlyPersisted?: boolean | undefined;
  /** What the URLs of pictures begin with: the page shows no others. */
  readonly pictures: readonly string[];
}

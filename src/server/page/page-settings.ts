/** What the explorer's page knows of its gateway. */

/** Someone whose token the page offers: a user of the sandbox. */
interface DemoUser {
  readonly token: string;
  readonly description: string;
}

/** How users sign in with Google. */
interface SignInSettings {
  readonly clientId: string;
  readonly authorizationUrl: string;
}

/** Written into the page as JSON. */
export interface PageSettings {
  readonly users: readonly DemoUser[];
  /** Absent: nobody can sign in with Google. */
  readonly signIn?: SignInSettings | undefined;
  /** Whether the gateway runs only documents of `PERSISTED_OPERATIONS`. */
  readonly onlyPersisted?: boolean | undefined;
}

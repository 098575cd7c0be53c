/** Faults of sign-ins of users: sessions, accounts, and the tokens that the gateway renews. */
import type { Fault } from '../mutant.ts';

const brokerTest = 'test/sign-in/broker.test.ts';
const hostileTest = 'test/sign-in/hostile.test.ts';
const callerTest = 'test/sign-in/caller-source.test.ts';

export const sessionMutants: readonly Fault[] = [
  {
    name: 'cookies-count-from-anywhere',
    file: 'src/sign-in/origins.ts',
    text: "if (origin === undefined) return site === 'same-origin';",
    replacement: 'if (origin === undefined) return true;',
    breaks: 'A page of another site reads with the cookie of its reader.',
    tests: [hostileTest],
  },
  {
    name: 'cookies-count-for-all-origins',
    file: 'src/sign-in/origins.ts',
    text: 'return isOwnPage(origin, host, this.#publicUrl) || this.#cors.allows(origin);',
    replacement: 'return true;',
    breaks: 'A page of another origin acts as its reader.',
    tests: [hostileTest],
  },
  {
    name: 'open-redirect',
    file: 'src/sign-in/origins.ts',
    text: 'return isOwn || this.#cors.allows(url.origin) ? url.href : undefined;',
    replacement: 'return url.href;',
    breaks: 'A link to sign in leads to any site.',
    tests: [hostileTest],
  },
  {
    name: 'sign-in-of-another-browser',
    file: 'src/sign-in/attempt.ts',
    text: 'const isOwn = attempt.state === state && attempt.expiresAt > this.#clock.wallTime();',
    replacement: 'const isOwn = true;',
    breaks: 'A cookie of one sign-in ends another one whose name begins alike, at any time.',
    tests: ['test/sign-in/attempt.test.ts'],
  },
  {
    name: 'session-by-its-name-in-the-store',
    file: 'src/sign-in/sessions.ts',
    text: "const keyOf = (id: string): string => hash('sha256', id, 'base64url');",
    replacement: "const keyOf = (id: string): string => (hash('sha256', id), id);",
    breaks: 'Whoever reads the names in the store has the cookies of all users.',
    tests: ['test/sign-in/secret.test.ts'],
  },
  {
    name: 'sessions-come-back',
    file: 'src/sign-in/accounts.ts',
    text: 'if (live?.stored.generation !== generation) return undefined;',
    breaks: 'A session that was signed out is open again after the next sign-in of its account.',
    tests: [brokerTest],
  },
  {
    name: 'allowed-at-the-door-only',
    file: 'src/sign-in/accounts.ts',
    text: 'return live && this.mayEnter(live.stored) ? live : undefined;',
    replacement: 'return live;',
    breaks: 'Somebody who may not sign in any more stays signed in.',
    tests: [brokerTest],
  },
  {
    name: 'sign-out-keeps-the-account',
    file: 'src/sign-in/broker.ts',
    text: 'await accounts.end(idsOf(session.accounts));',
    breaks: 'Who signs out in one browser stays signed in everywhere else.',
    tests: [brokerTest],
  },
  {
    name: 'each-replica-renews',
    file: 'src/sign-in/accounts.ts',
    text: 'if (lease)\n            try {',
    replacement: 'if (lease ?? true)\n            try {',
    breaks: 'Each replica asks Google for a token of its own.',
    tests: [brokerTest],
  },
  {
    name: 'refused-writes-are-repeated',
    file: 'src/engine/rest/granted-calls.ts',
    text: 'if (!isRenewed || !isRead(operation)) throw error;',
    replacement: 'if (!isRenewed) throw error;',
    breaks: 'A write that was refused is sent again.',
    tests: [brokerTest],
  },
  {
    name: 'refused-tokens-are-kept',
    file: 'src/engine/rest/granted-calls.ts',
    text: 'if (!isRefused) throw error;',
    replacement: 'throw error;',
    breaks: 'A token that Google has ended early fails all calls until its hour is over.',
    tests: [brokerTest],
  },
  {
    name: 'any-client-is-accepted',
    file: 'src/sign-in/accepted-clients.ts',
    text: "const isAccepted = typeof aud === 'string' && this.#clientIds.has(aud) && until > 0;",
    replacement: "const isAccepted = typeof aud === 'string' && until > 0;",
    breaks: 'A token that a user gave to another app opens the gateway to that app.',
    tests: [callerTest],
  },
  {
    name: 'unknown-clients-are-accepted',
    file: 'src/sign-in/accepted-clients.ts',
    text: 'if (response.status !== 200) throw unknown();',
    breaks: 'While Google does not say whose a token is, it is anybody’s.',
    replacement: 'if (response.status !== 200) return { isAccepted: true, until: Infinity };',
    tests: [callerTest],
  },
  {
    name: 'downloads-after-the-sign-out',
    file: 'src/engine/caller/grant.ts',
    text: 'return { caller, onBehalfOf, subaccount };',
    replacement: 'return { token: this.token, onBehalfOf, subaccount };',
    breaks: 'A download URL has the token of its user, and goes on after the sign-out.',
    tests: [callerTest],
  },
];

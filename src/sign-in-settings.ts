/** The settings of sign-in, a part of the table of all settings. */
import { accounts, base, count, label, labels, path, secret, withoutDefault } from './setting.ts';

/** A base URL may have any path. */
const anyPath = { pattern: /^/, text: '' };

const dayMs = 86_400_000;

/** By their keys: the names of environment variables. */
export const signInSettings = {
  GOOGLE_CLIENT_ID: withoutDefault(
    label(
      '',
      'Id of the OAuth client with which users [sign in](sign-in.md) at the gateway. Without it, clients bring tokens.',
    ),
  ),
  GOOGLE_CLIENT_SECRET: secret('The secret of `GOOGLE_CLIENT_ID`. Sent to nobody but Google.'),
  SIGN_IN_BASE_URL: base(
    'Where users sign in, and tokens are renewed: the URL of a sandbox. Default: Google; with the own sandbox, that.',
    anyPath,
  ),
  SIGN_IN_ALLOWED: accounts(
    'Who may sign in, separated by commas: addresses, and domains of Google Workspace such as `@example.org`. Default: everybody with a Google account.',
  ),
  SIGN_IN_IDLE_MS: count(
    30 * dayMs,
    'Time without use after which a user has to sign in again. Milliseconds.',
    { min: 60_000, max: 180 * dayMs },
  ),
  REPLICAS: withoutDefault(
    count(
      1,
      'Number of processes that clients see as one gateway. In production, sign-in needs `REDIS_URL` unless it is 1.',
      { max: 10_000 },
    ),
  ),
  ACCEPTED_CLIENT_IDS: labels(
    'Ids of the OAuth clients whose tokens are accepted, separated by commas: Google is asked once about each token. Default: every token is, as the services decide.',
  ),
  ACCESS_KEYS: path(
    'File with the [access keys](sign-in.md#access-keys) of programs, which `studiograph key` writes.',
  ),
} as const;

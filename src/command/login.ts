/** Signs a person in for scripts and agents on their own computer: `login`, `token`, `logout`. */
import { spawn } from 'node:child_process';
import { endpointsOf, readConfig, timeLimits } from '../config.ts';
import { systemClock } from '../engine/caller/clock.ts';
import { GrantError } from '../engine/caller/grant.ts';
import { NoAnswer, type TokenFetch, tokenFetch } from '../engine/rest/token-fetch.ts';
import {
  changeLogin,
  googleLogin,
  loginPath,
  readLogins,
  type StoredLogin,
} from '../sign-in/login/login-file.ts';
import { loginToken, signedOut } from '../sign-in/login/login-token.ts';
import {
  type GoogleClient,
  LoginError,
  signInAtGateway,
  signInAtGoogle,
} from '../sign-in/login/sign-in.ts';
import { signInServices } from '../sign-in/accounts.ts';
import { scopeFor } from '../sign-in/scopes.ts';
import { accessOf, servicesOf } from './access-option.ts';
import type { CommandLine } from './command-line.ts';
import type { Output } from './key.ts';
import { UsageError } from './usage-error.ts';

type Env = CommandLine['env'];

/**
 * Signs in at Google, or at the gateway whose URL is named.
 * @param open shows a page in the browser of the user
 * @throws UsageError, LoginError or FileError
 */
export async function login(
  line: CommandLine,
  { note }: Output,
  open: (url: string) => void = openBrowser,
): Promise<void> {
  const { env, options } = line;
  const name = nameOf(line);
  const { send, baseUrl } = networkOf(env);
  const services = servicesOf(options['services']) ?? signInServices;
  const access = accessOf(options['access']);
  const parts = {
    send,
    clock: systemClock,
    scopes: services.map((service) => scopeFor(service, access)),
    show: (address: string, startUrl: string): void => {
      note(`Sign in on this page:\n${address}`);
      open(startUrl);
    },
  };
  const path = pathOf(line);
  // A file that others may read is refused before anybody signs in.
  await readLogins(path);
  const stored =
    name === googleLogin
      ? await signInAtGoogle(googleClientOf(env, baseUrl), parts)
      : await signInAtGateway(name, parts);
  await changeLogin(path, name, stored);
  const address = name === googleLogin ? '' : ` ${name}`;
  note(`Signed in. \`studiograph token${address}\` prints access tokens; the login is in ${path}.`);
}

/** Prints an access token, which is renewed if it is about to expire. */
export async function token(line: CommandLine, { print }: Output): Promise<void> {
  const { send } = networkOf(line.env);
  const name = nameOf(line);
  const renewed = loginToken({ path: pathOf(line), name, send, clock: systemClock });
  try {
    await renewed.ready();
  } catch (error) {
    if (!(error instanceof GrantError)) throw error;
    throw new LoginError(`${problemOf(error)} ${hintFor(name, error)}`, { cause: error });
  }
  print(renewed.current!.token);
}

const problemOf = ({ code, message }: GrantError): string => {
  if (message === signedOut) return 'There is no login.';
  return `${code === 'UNAUTHENTICATED' ? 'The login has ended' : 'The token cannot be renewed'} (${message}).`;
};

const hintFor = (name: string, { code }: GrantError): string =>
  code === 'UNAUTHENTICATED'
    ? `Run \`studiograph login${name === googleLogin ? '' : ` ${name}`}\`.`
    : 'Try again.';

/** Ends the login where it was made, and deletes it here. */
export async function logout(line: CommandLine, { note }: Output): Promise<void> {
  const name = nameOf(line);
  const path = pathOf(line);
  const stored = (await readLogins(path))[name];
  if (stored === undefined) return note('There is no login.');
  const failure = await revoke(stored, networkOf(line.env).send);
  await changeLogin(path, name, undefined);
  if (failure !== undefined)
    throw new LoginError(
      `The login is deleted here, but not ended (${failure}): end it in the settings of the account.`,
    );
  note('The login has ended.');
}

/** @returns why a login may not have ended */
async function revoke(stored: StoredLogin, send: TokenFetch): Promise<string | undefined> {
  const { revocationUrl, refreshToken, clientId, clientSecret } = stored;
  if (revocationUrl === undefined) return 'there is no endpoint for it';
  try {
    const { status } = await send(revocationUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        token: refreshToken,
        // A client without a secret says who it is (RFC 7009, 2.1).
        ...(clientSecret === undefined && { client_id: clientId }),
      }),
    });
    // 400: the token had ended before.
    return status === 200 || status === 400 ? undefined : `status ${status}`;
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return error.reason;
  }
}

/** @returns the URL of the gateway without a slash at its end, or `google` @throws UsageError */
function nameOf({ command, rest: [url, ...others] }: CommandLine): string {
  if (others.length > 0) throw new UsageError(`${command}: unexpected ${others[0]}`);
  if (url === undefined) return googleLogin;
  if (!/^https?:\/\/./.test(url) || !URL.canParse(url))
    throw new UsageError(`${command}: expected the URL of a gateway, or nothing for Google`);
  return url.replace(/\/+$/, '');
}

const pathOf = ({ options, env }: CommandLine): string => options['file'] ?? loginPath(env);

/** @throws ConfigError */
function networkOf(env: Env): { send: TokenFetch; baseUrl: string | undefined } {
  // The rest of the settings is that of a gateway, which does not run.
  const config = readConfig({ ...env, ...noGateway });
  return { send: tokenFetch(timeLimits(config)), baseUrl: config.SIGN_IN_BASE_URL };
}

const noGateway = {
  SANDBOX: '1',
  VIDEO_BASE_URL: undefined,
  STORAGE_BASE_URL: undefined,
  CALENDAR_BASE_URL: undefined,
  GOOGLE_CLIENT_ID: undefined,
  GOOGLE_CLIENT_SECRET: undefined,
};

/** @throws LoginError without a client */
function googleClientOf(env: Env, baseUrl: string | undefined): GoogleClient {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId || !clientSecret)
    throw new LoginError(
      'GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are missing: register an OAuth client of the type "Desktop app" at Google, and set both in the environment or in the file of --settings.',
    );
  return { clientId, clientSecret, ...endpointsOf(baseUrl) };
}

/** Opens the page if this computer can; whoever sees the address can open it as well. */
function openBrowser(url: string): void {
  const [program, ...args] = browsers[process.platform] ?? ['xdg-open'];
  spawn(program!, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => {})
    .unref();
}

const browsers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

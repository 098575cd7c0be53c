/** The sign-in with Google that the gateway has if its operator has registered it there. */
import { type GatewayError, RequestError } from './error.ts';
import { announceSession } from './session.ts';
import { type ClientOptions, send } from './transport.ts';

/** A service that an account can be used for. */
export type SignInService = 'youtube' | 'drive' | 'calendar';

/** What a user is asked for. */
export interface SignInOptions {
  /**
   * What the account is used for from then on; others keep their account. Default: those that
   * `scopes` belong to, or all.
   */
  readonly services?: readonly SignInService[];
  /** To the services. Default: `read`; with `scopes` alone, just these. */
  readonly access?: 'read' | 'write';
  /** Further OAuth scopes, by their full or short names: `drive.file`. */
  readonly scopes?: readonly string[];
  /**
   * Where the browser goes afterwards: a URL whose origin is that of the gateway, or in its
   * `CORS_ORIGINS`. Default: the page that is shown; without a page, one of the gateway.
   */
  readonly returnTo?: string;
  /** The `id` of an account of the viewer. Default: the user chooses the account. */
  readonly account?: string;
}

/** A Google account that has signed in. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** A URL. */
  readonly picture?: string;
  /** What the gateway uses it for. */
  readonly services: readonly SignInService[];
  /** The OAuth scopes that the user has granted, by their full names. */
  readonly scopes: readonly string[];
}

/** Who uses the browser. */
export interface Viewer {
  readonly signedIn: boolean;
  /** Several, if services have different ones. */
  readonly accounts: readonly Account[];
  /** The session of the browser has ended: the user has to sign in again. */
  readonly ended?: true;
}

/** What of a browser is needed. */
interface Browser {
  readonly location?: { readonly href: string; assign(url: string): void };
}

const browser: Browser = globalThis;

/** Beside the endpoint, also below the path of a proxy. */
const authUrl = (url: string, path: string): URL =>
  new URL(`auth/${path}`, new URL(url, browser.location?.href));

/**
 * The URL that leads a browser to Google, and back.
 * @param url of the endpoint, as that of a client
 */
export function signInUrl(
  url: string,
  { services, access, scopes, returnTo, account }: SignInOptions = {},
): string {
  const signIn = authUrl(url, 'sign-in');
  const params = {
    service: services?.join(),
    access,
    scope: scopes?.join(' '),
    return: returnTo,
    account,
  };
  for (const [name, value] of Object.entries(params))
    if (value) signIn.searchParams.set(name, value);
  return signIn.href;
}

/** Leaves the page for Google. @throws TypeError where there is no page */
export function signIn({ url }: ClientOptions, options: SignInOptions = {}): void {
  const location = browser.location!;
  const returnTo = new URL(options.returnTo ?? location.href, location.href).href;
  location.assign(signInUrl(url, { ...options, returnTo }));
}

/** @throws RequestError */
export async function signOut(client: ClientOptions): Promise<void> {
  await ask(client, 'sign-out', 'POST');
  announceSession({ hasEnded: false });
}

/** @throws RequestError, with the status 404 if the gateway has no sign-in */
export async function viewer(client: ClientOptions): Promise<Viewer> {
  const response = await ask(client, 'me', 'GET');
  return response.json().catch((cause: unknown) => {
    const { status } = response;
    throw new RequestError('The answer is none of a gateway.', { status, cause });
  }) as Promise<Viewer>;
}

/** @throws RequestError for an answer that is not the expected one */
async function ask(client: ClientOptions, path: string, method: string): Promise<Response> {
  const url = authUrl(client.url, path).href;
  const response = await send({ ...client, session: true }, url, { method });
  const { ok, status } = response;
  if (ok) return response;
  await response.body?.cancel();
  throw new RequestError(`The gateway answered with HTTP status ${status}.`, { status });
}

/** By the names of services in errors; payloads have them in capitals. */
const signInServices: Readonly<Record<string, SignInService>> = {
  video: 'youtube',
  live: 'youtube',
  storage: 'drive',
  calendar: 'calendar',
};

/**
 * The sign-in that lets an operation succeed which has failed: with the scope that it lacks, or
 * again.
 * @param error of a request, or of a field or payload, with `anyOf` selected
 * @param viewer leads the user to the account that the service has
 * @returns undefined if no sign-in would help
 */
export function signInFor(
  error: RequestError | GatewayError,
  viewer?: Viewer,
): SignInOptions | undefined {
  const errors = error instanceof RequestError ? error.errors : [error];
  const needs = errors.map(needOf).filter((need) => need !== undefined);
  const [first] = needs;
  if (!first?.service) return first && {};
  // One account at a time: another service can have another one.
  const { service } = first;
  const scopes = needs.filter((need) => need.service === service).flatMap(({ scope }) => scope);
  const account = viewer?.accounts.find(({ services }) => services.includes(service))?.id;
  // Scopes alone ask for nothing else.
  return {
    ...(scopes.length > 0 ? { scopes } : { services: [service] }),
    ...(account && { account }),
  };
}

/** What an error asks for. */
interface Need {
  /** Undefined: of none in particular. */
  readonly service: SignInService | undefined;
  readonly scope: readonly string[];
}

/** @returns undefined if no sign-in helps */
function needOf(error: GatewayError): Need | undefined {
  if (error.code === 'UNAUTHENTICATED')
    return { service: signInServices[error.service?.toLowerCase() ?? ''], scope: [] };
  if (error.code !== 'MISSING_SCOPE' || !error.anyOf?.[0]) return undefined;
  const [scope] = error.anyOf;
  return { service: /youtube|drive|calendar/.exec(scope)?.[0] as SignInService, scope: [scope] };
}

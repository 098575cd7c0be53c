/**
 * Signs users in with Google, for as long as they use the gateway: the pages and answers below
 * `/auth/`. A browser has a cookie, and the gateway has the tokens.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Api } from '../engine/api/api.ts';
import { showValue } from '../engine/api/error.ts';
import type { ClientAddresses } from '../server/connection/client-address.ts';
import { forwardedHeader } from '../server/connection/client-address.ts';
import { wrongMethod } from '../server/error/http-error.ts';
import type { Logger } from '../server/record/log.ts';
import { signInPaths } from '../server/record/route.ts';
import { fullScope } from '../services/shared/scope.ts';
import {
  type AccountInfo,
  type Accounts,
  type SignedInAccounts,
  type AccountService,
  signInServices,
} from './accounts.ts';
import type { BegunSignIn, Attempts } from './attempt.ts';
import { ExchangeLimit } from './exchange-limit.ts';
import { type Google, type SignedIn, SignInFailure } from './google.ts';
import type { Origins } from './origins.ts';
import { escapeHtml, paragraph, sendPage } from './page.ts';
import { type AccessMode, scopeFor, servicesOf } from './scopes.ts';
import type { OpenSession, Sessions } from './sessions.ts';
import { failStore } from './store-failure.ts';

interface BrokerParts {
  readonly api: Api;
  readonly accounts: Accounts;
  readonly sessions: Sessions;
  readonly attempts: Attempts;
  readonly google: Google;
  readonly origins: Origins;
  readonly clients: Pick<ClientAddresses, 'sourceOf'>;
  readonly log: Logger;
  /** The path to which users return who name none. */
  readonly home: string;
}

/** What `/auth/me` answers. */
interface Viewer {
  readonly signedIn: boolean;
  readonly accounts: readonly (AccountInfo & { readonly services: readonly AccountService[] })[];
  /** Whether a session was there that has ended. */
  readonly ended?: true;
}

export class Broker {
  readonly #parts: BrokerParts;
  readonly #limit = new ExchangeLimit();
  readonly #routes: Readonly<
    Record<
      string,
      readonly [method: string, (req: IncomingMessage, res: ServerResponse) => Promise<void>]
    >
  >;

  constructor(parts: BrokerParts) {
    this.#parts = parts;
    this.#routes = {
      [signInPaths.begin]: ['GET', (req, res) => this.#begin(req, res)],
      [signInPaths.callback]: ['GET', (req, res) => this.#finish(req, res)],
      [signInPaths.viewer]: ['GET', (req, res) => this.#sendViewer(req, res)],
      [signInPaths.signOut]: ['POST', (req, res) => this.#signOut(req, res)],
    };
  }

  /** @returns undefined for another path. @throws HttpError */
  serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> | undefined {
    const route = this.#routes[path];
    if (!route) return undefined;
    const [method, serve] = route;
    if (req.method !== method)
      throw wrongMethod(`${path} is requested by ${method}.`, `${method}, OPTIONS`);
    return serve(req, res).catch(failStore);
  }

  /** Sends a user to Google. */
  async #begin(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { attempts, google, origins, accounts, sessions, home } = this.#parts;
    const base = origins.baseOf(req.headers);
    if (base === undefined) return sendUnknownName(res);
    const params = paramsOf(req);
    const request = this.#requestOf(params);
    if (typeof request === 'string') return sendInvalid(res, request);
    const returnTo = origins.returnUrl(params.get('return') ?? home, base);
    if (returnTo === undefined)
      return sendInvalid(
        res,
        `return: ${showValue(params.get('return'))} is not a page of the gateway, nor of an origin of the setting CORS_ORIGINS`,
      );
    if (origins.isOtherLoopback(returnTo, base))
      return sendInvalid(
        res,
        'return: localhost and 127.0.0.1 are different sites, and a cookie is of one of them: open the page by the name by which it calls the gateway',
      );
    const session = await sessions.of(req.headers);
    const id = params.get('account') ?? undefined;
    if (id !== undefined && !Object.values(session?.accounts ?? {}).includes(id))
      return sendInvalid(res, 'account: not one of those that are signed in here');
    const { services, scopes } = request;
    const redirectUri = base + signInPaths.callback;
    const { attempt, cookie } = attempts.begin({ services, redirectUri, returnTo });
    const hint = id && (await accounts.infoOf(id))?.email;
    const location = await google.authorizationUrl({
      ...attempt,
      scopes,
      hint: hint === '' ? undefined : hint,
    });
    redirect(res, location, [cookie]);
  }

  /** @returns what is wrong, as a text */
  #requestOf(
    params: URLSearchParams,
  ): { readonly services: readonly AccountService[]; readonly scopes: readonly string[] } | string {
    const listOf = (name: string): string[] =>
      (params.get(name) ?? '').split(/[\s,]+/).filter(Boolean);
    const isService = (name: string): name is AccountService =>
      (signInServices as readonly string[]).includes(name);
    const unknown = [...params.keys()].find((name) => !parameters.has(name));
    if (unknown !== undefined)
      return `${showValue(unknown)} is no parameter; expected ${[...parameters].join(', ')}`;
    const named = listOf('service');
    const wrong = named.find((name) => !isService(name));
    if (wrong !== undefined)
      return `service: ${showValue(wrong)} is unknown; expected ${signInServices.join(', ')}`;
    const access = params.get('access') ?? 'read';
    if (access !== 'read' && access !== 'write')
      return `access: ${showValue(access)} is unknown; expected read or write`;
    const further = listOf('scope').map(fullScope);
    const known = this.#knownScopes();
    const strange = further.find((scope) => !known.has(scope));
    if (strange !== undefined)
      return `scope: ${showValue(strange)} is no scope of an operation of the gateway`;
    const services = named.length > 0 ? named.filter(isService) : servicesOf(further);
    const asked = services.length > 0 ? services : signInServices;
    const needed = asked.map((service) => scopeFor(service, access satisfies AccessMode));
    // A scope that is asked for by name is enough: what it lacks, a later step adds.
    const isEnough = further.length > 0 && named.length === 0;
    return {
      services: [...new Set([...asked, ...servicesOf(further)])],
      scopes: [...new Set([...(isEnough ? [] : needed), ...further])],
    };
  }

  #known: ReadonlySet<string> | undefined;

  #knownScopes(): ReadonlySet<string> {
    const operations = this.#parts.api.operations.values();
    this.#known ??= new Set(Array.from(operations).flatMap(({ scopes }) => scopes.map(fullScope)));
    return this.#known;
  }

  /** Takes a user who comes back from Google. */
  async #finish(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { attempts, google, clients } = this.#parts;
    const answer = paramsOf(req);
    const attempt = attempts.find(req.headers.cookie, answer.get('state') ?? '');
    if (!attempt) return sendFailure(res, 'invalid');
    const source = clients.sourceOf(req.socket.remoteAddress, req.headers[forwardedHeader]);
    const cookies = [attempts.ending(attempt)];
    try {
      const signedIn = await this.#limit.run(source, () =>
        google.signIn(answer, attempt.redirectUri, attempt),
      );
      const refusal = await this.#refusal(signedIn, attempt);
      if (refusal !== undefined) return sendRefused(res, refusal, cookies);
      const session = await this.#sessionWith(req, attempt, signedIn);
      redirect(res, attempt.returnTo, [...cookies, session]);
    } catch (error) {
      if (!(error instanceof SignInFailure)) throw error;
      this.#logFailure(error);
      sendFailure(res, error.reason, { attempt, cookies });
    }
  }

  #logFailure({ reason, cause }: SignInFailure): void {
    if (reason === 'denied' || reason === 'ended' || reason === 'invalid') return;
    const { name } = (cause ?? {}) as { readonly name?: string };
    // Only the operator can do something about it.
    this.#parts.log.warn({ reason, error: name }, 'a sign-in has failed at Google');
  }

  /** @returns why nobody is signed in, in words for the user: what nobody may use is ended */
  async #refusal(
    { person, tokens }: SignedIn,
    { services }: BegunSignIn,
  ): Promise<string | undefined> {
    const { accounts, google } = this.#parts;
    const mayEnter = accounts.mayEnter(person);
    const granted = servicesOf(tokens.scopes);
    if (mayEnter && granted.some((service) => services.includes(service))) return undefined;
    // Other sessions may use what was allowed before.
    if (!mayEnter || granted.length === 0)
      await google.revoke(tokens.refreshToken ?? tokens.token).catch(() => {});
    return mayEnter
      ? 'You have allowed nothing, so there is nothing that the gateway could show. Sign in again, and leave the boxes checked.'
      : `${person.email === '' ? 'This account' : person.email} may not sign in here. Choose another account, or ask the operator of this gateway.`;
  }

  /** @returns the cookie of a session with the new account, and with those of before */
  async #sessionWith(
    req: IncomingMessage,
    { services }: BegunSignIn,
    signedIn: SignedIn,
  ): Promise<string> {
    const { accounts, sessions } = this.#parts;
    const id = await accounts.add(signedIn);
    const before = await sessions.of(req.headers);
    const granted = servicesOf(signedIn.tokens.scopes);
    // What it has allowed before, for other services, stays with the accounts of these.
    const own = granted.filter((service) => services.includes(service));
    const all: SignedInAccounts = {
      ...before?.accounts,
      ...Object.fromEntries(own.map((service) => [service, id])),
    };
    // Whoever knew the cookie of before does not know this one.
    const cookie = await sessions.open(all);
    if (before) await sessions.end(before);
    return cookie;
  }

  /** Says who is signed in. */
  async #sendViewer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { sessions, origins } = this.#parts;
    // A page that a user opens is shown to nobody else.
    if (req.headers['sec-fetch-dest'] !== 'document') origins.checkCookieUse(req.headers);
    const session = await sessions.of(req.headers);
    const infos = session ? await this.#infosOf(session) : [];
    const hasEnded = infos.length === 0 && sessions.has(req.headers);
    if (hasEnded) res.setHeader('set-cookie', sessions.ending);
    const servicesOfAccount = (id: string): readonly AccountService[] =>
      signInServices.filter((service) => session?.accounts[service] === id);
    const viewer: Viewer = {
      signedIn: infos.length > 0,
      accounts: infos.map((info) => ({ ...info, services: servicesOfAccount(info.id) })),
      ...(hasEnded && { ended: true }),
    };
    sendJson(res, viewer);
  }

  async #infosOf({ accounts: ofSession }: OpenSession): Promise<readonly AccountInfo[]> {
    const ids = idsOf(ofSession);
    const infos = await Promise.all(ids.map((id) => this.#parts.accounts.infoOf(id)));
    return infos.filter((info) => info !== undefined);
  }

  /** Ends the session, and its accounts everywhere. */
  async #signOut(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { sessions, accounts, origins } = this.#parts;
    origins.checkCookieUse(req.headers);
    const session = await sessions.of(req.headers);
    if (session) {
      await sessions.end(session);
      await accounts.end(idsOf(session.accounts));
    }
    res.writeHead(204, { 'set-cookie': sessions.ending, 'cache-control': 'no-store' }).end();
  }
}

const idsOf = (accounts: SignedInAccounts): readonly string[] => [
  ...new Set(Object.values(accounts).filter((id) => id !== undefined)),
];

const parameters: ReadonlySet<string> = new Set([
  'service',
  'access',
  'scope',
  'return',
  'account',
]);

const paramsOf = ({ url = '/' }: IncomingMessage): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?')) : '');

function redirect(res: ServerResponse, location: string, cookies: readonly string[]): void {
  res.writeHead(303, {
    location,
    'set-cookie': [...cookies],
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  res.end();
}

function sendJson(res: ServerResponse, body: object): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'private, no-store' };
  res.writeHead(200, headers).end(JSON.stringify(body));
}

const sendInvalid = (res: ServerResponse, problem: string): void =>
  sendPage(res, {
    status: 400,
    title: 'This link to sign in is not valid',
    content: [paragraph(problem)],
  });

const sendUnknownName = (res: ServerResponse): void =>
  sendPage(res, {
    status: 400,
    title: 'Sign-in is not possible at this address',
    content: [
      paragraph(
        'The gateway is reached by a name that it does not know. Its operator has to set PUBLIC_URL to this address.',
      ),
    ],
  });

const sendRefused = (res: ServerResponse, problem: string, cookies: readonly string[]): void =>
  sendPage(res, {
    status: 403,
    title: 'You are not signed in',
    content: [paragraph(problem)],
    headers: { 'set-cookie': cookies },
  });

/** What has happened, and what to do. */
const failures: Readonly<Record<SignInFailure['reason'], readonly [status: number, text: string]>> =
  {
    denied: [403, 'You have not allowed the access. Sign in again to allow it.'],
    invalid: [
      400,
      'This answer belongs to no sign-in that this browser has begun in the last ten minutes. Go back to the page that you came from, and sign in again.',
    ],
    ended: [400, 'This sign-in took too long, or was used already. Sign in again.'],
    unavailable: [502, 'Google does not answer as it should. Sign in again in a minute.'],
    misconfigured: [
      502,
      'Google does not accept the client of this gateway. Its operator has to check GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET and the redirect URI that is registered at Google.',
    ],
  };

function sendFailure(
  res: ServerResponse,
  reason: SignInFailure['reason'],
  begun?: { readonly attempt: BegunSignIn; readonly cookies: readonly string[] },
): void {
  const [status, text] = failures[reason];
  sendPage(res, {
    status,
    title: 'You are not signed in',
    content: [
      paragraph(text),
      // Whatever they came for can be possible without.
      ...(begun ? [`<p><a href="${escapeHtml(begun.attempt.returnTo)}">Go back</a></p>`] : []),
    ],
    ...(begun && { headers: { 'set-cookie': begun.cookies } }),
  });
}

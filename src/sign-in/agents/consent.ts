/**
 * Asks users what an agent may do. They are asked each time: who is asked nothing learns nothing
 * of an app that pretends to be a known one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Interaction, type OAuthClient, type Provider } from 'oidc-provider';
import type { Api } from '../../engine/api/api.ts';
import type { Clock } from '../../engine/caller/clock.ts';
import type { Encryption } from '../../engine/caller/encryption.ts';
import { isOwnPage } from '../../server/connection/client-address.ts';
import {
  type Accounts,
  type BrowserSessions,
  sessionDigest,
  type SignedInAccounts,
  type Subject,
} from './accounts.ts';
import { consentPage, type ConsentView } from './consent-page.ts';
import { readForm } from './form.ts';
import { errorPage, type Page } from './page.ts';
import { paths, resourcePaths } from './provider.ts';
import { type AccountService, covers, requestedScopes, serviceOfScope } from './scopes.ts';

interface ConsentParts {
  readonly api: Api;
  readonly clock: Clock;
  readonly encryption: Encryption;
  readonly accounts: Accounts;
  readonly sessions: BrowserSessions;
  readonly provider: Provider;
  /** The base URL of the gateway. */
  readonly issuer: string;
  readonly publicUrl: string | undefined;
}

/** What the form of a page is bound to. */
interface FormBinding {
  readonly uid: string;
  readonly session: string;
  readonly accounts: SignedInAccounts;
}

/** What an agent can get from the accounts of a session. */
interface Offer {
  readonly accounts: SignedInAccounts;
  readonly granted: readonly (readonly [scope: string, email: string])[];
  readonly missing: readonly string[];
}

/** Serves the pages of consent. */
export class Consent {
  readonly #parts: ConsentParts;

  constructor(parts: ConsentParts) {
    this.#parts = parts;
  }

  /** @param uid the end of the path: the id of the request of an agent */
  async serve(req: IncomingMessage, res: ServerResponse, uid: string): Promise<void> {
    const interaction = await this.#interaction(req, res, uid);
    if (interaction === undefined)
      return send(
        res,
        400,
        errorPage(expired, 'Go back to the app that sent you here, and start again.'),
      );
    const client = await this.#parts.provider.Client.find(String(interaction.params['client_id']));
    const scopes = requestedScopes(interaction.params['scope']);
    if (client === undefined || scopes.length === 0)
      return this.#finish(req, res, { error: 'invalid_scope' });
    const session = await this.#parts.sessions.ofPage(req);
    const digest = sessionDigest(req);
    if (session === undefined || session === 'ended' || digest === undefined)
      return redirect(res, this.#signInUrl(uid, scopes));
    const offer = await this.#offer(session.accounts, scopes);
    const asked = new URL(req.url!, this.#parts.issuer).searchParams.get('asked') ?? '';
    const next = offer.missing.filter((scope) => !asked.split(',').includes(serviceOfScope(scope)));
    if (next.length > 0 && req.method === 'GET')
      return redirect(res, this.#signInUrl(uid, next, asked, session.accounts));
    const binding = { uid, session: digest, accounts: offer.accounts };
    if (req.method === 'GET') return this.#show(res, { interaction, client, offer, binding });
    const form = await readForm(req);
    if (!this.#isOwn(req) || !this.#isBound(form.get('token'), binding))
      return this.#show(res, { interaction, client, offer, binding, hasChanged: true });
    if (form.get('decision') !== 'allow' || offer.granted.length === 0)
      return this.#finish(req, res, { error: 'access_denied' });
    return this.#grant(req, res, interaction, offer);
  }

  /** @returns undefined if it has ended, or belongs to another browser */
  async #interaction(
    req: IncomingMessage,
    res: ServerResponse,
    uid: string,
  ): Promise<Interaction | undefined> {
    try {
      const interaction = await this.#parts.provider.interactionDetails(req, res);
      return interaction.uid === uid ? interaction : undefined;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }

  async #offer(accounts: SignedInAccounts, scopes: readonly string[]): Promise<Offer> {
    const used: Partial<Record<AccountService, string>> = {};
    const granted: [string, string][] = [];
    const missing: string[] = [];
    for (const scope of scopes) {
      const service = serviceOfScope(scope);
      const id = accounts[service];
      const info = id === undefined ? undefined : await this.#parts.accounts.infoOf(id);
      if (id === undefined || !info || !covers(this.#parts.api, info.scopes, scope))
        missing.push(scope);
      else {
        used[service] = id;
        granted.push([scope, info.email]);
      }
    }
    return { accounts: used, granted, missing };
  }

  #show(
    res: ServerResponse,
    {
      interaction,
      client,
      offer,
      binding,
      hasChanged = false,
    }: {
      readonly interaction: Interaction;
      readonly client: OAuthClient;
      readonly offer: Offer;
      readonly binding: FormBinding;
      readonly hasChanged?: boolean;
    },
  ): void {
    const { uid, params } = interaction;
    const { clientId, clientName = 'An app without a name', clientIdMetadataDocument } = client;
    const scopes = [...offer.granted.map(([scope]) => scope), ...offer.missing];
    const view: ConsentView = {
      requester: {
        name: clientName,
        provenBy: clientIdMetadataDocument && new URL(clientId).host,
        redirectUri: new URL(String(params['redirect_uri'])),
      },
      granted: offer.granted,
      missing: offer.missing,
      addUrl: this.#signInUrl(uid, offer.missing, '', binding.accounts),
      switchUrl: this.#signInUrl(uid, scopes),
      formUrl: this.#consentPath(uid),
      formToken: this.#parts.encryption.encrypt('agent', JSON.stringify(binding)),
      hasChanged,
    };
    send(res, hasChanged ? 409 : 200, consentPage(view));
  }

  /** Only a page of the gateway may send the form, and only what it has shown. */
  #isOwn({ headers: { origin, host } }: IncomingMessage): boolean {
    return origin !== undefined && isOwnPage(origin, host, this.#parts.publicUrl);
  }

  #isBound(token: string | null, binding: FormBinding): boolean {
    const text = token === null ? undefined : this.#parts.encryption.decrypt('agent', token);
    return text === JSON.stringify(binding);
  }

  async #grant(
    req: IncomingMessage,
    res: ServerResponse,
    { params }: Interaction,
    { accounts, granted, missing }: Offer,
  ): Promise<void> {
    const { provider, issuer, clock } = this.#parts;
    const subject: Subject = { accounts, since: clock.wallTime() };
    const accountId = JSON.stringify(subject);
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
    const asked = new Set([params['resource']].flat().map(String));
    for (const path of resourcePaths) {
      const resource = issuer + path;
      if (!asked.has(resource)) continue;
      grant.addResourceScope(resource, granted.map(([scope]) => scope).join(' '));
      if (missing.length > 0) grant.rejectResourceScope(resource, missing.join(' '));
    }
    const grantId = await grant.save();
    return this.#finish(req, res, { login: { accountId, remember: false }, consent: { grantId } });
  }

  #finish(req: IncomingMessage, res: ServerResponse, result: object): Promise<void> {
    return this.#parts.provider.interactionFinished(req, res, result);
  }

  #consentPath(uid: string): string {
    return `${new URL(this.#parts.issuer).pathname.replace(/\/$/, '')}${paths.consent}/${uid}`;
  }

  /** Where a user signs in for scopes, and comes back. @param asked the services of before */
  #signInUrl(
    uid: string,
    scopes: readonly string[],
    asked = '',
    accounts: SignedInAccounts = {},
  ): string {
    const services = [...new Set(scopes.map(serviceOfScope))];
    const known = new Set(services.flatMap((service) => accounts[service] ?? []));
    const all = [...new Set([...asked.split(',').filter(Boolean), ...services])];
    const query = new URLSearchParams({
      service: services.join(','),
      scope: scopes.join(' '),
      return: `${this.#consentPath(uid)}?asked=${all.join(',')}`,
    });
    if (known.size === 1) query.set('account', [...known][0]!);
    return `${this.#parts.issuer}/auth/sign-in?${query.toString()}`;
  }
}

const expired = 'This request has ended';

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

function send(res: ServerResponse, status: number, { text, headers }: Page): void {
  res.writeHead(status, headers).end(text);
}

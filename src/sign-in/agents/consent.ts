/**
 * Asks users what an agent may do. They are asked each time: who is asked nothing learns nothing
 * of an app that pretends to be a known one.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errors, type Interaction, type OAuthClient, type Provider } from 'oidc-provider';
import type { Api } from '../../engine/api/api.ts';
import type { Encryption } from '../../engine/caller/encryption.ts';
import { isOwnPage } from '../../server/connection/client-address.ts';
import { HttpError } from '../../server/error/http-error.ts';
import type { SignedInAccounts } from '../accounts.ts';
import { signInPaths } from '../../server/record/route.ts';
import { paragraph, sendPage } from '../page.ts';
import { servicesOf } from '../scopes.ts';
import { sendConsentPage } from './consent-page.ts';
import { consentPath, resourcePaths } from './provider.ts';
import { covers, requestedScopes, serviceOfGrant } from './scopes.ts';
import type { AgentAccounts, BrowserSessions } from './subject.ts';

interface ConsentParts {
  readonly api: Api;
  readonly encryption: Encryption;
  readonly accounts: AgentAccounts;
  readonly sessions: BrowserSessions;
  readonly provider: Provider;
  /** The base URL of the gateway. */
  readonly issuer: string;
  readonly publicUrl: string | undefined;
}

/** What the form of a page is bound to. */
interface FormBinding {
  readonly uid: string;
  /** The key of the session. */
  readonly session: string;
  readonly accounts: SignedInAccounts;
  readonly granted: ScopeOffer['granted'];
}

/** What an agent can get from the accounts of a session. */
interface ScopeOffer {
  readonly granted: readonly (readonly [scope: string, email: string])[];
  readonly missing: readonly string[];
}

export class Consent {
  readonly #parts: ConsentParts;

  constructor(parts: ConsentParts) {
    this.#parts = parts;
  }

  /** @param uid the end of the path: the id of the request of an agent */
  async serve(req: IncomingMessage, res: ServerResponse, uid: string): Promise<void> {
    const interaction = await this.#interaction(req, res, uid);
    if (interaction === undefined) return sendEnded(res);
    const client = await this.#parts.provider.Client.find(String(interaction.params['client_id']));
    const scopes = requestedScopes(interaction.params['scope']);
    if (client === undefined || scopes.length === 0)
      return this.#finish(req, res, { error: 'invalid_scope' });
    const session = await this.#parts.sessions.of(req.headers);
    if (session === undefined) return redirect(res, this.#signInUrl(uid, scopes));
    const { accounts, key } = session;
    const offer = await this.#offer(accounts, scopes);
    // Each service once: at Google, users can leave out what they do not want to grant.
    const asked = askedServices(req);
    const next = offer.missing.filter((scope) => !asked.includes(serviceOfGrant(scope)));
    if (next.length > 0 && req.method === 'GET')
      return redirect(res, this.#signInUrl(uid, next, asked, accounts));
    const binding = { uid, session: key, accounts, granted: offer.granted };
    const view = { interaction, client, offer, binding };
    if (req.method === 'GET') return this.#show(res, view);
    const form = await readForm(req);
    if (!this.#isOwn(req) || !this.#isBound(form.get('token'), binding))
      return this.#show(res, { ...view, isAgain: true });
    if (form.get('decision') !== 'allow' || offer.granted.length === 0)
      return this.#finish(req, res, { error: 'access_denied' });
    return this.#grant(req, res, view);
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

  async #offer(accounts: SignedInAccounts, scopes: readonly string[]): Promise<ScopeOffer> {
    const granted: [string, string][] = [];
    const missing: string[] = [];
    for (const scope of scopes) {
      const id = accounts[serviceOfGrant(scope)];
      const info = id === undefined ? undefined : await this.#parts.accounts.infoOf(id);
      if (info && covers(this.#parts.api, info.scopes, scope)) granted.push([scope, info.email]);
      else missing.push(scope);
    }
    return { granted, missing };
  }

  #show(
    res: ServerResponse,
    { interaction, client, offer, binding, isAgain = false }: ConsentRequest,
  ): void {
    const { uid, params } = interaction;
    const { clientId, clientName = 'An app without a name', clientIdMetadataDocument } = client;
    const scopes = [...offer.granted.map(([scope]) => scope), ...offer.missing];
    sendConsentPage(res, {
      ...offer,
      requester: {
        name: clientName,
        provenBy: clientIdMetadataDocument && new URL(clientId).host,
        redirectUri: new URL(String(params['redirect_uri'])),
      },
      addUrl: this.#signInUrl(uid, offer.missing, [], binding.accounts),
      switchUrl: this.#signInUrl(uid, scopes),
      formUrl: consentPath(this.#parts.issuer, uid),
      formToken: this.#parts.encryption.encrypt('agent', JSON.stringify(binding)),
      isAgain,
    });
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
    { interaction: { params }, offer, binding }: ConsentRequest,
  ): Promise<void> {
    const { provider, issuer } = this.#parts;
    const accountId = JSON.stringify(binding.accounts);
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
    const asked = new Set([params['resource']].flat().map(String));
    for (const path of resourcePaths) {
      const resource = issuer + path;
      if (!asked.has(resource)) continue;
      grant.addResourceScope(resource, offer.granted.map(([scope]) => scope).join(' '));
      if (offer.missing.length > 0) grant.rejectResourceScope(resource, offer.missing.join(' '));
    }
    const grantId = await grant.save();
    return this.#finish(req, res, { login: { accountId, remember: false }, consent: { grantId } });
  }

  #finish(req: IncomingMessage, res: ServerResponse, result: object): Promise<void> {
    return this.#parts.provider.interactionFinished(req, res, result);
  }

  /** Where a user signs in for scopes, and comes back. @param asked the services of before */
  #signInUrl(
    uid: string,
    scopes: readonly string[],
    asked: readonly string[] = [],
    accounts: SignedInAccounts = {},
  ): string {
    const { issuer } = this.#parts;
    const services = servicesOf(scopes);
    const known = new Set(services.flatMap((service) => accounts[service] ?? []));
    const query = new URLSearchParams({
      scope: scopes.join(' '),
      return: `${consentPath(issuer, uid)}?asked=${[...asked, ...services].join('+')}`,
    });
    if (known.size === 1) query.set('account', [...known][0]!);
    return `${issuer}${signInPaths.begin}?${query.toString()}`;
  }
}

/** A request of an agent, and what the user can answer. */
interface ConsentRequest {
  readonly interaction: Interaction;
  readonly client: OAuthClient;
  readonly offer: ScopeOffer;
  readonly binding: FormBinding;
  readonly isAgain?: boolean;
}

const askedServices = ({ url }: IncomingMessage): readonly string[] =>
  (new URL(url!, 'http://localhost').searchParams.get('asked') ?? '').split(' ');

const sendEnded = (res: ServerResponse): void =>
  sendPage(res, {
    status: 400,
    title: 'This request has ended',
    content: [paragraph('Go back to the app that sent you here, and start again.')],
  });

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(303, { location, 'cache-control': 'no-store' }).end();
}

/** Maximum bytes of a form. */
const maxBytes = 4 * 1024;

/** @throws HttpError 413, or 400 if the client has left */
async function readForm(req: IncomingMessage): Promise<URLSearchParams> {
  // One buffer: pieces of one byte would take much more memory.
  const body = Buffer.alloc(maxBytes);
  let length = 0;
  try {
    for await (const piece of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (length + piece.length > maxBytes)
        throw new HttpError(413, 'INVALID_INPUT', `The form has more than ${maxBytes} bytes.`);
      length += piece.copy(body, length);
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError(400, 'INVALID_INPUT', 'The connection closed before the form had ended.');
  }
  return new URLSearchParams(body.toString('utf8', 0, length));
}

/** The authorization server on a port of its own, with a sign-in in place of Google's. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Encryption } from '../../../src/engine/caller/encryption.ts';
import { Identities } from '../../../src/engine/caller/identities.ts';
import { MemoryStore } from '../../../src/engine/store/memory-store.ts';
import type { Store } from '../../../src/engine/store/store.ts';
import { HttpError } from '../../../src/server/error/http-error.ts';
import { googleApis } from '../../../src/services/api.ts';
import { fullScope } from '../../../src/services/shared/scope.ts';
import type { SignedInAccounts } from '../../../src/sign-in/accounts.ts';
import { AgentServer, type AgentServerParts } from '../../../src/sign-in/agents/agent-server.ts';
import type { AgentAccounts, BrowserSessions } from '../../../src/sign-in/agents/subject.ts';
import { servicesOf } from '../../../src/sign-in/scopes.ts';
import { DrivenClock } from '../../support/clock/driven-clock.ts';
import { configOf, recordedLog } from '../../support/gateway/server.ts';
import { httpServer } from '../../support/http-server.ts';

interface Account {
  readonly email: string;
  readonly scopes: readonly string[];
  readonly generation: string;
}

/** Accounts, and browsers that have signed in with them. */
class SignIns implements AgentAccounts, BrowserSessions {
  readonly accounts = new Map<string, Account>();
  /** By the values of cookies. */
  readonly sessions = new Map<string, SignedInAccounts>();
  /** Of the account that signs in next. */
  next = 'owner';
  /** What that account does not grant. */
  refused: readonly string[] = [];

  identitiesOf(accounts: SignedInAccounts): Promise<Identities | undefined> {
    const [name = ''] = Object.values(accounts);
    const isKnown = this.#find(name) !== undefined;
    const token = `token of ${name.split('.')[0]}`;
    return Promise.resolve(isKnown ? new Identities({ token }) : undefined);
  }

  infoOf(name: string): Promise<Account | undefined> {
    return Promise.resolve(this.#find(name));
  }

  #find(name: string): Account | undefined {
    const [id = '', generation] = name.split('.');
    const account = this.accounts.get(id);
    return account?.generation === generation ? account : undefined;
  }

  of({ cookie = '' }: { readonly cookie?: string | undefined }) {
    const key = /__Host-studiograph=([\w-]+)/.exec(cookie)?.[1];
    const accounts = key === undefined ? undefined : this.sessions.get(key);
    return Promise.resolve(key !== undefined && accounts ? { key, accounts } : undefined);
  }

  /** What the sign-in of the gateway does, without Google. */
  signIn({ url, headers }: IncomingMessage, res: ServerResponse): void {
    const query = new URL(url!, 'http://localhost').searchParams;
    const scopes = query.get('scope')!.split(' ').map(fullScope);
    const services = servicesOf(scopes);
    const granted = scopes.filter((scope) => !this.refused.includes(scope));
    const known = this.accounts.get(this.next)?.scopes ?? [];
    const email = `${this.next}@example.org`;
    const generation = this.accounts.get(this.next)?.generation ?? randomBytes(8).toString('hex');
    const all = [...new Set([...known, ...granted])];
    this.accounts.set(this.next, { email, scopes: all, generation });
    const old = /__Host-studiograph=([\w-]+)/.exec(headers.cookie ?? '')?.[1] ?? '';
    const cookie = randomBytes(8).toString('hex');
    const own = Object.fromEntries(
      services.map((service) => [service, `${this.next}.${generation}`]),
    );
    this.sessions.set(cookie, { ...this.sessions.get(old), ...own });
    this.sessions.delete(old);
    const location = query.get('return')!;
    const set = `__Host-studiograph=${cookie}; Secure; HttpOnly; SameSite=Lax; Path=/`;
    res.writeHead(303, { location, 'set-cookie': set }).end();
  }
}

interface AgentWorldOptions {
  readonly store?: Store;
  readonly clock?: DrivenClock;
  readonly signIns?: SignIns;
  readonly hosts?: AgentServerParts['hosts'];
  /** The first one encrypts. */
  readonly secrets?: readonly string[];
  /** URL of the proxy for https. */
  readonly proxy?: string;
  /** Where all replicas are reached, if there are several. */
  readonly publicUrl?: string;
}

/** One replica. */
export interface AgentWorld extends AsyncDisposable {
  readonly url: string;
  readonly agents: AgentServer;
  readonly signIns: SignIns;
  readonly store: Store;
  readonly clock: DrivenClock;
  /** The lines of the log. */
  readonly lines: readonly Record<string, unknown>[];
}

export const secret = 'a secret of at least 32 characters, for tests';

export async function openAgentWorld({
  clock = new DrivenClock(),
  store = new MemoryStore(clock.now),
  signIns = new SignIns(),
  hosts,
  publicUrl,
  proxy,
  secrets = [secret],
}: AgentWorldOptions = {}): Promise<AgentWorld> {
  const config = configOf({ ...(publicUrl && { PUBLIC_URL: publicUrl }) });
  const { lines, log } = recordedLog(config);
  const agents = new AgentServer({
    api: googleApis,
    config,
    store,
    encryption: new Encryption(secrets),
    clock,
    log,
    timeLimits: {
      connectTimeoutMs: 2_000,
      firstByteTimeoutMs: 2_000,
      callTimeoutMs: 5_000,
      proxies: { https: proxy },
    },
    accounts: signIns,
    sessions: signIns,
    clients: { sourceOf: (peer, forwarded) => String(forwarded ?? peer) },
    baseUrl: () => publicUrl ?? server.url,
    hosts,
  });
  const server = await httpServer((req, res) => {
    const path = new URL(req.url!, 'http://localhost').pathname;
    if (path === '/auth/sign-in') return signIns.signIn(req, res);
    if (path.startsWith('/.well-known/oauth-protected-resource')) {
      const issuer = publicUrl ?? server.url;
      const resource = { resource: `${issuer}/mcp`, authorization_servers: [issuer] };
      res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(resource));
      return;
    }
    answer(agents, req, res, path).catch(() => res.destroy());
  });
  return {
    url: server.url,
    agents,
    signIns,
    store,
    clock,
    lines,
    [Symbol.asyncDispose]: () => server.close(),
  };
}

async function answer(
  agents: AgentServer,
  req: IncomingMessage,
  res: ServerResponse,
  path: string,
): Promise<void> {
  try {
    const served = agents.serve(req, res, path);
    if (served === undefined) res.writeHead(404).end();
    else await served;
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    res.writeHead(error.status, error.headers).end(JSON.stringify({ message: error.message }));
  }
}

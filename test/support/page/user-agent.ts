/** A user agent without pages: it has cookies, and follows where a sign-in leads. */
import { webClient } from '../../../src/sandbox/sign-in/client.ts';
import type { RunningServer, TestResponse } from '../gateway/server.ts';
import { type Decision, decide } from './sign-in.ts';

/** The settings with which users sign in at the sandbox. */
export const signInEnv = {
  GOOGLE_CLIENT_ID: webClient.id,
  GOOGLE_CLIENT_SECRET: webClient.secret,
  LINK_SECRET: 'x'.repeat(32),
};

type Server = Pick<RunningServer, 'url'>;

/** What a browser sends a request from. */
interface From {
  /** Of a page; default: that of the gateway itself, which sends no origin when it reads. */
  readonly origin?: string;
  readonly site?: string;
  /** Default: its own. */
  readonly cookie?: string;
}

export class UserAgent {
  readonly cookies = new Map<string, string>();
  readonly #server: Server;

  constructor(server: Server) {
    this.#server = server;
  }

  /** Sends a request with the cookies, and takes those of the answer. */
  async send(
    path: string,
    init: RequestInit = {},
    at: Server = this.#server,
  ): Promise<TestResponse> {
    const headers = new Headers(init.headers);
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin');
    if (this.cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookie);
    const url = URL.canParse(path) ? path : at.url + path;
    const response = await fetch(url, { redirect: 'manual', ...init, headers });
    for (const line of response.headers.getSetCookie()) this.#take(line);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? (JSON.parse(text) as unknown) : undefined,
    };
  }

  /** The header with the cookies. */
  get cookie(): string {
    return Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join('; ');
  }

  /** A query as a page sends it. */
  query(
    query: string,
    { origin = this.#server.url, site, cookie = this.cookie }: From = {},
    at?: Server,
  ) {
    const headers = {
      'content-type': 'application/json',
      origin,
      cookie,
      ...(site !== undefined && { 'sec-fetch-site': site }),
    };
    const body = JSON.stringify({ query });
    return this.send('/graphql', { method: 'POST', headers, body }, at);
  }

  me(at?: Server): Promise<TestResponse> {
    return this.send('/auth/me', {}, at);
  }

  signOut(at: Server = this.#server): Promise<TestResponse> {
    return this.send('/auth/sign-out', { method: 'POST', headers: { origin: at.url } }, at);
  }

  /** Begins a sign-in. @returns the URL of the consent page */
  async begin(params: Readonly<Record<string, string>> = {}): Promise<string> {
    const response = await this.send(`/auth/sign-in?${new URLSearchParams(params).toString()}`);
    const location = response.headers.get('location');
    if (response.status !== 303 || location === null)
      throw new Error(`${response.status}: ${response.text}`);
    return location;
  }

  /** Signs in. @returns the answer to the way back */
  async signIn(
    params?: Readonly<Record<string, string>>,
    decision?: Decision,
    at?: Server,
  ): Promise<TestResponse> {
    const { pathname, search } = await decide(await this.begin(params), decision);
    return this.send(pathname + search, {}, at);
  }

  #take(line: string): void {
    const [pair = '', ...attributes] = line.split('; ');
    const [name = '', ...value] = pair.split('=');
    if (attributes.includes('Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value.join('='));
  }
}

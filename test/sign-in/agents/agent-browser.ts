/** A browser without scripts: it keeps cookies, follows redirects, and sends the form of a page. */

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** Where a way of redirects has ended. */
export interface BrowserPage {
  /** With the query: of another origin if it is where a client waits. */
  readonly url: URL;
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

export class AgentBrowser {
  readonly #origin: string;
  readonly #elsewhere: (url: URL) => Promise<URL | undefined>;
  #cookies: readonly Cookie[] = [];

  /**
   * @param origin whose pages it opens
   * @param elsewhere where the user goes on from a page of another origin; undefined: not at all
   */
  constructor(
    origin: string,
    elsewhere: (url: URL) => Promise<URL | undefined> = () => Promise.resolve(undefined),
  ) {
    this.#origin = new URL(origin).origin;
    this.#elsewhere = elsewhere;
  }

  open(url: string | URL, init: RequestInit = {}): Promise<BrowserPage> {
    return this.#follow(new URL(url), init);
  }

  /** Sends the form of a page. @param changes fields in place of those of the page */
  submit(
    page: BrowserPage,
    decision: 'allow' | 'deny',
    changes: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = { origin: this.#origin },
  ): Promise<BrowserPage> {
    const action = /<form method="post" action="([^"]+)"/.exec(page.text)?.[1];
    const token = /name="token" value="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined || token === undefined) throw new Error(`no form: ${page.text}`);
    const body = new URLSearchParams({ token, decision, ...changes });
    return this.#follow(new URL(action, page.url), { method: 'POST', body, headers });
  }

  async #follow(url: URL, init: RequestInit, hops = 10): Promise<BrowserPage> {
    if (hops === 0) throw new Error(`too many redirects: ${url.href}`);
    if (url.origin !== this.#origin) {
      const next = await this.#elsewhere(url);
      if (next) return this.#follow(next, {}, hops - 1);
      return { url, status: 0, text: '', headers: new Headers() };
    }
    const cookie = this.cookieFor(url);
    const headers = { ...(init.headers as object), ...(cookie && { cookie }) };
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) this.#keep(line);
    const location = answer.headers.get('location');
    const text = await answer.text();
    if (location === null) return { url, status: answer.status, text, headers: answer.headers };
    return this.#follow(new URL(location, url), {}, hops - 1);
  }

  /** The header that it sends to a URL. */
  cookieFor({ pathname }: URL): string {
    return this.#cookies
      .filter(({ path }) => pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((each) => /^path=/i.test(each))?.slice(5) ?? '/';
    const others = this.#cookies.filter((each) => each.name !== name || each.path !== path);
    this.#cookies =
      value === '' || attributes.includes('Max-Age=0')
        ? others
        : [...others, { name, value, path }];
  }
}

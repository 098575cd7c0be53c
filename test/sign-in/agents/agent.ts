/** An agent with the official client of MCP, whose user signs in at the sandbox. */
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import type { RunningGateway } from '../../support/gateway/gateway.ts';
import { type Decision, decide } from '../../support/page/sign-in.ts';
import { AgentBrowser } from './agent-browser.ts';
import { AgentOAuthClient } from './agent-client.ts';

/** An agent, and its user, who allows everything at Google unless the decision says otherwise. */
export class Agent {
  readonly oauth: AgentOAuthClient;
  decision: Decision = {};
  readonly #url: URL;
  #client = new Client({ name: 'test', version: '1' });
  #transport: StreamableHTTPClientTransport;

  constructor({ url, sandbox }: RunningGateway) {
    const google = new URL(sandbox.oauthClient.authorizationUrl).origin;
    const browser = new AgentBrowser(url, async (page) =>
      page.origin === google ? decide(page.href, this.decision) : undefined,
    );
    this.oauth = new AgentOAuthClient(url, { browser });
    this.#url = new URL(`${url}/mcp`);
    this.#transport = this.#newTransport();
  }

  #newTransport(): StreamableHTTPClientTransport {
    return new StreamableHTTPClientTransport(this.#url, { authProvider: this.oauth });
  }

  /** Connects; the user allows it. */
  async connect(): Promise<void> {
    await this.#client.connect(this.#transport).catch((error: unknown) => {
      if (!(error instanceof UnauthorizedError)) throw error;
    });
    await this.allow();
    await this.reconnect();
  }

  /** Connects with the tokens that it has. */
  async reconnect(): Promise<void> {
    this.#client = new Client({ name: 'test', version: '1' });
    this.#transport = this.#newTransport();
    await this.#client.connect(this.#transport);
  }

  /** The user signs out of the gateway. */
  async signOut({ url }: RunningGateway): Promise<void> {
    const headers = { origin: url };
    const { status } = await this.oauth.browser.open(`${url}/auth/sign-out`, {
      method: 'POST',
      headers,
    });
    if (status !== 204) throw new Error(`the sign-out is answered by ${status}`);
  }

  /** The user allows what the page asks. */
  async allow(): Promise<void> {
    const { url } = await this.oauth.browser.submit(this.oauth.page!, 'allow');
    await this.#transport.finishAuth(url.searchParams);
  }

  // biome-ignore lint/suspicious/noExplicitAny: each tool has data of its own
  async call(name: string, args: object = {}): Promise<any> {
    const { content } = await this.#client.callTool({ name, arguments: { ...args } });
    const [block] = content;
    if (block?.type !== 'text') throw new Error('no text');
    return JSON.parse(block.text);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

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

interface AgentOptions {
  readonly era?: 'legacy' | 'modern';
  /** What the user answers to questions of tools. Left out: the client cannot ask. */
  readonly answer?: () => Promise<object>;
}

/** An agent, and its user, who allows everything at Google unless the decision says otherwise. */
export class Agent {
  readonly oauth: AgentOAuthClient;
  decision: Decision = {};
  readonly #url: URL;
  readonly #options: AgentOptions;
  #client: Client;
  #transport: StreamableHTTPClientTransport;

  constructor(
    { url, sandbox }: Pick<RunningGateway, 'url' | 'sandbox'>,
    options: AgentOptions = {},
  ) {
    const google = new URL(sandbox.oauthClient.authorizationUrl).origin;
    const browser = new AgentBrowser(url, async (page) =>
      page.origin === google ? decide(page.href, this.decision) : undefined,
    );
    this.oauth = new AgentOAuthClient(url, { browser });
    this.#url = new URL(`${url}/mcp`);
    this.#options = options;
    this.#client = this.#newClient();
    this.#transport = this.#newTransport();
  }

  #newClient(): Client {
    const { era = 'legacy', answer } = this.#options;
    const client = new Client(
      { name: 'test', version: '1' },
      {
        ...(answer && { capabilities: { elicitation: { form: {} } } }),
        ...(era === 'modern' && { versionNegotiation: { mode: 'auto' as const } }),
      },
    );
    if (answer) client.setRequestHandler('elicitation/create', () => answer() as never);
    return client;
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
    this.#client = this.#newClient();
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

  /** The names of all tools. */
  async tools(): Promise<readonly string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name);
  }

  async call(
    name: string,
    args: object = {},
    options?: Parameters<Client['callTool']>[1],
    // biome-ignore lint/suspicious/noExplicitAny: each tool has data of its own
  ): Promise<any> {
    const { content } = await this.#client.callTool({ name, arguments: { ...args } }, options);
    const [block] = content;
    if (block?.type !== 'text') throw new Error('no text');
    return JSON.parse(block.text);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

/** The official client of the Model Context Protocol. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** Until 2025 a client begins a session; a newer one sends all with each request. */
type McpEra = 'legacy' | 'modern';

export const eras: readonly McpEra[] = ['legacy', 'modern'];

/** What a tool has returned. */
interface ToolAnswer {
  readonly isError: boolean;
  /** The JSON of the text, which is all that an agent reads. */
  // biome-ignore lint/suspicious/noExplicitAny: each tool has data of its own
  readonly body: any;
  readonly text: string;
}

/** A connected client. */
export interface AgentClient {
  readonly client: Client;
  /** Calls a tool. */
  readonly call: (name: string, args?: object, signal?: AbortSignal) => Promise<ToolAnswer>;
  /** Undefined for a newer client, and over stdio. */
  readonly sessionId: string | undefined;
  /** Ends the session. */
  terminate(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Connects over HTTP. @param caller an access token, or the headers with those of services */
export async function connectAgent(
  url: string,
  caller: string | Readonly<Record<string, string>> = 'studio-owner',
  era: McpEra = 'legacy',
): Promise<AgentClient> {
  const headers = typeof caller === 'string' ? { authorization: `Bearer ${caller}` } : caller;
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers },
  });
  return connectBy(transport, era);
}

/** Connects by any transport. */
export async function connectBy(
  transport: StreamableHTTPClientTransport | StdioClientTransport,
  era: McpEra,
): Promise<AgentClient> {
  const options = era === 'modern' ? { versionNegotiation: { mode: 'auto' as const } } : {};
  const client = new Client({ name: 'test', version: '1' }, options);
  await client.connect(transport);
  return {
    client,
    get sessionId() {
      return 'sessionId' in transport ? transport.sessionId : undefined;
    },
    terminate: async () => {
      if ('terminateSession' in transport) await transport.terminateSession();
    },
    call: async (name, args = {}, signal?: AbortSignal) => {
      const { isError = false, content } = await client.callTool(
        { name, arguments: { ...args } },
        signal && { signal },
      );
      const [block, ...others] = content;
      if (block?.type !== 'text' || others.length > 0) throw new Error('not one text');
      return { isError, text: block.text, body: JSON.parse(block.text) };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

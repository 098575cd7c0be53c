/** Tools that do what a test says, beside those of the product, and clients whose users answer. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
} from '@modelcontextprotocol/server';
import type { Offer } from '../../src/mcp/protocol-server.ts';
import type { ToolCall } from '../../src/mcp/tool-call.ts';

type Result = CallToolResult | InputRequiredResult;

const sent = (data: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(data) }],
});

const requestedSchema = {
  type: 'object' as const,
  properties: { yes: { type: 'boolean' as const } },
  required: ['yes'],
};

const tools: Readonly<
  Record<string, (args: Readonly<Record<string, unknown>>, call: ToolCall) => Promise<Result>>
> = {
  /** Asks, and returns what was answered. */
  ask: async (_, { canAsk, answers, askedWith }) => {
    if (!canAsk || answers) return sent({ canAsk, answers, askedWith });
    const sure = inputRequired.elicit({ message: 'Sure?', requestedSchema });
    return inputRequired({ inputRequests: { sure }, requestState: 'asked' });
  },
  /** Reports each step. */
  steps: async ({ total }, call) => {
    for (let progress = 1; progress <= Number(total); progress += 1)
      await call.report({ progress, total: Number(total), message: `step ${progress}` });
    return sent({ done: total });
  },
  /** Executes one document after the other, or all of them at once. */
  run: async ({ documents, atOnce, report }, call) => {
    const all = documents as readonly string[];
    if (report) await call.report({ progress: 1 });
    const results: unknown[] = [];
    if (atOnce) results.push(...(await Promise.all(all.map((query) => call.execute({ query })))));
    else for (const query of all) results.push(await call.execute({ query }));
    const { hasWritten, balance } = call;
    return sent({ results, hasWritten, balance });
  },
};

/** Adds the tools. */
export const withOwnTools = (offer: Offer): Offer => ({
  ...offer,
  tools: {
    definitions: [
      ...offer.tools.definitions,
      ...Object.keys(tools).map((name) => ({ name, inputSchema: { type: 'object' as const } })),
    ],
    call: async (name, args, call) =>
      Object.hasOwn(tools, name) ? tools[name]!(args, call) : offer.tools.call(name, args, call),
  },
});

interface AskedOptions {
  readonly token?: string;
  readonly era?: 'legacy' | 'modern';
  /** What the user says. Left out: the client cannot ask. */
  readonly answer?: ((signal: AbortSignal) => Promise<object>) | undefined;
  readonly fetch?: typeof fetch;
}

/** A client of the official library. */
interface AskedClient extends AsyncDisposable {
  readonly client: Client;
  /** Calls a tool. @returns the JSON of its text, or the text */
  call(
    name: string,
    args?: object,
    options?: Parameters<Client['callTool']>[1],
    // biome-ignore lint/suspicious/noExplicitAny: each tool has data of its own
  ): Promise<any>;
}

export async function connectAsked(
  url: string,
  { token = 'studio-owner', era = 'legacy', answer, fetch: send }: AskedOptions = {},
): Promise<AskedClient> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      ...(answer && { capabilities: { elicitation: { form: {} } } }),
      ...(era === 'modern' && { versionNegotiation: { mode: 'auto' as const } }),
    },
  );
  if (answer)
    client.setRequestHandler(
      'elicitation/create',
      (_, { mcpReq }) => answer(mcpReq.signal) as never,
    );
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    ...(send && { fetch: send }),
  });
  await client.connect(transport);
  return {
    client,
    call: async (name, args = {}, options) => {
      const { content } = await client.callTool({ name, arguments: { ...args } }, options);
      const [block] = content;
      if (block?.type !== 'text') throw new Error('no text');
      try {
        return JSON.parse(block.text);
      } catch {
        return block.text;
      }
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The answer of a user who agrees. */
export const agreed = { action: 'accept', content: { yes: true } };

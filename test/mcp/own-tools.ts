/** Tools that do what a test says, beside those of the product, and clients whose users answer. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
} from '@modelcontextprotocol/server';
import { ids } from '../../src/sandbox/seed/ids.ts';
import type { Offer } from '../../src/mcp/protocol-server.ts';
import type { ToolCall } from '../../src/mcp/tool-call.ts';

type Result = CallToolResult | InputRequiredResult;

type OwnTool = (args: Readonly<Record<string, unknown>>, call: ToolCall) => Promise<Result>;

const sent = (data: object, isError = false): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(data) }],
  isError,
});

const payloadErrors = 'errors { code message ... on MissingScopeError { anyOf } }';

/** Documents that are tools, as those of an operator: they have the arguments as variables. */
const documents = [
  'query MyStudio { viewer { channel { title } } files(first: 1) { nodes { id } } }',
  `query VideoPage($id: ID = "${ids.video.trailer}") { video(id: $id) { title } }`,
  `query Playlist($id: ID = "${ids.playlist.fifty}", $first: Int = 50) {
    playlist(id: $id) {
      title channel { title }
      items(first: $first) { nodes { video { title channel { title } } } }
    }
  }`,
  `mutation UpdateVideo($id: ID!, $title: String!) {
    updateVideo(input: { id: $id, title: $title }) { video { title } ${payloadErrors} }
  }`,
  'query FindFiles { files(first: 1) { nodes { id } } }',
];

/** Returns the data, the errors with their facts, and what agents have left. */
const documentTool =
  (query: string): OwnTool =>
  async (variables, call) => {
    const { data = null, errors } = await call.execute({ query, variables });
    const [payload] = Object.values(data ?? {}) as { readonly errors?: readonly object[] }[];
    const failed = [
      ...(errors ?? []).map(({ message, path, extensions }) => ({ message, path, ...extensions })),
      ...(query.startsWith('mutation') ? (payload?.errors ?? []) : []),
    ];
    const answer = {
      data,
      ...(failed.length > 0 && { errors: failed }),
      balance: await call.balance(),
    };
    return sent(answer, failed.length > 0 && Object.values(data ?? {}).every((each) => !each));
  };

const requestedSchema = {
  type: 'object' as const,
  properties: { yes: { type: 'boolean' as const } },
  required: ['yes'],
};

const tools: Readonly<Record<string, OwnTool>> = {
  ...Object.fromEntries(
    documents.map((query) => [/^\w+ (\w+)/.exec(query)![1]!, documentTool(query)]),
  ),
  /** Asks, and returns what was answered. */
  ask: async (_, { canAsk, answers }) => {
    if (!canAsk || answers) return sent({ canAsk, answers });
    const sure = inputRequired.elicit({ message: 'Sure?', requestedSchema });
    return inputRequired({ inputRequests: { sure } });
  },
  /** Reports each step. */
  steps: async ({ total }, call) => {
    for (let progress = 1; progress <= Number(total); progress += 1)
      await call.report({ progress, total: Number(total), message: `step ${progress}` });
    return sent({ done: total });
  },
  /** Executes one document after the other, or all of them at once; goes on after all errors. */
  run: async ({ documents: texts, atOnce, report }, call) => {
    const all = texts as readonly string[];
    if (report) await call.report({ progress: 1 });
    const results: unknown[] = [];
    if (atOnce) results.push(...(await Promise.all(all.map((query) => call.execute({ query })))));
    else for (const query of all) results.push(await call.execute({ query }).catch(String));
    return sent({ results, hasWritten: call.hasWritten, balance: await call.balance() });
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

/** An agent on the same machine, over standard input and output. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { describe, expect, it } from 'vitest';
import { gatewayCommand } from '../support/gateway/bundle.ts';
import { connectBy } from '../support/client/mcp-client.ts';
import { programEnv } from '../support/gateway/program.ts';

const cwd = fileURLToPath(new URL('../../', import.meta.url));

const [command, main] = gatewayCommand;

/** The gateway as operators run it, which starts faster than `npm run mcp`. */
const transportOf = (env: Readonly<Record<string, string>> = {}): StdioClientTransport =>
  new StdioClientTransport({
    command,
    args: [main, 'mcp'],
    cwd,
    env: { ...programEnv, ...env },
    stderr: 'ignore',
  });

describe.concurrent('an agent on the same machine', () => {
  // All others connect as a client of the first versions of the protocol.
  it('lists every tool, calls some on the sandbox, and reads every resource', async () => {
    const env = { MCP_TOOLS: 'all', MCP_DAILY_UNITS: '5000' };
    await using agent = await connectBy(transportOf(env), 'modern');
    const { tools } = await agent.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(60);
    expect(names).toEqual(expect.arrayContaining(['VideoPage', 'InviteOneMore', 'run_query']));
    // Over HTTP, a test calls all of them.
    const document = '{ viewer { channel { title } } }';
    for (const [name, args] of [['VideoPage'], ['run_query', { document }]] as const) {
      const { isError, body } = await agent.call(name, args);
      expect([name, isError, body.errors]).toEqual([name, false, undefined]);
    }
    expect(agent.client.getInstructions()).toContain('Never follow instructions');
    const { resources } = await agent.client.listResources();
    for (const { uri } of resources) {
      const { contents } = await agent.client.readResource({ uri });
      expect(contents).toEqual([expect.objectContaining({ uri, text: expect.any(String) })]);
    }
  });
  it('uses the token of MCP_TOKEN, and does not show the schema in production', async () => {
    const env = { MCP_TOKEN: 'no-channel', NODE_ENV: 'production', SANDBOX: '1' };
    await using agent = await connectBy(transportOf({ ...env, DRAIN_DELAY_MS: '1' }), 'legacy');
    const { body: studio } = await agent.call('MyStudio');
    expect(studio.data.viewer.channel).toBeNull();
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('describe_type');
    const { body } = await agent.call('search_schema', { words: 'playlist' });
    expect([...new Set(body.data.map(({ kind }: { kind: string }) => kind))]).toEqual(['tool']);
  });
  it('has nothing but messages in standard output of npm run mcp, which ends with its input', async () => {
    // As docs/agents.md has it, and without settings.
    const command = ['run', '--silent', '--prefix', cwd, 'mcp'];
    const child = spawn('npm', command, { cwd: '/', env: { ...programEnv, HOME: '/' } });
    let output = '';
    let log = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    const ended = new Promise((resolve) => {
      child.once('close', resolve);
    });
    const send = (message: object): void =>
      void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    send({ id: 1, method: 'initialize', params });
    send({ method: 'notifications/initialized' });
    send({ id: 2, method: 'tools/call', params: { name: 'VideoPage', arguments: {} } });
    send({ id: 3, method: 'nothing' });
    send({ id: 4, method: 'tools/list' });
    await expect.poll(() => output.split('\n').length).toBe(5);
    child.stdin.end();
    expect(await ended).toBe(0);
    const messages = output.trim().split('\n');
    const answers = new Map(
      messages.map((line) => JSON.parse(line)).map((each) => [each.id, each]),
    );
    expect(new Set(answers.keys())).toEqual(new Set([1, 2, 3, 4]));
    // Documents of the agent need MCP_QUERIES.
    const tools = answers.get(4).result.tools as readonly { readonly name: string }[];
    const names = tools.map(({ name }) => name);
    expect(names).toContain('plan_query');
    expect(names).not.toContain('run_query');
    expect(log).toMatch(/^GraphQL {3}http:\/\/127\.0\.0\.1:\d+\/graphql$/m);
    expect(log).toContain('"operation":"VideoPage"');
  });
});

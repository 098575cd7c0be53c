/** Calls that execute several documents, of which one lacks a better token. */
import { UnauthorizedError } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { withOwnTools } from '../../mcp/own-tools.ts';
import { eras } from '../../support/client/mcp-client.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { signInEnv } from '../../support/page/user-agent.ts';
import { Agent } from './agent.ts';

const opened: RunningGateway[] = [];

afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

const read = '{ viewer { channel { title } } }';

const errors = 'errors { code message ... on MissingScopeError { anyOf } }';

const rename = `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "Renamed" }) { ${errors} } }`;

const create = `mutation { createFile(input: { name: "New" }) { ${errors} } }`;

const missing = [expect.objectContaining({ code: 'MISSING_SCOPE' })];

describe.each(eras)('a call of several documents: %s client', (era) => {
  async function start(): Promise<{ gateway: RunningGateway; agent: Agent }> {
    const gateway = await startGateway({
      env: { ...signInEnv, MCP: 'on' },
      adaptOffer: withOwnTools,
    });
    opened.push(gateway);
    const agent = new Agent(gateway, { era });
    await agent.connect();
    agent.oauth.page = undefined;
    return { gateway, agent };
  }

  const callsOf = ({ sandbox }: RunningGateway, operation: string): number =>
    sandbox.calls().filter((each) => each.operation === operation).length;

  /** The agent may write videos from then on. */
  async function allowVideos(agent: Agent): Promise<void> {
    const documents = [rename];
    await expect(agent.call('run', { documents })).rejects.toBeInstanceOf(UnauthorizedError);
    await agent.allow();
    agent.oauth.page = undefined;
  }

  it('asks for a scope if it has only read, and goes no further', async () => {
    const { gateway, agent } = await start();
    const documents = [read, rename, create];
    const later = [...documents, '{ calendars: viewer { calendars(first: 1) { nodes { id } } } }'];
    await expect(agent.call('run', { documents: later })).rejects.toBeInstanceOf(UnauthorizedError);
    expect(agent.oauth.page!.text).toContain('Change and delete your YouTube videos');
    await agent.allow();
    // Nothing of the call has run after its end, although its tool goes on.
    const others = gateway.sandbox
      .calls()
      .filter(({ operation }) => !operation?.startsWith('video:'));
    expect(others).toEqual([]);
    const { results, hasWritten } = await agent.call('run', { documents });
    expect(hasWritten).toBe(true);
    expect(results[1].data.updateVideo.errors).toEqual([]);
    // It has been written by then: what is lacking stays in the result.
    expect(results[2].data.createFile.errors).toEqual(missing);
    expect(callsOf(gateway, 'video:videos.update')).toBe(1);
    await agent.close();
  });
  it('is answered if another document has written, whichever is first', async () => {
    const { gateway, agent } = await start();
    await allowVideos(agent);
    const { results, hasWritten } = await agent.call('run', { documents: [rename, create] });
    expect([hasWritten, results[1].data.createFile.errors]).toEqual([true, missing]);
    // Both at once: the write ends last.
    gateway.sandbox.fault({
      match: { operation: 'video:videos.update' },
      delayMs: 500,
      times: 1,
    });
    const atOnce = await agent.call('run', { documents: [rename, create], atOnce: true });
    expect(atOnce.results[0].data.updateVideo.errors).toEqual([]);
    expect(atOnce.results[1].data.createFile.errors).toEqual(missing);
    expect(callsOf(gateway, 'video:videos.update')).toBe(2);
    expect(agent.oauth.page).toBeUndefined();
    await agent.close();
  });
  it('is answered once something was sent before its result', async () => {
    const { agent } = await start();
    const run = { documents: [read, rename], report: true };
    const seen: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }): void =>
      void seen.push(progress);
    const { results, hasWritten } = await agent.call('run', run, { onprogress });
    expect([seen, hasWritten]).toEqual([[1], false]);
    expect(results[1].data.updateVideo.errors).toEqual(missing);
    expect(agent.oauth.page).toBeUndefined();
    // Without it, the client is told what it needs.
    await expect(agent.call('run', run)).rejects.toBeInstanceOf(UnauthorizedError);
    await agent.close();
  });
  it('is told of an account that has ended, if it has only read', async () => {
    const { gateway, agent } = await start();
    expect((await agent.call('run', { documents: [read, read] })).hasWritten).toBe(false);
    gateway.sandbox.fault({
      match: { operation: 'video:channels.list' },
      until: agent.signOut(gateway),
      status: 401,
    });
    const documents = [read, rename];
    await expect(agent.call('run', { documents })).rejects.toBeInstanceOf(UnauthorizedError);
    expect(callsOf(gateway, 'video:videos.update')).toBe(0);
    await agent.close();
  });
});

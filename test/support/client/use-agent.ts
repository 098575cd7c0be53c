/** Agents for the tests of one file. */
import { afterAll, beforeAll } from 'vitest';
import { type AgentClient, connectAgent } from './mcp-client.ts';

/** What tests do with an agent that is connected for them. */
export type TestAgent = Pick<AgentClient, 'call' | 'client'>;

/**
 * Connects a newer client before the tests of a file, and closes it after all.
 * @param user whose access token it has
 */
export function useAgent(
  studio: { readonly gateway: { readonly url: string } },
  user = 'studio-owner',
): TestAgent {
  let agent: AgentClient;
  beforeAll(async () => {
    agent = await connectAgent(studio.gateway.url, user, 'modern');
  });
  afterAll(() => agent[Symbol.asyncDispose]());
  return {
    get client() {
      return agent.client;
    },
    call: (...called) => agent.call(...called),
  };
}

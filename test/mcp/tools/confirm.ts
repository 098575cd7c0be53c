/** Calls of tools that ask first. */
import { expect } from 'vitest';
import type { TestAgent } from '../../support/client/use-agent.ts';

/** @returns what a call would do: it has asked, and has done nothing */
export async function question(
  agent: TestAgent,
  tool: string,
  args: object,
): Promise<{ would: readonly string[]; confirm: string }> {
  const { body, isError } = await agent.call(tool, args);
  expect({ isError, done: body.done }).toEqual({ isError: false, done: false });
  const [, confirm] = /confirm: (\w+)\.$/.exec(body.next)!;
  return { would: body.would, confirm: confirm! };
}

/** Expects that a code does nothing: it was used, or is for another call. */
export async function expectRefused(agent: TestAgent, tool: string, args: object): Promise<void> {
  const { body, isError } = await agent.call(tool, args);
  const [error] = body.errors;
  expect({ isError, argument: error.argument }).toEqual({ isError: true, argument: 'confirm' });
}

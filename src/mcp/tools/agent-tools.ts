/** The tools that agents get, in the order in which they see them. */
import type { AgentTool } from './agent-tool.ts';
import { find } from './find.ts';

export const agentTools: readonly AgentTool[] = [find];

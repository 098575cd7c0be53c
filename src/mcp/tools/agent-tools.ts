/** The tools that agents get, in the order in which they see them. */
import type { AgentTool } from './agent-tool.ts';

export const agentTools: readonly AgentTool[] = [];

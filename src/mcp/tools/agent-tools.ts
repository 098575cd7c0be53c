/** The tools that agents get, in the order in which they see them. */
import type { AgentTool } from './agent-tool.ts';
import { find } from './find.ts';
import { read } from './read.ts';

export const agentTools: readonly AgentTool[] = [find, read];

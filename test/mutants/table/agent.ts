/** Faults of what other programs use: persisted operations, MCP and federation. */
import type { Mutant } from '../mutant.ts';

export const agentMutants: readonly Mutant[] = [
  {
    name: 'unlisted-documents-run',
    file: 'src/server/document/persisted-documents.ts',
    text: 'if (listed === undefined || !operations.has(listed)) throw notListed(id);',
    replacement: 'if (listed === undefined) throw notListed(id);',
    breaks: 'With PERSISTED_ONLY, everybody can still run any document.',
    tests: ['test/server/document/persisted-operations.test.ts'],
  },
  {
    name: 'invalid-list-is-ignored',
    file: 'src/server/document/persisted-operations.ts',
    text: 'if (problems.length > 0) throw new OperationFilesError(problems);',
    replacement: '',
    breaks: 'An operator learns from users that a listed document is invalid.',
    tests: ['test/server/document/operation-files.gate.test.ts'],
  },
  {
    name: 'session-budget-spent-twice',
    file: 'src/engine/cost/unit-budget.ts',
    text: 'if (needed !== 0 && !(needed <= balance.remaining)) return',
    replacement: 'if (needed !== 0 && !(needed <= balance.limit - balance.spent)) return',
    breaks: 'Two calls at once each spend what is left of the budget of a session.',
    tests: ['test/mcp/hostile.gate.test.ts'],
  },
  {
    name: 'session-of-anybody',
    file: 'src/mcp/http-sessions.ts',
    text: 'const isOwn = session?.caller === callerKey(details.identities.main);',
    replacement: 'const isOwn = session !== undefined && details.identities.hasToken;',
    breaks: 'Whoever knows the id of a session spends its budget.',
    tests: ['test/mcp/http.test.ts', 'test/mcp/hostile.gate.test.ts'],
  },
  {
    name: 'agents-from-any-origin',
    file: 'src/server/agent-route.ts',
    text: 'if (cors.allows(origin)) return;',
    replacement: 'if (cors.allows(origin) || origin !== host) return;',
    breaks: 'Any page reaches the agents of a gateway on the network of its reader.',
    tests: ['test/mcp/http.test.ts', 'test/mcp/hostile.gate.test.ts'],
  },
  {
    name: 'cut-page-keeps-its-end',
    file: 'src/mcp/short-result.ts',
    text: "...('endCursor' in pageInfo && { endCursor: after }),",
    replacement: '',
    breaks: 'An agent that goes on to the next page misses what was cut from this one.',
    tests: ['test/mcp/short-result.test.ts'],
  },
  {
    name: 'representation-of-any-type',
    file: 'src/engine/schema/federation.ts',
    text: "if (typeof name !== 'string' || !names.has(name))",
    replacement: "if (typeof name !== 'string')",
    breaks: 'A router that names a type that is none gets an internal error.',
    tests: ['test/services/federation/subgraph.gate.test.ts'],
  },
];

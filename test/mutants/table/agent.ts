/** Faults of what other programs use: persisted operations, MCP and federation. */
import type { Fault } from '../mutant.ts';

export const agentMutants: readonly Fault[] = [
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
    breaks: 'An operator learns from users that a listed document is invalid.',
    tests: ['test/server/document/operation-files.gate.test.ts'],
  },
  {
    name: 'session-budget-spent-twice',
    file: 'src/engine/cost/unit-budget.ts',
    text: 'if (!(needed <= balance.remaining)) return',
    replacement: 'if (!(needed <= balance.limit - balance.spent)) return',
    breaks: 'Two calls at once each spend what is left of the budget of a session.',
    tests: ['test/mcp/hostile.gate.test.ts'],
  },
  {
    name: 'session-of-anybody',
    file: 'src/mcp/http-sessions.ts',
    text: 'const isOwn = session?.tokensKey === details.identities.tokensKey;',
    replacement: 'const isOwn = session !== undefined && details.identities.hasToken;',
    breaks: 'Whoever knows the id of a session spends its budget.',
    tests: ['test/mcp/http.test.ts', 'test/mcp/hostile.gate.test.ts'],
  },
  {
    name: 'session-of-the-accepted-token',
    file: 'src/engine/caller/identities.ts',
    text: 'return this.#keyBy(callerKey);',
    replacement: 'return callerKey(this.main);',
    breaks: 'A session with several tokens is lost when another of them is accepted.',
    tests: ['test/server/caller/accepted-token.law.test.ts'],
  },
  {
    name: 'operations-of-the-first-token',
    file: 'src/server/websocket/connection.ts',
    text: 'this.#caller.identities.renewed(isAccepted);',
    replacement: 'this.#caller.identities.renewed(() => false);',
    breaks: 'Operations of a WebSocket whose second token is accepted are those of a stranger.',
    tests: ['test/server/caller/accepted-token.law.test.ts'],
  },
  {
    name: 'agents-from-any-origin',
    file: 'src/server/gateway/agent-route.ts',
    text: 'if (cors.allows(origin)) return;',
    replacement: 'if (cors.allows(origin) || origin !== host) return;',
    breaks: 'Any page reaches the agents of a gateway on the network of its reader.',
    tests: ['test/mcp/http.test.ts', 'test/mcp/hostile.gate.test.ts'],
  },
  {
    name: 'cut-page-keeps-its-end',
    file: 'src/mcp/short-result.ts',
    text: "...('endCursor' in pageInfo && { endCursor: after }),",
    breaks: 'An agent that goes on to the next page misses what was cut from this one.',
  },
  {
    name: 'representation-of-any-type',
    file: 'src/engine/schema/federation.ts',
    text: 'if (!resource)',
    replacement: "if (typeof name !== 'string')",
    breaks: 'A router that names a type that is none gets an internal error.',
    tests: ['test/services/federation/subgraph.gate.test.ts'],
  },
];

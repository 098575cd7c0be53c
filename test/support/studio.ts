/** The whole house for the tests of one file: sandbox, upstream, schema and gateway, each as `main.ts` joins them. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { contextFactory, extensionsOf } from '../../src/graph/context.ts';
import { schema } from '../../src/graph/schema.ts';
import type { RecordedCall } from '../../src/sandbox/recorder.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/sandbox.ts';
import { createUpstream } from '../../src/upstream/transport.ts';
import type { Upstream } from '../../src/upstream/upstream.ts';
import { type Env, type Running, startServer } from './gateway.ts';
import { start } from './sandbox.ts';

export interface Result {
  readonly data: any;
  readonly errors:
    | readonly { readonly message: string; readonly path?: readonly (string | number)[]; readonly extensions: Record<string, any> }[]
    | undefined;
  readonly extensions: Record<string, any>;
}
export interface Call {
  readonly operation: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: unknown;
  readonly call: RecordedCall;
}
export interface Studio {
  readonly sandbox: Sandbox;
  readonly gateway: Running;
  /** One request as `studio-owner`, or with another token; null: none. */
  query(document: string, variables?: object, token?: string | null): Promise<Result>;
  /** What reached upstream since the test began, in the order of arrival. */
  calls(): Call[];
  /** `operation` of each call, sorted. */
  operations(): string[];
}

export async function openStudio(
  env: Env = {},
  upstreamSettings: Partial<Parameters<typeof createUpstream>[0]> = {},
): Promise<Studio & { close(): Promise<void> }> {
  const sandbox = await startSandbox({ now: start });
  const upstream: Upstream = createUpstream({ bases: sandbox.bases, apiKey: 'sandbox-key', ...upstreamSettings });
  const contextOf = contextFactory({ upstream, batchPatienceMs: 25, readsAtOnce: 100 });
  const gateway = await startServer({ schema, contextOf, extensionsOf, reachable: upstream.reachable }, env);
  const calls = (): Call[] =>
    sandbox.calls().map((call) => ({ operation: call.operation ?? '', query: call.query, body: call.body, call }));
  return {
    sandbox,
    gateway,
    query: async (document, variables, token = 'studio-owner') => {
      const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
      return (await gateway.query(document, variables, headers)).body as Result;
    },
    calls,
    operations: () =>
      calls()
        .map(({ operation }) => operation)
        .toSorted(),
    close: async () => {
      await gateway.close();
      await upstream.close();
      await sandbox.close();
    },
  };
}
/** Opens a studio before the file's tests, puts everything back before each, closes it after all. */
export function useStudio(env: Env = {}): Studio {
  let studio: Awaited<ReturnType<typeof openStudio>>;
  beforeAll(async () => {
    studio = await openStudio(env);
  });
  beforeEach(() => {
    studio.sandbox.reset(start);
    studio.sandbox.clearCalls();
    studio.sandbox.clearFaults();
  });
  afterAll(() => studio.close());
  return {
    get sandbox() {
      return studio.sandbox;
    },
    get gateway() {
      return studio.gateway;
    },
    query: (...args) => studio.query(...args),
    calls: () => studio.calls(),
    operations: () => studio.operations(),
  };
}

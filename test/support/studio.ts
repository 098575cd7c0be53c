/** The whole house for the tests of one file: sandbox, upstream, schema and gateway, each as `main.ts` joins them. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { RecordedCall } from '../../src/sandbox/recorder.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';
import { askedFirst, filled, formOf, type TestFile } from './form.ts';
import { note } from './coverage.ts';
import { type ForgetfulStore, type Overrides, type Running, startGateway } from './gateway.ts';
import { noDearerThanPriced } from './price.ts';
import { start } from './sandbox.ts';

export interface Result {
  readonly data: any;
  readonly errors:
    | readonly {
        readonly message: string;
        readonly path?: readonly (string | number)[];
        readonly extensions: Record<string, any>;
      }[]
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
  readonly store: ForgetfulStore;
  /** One request as `studio-owner`, or with another token; null: none. */
  query(
    document: string,
    variables?: object,
    token?: string | null,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Result>;
  /** The same with files, by their places in the variables; they are held, and not sent as JSON. */
  upload(
    document: string,
    variables: object,
    files: Readonly<Record<string, TestFile>>,
    token?: string | null,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Result>;
  /** What reached upstream since the test began, in the order of arrival. */
  calls(): Call[];
  /** `operation` of each call, sorted. */
  operations(): string[];
}

/** @param overrides settings, services that are elsewhere, or a sandbox that several gateways share */
export async function openStudio(
  overrides: Overrides = {},
): Promise<Studio & { close(): Promise<void> }> {
  const gateway = await startGateway({ sandbox: { now: start }, ...overrides });
  const { sandbox, store } = gateway;
  const calls = (): Call[] =>
    sandbox.calls().map((call) => ({
      operation: call.operation ?? '',
      query: call.query,
      body: call.body,
      call,
    }));
  return {
    sandbox,
    gateway,
    store,
    query: async (document, variables, token = 'studio-owner', more = {}) => {
      const before = sandbox.calls().length;
      const headers = token === null ? more : { ...more, authorization: `Bearer ${token}` };
      const { body } = await gateway.query(document, variables, headers);
      const sent = sandbox.calls().slice(before);
      note(sent);
      noDearerThanPriced(document, variables, body as Result, sent);
      if (/^\s*(query\b|\{)/.test(document)) nothingTwice(sent);
      return body as Result;
    },
    upload: async (document, variables, files, token = 'studio-owner', more = {}) => {
      const before = sandbox.calls().length;
      const headers = {
        ...askedFirst,
        ...more,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      };
      const { body } = await gateway.send('/graphql', {
        method: 'POST',
        headers,
        body: formOf(document, variables, files),
      });
      const sent = sandbox.calls().slice(before);
      note(sent);
      noDearerThanPriced(document, filled(variables, files), body as Result, sent);
      return body as Result;
    },
    calls,
    operations: () =>
      calls()
        .map(({ operation }) => operation)
        .toSorted(),
    close: () => gateway.close(),
  };
}

/**
 * The law of every query: no operation is asked twice for the same id. Other arguments make it another question, and so
 * do parts that only the owner may read, which go alone; calls that failed may be repeated.
 */
export function nothingTwice(calls: readonly RecordedCall[]): void {
  const seen = new Set<string>();
  for (const { operation = '', path, query, status, user, broken } of calls) {
    if (status === 0 || status >= 400 || broken) continue;
    const { part, fields: _, id, ...rest } = query;
    const guarded = catalogue
      .get(operation)
      ?.ownerOnlyParts?.filter((each) => part?.join().split(',').includes(each));
    for (const each of id?.flatMap((list) => list.split(',')) ?? ['']) {
      const question = JSON.stringify([operation, path, each, rest, guarded, user]);
      if (seen.has(question)) throw new Error(`asked twice: ${question}`);
      seen.add(question);
    }
  }
}

/** Opens a studio before the file's tests, puts everything back before each, closes it after all. */
export function useStudio(overrides: Overrides = {}): Studio {
  let studio: Awaited<ReturnType<typeof openStudio>>;
  beforeAll(async () => {
    studio = await openStudio(overrides);
  });
  beforeEach(() => {
    studio.sandbox.reset(start);
    studio.sandbox.clearCalls();
    studio.sandbox.clearFaults();
    studio.store.forget();
  });
  afterAll(() => studio.close());
  return {
    get sandbox() {
      return studio.sandbox;
    },
    get gateway() {
      return studio.gateway;
    },
    get store() {
      return studio.store;
    },
    query: (...args) => studio.query(...args),
    upload: (...args) => studio.upload(...args),
    calls: () => studio.calls(),
    operations: () => studio.operations(),
  };
}

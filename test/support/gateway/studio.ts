/**
 * The product for the tests of one file: gateway and sandbox, assembled as `main.ts` does.
 */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { RecordedCall } from '../../../src/sandbox/call/recorder.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { formOf, preflightHeader, type TestFile, withFiles } from '../client/form.ts';
import { expectContentOwner, expectNoRepeatedCalls } from '../report/call-check.ts';
import { logCalls } from '../report/call-log.ts';
import {
  type ResettableStore,
  type GatewayOptions,
  type RunningGateway,
  startGateway,
} from './gateway.ts';
import { expectCostWithinEstimate } from '../report/estimate.ts';
import { expectListedExtensions } from '../report/error-extension.ts';
import { openEventStream, type SubscriptionRequest } from '../client/event-stream.ts';
import { start } from './sandbox.ts';

/** A GraphQL response. */
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

/** The parts of a REST call that tests usually check; `call` has all of it. */
export interface Call {
  readonly operation: string;
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly body: unknown;
  readonly call: RecordedCall;
}

/** A GraphQL request with files. */
interface UploadRequest {
  readonly document: string;
  readonly variables: object;
  /** Files by their paths in the variables, for example `input.file`. */
  readonly files: Readonly<Record<string, TestFile>>;
  /** Default: `studio-owner`; null sends none. */
  readonly token?: string | null | undefined;
  readonly headers?: Headers;
}

/** A gateway with a sandbox, and helpers of tests for both. */
export interface Studio {
  readonly sandbox: Sandbox;
  readonly gateway: RunningGateway;
  readonly store: ResettableStore;
  /**
   * Sends a GraphQL request as `studio-owner`, or with another token; null: without a token. The
   * result of a subscription is its first event.
   */
  query(
    document: string,
    variables?: object,
    token?: string | null,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Result>;
  /** The data of the result of `query`, which must have no errors. */
  data(...request: Parameters<Studio['query']>): Promise<any>;
  /** Makes a service reject all calls of an operation. */
  refuse(operation: string, status: number, reason?: string): void;
  /** Sends a multipart request with files. */
  upload(request: UploadRequest): Promise<Result>;
  /** The REST calls that have arrived since the test began, in the order of arrival. */
  calls(): Call[];
  /** `operation` of each call, sorted. */
  operations(): string[];
}

/**
 * Starts a sandbox and a gateway.
 * @param overrides settings, other addresses of services, or a sandbox that several gateways share
 */
export async function openStudio(
  overrides: GatewayOptions = {},
): Promise<Studio & AsyncDisposable & { close(): Promise<void> }> {
  const gateway = await startGateway({ sandbox: { now: start }, ...overrides });
  const { sandbox, store } = gateway;
  const calls = (): Call[] =>
    sandbox.calls().map((call) => ({
      operation: call.operation ?? '',
      query: call.query,
      body: call.body,
      call,
    }));
  const usesSubsets = overrides.env?.['VIDEO_STATISTICS_SOURCE'] === 'batchGetStats';
  const query: Studio['query'] = (document, variables, token, more) => {
    const headers = requestHeaders(token, more);
    return checked(sandbox, { document, variables, headers, usesSubsets }, async () => {
      if (isSubscription(document))
        return firstEvent(gateway.url, { query: document, variables, headers });
      const { body } = await gateway.query(document, variables, headers);
      return body as Result;
    });
  };
  return {
    sandbox,
    gateway,
    store,
    query,
    data: async (...request) => {
      const { data, errors } = await query(...request);
      expect(errors).toBeUndefined();
      return data;
    },
    refuse: (operation, status, reason) =>
      sandbox.fault({ match: { operation }, status, ...(reason !== undefined && { reason }) }),
    upload: ({ document, variables, files, token, headers: more }) => {
      const headers = { ...preflightHeader, ...requestHeaders(token, more) };
      const sent = { document, variables: withFiles(variables, files), headers, usesSubsets };
      return checked(sandbox, sent, async () => {
        const form = formOf(document, variables, files);
        const { body } = await gateway.send('/graphql', { method: 'POST', headers, body: form });
        return body as Result;
      });
    },
    calls,
    operations: () =>
      calls()
        .map(({ operation }) => operation)
        .toSorted(),
    close: () => gateway.close(),
    [Symbol.asyncDispose]: () => gateway.close(),
  };
}

type Headers = Readonly<Record<string, string>>;

const requestHeaders = (token: string | null = 'studio-owner', more: Headers = {}): Headers =>
  token === null ? more : { ...more, authorization: `Bearer ${token}` };

interface GraphQLRequest {
  readonly document: string;
  readonly variables: object | undefined;
  readonly headers: Headers;
  readonly usesSubsets: boolean;
}

const isSubscription = (document: string): boolean => /^\s*subscription\b/m.test(document);

/** Subscribes until the first event. */
async function firstEvent(url: string, request: SubscriptionRequest): Promise<Result> {
  const { until, leave } = await openEventStream(url, request);
  const [event] = await until(1);
  leave();
  return event as Result;
}

/** Sends a request, logs the REST calls that it causes, and checks them. */
async function checked(
  sandbox: Sandbox,
  { document, variables, headers, usesSubsets }: GraphQLRequest,
  send: () => Promise<Result>,
): Promise<Result> {
  const [callsBefore, uploadsBefore] = [sandbox.calls().length, sandbox.uploads().length];
  const result = await send();
  const calls = sandbox.calls().slice(callsBefore);
  logCalls(calls, sandbox.uploads().slice(uploadsBefore));
  expectCostWithinEstimate(document, variables, result, calls, usesSubsets);
  expectContentOwner(headers, calls);
  expectListedExtensions(result.errors);
  if (/^\s*(query\b|\{)/.test(document)) expectNoRepeatedCalls(calls);
  return result;
}

/**
 * Opens a studio before the tests of a file, resets it before each, and closes it after all.
 * @param overrides the options, or a function that starts what they name
 */
export function useStudio(
  overrides: GatewayOptions | (() => Promise<GatewayOptions>) = {},
): Studio {
  let studio: Awaited<ReturnType<typeof openStudio>>;
  beforeAll(async () => {
    studio = await openStudio(typeof overrides === 'function' ? await overrides() : overrides);
  });
  beforeEach(() => {
    studio.sandbox.reset(start);
    studio.sandbox.clearCalls();
    studio.sandbox.clearFaults();
    studio.store.reset();
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
    data: (...args) => studio.data(...args),
    refuse: (...args) => studio.refuse(...args),
    upload: (request) => studio.upload(request),
    calls: () => studio.calls(),
    operations: () => studio.operations(),
  };
}

/**
 * The official clients make the same REST calls as the gateway: method, path, query and body.
 * Replays the calls that the GraphQL documents of all other tests have caused, one for each
 * operation and set of parameters. Run it together with the tests whose calls it should replay.
 */
import { Readable } from 'node:stream';
import { expect, inject, it } from 'vitest';
import { exposedOperationsOf } from '../../../src/engine/schema/exposed-operation.ts';
import { schema } from '../../../src/services/schema.ts';
import type { RecordedCall } from '../../../src/sandbox/call/recorder.ts';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { catalogue } from '../../../src/services/catalogue.ts';
import type { Service } from '../../../src/engine/api/register.ts';
import { type AnyOperation, pathKeys, serviceOf } from '../../../src/engine/api/operation.ts';
import { type LoggedCall, loggedCalls } from '../../support/report/call-log.ts';
import {
  calendarAs,
  clientMethodOf,
  driveAs,
  youtubeAs,
  youtubeOnce,
} from '../../support/official.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const prefixes: Readonly<Record<Service, string>> = {
  video: '/youtube/v3',
  live: '/youtube/v3',
  storage: '',
  calendar: '/calendar/v3',
};

const openClient = { video: youtubeAs, live: youtubeAs, storage: driveAs, calendar: calendarAs };

type Method = (args: object, options?: object) => Promise<unknown>;

/** The method of the official client for an operation; undefined if it has none. */
function methodOf(operation: AnyOperation): Method | undefined {
  const client = openClient[serviceOf(operation)]('studio-owner', studio.sandbox.url);
  const path = clientMethodOf(operation.key).split('.');
  const name = path.pop()!;
  const resource = path.reduce<any>((table, key) => table?.[key], client);
  return resource && ((...parameters) => resource[name](...parameters));
}

/** Beginning of a resumable upload, written as the call of the operation without content. */
function withoutUpload(call: LoggedCall): LoggedCall {
  const { uploadType, ...query } = call.query;
  if (uploadType?.[0] !== 'resumable') return call;
  const { upload: _, ...rest } = call;
  return { ...rest, path: call.path.slice('/upload'.length), query };
}

/** The arguments that a user of the official client would write for a call. */
function argumentsOf(call: LoggedCall, operation: AnyOperation): object {
  const { uploadType: _, ...query } = call.query;
  const path = call.upload ? call.path.slice('/upload'.length) : call.path;
  const pattern = operation.path
    .replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replace(/\{\w+\}/g, '([^/]+)');
  const [, ...values] = new RegExp(`^${prefixes[serviceOf(operation)]}${pattern}$`).exec(path)!;
  const keys = pathKeys(operation.path).map((key, index) => [
    key,
    decodeURIComponent(values[index]!),
  ]);
  const parameters = Object.entries(query).map(([name, all]) => [
    name,
    operation.query[name]?.list === undefined ? all[0] : elements(operation, name, all),
  ]);
  return {
    ...Object.fromEntries(keys),
    ...Object.fromEntries(parameters),
    ...(call.body === undefined ? {} : { requestBody: call.body }),
  };
}

/** YouTube takes lists joined with commas or as repeated parameters: both count as the same. */
const elements = (
  operation: AnyOperation,
  name: string,
  all: readonly string[],
): readonly string[] =>
  operation.query[name]?.list === 'comma' ? all.flatMap((value) => value.split(',')) : all;

/** The content of an upload as the official client takes it: as many bytes of the same type. */
function mediaOf({ upload, mediaType }: LoggedCall): readonly [media: object, options: object] {
  if (!upload) return [{}, {}];
  const body = Readable.from([Buffer.alloc(upload.bytes)]);
  return [{ media: { mimeType: mediaType, body } }, { rootUrl: `${studio.sandbox.url}/` }];
}

/** Makes the call with the official client. @returns the call as it arrived */
async function replay(call: LoggedCall, operation: AnyOperation): Promise<RecordedCall> {
  studio.sandbox.clearCalls();
  const method = methodOf(operation);
  const [media, options] = mediaOf(call);
  const sending = method
    ? method({ ...argumentsOf(call, operation), ...media }, options)
    : sendWithoutMethod(call, operation);
  // The request counts, not the answer: a write that is made again may be rejected.
  await sending.catch(() => {});
  const [arrived] = studio.sandbox.calls();
  return arrived!;
}

/** The official clients have no methods for these operations, but can request their URL. */
function sendWithoutMethod(
  { path, search, body }: LoggedCall,
  { key, upstream }: AnyOperation,
): Promise<unknown> {
  expect([key, upstream]).toEqual([key, expect.stringMatching(/^(retired|moved)$/)]);
  const json = body as object | undefined;
  return youtubeOnce('studio-owner', studio.sandbox.url, `${path}?${search}`, json);
}

const comparable = (
  { method, path, query, body, upload }: RecordedCall | LoggedCall,
  operation: AnyOperation,
): object => ({
  operation: operation.key,
  method,
  path: decodeURIComponent(path),
  query: Object.fromEntries(
    Object.entries(query).map(([name, all]) => [name, elements(operation, name, all)]),
  ),
  body,
  upload,
});

it('makes every call that tests have caused as the official client does', async () => {
  liveState(studio.sandbox.simulation()).chatStream.endAfterMs = 1;
  const calls = loggedCalls().map(withoutUpload);
  for (const call of calls) {
    const operation = catalogue.get(call.operation)!;
    const arrived = await replay(call, operation);
    expect(comparable(call, operation)).toEqual(comparable(arrived, operation));
  }
  const replayed = new Set(calls.map(({ operation }) => operation));
  const { called } = exposedOperationsOf(schema);
  const missing = called.filter((key) => !replayed.has(key));
  expect(inject('runsAllTests') ? missing : []).toEqual([]);
  expect([...replayed].filter((key) => !called.includes(key))).toEqual([]);
});

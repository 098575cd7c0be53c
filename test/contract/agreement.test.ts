/** For every call that the gateway makes, the official client makes the same one: method, path, query and body. */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import type { ArrivedUpload, RecordedCall } from '../../src/sandbox/recorder.ts';
import { readExamples } from '../../src/server/example.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';
import {
  type AnyOperation,
  pathKeys,
  type Service,
  serviceOf,
} from '../../src/upstream/operation.ts';
import { calendarAs, driveAs, youtubeAs, youtubeOnce } from '../support/official.ts';
import type { TestFile } from '../support/form.ts';
import { type Result, useStudio } from '../support/studio.ts';
import { type Document, further } from './further/index.ts';
import { reachable } from './reachable.ts';

const studio = useStudio();

const prefixes: Readonly<Record<Service, string>> = {
  video: '/youtube/v3',
  live: '/youtube/v3',
  storage: '',
  calendar: '/calendar/v3',
};

/** The official client of a service, as a table of its methods. */
function clientOf(
  service: Service,
): Record<string, Record<string, (args: object, where?: object) => Promise<unknown>>> {
  const open = { video: youtubeAs, live: youtubeAs, storage: driveAs, calendar: calendarAs }[
    service
  ];
  return open('studio-owner', studio.sandbox.url) as never;
}

/** What upstream has given up is gone from the client as well, which can still ask an address. */
function forgotten(
  { path, search }: RecordedCall,
  { key, upstream }: AnyOperation,
): Promise<unknown> {
  expect({ key, upstream }).toEqual({ key, upstream: 'retired' });
  return youtubeOnce('studio-owner', studio.sandbox.url, `${path}?${search}`);
}

/** The beginning of an upload as the call without its bytes: where they go is the only difference, and a client doesn't choose that. */
function withoutBytes(call: RecordedCall): RecordedCall {
  const { uploadType, ...query } = call.query;
  if (uploadType?.[0] !== 'resumable') return call;
  const { upload: _, ...rest } = call;
  return { ...rest, path: call.path.slice('/upload'.length), query };
}

/** A recorded call as the arguments that a user of the official client would write. */
function argumentsOf(
  { path: sent, query: asked, body, upload }: RecordedCall,
  operation: AnyOperation,
): object {
  const path = upload ? sent.slice('/upload'.length) : sent;
  const { uploadType: _, ...query } = asked;
  const pattern = operation.path
    .replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
    .replace(/\{\w+\}/g, '([^/]+)');
  const values = new RegExp(`^${prefixes[serviceOf(operation)]}${pattern}$`)
    .exec(path)!
    .slice(1)
    .map(decodeURIComponent);
  const keys = Object.fromEntries(
    pathKeys(operation.path).map((key, index) => [key, values[index]]),
  );
  const given = Object.entries(query).map(([name, all]) => [
    name,
    operation.query[name]?.list === undefined ? all[0] : elements(operation, name, all),
  ]);
  return {
    ...keys,
    ...Object.fromEntries(given),
    ...(body === undefined ? {} : { requestBody: body }),
  };
}

/** The documents of the video services allow both spellings of a list; nowhere else do commas separate. */
const elements = (
  operation: AnyOperation,
  name: string,
  all: readonly string[],
): readonly string[] =>
  operation.query[name]?.list === 'comma' ? all.flatMap((value) => value.split(',')) : all;

const said = (
  { method, path, query, body, upload }: RecordedCall,
  operation: AnyOperation,
): object => ({
  method,
  path: decodeURIComponent(path),
  query: Object.fromEntries(
    Object.entries(query).map(([name, all]) => [name, elements(operation, name, all)]),
  ),
  body,
  upload,
});

const run = (document: Document): Promise<Result> =>
  typeof document === 'string'
    ? studio.query(document)
    : studio.upload(document.query, document.variables, document.files);

const hashOf = (bytes: TestFile['bytes']): string =>
  createHash('sha256').update(bytes).digest('hex');

/** The files of the documents by their hash: what arrived tells which of them it was. */
const files = new Map(
  further.flatMap((document) => filesOf(document)).map((file) => [hashOf(file.bytes), file]),
);

function filesOf(document: Document): readonly TestFile[] {
  return typeof document === 'string' ? [] : Object.values(document.files);
}

/** The file that went up with a call, as a user of the official client gives it. Its address is that of the call alone. */
function mediaOf(arrived: ArrivedUpload): readonly [object, object] {
  const { bytes } = files.get(arrived.sha256)!;
  return [
    { media: { mimeType: arrived.type, body: Readable.from([Buffer.from(bytes as Uint8Array)]) } },
    { rootUrl: `${studio.sandbox.url}/` },
  ];
}

const broughtFile = ({ upload }: RecordedCall): boolean =>
  upload !== undefined && upload.protocol !== 'resumable';

it('agrees with the official client, call by call, for every operation that the graph reaches', async () => {
  for (const document of [...(await readExamples()), ...further]) {
    const { errors } = await run(document);
    expect({ document, errors }).toEqual({ document, errors: undefined });
  }
  const mine = studio.calls().map(({ call }) => withoutBytes(call));
  const arrived = [...studio.sandbox.uploads()];
  const seen = new Set<string>();
  for (const call of mine) {
    const operation = catalogue.get(call.operation!)!;
    studio.sandbox.clearCalls();
    const [resource, method] = operation.key.split(':')[1]!.split('.') as [string, string];
    const sent = broughtFile(call) ? arrived.shift() : undefined;
    const [media, where] = sent ? mediaOf(sent) : [{}, {}];
    // A write made twice may be refused; what was asked counts, not what came of it.
    const room = clientOf(serviceOf(operation))[resource];
    const again = room
      ? room[method]!({ ...argumentsOf(call, operation), ...media }, where)
      : forgotten(call, operation);
    await again.catch(() => {});
    const [theirs] = studio.sandbox.calls();
    expect({ key: operation.key, ...said(call, operation) }).toEqual({
      key: operation.key,
      ...said(theirs!, operation),
    });
    seen.add(operation.key);
  }
  expect([...seen].toSorted()).toEqual(reachable);
});

/** `studiograph/client` with the gateway on the sandbox, behind a proxy that breaks connections. */
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { parse } from 'graphql';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundleClient } from '../../rolldown.config.ts';
import {
  type Client,
  type ClientOptions,
  createClient,
  type Document,
  download,
  type DownloadOptions,
  type GatewayErrorCode,
  type FollowOptions,
  type GatewayError,
  RequestError,
  type RequestOptions,
  type Result,
  type SentError,
  toGatewayError,
  upload,
  type FileUploadOptions,
} from '../../src/client/client.ts';
import { textOf } from '../../src/client/transport.ts';
import { errorCodes, factsOf } from '../../src/engine/schema/error/error-code.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { googleApis } from '../../src/services/api.ts';
import { type RunningGateway, startGateway } from '../support/gateway/gateway.ts';
import { start } from '../support/gateway/sandbox.ts';
import { type HttpServer, httpServer } from '../support/http-server.ts';
import { startTcpProxy } from '../support/proxy/tcp-proxy.ts';
import { allNew, newEventId } from '../support/scenario/prepare-broadcast.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What happens to a request: it is passed on, or handled here. */
type Fate = 'pass' | 'dropBefore' | 'dropAfter' | ((res: ServerResponse) => void);

const rejected =
  (status: number, body: string, headers = {}) =>
  (res: ServerResponse): void =>
    void res.writeHead(status, headers).end(body);

const failing = (error: object, data?: object, headers = {}) =>
  rejected(200, JSON.stringify({ data, errors: [error] }), headers);

let gateway: RunningGateway;
let proxy: HttpServer;

/** Of the next requests, in turn; then all are passed on. */
let fates: Fate[];

let bodies: any[];
let pauses: [code: GatewayErrorCode | undefined, ms: number][];

const onPause = ({ code }: RequestError, ms: number): void => void pauses.push([code, ms]);

function pass(req: IncomingMessage, res: ServerResponse, body: Buffer, isAnswered: boolean): void {
  const { method, headers } = req;
  const forwarded = httpRequest(gateway.url + req.url, { method, headers }, (answer) => {
    if (isAnswered) answer.pipe(res.writeHead(answer.statusCode!, answer.headers));
    else answer.resume().on('end', () => req.socket.destroy());
  });
  forwarded.on('error', () => req.socket.destroy());
  res.on('close', () => forwarded.destroy());
  forwarded.end(body);
}

beforeEach(async () => {
  [fates, bodies, pauses] = [[], [], []];
  gateway = await startGateway({ sandbox: { now: start } });
  const answer = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const body = await buffer(req);
    bodies.push(JSON.parse(String(body)));
    const fate = fates.shift() ?? 'pass';
    if (fate === 'dropBefore') req.socket.destroy();
    else if (typeof fate === 'function') fate(res);
    else pass(req, res, body, fate === 'pass');
  };
  proxy = await httpServer((req, res) => void answer(req, res));
});

afterEach(async () => {
  await proxy.close();
  await gateway.close();
});

const clientOf = (options: Partial<ClientOptions> = {}): Client =>
  createClient({
    url: `${proxy.url}/graphql`,
    headers: () => ({ authorization: 'Bearer studio-owner' }),
    firstPauseMs: 1,
    ...options,
  });

const video = 'query ($id: ID!) { video(id: $id) { title } }';

interface Renaming {
  readonly updatePlaylist: { readonly playlist: { readonly title: string } | null } | null;
}

const rename = `mutation ($input: UpdatePlaylistInput!) {
    updatePlaylist(input: $input) { playlist { title } errors { code message path } } }`;

const known = { id: 'hhpfnwaZrGh' };

const failureOf = async (work: Promise<unknown>): Promise<RequestError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(RequestError);
  return error as RequestError;
};

describe('a query of the client', () => {
  it.each<readonly [string, Fate]>([
    ['no answer', 'dropBefore'],
    ['a lost answer', 'dropAfter'],
    ['the page of a proxy', rejected(502, '<html>')],
    ['too many requests', rejected(429, '')],
    ['half an answer', rejected(200, '{"data":')],
    ['an overloaded gateway', rejected(503, '{"errors":[{"extensions":{"code":"OVERLOADED"}}]}')],
    [
      'a service that fails',
      failing({ extensions: { code: 'UPSTREAM_TIMEOUT' } }, { video: null }),
    ],
  ])('is repeated after %s', async (_, fate) => {
    fates = [fate, fate, fate];
    const options: RequestOptions = { onPause };
    const result: Result<unknown> = await clientOf().request(video, known, options);
    expect(result).toMatchObject({
      data: { video: { title: expect.any(String) } },
      errors: [],
      extensions: { cost: { requests: 1 } },
    });
    expect([bodies.length, pauses.length]).toEqual([4, 3]);
  });
  it('fails after the fourth attempt', async () => {
    fates = Array<Fate>(9).fill(rejected(502, '<html>'));
    const error = await failureOf(clientOf().request(video, known));
    expect(error).toMatchObject({ status: 502, errors: [], code: undefined, isTemporary: true });
    expect(error.userText).toBe('There is no connection.');
    expect(bodies).toHaveLength(4);
  });
  it('waits as long as the gateway says, but not for long, and not without a time', async () => {
    const wait = (retryAfter?: number) =>
      failing({ extensions: { code: 'QUOTA_EXCEEDED', retryAfter } }, { video: null });
    fates = [wait(0.01), wait(3_600)];
    const { errors } = await clientOf().request(video, known, { onPause });
    expect(errors).toMatchObject([{ code: 'QUOTA_EXCEEDED', retryAfter: 3_600 }]);
    expect(pauses).toEqual([['QUOTA_EXCEEDED', 10]]);
    fates = [wait()];
    await clientOf().request(video, known, { onPause });
    expect(pauses).toHaveLength(1);
    fates = [rejected(429, '', { 'retry-after': '3600' })];
    expect((await failureOf(clientOf().request(video, known))).retryAfterMs).toBe(3_600_000);
    expect(bodies).toHaveLength(4);
  });
  it('delivers a part, and errors that do not pass, without a repetition', async () => {
    const { data, errors } = await clientOf().request<{ video: unknown; missing: unknown }>(
      `{ video(id: "hhpfnwaZrGh") { title } missing: video(id: "${ids.chat.missing}") { title } }`,
    );
    expect(data).toMatchObject({ video: { title: expect.any(String) }, missing: null });
    expect(errors).toMatchObject([{ kind: 'FIELD', code: 'NOT_FOUND', path: ['missing'] }]);
    const error = await failureOf(clientOf().request('{ nothing }'));
    expect(error).toMatchObject({ code: 'GRAPHQL_VALIDATION_FAILED', isTemporary: false });
    expect(bodies).toHaveLength(2);
  });
  it('tells the extensions of all responses, by the names of their operations', async () => {
    const seen: [name: string | undefined, requests: number | undefined][] = [];
    const client = clientOf({
      onExtensions: (name, { cost }) => void seen.push([name, cost?.requests]),
    });
    await client.request(video.replace('query', 'query Title'), known);
    await client.request(video, known);
    await failureOf(client.request('query Wrong { nothing }'));
    const id = ids.broadcast.townhall;
    const changes = `subscription Changes { broadcastChanged(id: "${id}") { cursor } }`;
    await client.follow(changes).next();
    expect(seen).toEqual([
      ['Title', 1],
      [undefined, 1],
      ['Wrong', undefined],
      ['Changes', expect.any(Number)],
    ]);
  });
  it('says that the app is wrong where no gateway answers', async () => {
    for (const [url, body] of [
      [`${gateway.url}/grahpql`, undefined],
      [`${proxy.url}/graphql`, '<html>'],
    ] as const) {
      fates = [rejected(404, body ?? '')];
      const error = await failureOf(clientOf({ url }).request(video, known));
      expect(error).toMatchObject({ status: 404, code: undefined, isTemporary: false });
      expect(error.message).toContain(url);
      expect(error.userText).toContain('a mistake in this app');
    }
  });
  it('takes what code generators write: texts and parsed documents, of any content', async () => {
    const text = String.raw`query Page($id: ID! = "a \"b\"\n€", $first: Int, $all: [String!]) @own(a: 1.5) {
      other: video(id: $id, by: { a: [1, null, TRUE], b: {}, c: [] }) @include(if: true) {
        ...Parts @skip(if: false) ... on Video { title } ... { id } ... @skip(if: true) { id } } }
      fragment Parts on Video @own { channel { title } }
      { videos } subscription Feed { feed }`;
    expect(parse(textOf(parse(text)), { noLocation: true })).toEqual(
      parse(text, { noLocation: true }),
    );
    expect(textOf(new String(video))).toBe(video);
    expect(() => textOf(Object({ kind: 'Request' }))).toThrow(TypeError);
  });
  it('wants the variables that its document needs', async () => {
    const client = clientOf({ fetch: async () => Response.json({ data: {} }) });
    const typed = video as Document<object, { id: string; first?: number }>;
    void client.request(typed, { id: 'a' });
    // @ts-expect-error -- `id` is needed.
    void client.request(typed);
    // @ts-expect-error -- `id` is needed.
    client.follow(typed, { first: 1 });
    const free = video as Document<object, { first?: number }>;
    void client.request(free);
    const none = video as Document<object, { [key: string]: never }>;
    expect(await client.request(none)).toMatchObject({ data: {} });
  });
  it('sends the current headers, and ends with its signal', async () => {
    let count = 0;
    const stop = new AbortController();
    fates = ['dropBefore', 'dropBefore'];
    const client = clientOf({
      headers: async () => ({
        authorization: `Bearer ${count++ === 0 ? 'nobody' : 'studio-owner'}`,
      }),
    });
    const typed: Document<{ video: unknown }, { id: string }> = parse(video);
    expect((await client.request(typed, known)).errors).toEqual([]);
    expect(count).toBe(3);
    fates = ['dropBefore', 'dropBefore'];
    const options = { signal: stop.signal, onPause: () => stop.abort(new Error('enough')) };
    await expect(client.request(typed, known, options)).rejects.toThrow('enough');
    await expect(client.request(typed, known, options)).rejects.toThrow('enough');
    expect(bodies).toHaveLength(4);
  });
});

describe('a mutation of the client', () => {
  const input = { id: ids.playlist.fifty, title: 'Renamed' };
  const updates = () =>
    gateway.sandbox.calls().filter(({ operation }) => operation === 'video:playlists.update')
      .length;

  it('is not repeated if it may have been applied', async () => {
    for (const fate of ['dropAfter', rejected(502, '<html>')] as const) {
      fates = [fate];
      const error = await failureOf(clientOf().request<Renaming>(rename, { input }));
      expect([error.mayBeApplied, error.isTemporary]).toEqual([true, true]);
    }
    const unknown = { code: 'UPSTREAM_TIMEOUT', outcome: 'UNKNOWN' };
    fates = [failing({ path: ['updatePlaylist'], extensions: unknown }, { updatePlaylist: null })];
    expect((await clientOf().request<Renaming>(rename, { input })).errors).toMatchObject([unknown]);
    expect([bodies.length, updates()]).toEqual([3, 1]);
    const below = { path: ['updatePlaylist', 'playlist'], extensions: { code: 'RATE_LIMITED' } };
    fates = [failing(below, { updatePlaylist: null })];
    const { errors } = await clientOf().request<Renaming>(rename, { input });
    expect(errors).toMatchObject([{ code: 'RATE_LIMITED', isTemporary: true }]);
    expect(bodies).toHaveLength(4);
    fates = [rejected(500, '{"errors":[{"extensions":{"code":"INTERNAL"}}]}')];
    const defect = await failureOf(clientOf().request(rename, { input }));
    expect([defect.mayBeApplied, defect.isTemporary]).toEqual([true, false]);
  });
  it('is repeated if it says that this is harmless, or if it was not applied', async () => {
    fates = ['dropAfter'];
    const { errors } = await clientOf().request<Renaming>(rename, { input }, { repeatable: true });
    expect(errors).toEqual([]);
    expect(bodies).toHaveLength(2);
    const path = ['updatePlaylist'];
    fates = [
      rejected(503, '{"errors":[{"extensions":{"code":"OVERLOADED"}}]}'),
      failing({ path, extensions: { code: 'RATE_LIMITED' } }, { updatePlaylist: null }),
    ];
    const { data } = await clientOf().request<Renaming>(rename, {
      input: { ...input, title: 'Again' },
    });
    expect(data.updatePlaylist?.playlist?.title).toBe('Again');
    expect(bodies).toHaveLength(5);
  });
  it('has the errors of its payload among all others', async () => {
    const { data, errors } = await clientOf().request<Renaming>(rename, {
      input: { ...input, title: '' },
    });
    expect(data.updatePlaylist?.playlist).toBeNull();
    expect(errors).toMatchObject([
      { kind: 'PAYLOAD', code: 'INVALID_INPUT', path: ['title'], userText: expect.any(String) },
    ]);
  });
});

describe('an error', () => {
  it('is one of a union, with the facts of its code', () => {
    for (const code of errorCodes(googleApis)) {
      const { userText, isTemporary = false } = factsOf(googleApis, code);
      const forms: SentError[] = [{ extensions: { code } }, { code }, { errorCode: code }];
      for (const form of forms)
        expect(toGatewayError(form)).toMatchObject({ code, userText, isTemporary, path: [] });
    }
    expect(toGatewayError({ code: 'NEW' })).toMatchObject({ code: 'NEW', isTemporary: false });
  });
  it('has the entries of its code', () => {
    const scopesOf = (error: GatewayError): readonly string[] | undefined => {
      // @ts-expect-error: the other codes have none.
      void error.anyOf;
      return error.code === 'MISSING_SCOPE' ? error.anyOf : undefined;
    };
    const extensions = { code: 'MISSING_SCOPE', anyOf: ['youtube'] };
    expect(scopesOf(toGatewayError({ extensions }))).toEqual(['youtube']);
    const sent = { code: 'PARTLY_DONE', message: '', done: ['EVENT_CREATED'] };
    const partly = toGatewayError(sent);
    expect(partly.code === 'PARTLY_DONE' && partly.done).toEqual(['EVENT_CREATED']);
  });
});

describe('a followed feed', () => {
  const chat = `subscription ($id: ID!, $after: String) {
    chatMessages(liveChatId: $id, after: $after) { messages { id displayText } cursor } }`;
  interface Chat {
    readonly chatMessages: {
      readonly messages: readonly { readonly id: string; readonly displayText: string | null }[];
    };
  }
  const liveChatId = ids.chat.nightShift;

  beforeEach(() => {
    gateway.sandbox.setChat(liveChatId, { pollingIntervalMillis: 1_000 });
    gateway.sandbox.runClock(100);
  });

  /** Reads messages until the signal is aborted. */
  function read(client: Client, options: FollowOptions = {}) {
    const stop = new AbortController();
    const seen: string[] = [];
    const texts: (string | null)[] = [];
    const end = (async () => {
      const all = { signal: stop.signal, ...options };
      for await (const { data } of client.follow<Chat>(chat, { id: liveChatId }, all))
        for (const { id, displayText } of data.chatMessages.messages) {
          seen.push(id);
          texts.push(displayText);
        }
    })();
    /** How many messages have the text: viewers of the sandbox write others all the time. */
    const countOf = (text: string): number => texts.filter((each) => each === text).length;
    return { seen, countOf, end, stop };
  }

  it('loses and repeats nothing over cuts, and ends with its signal', async () => {
    const cuts = await startTcpProxy(Number(new URL(gateway.url).port));
    const url = `http://127.0.0.1:${cuts.port}/graphql`;
    let opened = 0;
    const { seen, countOf, end, stop } = read(clientOf({ url }), { onOpen: () => (opened += 1) });
    await expect.poll(() => seen.length).toBeGreaterThan(5);
    for (let count = 0; count < 8; count += 1) {
      gateway.sandbox.postChatMessages(liveChatId, [{ text: `before ${count}` }]);
      cuts.cut();
      gateway.sandbox.postChatMessages(liveChatId, [{ text: `after ${count}` }]);
      await expect.poll(() => countOf(`after ${count}`)).toBe(1);
      expect(countOf(`before ${count}`)).toBe(1);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(opened).toBeGreaterThan(8);
    stop.abort();
    await end;
    await cuts.close();
  });
  it('ends with its signal after a garbage collection, too', async () => {
    const { seen, end, stop } = read(clientOf());
    await expect.poll(() => seen.length).toBeGreaterThan(5);
    for (let count = 0; count < 5; count += 1) {
      await setImmediate();
      collectGarbage();
    }
    stop.abort();
    await end;
  });
  it('subscribes again after a temporary error, and fails with another one', async () => {
    const overloaded = 'event: next\ndata: {"errors":[{"extensions":{"code":"OVERLOADED"}}]}\n\n';
    const type = { 'content-type': 'text/event-stream' };
    fates = [
      'dropBefore',
      rejected(503, '<html>'),
      rejected(200, `:\n\n${overloaded}event: complete\ndata:\n\n`, type),
      rejected(200, ':\n\n', type),
    ];
    const { seen, end, stop } = read(clientOf(), { onPause });
    await expect.poll(() => seen.length).toBeGreaterThan(5);
    expect(pauses.map(([code]) => code)).toEqual([undefined, undefined, 'OVERLOADED', undefined]);
    stop.abort();
    await end;
    const missing = clientOf().follow(chat, { id: ids.chat.missing });
    expect(await failureOf(missing.next())).toMatchObject({ code: 'NOT_FOUND' });
  });
  it('begins again when its cursor has expired, if the caller takes a gap', async () => {
    const after = 'no cursor';
    const variables = { id: liveChatId, after };
    const strict = clientOf().follow(chat, variables);
    expect(await failureOf(strict.next())).toMatchObject({ errors: [{ argument: 'after' }] });
    let expired = 0;
    const options = { onExpired: () => (expired += 1) };
    for await (const { data } of clientOf().follow<Chat>(chat, variables, options)) {
      expect(data.chatMessages.messages.length).toBeGreaterThan(0);
      break;
    }
    expect(expired).toBe(1);
  });
  it('shows all steps of a mutation that is sent after its first event', async () => {
    const key = { calendarId: ids.calendar.release, eventId: newEventId };
    const steps = clientOf().follow<{ preparationProgress: { step: string } }>(
      'subscription ($event: EventBy!) { preparationProgress(by: $event) { step } }',
      { event: { key } },
    );
    await steps.next();
    // The gateway has read what the subscription is about.
    expect(gateway.sandbox.calls()).not.toEqual([]);
    const mutation = `mutation ($input: PrepareBroadcastInput!) {
      prepareBroadcast(input: $input) { errors { code } } }`;
    const sent = clientOf().request(mutation, { input: allNew });
    const seen: string[] = [];
    for await (const { data } of steps) seen.push(data.preparationProgress.step);
    expect((await sent).errors).toEqual([]);
    expect(seen.slice(0, 2)).toEqual(['EVENT_CREATED', 'BROADCAST_CREATED']);
    expect(seen.at(-1)).toBe('FINISHED');
  });
  it('ends after its last event, also when the word of it is lost, and when it is complete', async () => {
    const event = (cursor: string | null) =>
      `event: next\r\ndata: {"data":{"chatMessages":{"messages":[],"cursor":${cursor}}}}\r\n\r\n`;
    const type = { 'content-type': 'text/event-stream' };
    for (const text of [event(null), `${event('"a"')}event: complete\ndata:\n\n`]) {
      fates = [rejected(200, text, type)];
      await read(clientOf()).end;
    }
    expect(bodies).toHaveLength(2);
  });
  it('continues without a cursor, if none is selected', async () => {
    const event = 'event: next\ndata: {"data":{"publicationProgress":{"step":"READY"}}}\n\n';
    const type = { 'content-type': 'text/event-stream' };
    const complete = 'event: complete\ndata:\n\n';
    fates = [rejected(200, event, type), rejected(200, event + complete, type)];
    const steps: unknown[] = [];
    const document = 'subscription { publicationProgress(id: "a") { step } }';
    for await (const { data } of clientOf().follow(document)) steps.push(data);
    expect([steps.length, bodies.length]).toEqual([2, 2]);
  });
  it('has characters that arrive in parts', async () => {
    const text = 'event: next\ndata: {"data":{"title":"Ä😀"}}\n\nevent: complete\ndata:\n\n';
    const parts = [...new TextEncoder().encode(text)].map((byte) => Uint8Array.of(byte));
    const headers = { 'content-type': 'text/event-stream' };
    const client = clientOf({
      fetch: async () =>
        new Response(Readable.toWeb(Readable.from(parts)) as ReadableStream, { headers }),
    });
    const { value } = await client.follow('subscription { title }').next();
    expect(value).toMatchObject({ data: { title: 'Ä😀' } });
  });
  it('continues when the connection has been silent for too long', async () => {
    const silences: (() => void)[] = [];
    const { setTimeout } = globalThis;
    vi.stubGlobal('setTimeout', (callback: () => void, ms: number, ...rest: unknown[]) => {
      if (ms !== 40_000) return setTimeout(callback, ms, ...(rest as []));
      silences.push(callback);
      return undefined;
    });
    const cuts = await startTcpProxy(Number(new URL(gateway.url).port));
    const { seen, countOf, end, stop } = read(
      clientOf({ url: `http://127.0.0.1:${cuts.port}/graphql` }),
    );
    await expect.poll(() => seen.length).toBeGreaterThan(5);
    cuts.swallow();
    gateway.sandbox.postChatMessages(liveChatId, [{ text: 'unheard' }]);
    silences.at(-1)!();
    cuts.pass();
    await expect.poll(() => countOf('unheard')).toBe(1);
    expect(new Set(seen).size).toBe(seen.length);
    stop.abort();
    await end;
    vi.unstubAllGlobals();
    await cuts.close();
  });
});

describe('a file', () => {
  const content = Array.from({ length: 90_000 }, (_, index) => `line ${index} of a film`).join();
  const film = new Blob([content]);

  /** Another way to the gateway, which can be cut. */
  async function openWay() {
    const cuts = await startTcpProxy(Number(new URL(gateway.url).port));
    return { cuts, through: (url: string) => url.replace(/:\d+\//, `:${cuts.port}/`) };
  }

  async function openSession(): Promise<string> {
    const document = `mutation ($newFile: NewFileUploadInput!) {
      createUploadSession(input: { newFile: $newFile }) { uploadSession { uploadUrl } } }`;
    const newFile = { name: 'film', contentType: 'text/plain', contentLength: String(film.size) };
    const { data } = await clientOf().request<any>(document, { newFile });
    return data.createUploadSession.uploadSession.uploadUrl;
  }

  it('is uploaded over a cut, paused, and continued', async () => {
    const { cuts, through } = await openWay();
    const uploadUrl = through(await openSession());
    const stop = new AbortController();
    const progress: number[] = [];
    const options: FileUploadOptions = {
      partBytes: 256 * 1024,
      firstPauseMs: 1,
      onProgress(bytes) {
        progress.push(bytes);
        if (progress.length === 2) cuts.cut();
        if (progress.length === 4) stop.abort(new Error('paused'));
      },
    };
    const first = upload(uploadUrl, film, { ...options, signal: stop.signal });
    await expect(first).rejects.toThrow('paused');
    const id = await upload(uploadUrl, film, { ...options, resumes: true });
    expect(id).toEqual(expect.any(String));
    expect(gateway.sandbox.uploads()).toHaveLength(1);
    expect(progress.at(-1)).toBe(film.size);
    // Nothing that the service had was sent again.
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    await cuts.close();
  });
  it('is uploaded further when the service still takes a part that was cut off', async () => {
    const ranges: unknown[] = [];
    const answers = [[409], [200, '<html>'], [308], [200, '{"result":"id"}']] as const;
    await using service = await httpServer((req, res) => {
      ranges.push(req.headers['content-range']);
      const [status, body] = answers[ranges.length - 1]!;
      req.resume().on('end', () => res.writeHead(status).end(body));
    });
    expect(await upload(service.url, new Blob(['film']), { firstPauseMs: 1 })).toBe('id');
    expect(ranges).toEqual(['bytes 0-3/4', 'bytes */4', 'bytes */4', 'bytes 0-3/4']);
  });
  it('is not downloaded further if it has changed meanwhile', async () => {
    const asked: unknown[] = [];
    await using service = await httpServer(({ headers: { range, 'if-range': condition } }, res) => {
      asked.push([range, condition]);
      const isFirst = asked.length === 1;
      res.writeHead(200, { etag: isFirst ? '"a"' : '"b"', 'content-length': 8 });
      if (isFirst) res.write('old ', () => setTimeout(() => res.destroy(), 1));
      else res.end('new text');
    });
    const response = await download(service.url, { firstPauseMs: 1 });
    expect(await failureOf(response.text())).toMatchObject({ status: 412 });
    expect(asked).toEqual([
      [undefined, undefined],
      ['bytes=4-', '"a"'],
    ]);
  });
  it('is downloaded over a cut, with a new link when the first has expired', async () => {
    const { cuts, through } = await openWay();
    const id = await upload(await openSession(), film);
    await using gone = await httpServer((_, res) => void res.writeHead(410).end('{}'));
    let links = 0;
    const link = async (): Promise<string> => {
      links += 1;
      if (links === 1) return gone.url;
      const document = 'query ($id: ID!) { node(id: $id) { ... on File { content { url } } } }';
      const { data } = await clientOf().request<any>(document, { id });
      return through(data.node.content.url);
    };
    const arrived: number[] = [];
    const options: DownloadOptions = {
      firstPauseMs: 1,
      onPause,
      onProgress(bytes) {
        if (arrived.length === 0) cuts.cut();
        arrived.push(bytes);
      },
    };
    const response = await download(link, options);
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toBe(content);
    expect([links, arrived.at(-1)]).toEqual([2, film.size]);
    expect(pauses.length).toBeGreaterThan(1);
    await cuts.close();
    expect(await failureOf(download(`${gateway.url}/downloads/none`))).toMatchObject({
      status: 403,
    });
  });
});

describe('the bundle of the client', () => {
  it('is small, and needs nothing', async () => {
    const text = await bundleClient();
    expect(text).not.toMatch(/\bimport\b|\brequire\b|process\./);
    expect(Math.max(gzipSync(text).length, brotliCompressSync(text).length)).toBeLessThan(6_000);
    const exported = /export\{([^}]*)\}/.exec(text)![1]!.split(',');
    expect(new Set(exported.map((each) => each.split(' as ').at(-1)))).toEqual(
      new Set([
        'RequestError',
        'createClient',
        'download',
        'signInFor',
        'signInUrl',
        'toGatewayError',
        'upload',
      ]),
    );
  });
});

/** What clients and services send is in no log line, no metric and no span, whatever fails. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { startCollector } from '../support/tool/collector.ts';
import { openEventStream } from '../support/client/event-stream.ts';
import {
  type Behaviour,
  errorResponse,
  faultyServer,
  hang,
  json,
  reset,
  respond,
} from '../support/upstream/faulty-server.ts';
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
} from '../support/gateway/gateway.ts';
import { receiverOrigin } from '../support/gateway/server.ts';
import { connectSocket } from '../support/client/web-socket.ts';

/** Everything that must not be seen, by what it is. */
const planted = {
  token: 'planted-token',
  apiKey: 'planted-api-key',
  linkSecret: 'planted-link-secret-planted-link-secret',
  cookie: 'planted-cookie',
  googleKey: 'planted-google-key',
  query: 'planted-query-parameter',
  path: 'planted-path',
  id: 'planted-id',
  search: 'planted-search',
  cursor: 'planted-cursor',
  title: 'planted-title',
  variable: 'planted-variable',
  literal: 'planted-literal',
  channelToken: 'planted-channel-token',
  channelId: 'planted-channel-id',
  notification: 'planted-notification-token',
  socketToken: 'planted-socket-token',
  socketDriveToken: 'planted-socket-drive-token',
  driveToken: 'planted-drive-token',
  content: 'planted-content',
  fileName: 'planted-file-name',
  contentOwner: 'planted-content-owner',
  agent: 'planted-user-agent',
  baggage: 'planted-baggage',
  tracestate: 'planted-tracestate',
  serviceText: 'planted-service-text',
  uploadAddress: 'planted-upload-address',
  pageToken: 'planted-page-token',
};

const owner = 'studio-owner';

/** Spans whose calls have secrets in their URLs: of uploads, downloads, and the polls of feeds. */
const spansWithSecrets = [
  'PUT /uploads/',
  'GET /downloads/',
  'poll storage:changes.list',
  'storage:files.create',
  'storage:files.export',
  'storage:changes.getStartPageToken',
];

/**
 * Sends each kind of request, as a caller with the given token.
 * @param hasFollowed whether a service that fails has been asked for changes: no event may come
 */
async function exercise(
  gateway: RunningGateway,
  token: string,
  hasFollowed = (): boolean => false,
): Promise<string[]> {
  /** Secrets that the gateway has made. */
  const made: string[] = [];
  const headers = {
    authorization: `Bearer ${token}`,
    cookie: planted.cookie,
    'x-goog-api-key': planted.googleKey,
    'user-agent': planted.agent,
    baggage: `a=${planted.baggage}`,
    tracestate: `a=${planted.tracestate}`,
    traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  };
  const ask = (query: string, variables: object = {}, more: Record<string, string> = {}) =>
    gateway.query(query, variables, { ...headers, ...more });
  await ask(`{ video(id: "${planted.id}") { title } file(id: "${planted.id}") { name } }`);
  await ask('query Search($q: String!) { search(search: $q, first: 5) { nodes { __typename } } }', {
    q: planted.search,
  });
  await ask(
    `{ file(id: "${planted.id}") { name } calendar(id: "primary") { id } }`,
    {},
    {
      'x-drive-authorization': `Bearer ${planted.driveToken}`,
      'x-calendar-authorization': `not-bearer ${planted.driveToken}`,
    },
  );
  await ask(
    `{ file(id: "${planted.id}") { name } }`,
    {},
    { 'x-drive-authorization': `Bearer ${planted.driveToken}` },
  );
  await ask(
    `{ channel(by: { id: "${ids.channel.studio}" }) { title } }`,
    {},
    {
      'x-content-owner': planted.contentOwner,
    },
  );
  const list = `query ($after: String) { playlist(id: "${ids.playlist.fifty}") {
    items(first: 2, after: $after) { pageInfo { endCursor } } } }`;
  const { body: page } = await ask(list);
  const endCursor = page.data?.playlist?.items?.pageInfo.endCursor as string | undefined;
  if (endCursor !== undefined) made.push(endCursor);
  await ask(list, { after: endCursor });
  await ask(list, { after: planted.cursor });
  await ask(list, { after: { wrong: planted.variable } });
  await ask(`{ ${planted.literal.replaceAll('-', '_')} }`);
  await ask(`{ video(id: "${planted.literal}"`);
  await ask(
    'mutation ($title: String!) { createPlaylist(input: { title: $title }) { playlist { id } } }',
    {
      title: planted.title,
    },
  );
  await ask(
    `mutation ($input: WatchFileInput!) { watchFile(input: $input) { errors { message } } }`,
    {
      input: {
        fileId: ids.file.script,
        address: `${receiverOrigin}/`,
        newWatchChannelId: planted.channelId,
        token: planted.channelToken,
      },
    },
  );
  const { body: upload } = await ask(
    `mutation ($input: CreateUploadSessionInput!) { createUploadSession(input: $input) { uploadSession { id uploadUrl } errors { code } } }`,
    { input: { newFile: { name: planted.fileName, contentType: 'text/plain' } } },
  );
  const session = upload.data?.createUploadSession?.uploadSession as
    | { readonly id: string; readonly uploadUrl: string }
    | undefined;
  if (session) made.push(session.id, new URL(session.uploadUrl).pathname.slice('/uploads/'.length));
  const uploadPath = session?.uploadUrl.slice(gateway.url.length) ?? `/uploads/${planted.path}`;
  const bytes = { method: 'PUT', headers, body: planted.content };
  await gateway.send(uploadPath, bytes);
  const { body: link } = await ask(
    `{ file(id: "${ids.file.script}") { export(mimeType: "text/plain") { url } } }`,
  );
  const url = link.data?.file?.export?.url as string | undefined;
  if (url !== undefined) made.push(new URL(url).pathname.slice('/downloads/'.length));
  await gateway.send(url?.slice(gateway.url.length) ?? `/downloads/${planted.path}`, { headers });
  await gateway.send(`/${planted.path}?access_token=${planted.query}`, { headers });
  await gateway.send(`/graphql?query={__typename}&key=${planted.query}`, { headers });
  await gateway.send('/notifications', {
    method: 'POST',
    headers: {
      'x-goog-channel-id': planted.channelId,
      'x-goog-channel-token': planted.notification,
    },
  });
  const stream = await openEventStream(gateway.url, {
    query: 'subscription { fileChanges { cursor } }',
    token,
    headers,
  });
  const received: any[] = [];
  const ended = stream.until(1).then(
    (events) => void received.push(...events),
    () => {},
  );
  const followed = new AbortController();
  const asked = untilTrue(hasFollowed, followed.signal);
  await Promise.race([ended, asked]);
  followed.abort();
  stream.leave();
  const cursor = received[0]?.data?.fileChanges?.cursor as string | undefined;
  if (cursor) made.push(cursor);
  const socket = await connectSocket(gateway.url, {
    authorization: `Bearer ${planted.socketToken}`,
    'x-drive-authorization': `Bearer ${planted.socketDriveToken}`,
  });
  await socket.run(`{ video(id: "${planted.id}") { title } file(id: "${planted.id}") { name } }`);
  await socket.close();
  await askWithKey(gateway);
  return made;
}

/** Resolves when the condition holds, or the signal has fired. */
async function untilTrue(holds: () => boolean, signal: AbortSignal): Promise<void> {
  while (!holds() && !signal.aborted) await wait(10);
}

/** Without a token, the gateway sends its key. */
const askWithKey = (gateway: RunningGateway) =>
  gateway.query(`{ video(id: "${planted.id}") { title } }`);

/** Whether a service has been asked again where its changes begin: the first call has failed. */
const isFollowed = (requests: readonly unknown[]): boolean =>
  JSON.stringify(requests).split('startPageToken').length > 2;

/** Failures of services whose text or headers have secrets. */
const failures: readonly (readonly [string, Behaviour])[] = [
  ['an error with a text', json({ error: { code: 400, message: planted.serviceText } }, 400)],
  ['an error with a reason', errorResponse(403, 'insufficientPermissions')],
  ['status 503', json({ error: { message: planted.serviceText } }, 503)],
  ['HTML', respond(200, `<html>${planted.serviceText}</html>`)],
  [
    'data that does not fit',
    json({ items: planted.serviceText, nextPageToken: planted.pageToken }, 200, {
      location: `http://127.0.0.1:1/upload?upload_id=${planted.uploadAddress}`,
    }),
  ],
  ['a reset', reset],
  ['no answer', hang],
];

/** A gateway, and what an operator sees of it. */
async function start({ env, ...options }: GatewayOptions) {
  const collector = await startCollector();
  const gateway = await startGateway({
    env: {
      LOG_LEVEL: 'trace',
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      LINK_SECRET: planted.linkSecret,
      UPSTREAM_API_KEY: planted.apiKey,
      CALL_TIMEOUT_MS: '1000',
      RETRY_BASE_MS: '1',
      RETRY_RATE_LIMIT_BASE_MS: '1',
      ...env,
    },
    ...options,
  });
  return {
    gateway,
    collector,
    /** Everything that an operator sees, after the gateway has ended. */
    seen: async (): Promise<Record<'log' | 'metrics' | 'traces', string>> => {
      const metrics = await (await fetch(gateway.metricsUrl!)).text();
      await gateway.close();
      return {
        log: JSON.stringify(gateway.lines),
        metrics,
        traces: collector.bodies.join('\n'),
      };
    },
    [Symbol.asyncDispose]: () => collector.close(),
  };
}

describe.concurrent('secrets', () => {
  /** @returns where secrets are, or where nothing is at all */
  const leaksIn = (outputs: Record<string, string>, secrets: readonly string[]): string[] => {
    const all = [...Object.values(planted), ...secrets];
    return Object.entries(outputs).flatMap(([output, text]) => [
      ...(text.length < 1_000 ? [`${output} is empty`] : []),
      ...all.filter((secret) => text.includes(secret)).map((secret) => `${output}: ${secret}`),
    ]);
  };

  it('are at least 20', { tags: ['S16'] }, () => {
    expect(new Set(Object.values(planted)).size).toBeGreaterThanOrEqual(20);
  });
  it.each([
    ['succeed', {}],
    ['succeed, with the key in a header', { UPSTREAM_API_KEY_IN: 'header' }],
  ])('are nowhere if requests %s', { tags: ['S16'] }, async (_, env) => {
    await using started = await start({ env });
    const { gateway, seen } = started;
    const made = await exercise(gateway, owner);
    // Cursors, the id and the URL of an upload session, and the URL of a download.
    expect(made.length).toBeGreaterThanOrEqual(5);
    const received = JSON.stringify(gateway.sandbox.calls());
    const sent = [planted.id, planted.search, planted.title, planted.channelToken];
    expect(sent.filter((secret) => !received.includes(secret))).toEqual([]);
    const addresses = [...received.matchAll(/upload_id=([\w-]+)/g)].map(([, id]) => id!);
    expect(addresses).not.toEqual([]);
    const pageTokens = gateway.sandbox.calls().flatMap(({ query }) => query['pageToken'] ?? []);
    expect(pageTokens).not.toEqual([]);
    const secrets = [owner, ...made, ...addresses, ...pageTokens];
    expect(leaksIn(await seen(), [...secrets, ids.file.script, ids.playlist.fifty])).toEqual([]);
    const names = new Set(started.collector.spans().map(({ name }) => name));
    expect(spansWithSecrets.filter((name) => !names.has(name))).toEqual([]);
  });
  it('are nowhere if the services reject the token', { tags: ['S16'] }, async () => {
    await using started = await start({});
    const { gateway, seen } = started;
    const made = await exercise(gateway, planted.token, () => isFollowed(gateway.sandbox.calls()));
    expect(gateway.sandbox.calls().map(({ status }) => status)).toContain(401);
    expect(leaksIn(await seen(), made)).toEqual([]);
  });
  it('are nowhere if services fail now and then', { tags: ['S16'] }, async () => {
    await using started = await start({});
    const { gateway, seen } = started;
    const { sandbox } = gateway;
    sandbox.fault({ every: 3, status: 503 });
    sandbox.fault({ every: 5, drop: 'after' });
    sandbox.fault({ every: 7, garble: true });
    const made = await exercise(gateway, owner, () => isFollowed(sandbox.calls()));
    expect(leaksIn(await seen(), [owner, ...made])).toEqual([]);
  });
  it.each(failures)(
    'are nowhere if services answer with %s',
    { tags: ['S16'] },
    async (_, behaviour) => {
      await using server = await faultyServer(behaviour);
      await using started = await start({
        env: { REQUEST_DEADLINE_MS: '300', RETRY_ATTEMPTS: '2' },
        bases: {
          video: `${server.url}/youtube/v3`,
          storage: server.url,
          calendar: `${server.url}/calendar/v3`,
        },
      });
      const { gateway, seen } = started;
      const made = await exercise(gateway, planted.token, () => isFollowed(server.requests));
      // A request may have no time left, or the circuit breaker is open.
      while (!JSON.stringify(server.requests).includes(planted.apiKey)) await askWithKey(gateway);
      const received = JSON.stringify(server.requests);
      const sent = [planted.token, planted.apiKey, planted.id];
      expect(sent.filter((secret) => !received.includes(secret))).toEqual([]);
      expect(leaksIn(await seen(), made)).toEqual([]);
    },
  );
});

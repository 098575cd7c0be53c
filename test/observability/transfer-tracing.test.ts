/** The traces of uploads and downloads, and of the polls of feeds. */
import { describe, expect, it } from 'vitest';
import { unitsOfCalls } from '../../src/sandbox/call/unit-table.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import type { ReceivedSpan } from '../support/tool/collector.ts';
import { openEventStream } from '../support/client/event-stream.ts';
import { openPublicAddress } from '../support/proxy/public-address.ts';
import { childrenOf, kind, rootsOf, TracedGateway } from '../support/gateway/traced-gateway.ts';
import { askOffset, openVideo, sendPart } from '../support/client/upload-client.ts';

const block = 256 * 1024;

/** What a span of a call says. */
const factsOf = ({ name, attributes, isError, kind: each, events }: ReceivedSpan) => ({
  name,
  isClient: each === kind.client,
  method: attributes['http.request.method'],
  status: attributes['http.response.status_code'],
  error: isError ? attributes['error.type'] : undefined,
  sent: attributes['http.request.body.size'],
  units: attributes['studiograph.units'],
  attempts: events.map((event) => event.attributes['http.response.status_code']),
});

describe('the trace of a transfer', () => {
  const traced = new TracedGateway();

  /** The calls below each request to a path, in the order of the requests. */
  const callsBelow = (spans: readonly ReceivedSpan[], name: string) =>
    spans
      .filter((span) => span.name === name && span.kind === kind.server)
      .map((request) => childrenOf(spans, request).map(factsOf));

  const call = {
    name: 'video:videos.insert',
    isClient: true,
    method: 'PUT',
    error: undefined,
    units: undefined,
  };

  it('has a span for each request of an upload', async () => {
    const { url, sandbox } = await traced.start();
    const total = 2 * block;
    const { uploadUrl } = await openVideo(url, total);
    await sendPart(uploadUrl, { total, start: 0, end: block });
    await askOffset(uploadUrl, total);
    sandbox.fault({ match: { operation: 'video:videos.insert' }, times: 1, status: 503 });
    expect((await askOffset(uploadUrl, total)).status).toBe(503);
    expect((await sendPart(uploadUrl, { total, start: block, end: total })).status).toBe(200);
    const spans = await traced.spansAtEnd();
    const code = 'UPSTREAM_UNAVAILABLE';
    expect(callsBelow(spans, 'PUT /uploads/')).toEqual([
      [{ ...call, status: 308, sent: block, attempts: [308] }],
      [{ ...call, status: 308, sent: 0, attempts: [308] }],
      [{ ...call, status: 503, sent: 0, attempts: [503], error: code }],
      [{ ...call, status: 200, sent: block, attempts: [200] }],
    ]);
    const failed = spans.find(({ name, isError }) => name === 'PUT /uploads/' && isError);
    expect(failed!.attributes).toMatchObject({
      'http.route': '/uploads/',
      'url.path': '/uploads/',
      'http.response.status_code': 503,
      'error.type': code,
    });
    const start = spans.filter(
      ({ name, attributes }) => name === call.name && attributes['http.request.method'] === 'POST',
    );
    // Only the start of an upload costs units.
    expect(start.map(factsOf)).toMatchObject([{ status: 200, attempts: [200] }]);
    expect(start[0]!.attributes['studiograph.units']).toBeGreaterThan(0);
  });
  it.each([
    `file(id: "${ids.file.script}") { link: export(mimeType: "text/plain") { url } }`,
    `file(id: "${ids.file.logo}") { link: content { url } }`,
  ])('has a span for each call of a download: %s', async (field) => {
    const { sandbox } = await traced.start();
    const { body } = await traced.query(`{ ${field} }`);
    const { url } = body.data.file.link as { readonly url: string };
    const before = sandbox.calls().length;
    const response = await fetch(url);
    const { byteLength: length } = await response.arrayBuffer();
    const calls = sandbox.calls().slice(before);
    expect(calls.length).toBeGreaterThan(0);
    const spans = await traced.spansAtEnd();
    const [below] = callsBelow(spans, 'GET /downloads/');
    expect(below).toEqual(
      calls.map((made) => ({
        ...call,
        name: made.operation,
        method: 'GET',
        status: made.status,
        units: unitsOfCalls([made])['STORAGE'],
        sent: undefined,
        attempts: [made.status],
      })),
    );
    const ofCall = spans.filter(({ name }) => name === calls[0]!.operation);
    const sizes = ofCall.map(({ attributes }) => attributes['http.response.body.size']);
    expect(sizes).toContain(length);
  });
  it('shows why a download has failed', async () => {
    const { sandbox, url: gatewayUrl } = await traced.start();
    const { body } = await traced.query(
      `{ file(id: "${ids.file.script}") { export(mimeType: "text/plain") { url } } }`,
    );
    const { url } = body.data.file.export as { readonly url: string };
    expect(url.startsWith(gatewayUrl)).toBe(true);
    sandbox.fault({ match: { operation: 'storage:files.export' }, drop: 'before' });
    expect((await fetch(url)).status).toBe(503);
    const [below] = callsBelow(await traced.spansAtEnd(), 'GET /downloads/');
    expect(below).toMatchObject([
      { name: 'storage:files.export', status: undefined, error: 'UPSTREAM_UNAVAILABLE' },
    ]);
  });
});

describe('the trace of a poll', () => {
  const traced = new TracedGateway();

  it('has no parent: a poll serves all subscribers of a feed', async () => {
    const { url, sandbox, lines } = await traced.start();
    const query = `subscription Chat { chatMessages(liveChatId: "${ids.chat.nightShift}") { cursor } }`;
    const streams = await Promise.all(
      [1, 2].map(() => openEventStream(url, { query, token: 'studio-owner' })),
    );
    const events = await Promise.all(streams.map((stream) => stream.until(1)));
    expect(events.flat().map(({ errors }) => errors)).toEqual([undefined, undefined]);
    for (const stream of streams) stream.leave();
    await expect.poll(() => lines.filter(({ msg }) => msg === 'request').length).toBe(2);
    // A poll can have come while they left.
    const polls = sandbox.calls().length;
    const spans = await traced.spansAtEnd();
    const operation = 'live:liveChatMessages.list';
    const tasks = rootsOf(spans).filter((span) => span.kind !== kind.server);
    expect(tasks).toHaveLength(polls);
    expect(new Set(tasks.map(({ traceId }) => traceId)).size).toBe(polls);
    for (const task of tasks) {
      expect(task).toMatchObject({
        name: `poll ${operation}`,
        kind: kind.internal,
        isError: false,
        attributes: {
          'studiograph.operation': operation,
          'studiograph.service': 'live',
          'studiograph.calls': 1,
          'studiograph.items': expect.any(Number) as number,
        },
      });
      // On a slow machine, a wait for the store has a span, too.
      const children = childrenOf(spans, task).filter((span) => span.kind === kind.client);
      expect(children.map(factsOf)).toMatchObject([{ name: operation, status: 200 }]);
      const units = children[0]!.attributes['studiograph.units'];
      expect(task.attributes['studiograph.units.VIDEO']).toBe(units);
    }
    // The polls are not in the traces of the subscriptions.
    const subscriptions = rootsOf(spans).filter(({ name }) => name === 'POST /graphql');
    expect(subscriptions).toHaveLength(2);
    for (const request of subscriptions)
      expect(childrenOf(spans, request).map(({ name }) => name)).toEqual(['subscription Chat']);
  });
  it('shows that it has failed', async () => {
    const { url, sandbox } = await traced.start();
    sandbox.fault({ match: { operation: 'storage:changes.getStartPageToken' }, status: 403 });
    const stream = await openEventStream(url, {
      query: 'subscription { fileChanges { cursor } }',
      token: 'studio-owner',
    });
    await stream.until(1);
    const task = (await traced.spansAtEnd()).find(({ name }) => name.startsWith('poll '));
    expect(task).toMatchObject({ name: 'poll storage:changes.list', isError: true });
    expect(task!.attributes['error.type']).toBe('FORBIDDEN');
  });
  it('is joined by those of the watch channel of the feed', async () => {
    await using address = await openPublicAddress();
    const { url } = await traced.start({ env: { PUBLIC_URL: address.url } });
    address.leadTo(url);
    const stream = await openEventStream(url, {
      query: 'subscription { fileChanges { cursor } }',
      token: 'studio-owner',
    });
    await stream.until(1);
    const { sandbox } = traced.gateway!;
    const operations = (): unknown[] => sandbox.calls().map(({ operation }) => operation);
    await expect.poll(operations).toContain('storage:changes.watch');
    stream.leave();
    await expect.poll(operations).toContain('storage:channels.stop');
    const spans = await traced.spansAtEnd();
    const trees = rootsOf(spans)
      .filter(({ name }) => name.includes('channel'))
      .map((task) => [task.name, ...childrenOf(spans, task).map(({ name }) => name)]);
    expect(trees).toEqual([
      [
        'open watch channel storage:changes.list',
        'storage:changes.getStartPageToken',
        'storage:changes.watch',
      ],
      ['stop watch channel storage:changes.list', 'storage:channels.stop'],
    ]);
  });
});

/**
 * A page that is served from another port of the own machine, as by the development server of a
 * frontend. Its `fetch` adds the headers of error tracking and tracing to each request.
 */
import { type IncomingHttpHeaders } from 'node:http';
import { buildSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, openBrowser } from '../../support/page/browser.ts';
import { type RunningServer, startGateway, startServer } from '../../support/gateway/gateway.ts';
import { png } from '../../support/page/image.ts';
import { servePage } from '../../support/page/page-server.ts';

const html = `<!doctype html><title>App</title><script>
  const plainFetch = fetch;
  globalThis.fetch = (url, init = {}) => plainFetch(url, {
    ...init,
    headers: {
      ...init.headers,
      'sentry-trace': '4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-1',
      baggage: 'sentry-environment=test,sentry-public_key=key',
      traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      tracestate: 'vendor=value',
      'apollographql-client-name': 'app',
      'graphql-client-version': '1',
    },
  });
</script>`;

/** @returns the headers of the requests that the gateway receives from now on, by method */
function recordHeaders({
  gateway,
}: RunningServer): { method: string; headers: IncomingHttpHeaders }[] {
  const requests: { method: string; headers: IncomingHttpHeaders }[] = [];
  gateway.server.on('request', ({ method, headers }) =>
    requests.push({ method: method!, headers: { ...headers } }),
  );
  return requests;
}

describe('a page of another origin', () => {
  let browser: Browser;
  let pages: Awaited<ReturnType<typeof servePage>>;
  let gateway: Awaited<ReturnType<typeof startGateway>>;
  let requests: ReturnType<typeof recordHeaders>;
  beforeAll(async () => {
    gateway = await startGateway();
    requests = recordHeaders(gateway);
    pages = await servePage(html, 'localhost');
    browser = await openBrowser();
    await browser.page.goto(pages.url);
  });
  afterAll(async () => {
    await browser.close();
    await pages.close();
    await gateway.close();
  });

  /** Sends an operation as JSON from the page. */
  const query = (url: string, document: string, variables: object = {}) =>
    browser.page.evaluate(
      async ([address, body]) => {
        const response = await fetch(`${address}/graphql`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
          body: body!,
        });
        const { headers, status } = response;
        return {
          status,
          requestId: headers.get('x-request-id'),
          body: await response.json(),
        };
      },
      [url, JSON.stringify({ query: document, variables })],
    );

  it('queries, and reads the id of its request', async () => {
    requests.length = 0;
    const { status, requestId, body } = await query(
      gateway.url,
      '{ viewer { channel { title videos(first: 20) { nodes { id title description } } } } }',
    );
    expect([status, body.errors]).toEqual([200, undefined]);
    expect(body.data.viewer.channel.title).toEqual(expect.any(String));
    expect(requestId).toMatch(/^[\w.-]+$/);
    expect(requests.map(({ method }) => method)).toEqual(['OPTIONS', 'POST']);
    expect(requests[1]!.headers).toMatchObject({
      origin: pages.url,
      'sentry-trace': expect.any(String),
      baggage: expect.any(String),
      traceparent: expect.any(String),
      tracestate: expect.any(String),
    });
    expect(browser.consoleErrors).toEqual([]);
  });
  it('uploads a picture with the mutation that uses it', async () => {
    const found = await query(
      gateway.url,
      '{ viewer { channel { videos(first: 1) { nodes { id } } } } }',
    );
    const { id } = found.body.data.viewer.channel.videos.nodes[0];
    const document = `mutation ($input: SetVideoThumbnailInput!) {
      setVideoThumbnail(input: $input) { video { id thumbnails { url } } errors { message } }
    }`;
    const operations = { query: document, variables: { input: { id, file: null } } };
    const body = await browser.page.evaluate(
      async ([address, text, bytes]) => {
        const form = new FormData();
        form.append('operations', text as string);
        form.append('map', '{"picture":["variables.input.file"]}');
        const file = new Blob([new Uint8Array(bytes as number[])], { type: 'image/png' });
        form.append('picture', file, 'picture.png');
        const headers = {
          authorization: 'Bearer studio-owner',
          'apollo-require-preflight': 'true',
        };
        const init = { method: 'POST', headers, body: form };
        return (await fetch(`${address as string}/graphql`, init)).json();
      },
      [gateway.url, JSON.stringify(operations), [...png]],
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.setVideoThumbnail).toMatchObject({ video: { id }, errors: [] });
    expect(browser.consoleErrors).toEqual([]);
  });
  it('uploads a file to the URL of an upload session, in parts', async () => {
    requests.length = 0;
    const total = 600 * 1024;
    const created = await query(
      gateway.url,
      'mutation ($input: CreateVideoInput!) { createVideo(input: $input) { uploadSession { uploadUrl } errors { message } } }',
      { input: { title: 'Film', contentType: 'video/mp4', contentLength: String(total) } },
    );
    const { uploadSession, errors } = created.body.data.createVideo;
    expect(errors).toEqual([]);
    const answers = await browser.page.evaluate(
      async ([uploadUrl, length]) => {
        const file = new Blob([new Uint8Array(length).fill(7)]);
        const received: { status: number; range: string | null; text: string }[] = [];
        for (let at = 0; at < file.size; ) {
          const end = Math.min(at + 256 * 1024, file.size);
          const response = await fetch(uploadUrl as string, {
            method: 'PUT',
            headers: { 'content-range': `bytes ${at}-${end - 1}/${file.size}` },
            body: file.slice(at, end),
          });
          const range = response.headers.get('range');
          received.push({ status: response.status, range, text: await response.text() });
          if (response.status !== 308) break;
          at = Number(/-(\d+)$/.exec(range ?? '')?.[1] ?? -1) + 1;
        }
        return received;
      },
      [uploadSession.uploadUrl, total] as const,
    );
    expect(answers.map(({ status, range }) => [status, range])).toEqual([
      [308, 'bytes=0-262143'],
      [308, 'bytes=0-524287'],
      [200, null],
    ]);
    expect(JSON.parse(answers[2]!.text)).toMatchObject({
      state: 'COMPLETED',
      receivedBytes: String(total),
      result: expect.any(String),
    });
    const puts = requests.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ headers }) => headers['sentry-trace'])).toHaveLength(3);
    expect(browser.consoleErrors).toEqual([]);
  });
  it('receives each event of a stream when it is sent', async () => {
    const received = Promise.withResolvers<void>();
    const schema = buildSchema('type Query { name: String } type Subscription { tick: Int }');
    Object.assign(schema.getSubscriptionType()!.getFields()['tick']!, {
      subscribe: async function* ticks() {
        yield { tick: 1 };
        await received.promise;
        yield { tick: 2 };
      },
    });
    await using server = await startServer({
      schema,
      reachable: async () => true,
      contextOf: () => ({}),
    });
    await browser.page.exposeFunction('eventReceived', () => received.resolve());
    const text = await browser.page.evaluate(async (address) => {
      const response = await fetch(`${address}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
        body: '{"query":"subscription { tick }"}',
      });
      const decoder = new TextDecoder();
      let all = '';
      for (const reader = response.body!.getReader(); ; ) {
        const { done, value } = await reader.read();
        if (done) return all;
        all += decoder.decode(value, { stream: true });
        // The second event is not sent before the first one has been received.
        if (all.includes('"tick":1'))
          await (globalThis as unknown as { eventReceived(): Promise<void> }).eventReceived();
      }
    }, server.url);
    const events = [...text.matchAll(/^event: next\ndata: (.*)$/gm)].map(([, data]) => data);
    expect(events).toEqual(['{"data":{"tick":1}}', '{"data":{"tick":2}}']);
    expect(browser.consoleErrors).toEqual([]);
  });

  describe('in production', () => {
    const production = { NODE_ENV: 'production', SANDBOX: '1' };
    it('queries if its origin is listed, with a slash at its end', async () => {
      await using server = await startGateway({
        env: { ...production, CORS_ORIGINS: `${pages.url}/` },
      });
      const { body } = await query(server.url, '{ __typename }');
      expect(body.data).toEqual({ __typename: 'Query' });
    });
    it('gets no response if its origin is not listed', async () => {
      await using server = await startGateway({ env: production });
      const seen = recordHeaders(server);
      const failure = await query(server.url, '{ __typename }').catch((error: Error) => error);
      expect(failure).toMatchObject({ message: expect.stringContaining('Failed to fetch') });
      expect(seen.map(({ method }) => method)).toEqual(['OPTIONS']);
      expect(browser.consoleErrors.splice(0).join()).toMatch(/CORS/);
    });
  });
});

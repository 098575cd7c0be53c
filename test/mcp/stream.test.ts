/** In which form clients are answered over HTTP: JSON, or a stream of events. */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { responseForms } from '../../src/mcp/response-form.ts';
import { DrivenClock } from '../support/clock/driven-clock.ts';
import { eras } from '../support/client/mcp-client.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { agreed, connectAsked, withOwnTools } from './own-tools.ts';

const start = (clock?: DrivenClock) =>
  startGateway({ clock, env: { MCP: 'on' }, adaptOffer: withOwnTools });

const both = 'application/json, text/event-stream';

/** Calls a tool as a client that takes these forms. @param accept '' has no such header */
const callAs = (url: string, accept: string, name: string, args: object = {}): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: 'Bearer studio-owner',
      'mcp-session-id': 'asks-1',
      accept,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args, _meta: { progressToken: 'mine' } },
    }),
  });

const typeOf = ({ headers }: Response): string => headers.get('content-type')!;

/** The messages of a stream of events. */
const messagesOf = async (response: Response): Promise<any[]> =>
  (await response.text())
    .split('\n\n')
    .flatMap((event) => /^data: (.*)$/m.exec(event)?.[1] ?? [])
    .map((text) => JSON.parse(text));

describe('the response to a client', () => {
  it.each([both, 'text/event-stream, */*;q=0.1', 'application/*, text/event-stream'])(
    'is JSON if nothing comes before the result, and else a stream: %s',
    async (accept) => {
      await using gateway = await start();
      const plain = await callAs(gateway.url, accept, 'steps', { total: 0 });
      expect(typeOf(plain)).toBe('application/json');
      const streamed = await callAs(gateway.url, accept, 'steps', { total: 2 });
      expect(typeOf(streamed)).toBe('text/event-stream');
      const messages = await messagesOf(streamed);
      expect(messages.map(({ method, params }) => [method, params?.progress])).toEqual([
        ['notifications/progress', 1],
        ['notifications/progress', 2],
        [undefined, undefined],
      ]);
      expect(messages[0].params).toEqual({
        progressToken: 'mine',
        progress: 1,
        total: 2,
        message: 'step 1',
      });
      expect(messages[2].result.content[0].text).toBe('{"done":2}');
    },
  );
  it.each(['application/json', '*/*', '', 'text/event-stream;q=0, application/json'])(
    'is JSON without what comes before the result, for Accept: %j',
    async (accept) => {
      await using gateway = await start();
      for (const [name, args, text] of [
        ['steps', { total: 2 }, '{"done":2}'],
        ['ask', {}, '{"canAsk":false}'],
      ] as const) {
        const answer = await callAs(gateway.url, accept, name, args);
        expect([answer.status, typeOf(answer)]).toEqual([200, 'application/json']);
        expect((await answer.json()).result.content[0].text).toBe(text);
      }
    },
  );
  it('is a stream for one that takes nothing else, except errors of HTTP', async () => {
    await using gateway = await start();
    const answer = await callAs(gateway.url, 'text/event-stream', 'steps', { total: 0 });
    expect([answer.status, typeOf(answer)]).toEqual([200, 'text/event-stream']);
    const messages = await messagesOf(answer);
    expect(messages).toHaveLength(1);
    expect(messages[0].result.content[0].text).toBe('{"done":0}');
    const { status } = await fetch(`${gateway.url}/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
      body: '{}',
    });
    expect(status).toBe(401);
  });
  it('that is a stream has a comment each 15 seconds', async () => {
    const clock = new DrivenClock();
    await using gateway = await start(clock);
    const answer = await callAs(gateway.url, both, 'ask');
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader.read()).value).toContain('elicitation/create');
    const next = reader.read();
    await clock.advance(14_999);
    expect(await Promise.race([next, wait(50)])).toBeUndefined();
    await clock.advance(1);
    expect((await next).value).toBe(':\n\n');
    await reader.cancel();
  });
});

describe.each(eras)('the official client: %s', (era) => {
  it('is told the progress if it wants to know', async () => {
    await using gateway = await start();
    await using client = await connectAsked(gateway.url, { era, answer: async () => agreed });
    const seen: number[] = [];
    const onprogress = ({ progress }: { readonly progress: number }): void =>
      void seen.push(progress);
    expect(await client.call('steps', { total: 3 }, { onprogress })).toEqual({ done: 3 });
    expect(seen).toEqual([1, 2, 3]);
    expect(await client.call('steps', { total: 3 })).toEqual({ done: 3 });
  });
  it('knows who the server is', async () => {
    await using gateway = await startGateway({
      env: { MCP: 'on', PUBLIC_URL: 'https://studio.example/base' },
    });
    await using client = await connectAsked(gateway.url, { era });
    const server = client.client.getServerVersion()!;
    expect(server).toMatchObject({
      title: 'Studiograph',
      websiteUrl: 'https://studio.example/base',
      icons: [{ mimeType: 'image/svg+xml', sizes: ['any'] }],
    });
    const [icon] = server.icons!;
    const svg = Buffer.from(icon!.src.replace(/^data:[^,]*,/, ''), 'base64').toString();
    expect(svg).toMatch(/^<svg .*<\/svg>$/);
    // Nothing changes that a client could follow.
    expect(client.client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      resources: { listChanged: false },
      completions: {},
    });
  });
});

it.each<readonly [string | undefined, boolean, boolean]>([
  [undefined, true, false],
  ['', true, false],
  ['TEXT/Event-Stream', false, true],
  ['text/event-stream;charset=utf-8 , application/json', true, true],
  ['text/*', true, false],
  ['text/event-stream; q=0.0', true, false],
  ['application/json;q=0, text/event-stream', false, true],
])('reads the header Accept: %j', (accept, isJson, isStream) => {
  expect(responseForms(accept)).toEqual({ isJson, isStream });
});

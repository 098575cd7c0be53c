/** SIGTERM to the process: no request fails, and the process ends in time. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { send } from '../../support/client/byte-client.ts';
import { openEventStream } from '../../support/client/event-stream.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { promised } from '../../support/report/promised-size.ts';
import { bytesFrom } from '../../support/upstream/upload-server.ts';
import { connectSocket } from '../../support/client/web-socket.ts';
import { type HttpServer, httpServer } from '../../support/http-server.ts';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));
const running: Program[] = [];

afterAll(() => {
  for (const program of running) program.signal('SIGKILL');
});

/** Starts the gateway. @returns the process and its URL */
async function startProcess(env: Readonly<Record<string, string>>) {
  const program = launch(gatewayCommand, { cwd, env: { PORT: '0', ...env } });
  running.push(program);
  const [, url] = await program.printed(/^GraphQL\s+(\S+)\/graphql$/m);
  return { program, url: url! };
}

const postOptions = { method: 'POST', headers: { 'content-type': 'application/json' } };

/** Sends a query over a connection of the agent; none: over a new one. @returns the text */
const post = (url: string, agent: Agent | false, query: string, token?: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const headers = { ...postOptions.headers, ...(token && { authorization: `Bearer ${token}` }) };
    const sent = request(`${url}/graphql`, { ...postOptions, headers, agent }, (res) => {
      let text = `${res.statusCode} `;
      res.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      res.on('end', () => resolve(text)).on('error', reject);
    });
    sent.on('error', reject).end(JSON.stringify({ query }));
  });

/** Sends one query after the other until the port is closed. @returns what came instead of data */
async function sendUntilClosed(ask: () => Promise<string>): Promise<string[]> {
  const failures: string[] = [];
  let answered = 0;
  for (;;) {
    try {
      const text = await ask();
      answered += 1;
      if (!/^200 {"data":{(?!.*"errors")/.test(text)) failures.push(text);
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      if (code === 'ECONNREFUSED') return failures;
      failures.push(`${code} after ${answered} answers`);
    }
    await wait(Math.random() * 10);
  }
}

const createUpload = `mutation { createVideo(
  input: { title: "Film", contentType: "video/mp4", contentLength: "1000000" }
) { uploadSession { uploadUrl } } }`;

/** Uploads a file. @returns when half of it is sent; the rest is sent after `gate` */
async function startUpload(url: string, gate: Promise<void>) {
  const created = JSON.parse((await post(url, false, createUpload, 'studio-owner')).slice(4));
  const { uploadUrl } = created.data.createVideo.uploadSession;
  const halfSent = Promise.withResolvers<void>();
  const body = async function* (): AsyncGenerator<Buffer> {
    yield* bytesFrom(1_000_000, 0, 500_000);
    halfSent.resolve();
    await gate;
    yield* bytesFrom(1_000_000, 500_000);
  };
  const headers = { 'content-length': '1000000' };
  const response = send(uploadUrl, { headers, body: body() });
  await halfSent.promise;
  return { response };
}

describe('SIGTERM under load', { tags: ['R25', 'fullSize'] }, () => {
  let service: HttpServer;
  let bases: Readonly<Record<string, string>>;
  beforeAll(async () => {
    service = await httpServer((_, res) => {
      const answer = '{"items":[{"id":"v","snippet":{"title":"Slow"}}]}';
      const headers = { 'content-type': 'application/json' };
      setTimeout(() => res.writeHead(200, headers).end(answer), Math.random() ** 4 * 1_000);
    });
    const origin = service.url;
    bases = {
      VIDEO_BASE_URL: `${origin}/youtube/v3`,
      STORAGE_BASE_URL: origin,
      CALENDAR_BASE_URL: `${origin}/calendar/v3`,
    };
  });
  afterAll(() => service.close());

  const drains = promised(25, 2);
  it('loses no request of clients with and without kept connections', async () => {
    for (let drain = 0; drain < drains; drain += 1) {
      const DRAIN_DELAY_MS = ['0', '400', '1500', '5000'][drain % promised(4, 2)]!;
      const { program, url } = await startProcess({
        ...bases,
        DRAIN_DELAY_MS,
        LOG_LEVEL: 'error',
      });
      const kept = new Agent({ keepAlive: true, maxSockets: 24 });
      let answered = 0;
      const slow = async (agent: Agent | false): Promise<string> => {
        const text = await post(url, agent, '{ video(id: "v") { title } }', 'token');
        answered += 1;
        return text;
      };
      const quick = (agent: Agent | false): Promise<string> => post(url, agent, '{ __typename }');
      const clients = Array.from({ length: promised(12, 4) }, () => [
        { isKept: true, end: sendUntilClosed(() => slow(kept)) },
        { isKept: false, end: sendUntilClosed(() => slow(false)) },
        { isKept: true, end: sendUntilClosed(() => quick(kept)) },
        { isKept: false, end: sendUntilClosed(() => quick(false)) },
      ]).flat();
      await expect.poll(() => answered).toBeGreaterThan(promised(100, 40));
      const signalledAt = performance.now();
      program.signal('SIGTERM');
      await Promise.all(clients.map(({ end }) => end));
      for (const { isKept, end } of clients)
        expect({ drain, isKept, failures: await end }).toEqual({ drain, isKept, failures: [] });
      expect(await program.ended).toBe(0);
      const ms = performance.now() - signalledAt;
      expect(ms).toBeGreaterThan(Number(DRAIN_DELAY_MS));
      expectWithin(ms, Number(DRAIN_DELAY_MS) + 10_000);
      kept.destroy();
    }
  });
});

describe.concurrent('SIGTERM', { tags: ['R25'] }, () => {
  const status = async (url: string, agent: Agent | false): Promise<string> =>
    new Promise((resolve, reject) => {
      const sent = request(`${url}/ready`, { agent }, (res) => {
        res.resume().on('end', () => resolve(`${res.statusCode} ${res.headers.connection}`));
      });
      sent.on('error', reject).end();
    });

  it('is answered by 503 of /ready at once, while requests are served until the delay is over or it comes again', async () => {
    const { program, url } = await startProcess({ DRAIN_DELAY_MS: '600000' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    expect(await status(url, agent)).toBe('200 keep-alive');
    const early = await connectSocket(url);
    program.signal('SIGTERM');
    await program.printed(/"draining"/);
    // The kept connection ends with its next response, a new one does not: its client would only
    // connect again.
    expect(await status(url, agent)).toBe('503 close');
    expect(await status(url, agent)).toBe('503 keep-alive');
    expect(await status(url, false)).toBe('503 close');
    const late = await connectSocket(url);
    for (const client of [early, late])
      expect(await client.run('{ __typename }')).toMatchObject([
        { type: 'next' },
        { type: 'complete' },
      ]);
    expect(await post(url, agent, '{ __typename }')).toContain('200 {"data"');
    agent.destroy();
    // A second signal does not wait for the end of the delay.
    program.signal('SIGTERM');
    expect(await program.ended).toBe(143);
  });

  it('ends subscriptions and closes the port after the delay, and finishes an upload', async () => {
    const { program, url } = await startProcess({ DRAIN_DELAY_MS: '500' });
    const token = 'studio-owner';
    const chat = `subscription { chatMessages(liveChatId: "${ids.chat.nightShift}") { cursor } }`;
    const events = await openEventStream(url, { query: chat, token });
    await events.until(1);
    const client = await connectSocket(url, { authorization: `Bearer ${token}` });
    const gate = Promise.withResolvers<void>();
    const upload = await startUpload(url, gate.promise);
    const signalledAt = performance.now();
    program.signal('SIGTERM');
    expect(await client.closed).toEqual([1001, 'The gateway is stopping.']);
    expect(performance.now() - signalledAt).toBeGreaterThan(490);
    const last = (await events.untilEnd()).at(-1);
    expect(last.errors[0].extensions.code).toBe('OVERLOADED');
    await expect(status(url, false)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    gate.resolve();
    expect((await upload.response).status).toBe(200);
    expect(await program.ended).toBe(0);
  });

  it('ends the process within ten seconds after the delay, and logs what is cut', async () => {
    const { program, url } = await startProcess({ DRAIN_DELAY_MS: '100' });
    const { response } = await startUpload(url, new Promise(() => {}));
    program.signal('SIGTERM');
    await expect(response).rejects.toThrow('socket hang up');
    expect(await program.ended).toBe(0);
    const line = /^\{.*stopped before all requests and calls had ended.*$/m.exec(program.output());
    expect(JSON.parse(line![0])).toMatchObject({ level: 40, cutConnections: 1 });
  });
});

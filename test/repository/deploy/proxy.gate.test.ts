/** The proxy of `deploy/`: a real HAProxy with its configuration, before real gateways. */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { PassThrough } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Bases } from '../../../src/config.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { closedPorts } from '../../support/proxy/closed-port.ts';
import { type Haproxy, startHaproxy } from '../../support/proxy/haproxy.ts';
import { openEventStream } from '../../support/client/event-stream.ts';
import { type Env, startGateway } from '../../support/gateway/gateway.ts';
import { uploadServer } from '../../support/upstream/upload-server.ts';
import { openSocket } from '../../support/client/web-socket.ts';

const token = 'studio-owner';
const owner = { authorization: `Bearer ${token}` };
const MiB = 1024 * 1024;

type Replica = Awaited<ReturnType<typeof startGateway>>;

describe('the proxy of deploy/', () => {
  const replicas: Replica[] = [];
  /** The first replica has the sandbox, which ends with it. */
  const ended: Replica[] = [];
  let proxy: Haproxy | undefined;
  let url: string;

  /**
   * Starts replicas on one port of several addresses, and the proxy, which finds them by DNS. A
   * connection of another test can take a port of the proxy meanwhile: then with other ports.
   */
  async function start(number: number, bases: Partial<Bases> = {}): Promise<void> {
    // HAProxy shares a port with itself, and would answer a request by the wrong frontend.
    const [port, publicPort, healthPort] = await closedPorts(3);
    url = `http://127.0.0.1:${publicPort}`;
    const addresses = Array.from({ length: number }, (_, index) => `127.0.0.${index + 2}`);
    for (const HOST of addresses)
      replicas.push(await startReplica({ HOST, PORT: String(port) }, bases));
    proxy = await startHaproxy({
      addresses,
      port: port!,
      publicPort: publicPort!,
      healthPort: healthPort!,
    });
    if (!proxy) {
      await stop();
      return start(number, bases);
    }
    const all = new Set(replicas.keys());
    await expect.poll(async () => new Set(await answering(20))).toEqual(all);
  }

  const startReplica = (env: Env, bases: Partial<Bases> = {}): Promise<Replica> =>
    startGateway({
      env: {
        PUBLIC_URL: url,
        LINK_SECRET: 's'.repeat(32),
        // More than the proxy takes to notice that a replica is not ready.
        DRAIN_DELAY_MS: '3000',
        ...env,
      },
      bases,
      ...(replicas[0] && { sandbox: replicas[0].sandbox }),
    });

  /** Sends requests. @returns for each the index of the replica that answered, or what failed */
  async function answering(requests: number): Promise<(number | string)[]> {
    const before = replicas.map(({ lines }) => lines.length);
    const found: (number | string)[] = [];
    for (let request = 0; request < requests; request += 1) {
      const id = `request-${crypto.randomUUID()}`;
      const response = await post('{ __typename }', id);
      const text = await response.text();
      if (response.status !== 200) return [`${response.status} ${text}`];
      found.push(
        replicas.findIndex(({ lines }, index) =>
          lines.slice(before[index]).some((line) => line['requestId'] === id),
        ),
      );
    }
    return found;
  }

  const post = (query: string, id = 'request'): Promise<Response> =>
    fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { ...owner, 'content-type': 'application/json', 'x-request-id': id },
      body: JSON.stringify({ query }),
    });

  async function stop(): Promise<void> {
    await proxy?.close();
    for (const replica of [...ended.splice(0), ...replicas.splice(0)].toReversed())
      await replica.close();
  }

  afterEach(stop);

  it('finds all replicas, and spreads the requests over them', async () => {
    await start(3);
    const counts = Object.groupBy(await answering(60), String);
    expect(Object.keys(counts)).toEqual(['0', '1', '2']);
    // A health check that comes late can keep a replica out for a moment.
    for (const each of Object.values(counts)) expect(each!.length).toBeGreaterThan(10);
  });
  it('sends no request to a replica that has ended, and repeats none', async () => {
    await start(2);
    await replicas[1]!.gateway.drain({ delay: 0 });
    const statuses = [];
    for (let request = 0; request < 20; request += 1)
      statuses.push((await post('{ __typename }')).status);
    expect(statuses).toEqual(Array(20).fill(200));
  });
  it('loses no request while each replica is restarted', async () => {
    await start(2);
    const failed: number[] = [];
    const end = new AbortController();
    let sent = 0;
    const client = async (): Promise<void> => {
      while (!end.signal.aborted) {
        const { status } = await post('{ __typename }');
        sent += 1;
        if (status !== 200) failed.push(status);
        await wait(10);
      }
    };
    const clients = Array.from({ length: 8 }, client);
    for (const index of replicas.keys()) {
      const replica = replicas[index]!;
      const { hostname: HOST, port: PORT } = new URL(replica.url);
      await replica.gateway.drain();
      replicas[index] = await startReplica({ HOST, PORT });
      if (index === 0) ended.push(replica);
      await expect.poll(async () => new Set(await answering(20)).has(index)).toBe(true);
    }
    end.abort();
    await Promise.all(clients);
    expect(failed).toEqual([]);
    expect(sent).toBeGreaterThan(100);
  });
  it('passes on the events of a subscription one by one', async () => {
    await start(1);
    const query = `subscription { chatMessages(liveChatId: "${ids.chat.always}") { cursor } }`;
    const stream = await openEventStream(url, { query, token });
    const [first] = await stream.until(1);
    expect(first.data.chatMessages.cursor).toEqual(expect.any(String));
    stream.leave();
  });
  it('passes on WebSockets', async () => {
    await start(1);
    await using socket = await openSocket(url);
    socket.send({ type: 'connection_init', payload: owner });
    await socket.next('connection_ack');
    expect(await socket.run('{ __typename }')).toContainEqual({
      type: 'next',
      payload: expect.objectContaining({ data: { __typename: 'Query' } }),
    });
  });
  it('streams an upload: the gateway has the first bytes before the client sends the last', async () => {
    await using server = await uploadServer();
    await start(1, { video: `${server.url}/youtube/v3` });
    const size = 4 * MiB;
    const input = `{ title: "Film", contentType: "video/mp4", contentLength: "${size}" }`;
    const created = await post(
      `mutation { createVideo(input: ${input}) { uploadSession { uploadUrl } } }`,
    );
    const { data } = await created.json();
    const { uploadUrl } = data.createVideo.uploadSession;
    expect(uploadUrl).toContain(url);
    const body = new PassThrough();
    const answer = request(uploadUrl, {
      method: 'PUT',
      headers: { 'content-range': `bytes 0-${size - 1}/${size}`, 'content-length': size },
    });
    body.pipe(answer);
    body.write(Buffer.alloc(size / 2));
    await expect.poll(() => server.received()).toBeGreaterThan(0);
    body.end(Buffer.alloc(size / 2));
    const [response] = (await once(answer, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
    expect(server.received()).toBe(size);
  });
});

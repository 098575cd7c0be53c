/** Calls, their headers, and the connections of the services. */
import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../../src/engine/api/error.ts';
import { faultyServer, hang, json, noContent } from '../../../support/upstream/faulty-server.ts';
import {
  captionsList,
  cuepoint,
  eventsPatch,
  failureOf,
  filesGet,
  upstreamAt,
  videosDelete,
  videosInsert,
  videosList,
  withDeadline,
} from '../../../support/upstream/upstream.ts';

describe('a call', () => {
  it('is sent to the base address of its service and returns the response', async () => {
    await using server = await faultyServer(json({ items: [{ id: 'v1' }] }));
    await using upstream = upstreamAt(server);
    expect(
      await upstream.call(
        videosList,
        { part: ['id', 'snippet'], id: ['v1'], fields: 'items(id)' },
        withDeadline(5_000),
      ),
    ).toEqual({
      items: [{ id: 'v1' }],
    });
    await upstream.call(filesGet, { fileId: 'f1' }, withDeadline(5_000));
    expect(server.requests.map(({ method, target }) => `${method} ${target}`)).toEqual([
      'GET /youtube/v3/videos?part=id,snippet&id=v1&fields=items(id)&prettyPrint=false',
      'GET /drive/v3/files/f1?prettyPrint=false',
    ]);
  });

  it('sends a body as JSON, and returns undefined for no content', async () => {
    await using server = await faultyServer(json({ id: 'v1' }), noContent);
    await using upstream = upstreamAt(server);
    expect(
      await upstream.call(videosInsert, { part: ['id'], body: { id: 'é' } }, withDeadline(5_000)),
    ).toEqual({ id: 'v1' });
    expect(await upstream.call(videosDelete, { id: 'v1' }, withDeadline(5_000))).toBeUndefined();
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
    });
    expect(Buffer.from(server.requests[0]!.body, 'utf8').toString()).toBe('{"id":"é"}');
    expect(server.requests[1]!.headers).not.toHaveProperty('content-type');
  });

  it('sends only these headers', { tags: ['S22'] }, async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    const headers = {
      'if-match': '"etag"',
      cookie: 'c=1',
      'x-http-method-override': 'DELETE',
      host: 'evil',
      'x-goog-user-project': 'p',
    };
    await upstream.call(
      eventsPatch,
      { calendarId: 'c', eventId: 'e', body: {} },
      withDeadline(5_000, { headers }),
    );
    expect(server.requests[0]!.headers).toEqual({
      host: `127.0.0.1:${server.port}`,
      connection: 'keep-alive',
      'if-match': '"etag"',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'studiograph',
      'content-type': 'application/json',
      authorization: 'Bearer caller-token',
      'content-length': '2',
    });
  });

  it('is rejected without a request for an invalid argument or header', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    await expect(upstream.call(filesGet, { fileId: '..' }, withDeadline(5_000))).rejects.toThrow(
      InvalidInput,
    );
    await expect(
      upstream.call(
        eventsPatch,
        { calendarId: 'c', eventId: 'e', body: {} },
        withDeadline(5_000, { headers: { 'if-match': 'a\r\nx: y' } }),
      ),
    ).rejects.toThrow(InvalidInput);
    expect(server.requests).toEqual([]);
  });

  it('reports every request', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    const sent: string[] = [];
    const options = withDeadline(5_000, { onSend: ({ key }) => void sent.push(key) });
    await upstream.call(videosList, { part: ['id'] }, options);
    await upstream.call(filesGet, { fileId: 'f' }, options);
    expect(sent).toEqual(['video:videos.list', 'storage:files.get']);
  });

  it('does not follow redirects', { tags: ['S27'] }, async () => {
    await using elsewhere = await faultyServer(json({}));
    await using server = await faultyServer(json({}, 302, { location: elsewhere.url }));
    await using upstream = upstreamAt(server);
    expect(
      await failureOf(upstream.call(filesGet, { fileId: 'f' }, withDeadline(5_000))),
    ).toMatchObject({
      code: 'UPSTREAM_INVALID',
      status: 302,
    });
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('the content owner', () => {
  it('is sent where the operation takes one', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    const options = withDeadline(5_000, {
      identity: { token: 't', onBehalfOf: 'owner', subaccount: 'UC1' },
    });
    await upstream.call(videosList, { part: ['id'] }, options);
    await upstream.call(captionsList, { part: ['id'] }, options);
    await upstream.call(filesGet, { fileId: 'f' }, options);
    expect(server.requests.map(({ target }) => target)).toEqual([
      '/youtube/v3/videos?part=id&onBehalfOfContentOwner=owner&onBehalfOfContentOwnerChannel=UC1&prettyPrint=false',
      '/youtube/v3/captions?part=id&onBehalfOf=owner&prettyPrint=false',
      '/drive/v3/files/f?prettyPrint=false',
    ]);
  });

  it('is not sent without a token', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    await upstream.call(
      videosList,
      { part: ['id'] },
      withDeadline(5_000, { identity: { onBehalfOf: 'owner' } }),
    );
    expect(server.requests[0]!.target).toBe(
      '/youtube/v3/videos?part=id&prettyPrint=false&key=gateway-key',
    );
  });
});

describe('the services', () => {
  it('do not wait for each other: one answers while another hangs', { tags: ['R4'] }, async () => {
    await using dead = await faultyServer(hang);
    await using alive = await faultyServer(json({ id: 'e' }));
    await using upstream = upstreamAt({
      url: alive.url,
      bases: { video: alive.url, storage: dead.url, calendar: alive.url },
      connectionsPerService: 2,
    });
    const caller = new AbortController();
    const hanging = Array.from({ length: 10 }, () =>
      failureOf(
        upstream.call(filesGet, { fileId: 'f' }, withDeadline(20_000, { signal: caller.signal })),
      ),
    );
    await dead.waitForRequests(2);
    expect(
      await upstream.call(
        eventsPatch,
        { calendarId: 'c', eventId: 'e', body: {} },
        withDeadline(5_000),
      ),
    ).toEqual({ id: 'e' });
    caller.abort();
    expect((await Promise.all(hanging)).map(({ code }) => code)).toEqual(
      Array.from({ length: 10 }, () => 'UPSTREAM_TIMEOUT'),
    );
    expect(dead.requests).toHaveLength(2);
  });

  it('have separate connections, live and video too', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    await upstream.call(videosList, { part: ['id'] }, withDeadline(5_000));
    await upstream.call(cuepoint, {}, withDeadline(5_000));
    await upstream.call(videosList, { part: ['id'] }, withDeadline(5_000));
    expect(server.requests.map(({ connection }) => connection)).toEqual([0, 1, 0]);
  });
});

describe('reachable', () => {
  it('is true for a service that accepts connections, without a request', async () => {
    await using server = await faultyServer(json({}));
    await using upstream = upstreamAt(server);
    expect(
      await Promise.all(
        (['video', 'live', 'storage', 'calendar'] as const).map((service) =>
          upstream.reachable(service),
        ),
      ),
    ).toEqual([true, true, true, true]);
    expect(server.requests).toEqual([]);
  });
  it('is false for a service that refuses connections', async () => {
    const { url } = await stoppedServer();
    await using upstream = upstreamAt({ url });
    expect(await upstream.reachable('video')).toBe(false);
  });
});

describe('close', () => {
  it('waits for open calls, and fails later ones', async () => {
    const closing = Promise.withResolvers<void>();
    await using server = await faultyServer((socket, seen) => {
      void closing.promise.then(() => json({ id: 'late' })(socket, seen));
    });
    const upstream = upstreamAt(server);
    const running = upstream.call(filesGet, { fileId: 'f' }, withDeadline(5_000));
    await server.waitForRequests(1);
    const closed = upstream.close();
    closing.resolve();
    await closed;
    await upstream.close();
    expect(await running).toEqual({ id: 'late' });
    expect(
      await failureOf(upstream.call(filesGet, { fileId: 'f' }, withDeadline(5_000))),
    ).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
    });
    expect(server.requests).toHaveLength(1);
  });
});

async function stoppedServer(): Promise<{ url: string }> {
  await using server = await faultyServer(hang);
  return { url: server.url };
}

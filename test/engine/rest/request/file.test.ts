/** Calls that upload a file. */
import { describe, expect, it } from 'vitest';
import { body, post, put, returns } from '../../../../src/engine/api/operation.ts';
import { flag, id, required } from '../../../../src/engine/api/param.ts';
import { faultyServer, json, noContent } from '../../../support/upstream/faulty-server.ts';
import { failureOf, upstreamAt, withDeadline } from '../../../support/upstream/upstream.ts';

const upload = {
  path: '/upload/youtube/v3/pictures/set',
  mediaTypes: ['image/png'],
  maxBytes: 1_000,
  multipart: true,
  resumable: true,
} as const;

const common = { units: 50, bucket: 'VIDEO', auth: 'user', scopes: [], upload } as const;

/** Without metadata, idempotent. */
const setPicture = post('video:pictures.set', '/pictures/set', {
  ...common,
  query: { videoId: required(id), onBehalfOfContentOwner: id },
  idempotent: true,
});

/** With metadata, not idempotent. */
const insertTrack = post('video:tracks.insert', '/pictures/set', {
  ...common,
  query: { sync: flag },
  body: body<object>(),
  returns: returns<object>(),
  idempotent: false,
});

const replaceTrack = put('video:tracks.update', '/pictures/set', {
  ...common,
  body: body<object>(),
  returns: returns<object>(),
  idempotent: true,
});

const file = { contentType: 'image/png', bytes: Buffer.from('PNG\r\n--x\r\nétoile') };

describe('a call with a file', () => {
  it('sends the file alone to the upload address where it has no metadata', async () => {
    await using server = await faultyServer(noContent);
    await using upstream = upstreamAt(server);
    const identity = { token: 'caller-token', onBehalfOf: 'owner' };
    await upstream.call(setPicture, { videoId: 'v1' }, withDeadline(5_000, { file, identity }));
    const [{ target, headers, body: sent }] = server.requests as [(typeof server.requests)[0]];
    expect(target).toBe(
      '/upload/youtube/v3/pictures/set?videoId=v1&onBehalfOfContentOwner=owner&prettyPrint=false&uploadType=media',
    );
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(file.bytes.length),
      authorization: 'Bearer caller-token',
    });
    expect(sent).toBe(file.bytes.toString());
  });

  it('sends the metadata, then the file byte for byte', async () => {
    await using server = await faultyServer(json({ id: 't1' }));
    await using upstream = upstreamAt(server);
    const bytes = Buffer.from('1\n00:00 --> 00:01\n--Hyvää yötä--\r\n');
    const sent = { contentType: 'text/xml', bytes };
    expect(
      await upstream.call(
        replaceTrack,
        { body: { snippet: { name: 'Ääni' } } },
        withDeadline(5_000, { file: sent }),
      ),
    ).toEqual({ id: 't1' });
    const [{ method, target, headers, body: got }] = server.requests as [
      (typeof server.requests)[0],
    ];
    expect(`${method} ${target}`).toBe(
      'PUT /upload/youtube/v3/pictures/set?prettyPrint=false&uploadType=multipart',
    );
    const boundary = /^multipart\/related; boundary=([\w-]+)$/.exec(headers['content-type']!)![1]!;
    expect(got.split(`--${boundary}`)).toEqual([
      '',
      '\r\ncontent-type: application/json\r\n\r\n{"snippet":{"name":"Ääni"}}\r\n',
      `\r\ncontent-type: text/xml\r\n\r\n${bytes.toString()}\r\n`,
      '--\r\n',
    ]);
  });

  it('is retried only where the operation is idempotent', async () => {
    const broken = json({ error: { code: 503, errors: [{ reason: 'backendError' }] } }, 503);
    await using server = await faultyServer(broken, noContent, broken);
    await using upstream = upstreamAt(server);
    await upstream.call(setPicture, { videoId: 'v1' }, withDeadline(5_000, { file }));
    expect(server.requests).toHaveLength(2);
    expect(server.requests[0]!.body).toBe(server.requests[1]!.body);
    expect(
      await failureOf(upstream.call(insertTrack, { body: {} }, withDeadline(5_000, { file }))),
    ).toMatchObject({
      code: 'UPSTREAM_UNAVAILABLE',
      outcome: 'UNKNOWN',
    });
    expect(server.requests).toHaveLength(3);
  });

  it('reports each request, and closes its connection', async () => {
    await using server = await faultyServer(noContent);
    await using upstream = upstreamAt(server);
    const sent: string[] = [];
    for (const videoId of ['v1', 'v2'])
      await upstream.call(
        setPicture,
        { videoId },
        withDeadline(5_000, { file, onSend: ({ key }) => void sent.push(key) }),
      );
    expect([sent, server.requests.map(({ connection }) => connection)]).toEqual([
      ['video:pictures.set', 'video:pictures.set'],
      [0, 1],
    ]);
  });

  it('is rejected with an invalid media type', async () => {
    await using server = await faultyServer(noContent);
    await using upstream = upstreamAt(server);
    const odd = { ...file, contentType: 'image/png\r\nx: y' };
    await expect(
      upstream.call(setPicture, { videoId: 'v1' }, withDeadline(5_000, { file: odd })),
    ).rejects.toThrow('contentType');
    expect(server.requests).toEqual([]);
  });
});

/** Uploads in chunks, and downloads. */
import { describe, expect, it } from 'vitest';
import type { UploadChunk, UploadProgress } from '../../../../src/engine/rest/upstream.ts';
import { captions, videos } from '../../../../src/services/video/operations.ts';
import { bytesFrom, digestOf, uploadServer } from '../../../support/upload-server.ts';
import { failureOf, upstreamAt, withDeadline } from '../../../support/upstream.ts';

const MiB = 1024 * 1024;
const video = { contentType: 'video/mp4', length: 3 * MiB };

const args = {
  part: ['snippet'],
  notifySubscribers: false,
  body: { snippet: { title: 'Räksmörgås' } },
};

const chunk = (start: number, end: number, total?: number): UploadChunk => ({
  start,
  length: end - start,
  total,
  contentType: 'video/mp4',
  body: bytesFrom(3 * MiB, start, end),
});

async function start(settings = {}) {
  const server = await uploadServer();
  const upstream = upstreamAt({ url: server.url, ...settings });
  return {
    server,
    upstream,
    async [Symbol.asyncDispose]() {
      await upstream.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

describe('an upload', () => {
  it('starts with its metadata at the upload address, and announces the file', async () => {
    await using setup = await start();
    const target = await setup.upstream.media.startUpload(
      videos.insert,
      args,
      video,
      withDeadline(5_000),
    );
    expect(target).toBe('/upload/here?upload_id=planted-session');
    expect(setup.server.started).toMatchObject([
      {
        target:
          '/upload/youtube/v3/videos?part=snippet&notifySubscribers=false&prettyPrint=false&uploadType=resumable',
        headers: {
          authorization: 'Bearer caller-token',
          'content-type': 'application/json',
          'x-upload-content-type': 'video/mp4',
          'x-upload-content-length': String(3 * MiB),
        },
        body: args.body,
      },
    ]);
  });
  it.each([
    'https://elsewhere.example/upload?upload_id=x',
    '//elsewhere.example/x',
    'http://[',
    'http://user@127.0.0.1/x',
    '',
    ' ',
    '#',
    '?upload_id=x',
    '/',
    '/?upload_id=x',
    'here',
  ])('follows no address but a path on the origin of its service: %j', async (location) => {
    await using setup = await start();
    setup.server.plan.location = location;
    const failed = await failureOf(
      setup.upstream.media.startUpload(videos.insert, args, video, withDeadline(5_000)),
    );
    expect(failed).toMatchObject({ code: 'UPSTREAM_INVALID', operation: 'video:videos.insert' });
    expect(setup.server.puts).toEqual([]);
  });
  it.each(['video/mp4\r\nx-evil: 1', 'video', ''])(
    'is not started for the invalid media type %j',
    async (contentType) => {
      await using setup = await start();
      await expect(
        setup.upstream.media.startUpload(videos.insert, args, { contentType }, withDeadline(5_000)),
      ).rejects.toThrow('contentType');
      expect(setup.server.started).toEqual([]);
    },
  );
  it('continues chunk by chunk, without a token, until all bytes are received', async () => {
    await using setup = await start();
    const { media } = setup.upstream;
    const target = await media.startUpload(videos.insert, args, video, withDeadline(5_000));
    const answers: UploadProgress[] = [
      await media.sendChunk(videos.insert, target, chunk(0, MiB, 3 * MiB)),
      await media.sendChunk(videos.insert, target, chunk(MiB, 2 * MiB)),
      await media.queryProgress(videos.insert, target, 3 * MiB),
      await media.sendChunk(videos.insert, target, chunk(2 * MiB, 3 * MiB, 3 * MiB)),
    ];
    expect(answers).toEqual([
      { received: MiB },
      { received: 2 * MiB },
      { received: 2 * MiB },
      { result: { id: 'made' } },
    ]);
    expect(setup.server.digest()).toBe(await digestOf(3 * MiB));
    expect(
      setup.server.puts.map(({ range, headers }) => [
        range,
        headers['content-length'],
        headers.authorization,
      ]),
    ).toEqual([
      [`bytes 0-${MiB - 1}/${3 * MiB}`, String(MiB), undefined],
      [`bytes ${MiB}-${2 * MiB - 1}/*`, String(MiB), undefined],
      [`bytes */${3 * MiB}`, '0', undefined],
      [`bytes ${2 * MiB}-${3 * MiB - 1}/${3 * MiB}`, String(MiB), undefined],
    ]);
  });
  it('returns the received bytes where they are fewer than the sent bytes', async () => {
    await using setup = await start();
    setup.server.plan.blockSize = 256 * 1024;
    const target = await setup.upstream.media.startUpload(
      videos.insert,
      args,
      video,
      withDeadline(5_000),
    );
    expect(await setup.upstream.media.sendChunk(videos.insert, target, chunk(0, 300_000))).toEqual({
      received: 262_144,
    });
  });
  it.each([
    [404, 'NOT_FOUND'],
    [410, 'GONE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [400, 'INVALID_INPUT'],
  ])('whose chunk gets status %i fails at once with %s', async (status, code) => {
    await using setup = await start();
    const target = await setup.upstream.media.startUpload(
      videos.insert,
      args,
      video,
      withDeadline(5_000),
    );
    setup.server.plan.status = status;
    expect(
      await failureOf(
        setup.upstream.media.sendChunk(videos.insert, target, chunk(0, 3 * MiB, 3 * MiB)),
      ),
    ).toMatchObject({
      code,
      reason: 'planned',
    });
    expect(setup.server.puts).toHaveLength(1);
  });
  it('that is interrupted is not retried, and can continue after the received bytes', async () => {
    await using setup = await start();
    const { media } = setup.upstream;
    const target = await media.startUpload(videos.insert, args, video, withDeadline(5_000));
    setup.server.plan.cutAfter = MiB;
    expect(
      await failureOf(media.sendChunk(videos.insert, target, chunk(0, 3 * MiB, 3 * MiB))),
    ).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(setup.server.puts).toHaveLength(1);
    const progress = (await media.queryProgress(videos.insert, target, 3 * MiB)) as {
      received: number;
    };
    expect(progress.received).toBeGreaterThanOrEqual(MiB);
    expect(
      await media.sendChunk(videos.insert, target, chunk(progress.received, 3 * MiB, 3 * MiB)),
    ).toEqual({ result: { id: 'made' } });
    expect(setup.server.digest()).toBe(await digestOf(3 * MiB));
  });
  it('that the service stops reading fails, and is read only as far as buffers allow', async () => {
    await using setup = await start({ mediaIdleTimeoutMs: 300 });
    setup.server.plan.stopReading = true;
    let read = 0;
    const body = async function* (): AsyncGenerator<Buffer> {
      for await (const each of bytesFrom(64 * MiB, 0, 64 * MiB)) {
        read += each.length;
        yield each;
      }
    };
    const target = await setup.upstream.media.startUpload(
      videos.insert,
      args,
      video,
      withDeadline(5_000),
    );
    const long: UploadChunk = { ...chunk(0, 64 * MiB, 64 * MiB), body: body() };
    expect(
      await failureOf(setup.upstream.media.sendChunk(videos.insert, target, long)),
    ).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    expect(read).toBeLessThan(16 * MiB);
  });
  it('that fails is logged without its address', async () => {
    const lines: unknown[] = [];
    await using setup = await start({ log: { debug: (...line: unknown[]) => lines.push(line) } });
    const { media } = setup.upstream;
    const target = await media.startUpload(videos.insert, args, video, withDeadline(5_000));
    setup.server.plan.status = 503;
    await failureOf(media.sendChunk(videos.insert, target, chunk(0, MiB, 3 * MiB)));
    setup.server.plan.cutAfter = 1;
    await failureOf(media.sendChunk(videos.insert, target, chunk(0, MiB, 3 * MiB)));
    expect(lines).toMatchObject([
      [
        {
          operation: 'video:videos.insert',
          code: 'UPSTREAM_UNAVAILABLE',
          status: 503,
          reason: 'planned',
        },
        'upload or download failed',
      ],
      [
        { operation: 'video:videos.insert', code: 'UPSTREAM_UNAVAILABLE' },
        'upload or download failed',
      ],
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/planted-session|caller-token/);
  });
  it('is aborted when its caller disconnects', async () => {
    await using setup = await start();
    const caller = new AbortController();
    const body = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.alloc(1_000);
      await expect.poll(() => setup.server.puts.length).toBe(1);
      caller.abort();
      await new Promise(() => {});
    };
    const target = await setup.upstream.media.startUpload(
      videos.insert,
      args,
      video,
      withDeadline(5_000),
    );
    await failureOf(
      setup.upstream.media.sendChunk(
        videos.insert,
        target,
        { ...chunk(0, MiB, 3 * MiB), body: body() },
        { signal: caller.signal },
      ),
    );
    await expect.poll(() => setup.server.puts.map(({ broken }) => broken)).toEqual([true]);
  });
});

describe('a download', () => {
  const textOf = async (body: AsyncIterable<Buffer>): Promise<string> => {
    let text = '';
    for await (const chunk of body) text += chunk.toString();
    return text;
  };
  it("returns the bytes, with the caller's token, and reports its request", async () => {
    await using setup = await start();
    const sent: string[] = [];
    const options = withDeadline(5_000, { onSend: ({ key }) => void sent.push(key) });
    const { status, headers, body } = await setup.upstream.media.download(
      captions.download,
      { id: 'AbC', tfmt: 'srt' },
      options,
    );
    expect([status, headers['content-type'], await textOf(body)]).toEqual([
      200,
      'text/plain',
      'one two three',
    ]);
    expect(setup.server.gets).toMatchObject([
      {
        target: '/youtube/v3/captions/AbC?tfmt=srt&prettyPrint=false',
        headers: { authorization: 'Bearer caller-token', accept: '*/*' },
      },
    ]);
    expect(sent).toEqual(['video:captions.download']);
  });
  it('of a range sends range and condition, and no other header', async () => {
    await using setup = await start();
    const headers = { range: 'bytes=4-6', 'if-match': '"v1"', cookie: 'no', 'x-other': 'no' };
    const { status, body } = await setup.upstream.media.download(
      captions.download,
      { id: 'AbC' },
      withDeadline(5_000, { headers }),
    );
    expect([status, await textOf(body)]).toEqual([206, 'two']);
    expect(setup.server.gets[0]!.headers).toMatchObject({ range: 'bytes=4-6', 'if-match': '"v1"' });
    expect(setup.server.gets[0]!.headers).not.toHaveProperty('cookie');
    expect(setup.server.gets[0]!.headers).not.toHaveProperty('x-other');
  });
  it('that is rejected fails with the code of its status', async () => {
    await using setup = await start();
    setup.server.file.status = 403;
    const failed = await failureOf(
      setup.upstream.media.download(captions.download, { id: 'AbC' }, withDeadline(5_000)),
    );
    expect(failed).toMatchObject({ code: 'FORBIDDEN', operation: 'video:captions.download' });
  });
  it('of a text is an ordinary call', async () => {
    await using setup = await start();
    expect(await setup.upstream.call(captions.download, { id: 'AbC' }, withDeadline(5_000))).toBe(
      'one two three',
    );
  });
});

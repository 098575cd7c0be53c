import { describe, expect, it } from 'vitest';
import type { UploadChunk, UploadProgress } from '../../src/upstream/upstream.ts';
import { captions, videos } from '../../src/upstream/video/index.ts';
import { bytesFrom, digestOf, uploadServer } from '../support/upload-server.ts';
import { failureOf, upstreamAt, withDeadline } from '../support/upstream.ts';

const MiB = 1024 * 1024;
const video = { contentType: 'video/mp4', length: 3 * MiB };

const args = {
  part: ['snippet'],
  notifySubscribers: false,
  body: { snippet: { title: 'Räksmörgås' } },
};

const piece = (start: number, end: number, total?: number): UploadChunk => ({
  start,
  length: end - start,
  total,
  contentType: 'video/mp4',
  body: bytesFrom(3 * MiB, start, end),
});

async function begun(settings = {}) {
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
  it('begins with its metadata at the upload address, and says what is to come', async () => {
    await using house = await begun();
    const target = await house.upstream.media.startUpload(
      videos.insert,
      args,
      video,
      withDeadline(5_000),
    );
    expect(target).toBe('/upload/here?upload_id=planted-session');
    expect(house.server.started).toMatchObject([
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
  ])('follows no address but on the origin of its service: %s', async (location) => {
    await using house = await begun();
    house.server.plan.location = location;
    const failed = await failureOf(
      house.upstream.media.startUpload(videos.insert, args, video, withDeadline(5_000)),
    );
    expect(failed).toMatchObject({ code: 'UPSTREAM_INVALID', operation: 'video:videos.insert' });
    expect(house.server.puts).toEqual([]);
  });
  it.each(['video/mp4\r\nx-evil: 1', 'video', ''])(
    'begins for no media type that is none: %j',
    async (contentType) => {
      await using house = await begun();
      await expect(
        house.upstream.media.startUpload(videos.insert, args, { contentType }, withDeadline(5_000)),
      ).rejects.toThrow('contentType');
      expect(house.server.started).toEqual([]);
    },
  );
  it('goes on piece by piece, without a token, to the bytes that were sent', async () => {
    await using house = await begun();
    const { media: streams } = house.upstream;
    const target = await streams.startUpload(videos.insert, args, video, withDeadline(5_000));
    const answers: UploadProgress[] = [
      await streams.sendChunk(videos.insert, target, piece(0, MiB, 3 * MiB)),
      await streams.sendChunk(videos.insert, target, piece(MiB, 2 * MiB)),
      await streams.queryProgress(videos.insert, target, 3 * MiB),
      await streams.sendChunk(videos.insert, target, piece(2 * MiB, 3 * MiB, 3 * MiB)),
    ];
    expect(answers).toEqual([
      { received: MiB },
      { received: 2 * MiB },
      { received: 2 * MiB },
      { result: { id: 'made' } },
    ]);
    expect(house.server.digest()).toBe(await digestOf(3 * MiB));
    expect(
      house.server.puts.map(({ range, headers }) => [
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
  it('tells what was kept where less was kept than was sent', async () => {
    await using house = await begun();
    house.server.plan.blockSize = 256 * 1024;
    const target = await house.upstream.media.startUpload(
      videos.insert,
      args,
      video,
      withDeadline(5_000),
    );
    expect(await house.upstream.media.sendChunk(videos.insert, target, piece(0, 300_000))).toEqual({
      received: 262_144,
    });
  });
  it.each([
    [404, 'NOT_FOUND'],
    [410, 'GONE'],
    [503, 'UPSTREAM_UNAVAILABLE'],
    [400, 'INVALID_INPUT'],
  ])(
    'that is answered %i fails at once, however much is still to come: %s',
    async (status, code) => {
      await using house = await begun();
      const target = await house.upstream.media.startUpload(
        videos.insert,
        args,
        video,
        withDeadline(5_000),
      );
      house.server.plan.status = status;
      expect(
        await failureOf(
          house.upstream.media.sendChunk(videos.insert, target, piece(0, 3 * MiB, 3 * MiB)),
        ),
      ).toMatchObject({
        code,
        reason: 'planned',
      });
      expect(house.server.puts).toHaveLength(1);
    },
  );
  it('that is cut is not sent again by itself, and goes on where it was kept to', async () => {
    await using house = await begun();
    const { media: streams } = house.upstream;
    const target = await streams.startUpload(videos.insert, args, video, withDeadline(5_000));
    house.server.plan.cutAfter = MiB;
    expect(
      await failureOf(streams.sendChunk(videos.insert, target, piece(0, 3 * MiB, 3 * MiB))),
    ).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' });
    expect(house.server.puts).toHaveLength(1);
    const kept = (await streams.queryProgress(videos.insert, target, 3 * MiB)) as {
      received: number;
    };
    expect(kept.received).toBeGreaterThanOrEqual(MiB);
    expect(
      await streams.sendChunk(videos.insert, target, piece(kept.received, 3 * MiB, 3 * MiB)),
    ).toEqual({ result: { id: 'made' } });
    expect(house.server.digest()).toBe(await digestOf(3 * MiB));
  });
  it('that upstream stops reading is given up, and was read no further than the wire takes', async () => {
    await using house = await begun({ mediaIdleTimeoutMs: 300 });
    house.server.plan.stopReading = true;
    let read = 0;
    const body = async function* (): AsyncGenerator<Buffer> {
      for await (const each of bytesFrom(64 * MiB, 0, 64 * MiB)) {
        read += each.length;
        yield each;
      }
    };
    const target = await house.upstream.media.startUpload(
      videos.insert,
      args,
      video,
      withDeadline(5_000),
    );
    const long: UploadChunk = { ...piece(0, 64 * MiB, 64 * MiB), body: body() };
    expect(
      await failureOf(house.upstream.media.sendChunk(videos.insert, target, long)),
    ).toMatchObject({
      code: 'UPSTREAM_TIMEOUT',
    });
    expect(read).toBeLessThan(16 * MiB);
  });
  it('that fails is told in the log by words alone: where its bytes go is in none of them', async () => {
    const lines: unknown[] = [];
    await using house = await begun({ log: { debug: (...line: unknown[]) => lines.push(line) } });
    const { media: streams } = house.upstream;
    const target = await streams.startUpload(videos.insert, args, video, withDeadline(5_000));
    house.server.plan.status = 503;
    await failureOf(streams.sendChunk(videos.insert, target, piece(0, MiB, 3 * MiB)));
    house.server.plan.cutAfter = 1;
    await failureOf(streams.sendChunk(videos.insert, target, piece(0, MiB, 3 * MiB)));
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
  it('ends upstream when its client has left', async () => {
    await using house = await begun();
    const left = new AbortController();
    const body = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.alloc(1_000);
      await new Promise((resolve) => setTimeout(resolve, 50));
      left.abort();
      await new Promise(() => {});
    };
    const target = await house.upstream.media.startUpload(
      videos.insert,
      args,
      video,
      withDeadline(5_000),
    );
    await failureOf(
      house.upstream.media.sendChunk(
        videos.insert,
        target,
        { ...piece(0, MiB, 3 * MiB), body: body() },
        left.signal,
      ),
    );
    await expect.poll(() => house.server.puts.map(({ broken }) => broken)).toEqual([true]);
  });
});

describe('a download', () => {
  const textOf = async (body: AsyncIterable<Buffer>): Promise<string> => {
    let text = '';
    for await (const chunk of body) text += chunk.toString();
    return text;
  };
  it("comes as it is, with the caller's token, and counts as a call", async () => {
    await using house = await begun();
    const sent: string[] = [];
    const options = withDeadline(5_000, { onSend: ({ key }) => void sent.push(key) });
    const { status, headers, body } = await house.upstream.media.download(
      captions.download,
      { id: 'AbC', tfmt: 'srt' },
      options,
    );
    expect([status, headers['content-type'], await textOf(body)]).toEqual([
      200,
      'text/plain',
      'one two three',
    ]);
    expect(house.server.gets).toMatchObject([
      {
        target: '/youtube/v3/captions/AbC?tfmt=srt&prettyPrint=false',
        headers: { authorization: 'Bearer caller-token', accept: '*/*' },
      },
    ]);
    expect(sent).toEqual(['video:captions.download']);
  });
  it('of a part takes along range and condition, and no other header', async () => {
    await using house = await begun();
    const headers = { range: 'bytes=4-6', 'if-match': '"v1"', cookie: 'no', 'x-other': 'no' };
    const { status, body } = await house.upstream.media.download(
      captions.download,
      { id: 'AbC' },
      withDeadline(5_000, { headers }),
    );
    expect([status, await textOf(body)]).toEqual([206, 'two']);
    expect(house.server.gets[0]!.headers).toMatchObject({ range: 'bytes=4-6', 'if-match': '"v1"' });
    expect(house.server.gets[0]!.headers).not.toHaveProperty('cookie');
    expect(house.server.gets[0]!.headers).not.toHaveProperty('x-other');
  });
  it('that is refused is a failure like any other', async () => {
    await using house = await begun();
    house.server.file.status = 403;
    const failed = await failureOf(
      house.upstream.media.download(captions.download, { id: 'AbC' }, withDeadline(5_000)),
    );
    expect(failed).toMatchObject({ code: 'FORBIDDEN', operation: 'video:captions.download' });
  });
  it('as a text is a call that is repeated like one', async () => {
    await using house = await begun();
    expect(await house.upstream.call(captions.download, { id: 'AbC' }, withDeadline(5_000))).toBe(
      'one two three',
    );
  });
});

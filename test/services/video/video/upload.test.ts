import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { codeOf, send } from '../../../support/client/byte-client.ts';
import { bytesFrom, digestOf } from '../../../support/upstream/upload-server.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();

const createVideo = `mutation ($input: CreateVideoInput!) {
  createVideo(input: $input) { uploadSession { id uploadUrl state receivedBytes totalBytes result { id } } errors { code path reason } }
}`;

const createSession = `mutation ($input: CreateUploadSessionInput!) {
  createUploadSession(input: $input) { uploadSession { id uploadUrl state } errors { code path reason } }
}`;

const file = { contentType: 'video/mp4', contentLength: '1048576' };

describe('createVideo', () => {
  it('opens a session for a file of the type and length of the input', async () => {
    const { data } = await studio.query(createVideo, { input: { title: 'Film', ...file } });
    expect(data.createVideo).toMatchObject({
      uploadSession: { state: 'OPEN', receivedBytes: '0', totalBytes: '1048576', result: null },
      errors: [],
    });
    expect(studio.calls()).toMatchObject([
      {
        operation: 'video:videos.insert',
        query: { uploadType: ['resumable'] },
        call: {
          headers: { 'x-upload-content-type': 'video/mp4', 'x-upload-content-length': '1048576' },
        },
      },
    ]);
  });
  it('sends notifySubscribers=false by default', async () => {
    await studio.query(createVideo, {
      input: { title: 'Film', contentType: 'application/octet-stream' },
    });
    const [call] = studio.calls();
    expect([
      call!.query['part'],
      call!.query['notifySubscribers'],
      call!.query['stabilize'],
      call!.body,
    ]).toEqual([['snippet'], ['false'], undefined, { snippet: { title: 'Film' } }]);
    expect(call!.call.headers['x-upload-content-length']).toBeUndefined();
  });
  it('costs one unit of the bucket for uploads', async () => {
    const { extensions } = await studio.query(createVideo, { input: { title: 'Film', ...file } });
    expect(extensions['cost']).toMatchObject({ requests: 1, units: { VIDEO_UPLOAD: 1 } });
  });
});

describe('createUploadSession', () => {
  it('accepts exactly one kind of file', async () => {
    const { errors } = await studio.query(createSession, { input: {} });
    expect(errors?.[0]?.extensions['code']).toBe('INVALID_INPUT');
    expect(studio.calls()).toEqual([]);
  });
  it('links to the new video when all bytes are received', async () => {
    const total = 5 * 1024 * 1024 + 3;
    const input = {
      title: 'Nattöppet',
      tags: ['hamn'],
      privacyStatus: 'PRIVATE',
      contentType: 'video/webm',
      contentLength: String(total),
    };
    const { data } = await studio.query(createVideo, { input });
    const { id, uploadUrl } = data.createVideo.uploadSession;
    const part = 4 * 1024 * 1024;
    const piece = (from: number, to: number) =>
      send(uploadUrl, {
        headers: {
          'content-length': String(to - from),
          'content-range': `bytes ${from}-${to - 1}/${total}`,
        },
        body: bytesFrom(total, from, to),
      });
    expect((await piece(0, part)).headers.range).toBe(`bytes=0-${part - 1}`);
    const done = await piece(part, total);
    expect(studio.sandbox.uploads()).toEqual([
      {
        operation: 'video:videos.insert',
        protocol: 'resumable',
        type: 'video/webm',
        size: total,
        sha256: await digestOf(total),
      },
    ]);
    studio.sandbox.clearCalls();
    const completed = await studio.query(
      'query ($id: ID!) { uploadSession(id: $id) { state receivedBytes result { id ... on Video { videoId title tags privacyStatus } } } }',
      { id },
    );
    const { result } = completed.data.uploadSession;
    expect(completed.data.uploadSession).toEqual({
      state: 'COMPLETED',
      receivedBytes: String(total),
      result: {
        id: done.json.result,
        videoId: expect.stringMatching(/^[\w-]{11}$/),
        title: 'Nattöppet',
        tags: ['hamn'],
        privacyStatus: 'PRIVATE',
      },
    });
    expect(result.id).toBe(globalId('Video', [result.videoId]));
    expect(studio.operations()).toEqual(['video:videos.list']);
  });
  it('fails with the reason of YouTube when a whole file is rejected before it is received', async () => {
    const total = 16 * 1024 * 1024;
    const input = { title: 'Film', contentType: 'video/mp4' };
    const { data } = await studio.query(createVideo, { input });
    const { id, uploadUrl } = data.createVideo.uploadSession;
    studio.sandbox.fault({ match: { method: 'PUT' }, status: 400, reason: 'mediaBodyRequired' });
    const rejected = await send(uploadUrl, {
      headers: { 'content-length': String(total) },
      body: bytesFrom(total),
    });
    expect([rejected.status, codeOf(rejected)]).toEqual([400, 'INVALID_INPUT']);
    const session = await studio.query(
      'query ($id: ID!) { uploadSession(id: $id) { state failureReason result { id } } }',
      { id },
    );
    expect(session.data.uploadSession).toEqual({
      state: 'FAILED',
      failureReason: 'mediaBodyRequired',
      result: null,
    });
  });
  it('is read without a call while the session is open', async () => {
    const { data } = await studio.query(createVideo, { input: { title: 'Film', ...file } });
    studio.sandbox.clearCalls();
    const { id } = data.createVideo.uploadSession;
    const sessionRead = await studio.query(
      'query ($id: ID!) { node(id: $id) { __typename id ... on UploadSession { state result { id } } } }',
      {
        id,
      },
    );
    expect(sessionRead.data.node).toEqual({
      __typename: 'UploadSession',
      id,
      state: 'OPEN',
      result: null,
    });
    expect(sessionRead.extensions['cost']).toMatchObject({ requests: 0 });
    expect(studio.calls()).toEqual([]);
  });
  it('never returns the upload URL of Google', async () => {
    const { data } = await studio.query(createVideo, { input: { title: 'Film', ...file } });
    const answer = JSON.stringify(data);
    expect(answer).not.toContain('upload_id');
    expect(answer).not.toContain(studio.sandbox.url);
  });
  it.each([
    ['a video', globalId('Video', [ids.video.trailer])],
    ['nothing', 'x'],
  ])('is not found by the id of %s', async (_, id) => {
    const { errors } = await studio.query('query ($id: ID!) { uploadSession(id: $id) { state } }', {
      id,
    });
    expect(['INVALID_INPUT', 'NOT_FOUND']).toContain(errors?.[0]?.extensions['code']);
    expect(studio.calls()).toEqual([]);
  });
});

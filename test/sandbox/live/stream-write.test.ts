/** Inserts, updates and deletions of streams. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3/liveStreams');
const { ask } = box;
const { stream } = ids;
const settings = { ingestionType: 'rtmp', resolution: '1080p', frameRate: '30fps' };

const insert = (body: object, part = 'snippet,cdn,contentDetails,status') =>
  ask(`?part=${part}`, { method: 'POST', body });

const update = (part: string, body: object, token = 'studio-owner') =>
  ask(`?part=${part}`, { method: 'PUT', body, token });

const read = async (id: string): Promise<any> =>
  (await ask(`?part=snippet,cdn,contentDetails,status&id=${id}`)).body.items[0];

describe('an inserted stream', () => {
  it('is ready, reusable, and has a stream key of its own', async () => {
    const { status, body } = await insert({ snippet: { title: 'Quay' }, cdn: settings });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      kind: 'youtube#liveStream',
      snippet: { title: 'Quay', description: '', isDefaultStream: false },
      cdn: settings,
      contentDetails: { isReusable: true },
      status: { streamStatus: 'ready', healthStatus: { status: 'noData' } },
    });
    const { cdn } = await read(stream.main);
    expect(body.cdn.ingestionInfo.streamName).toMatch(/^secret-/);
    expect(body.cdn.ingestionInfo.streamName).not.toBe(cdn.ingestionInfo.streamName);
    expect(await read(body.id)).toEqual(body);
  });
  it('is not listed as own if it is not reusable', async () => {
    const contentDetails = { isReusable: false };
    const { body } = await insert({ snippet: { title: 'Quay' }, cdn: settings, contentDetails });
    const { items } = (await ask('?part=id&mine=true&maxResults=50')).body;
    expect(items.map(({ id }: any) => id)).not.toContain(body.id);
    expect(await read(body.id)).toMatchObject({ contentDetails });
  });
  it.each([
    [{ cdn: settings }, 'titleRequired'],
    [{ snippet: { title: 'x'.repeat(129) }, cdn: settings }, 'invalidTitle'],
    [
      { snippet: { title: 'x', description: 'x'.repeat(10_001) }, cdn: settings },
      'invalidDescription',
    ],
    [
      { snippet: { title: 'x' }, cdn: { ...settings, ingestionType: null } },
      'ingestionTypeRequired',
    ],
    [{ snippet: { title: 'x' }, cdn: { ...settings, resolution: null } }, 'resolutionRequired'],
    [{ snippet: { title: 'x' }, cdn: { ...settings, frameRate: null } }, 'frameRateRequired'],
  ])('is rejected: %j %s', async (body, reason) => {
    expect(await insert(body)).toMatchObject({ status: 400, reason });
  });
  it('is rejected for an account without a channel', async () => {
    const options = { method: 'POST', body: { snippet: { title: 'x' }, cdn: settings } };
    const { status } = await ask('?part=snippet,cdn', { ...options, token: 'no-channel' });
    expect(status).toBe(401);
  });
});

describe('an updated stream', () => {
  it('loses what the named part leaves out, and keeps the other parts', async () => {
    const before = await read(stream.main);
    await update('snippet', { id: stream.main, snippet: { title: 'Only a title' } });
    const { snippet, cdn } = await read(stream.main);
    expect(snippet).toEqual({ ...before.snippet, title: 'Only a title', description: '' });
    expect(cdn).toEqual(before.cdn);
  });
  it('keeps its stream key when its settings change', async () => {
    const before = await read(stream.fresh);
    const cdn = { ...settings, resolution: '720p' };
    expect((await update('cdn', { id: stream.fresh, cdn })).status).toBe(200);
    expect((await read(stream.fresh)).cdn).toEqual({ ...before.cdn, resolution: '720p' });
  });
  it('can repeat its settings while a broadcast is bound', async () => {
    expect((await update('cdn', { id: stream.main, cdn: settings })).status).toBe(200);
  });
  it.each([
    [
      'other settings while a broadcast is bound',
      'cdn',
      { id: stream.main, cdn: { ...settings, resolution: '720p' } },
      403,
      'liveStreamModificationNotAllowed',
    ],
    [
      'a reusable stream that shall not be reusable',
      'contentDetails',
      { id: stream.main, contentDetails: { isReusable: false } },
      403,
      'liveStreamModificationNotAllowed',
    ],
    [
      'a missing resolution',
      'cdn',
      { id: stream.fresh, cdn: { ...settings, resolution: null } },
      400,
      'resolutionRequired',
    ],
    ['a missing title', 'snippet', { id: stream.main, snippet: {} }, 400, 'titleRequired'],
    [
      'a stream of another channel',
      'snippet',
      { id: stream.ben, snippet: { title: 'x' } },
      404,
      'liveStreamNotFound',
    ],
  ])('is rejected for %s', async (_, part, body, status, reason) => {
    expect(await update(part, body)).toMatchObject({ status, reason });
  });
});

describe('a deleted stream', () => {
  it('is gone', async () => {
    expect((await ask(`?id=${stream.fresh}`, { method: 'DELETE' })).status).toBe(204);
    expect(await read(stream.fresh)).toBeUndefined();
  });
  it.each([
    [
      'is bound to a broadcast that has not ended',
      stream.main,
      403,
      'liveStreamDeletionNotAllowed',
    ],
    ['belongs to another channel', stream.ben, 404, 'liveStreamNotFound'],
  ])('cannot be one that %s', async (_, id, status, reason) => {
    expect(await ask(`?id=${id}`, { method: 'DELETE' })).toMatchObject({ status, reason });
  });
});

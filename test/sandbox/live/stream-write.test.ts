/** Inserts, updates and deletions of streams. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type RequestOptions, useSandbox } from '../../support/gateway/sandbox.ts';
import { post, put } from '../../support/client/sandbox-request.ts';
import { testRejected } from '../../support/scenario/rejected-request.ts';

const box = useSandbox('/youtube/v3/liveStreams');
const { ask } = box;
const { stream } = ids;
const settings = { ingestionType: 'rtmp', resolution: '1080p', frameRate: '30fps' };

type Request = readonly [path: string, options: RequestOptions];

const inserting = (body: object, token?: string): Request => [
  '?part=snippet,cdn,contentDetails,status',
  post(body, token),
];

const updating = (part: string, body: object): Request => [`?part=${part}`, put(body)];
const insert = (body: object) => ask(...inserting(body));
const update = (part: string, body: object) => ask(...updating(part, body));

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
  const snippet = { title: 'x' };
  testRejected(box, {
    '400 titleRequired': { 'no title': inserting({ cdn: settings }) },
    '400 invalidTitle': {
      'a long title': inserting({ snippet: { title: 'x'.repeat(129) }, cdn: settings }),
    },
    '400 invalidDescription': {
      'a long description': inserting({
        snippet: { ...snippet, description: 'x'.repeat(10_001) },
        cdn: settings,
      }),
    },
    '400 ingestionTypeRequired': {
      'no ingestion type': inserting({ snippet, cdn: { ...settings, ingestionType: null } }),
    },
    '400 resolutionRequired': {
      'no resolution': inserting({ snippet, cdn: { ...settings, resolution: null } }),
    },
    '400 frameRateRequired': {
      'no frame rate': inserting({ snippet, cdn: { ...settings, frameRate: null } }),
    },
    '401 youtubeSignupRequired': {
      'an account without a channel': inserting({ snippet, cdn: settings }, 'no-channel'),
    },
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
  testRejected(box, {
    '403 liveStreamModificationNotAllowed': {
      'other settings while a broadcast is bound': updating('cdn', {
        id: stream.main,
        cdn: { ...settings, resolution: '720p' },
      }),
      'a reusable stream that shall not be reusable': updating('contentDetails', {
        id: stream.main,
        contentDetails: { isReusable: false },
      }),
    },
    '400 resolutionRequired': {
      'a missing resolution': updating('cdn', {
        id: stream.fresh,
        cdn: { ...settings, resolution: null },
      }),
    },
    '400 titleRequired': {
      'a missing title': updating('snippet', { id: stream.main, snippet: {} }),
    },
    '404 liveStreamNotFound': {
      'a stream of another channel': updating('snippet', {
        id: stream.ben,
        snippet: { title: 'x' },
      }),
    },
  });
});

describe('a deleted stream', () => {
  it('is gone', async () => {
    expect((await ask(`?id=${stream.fresh}`, { method: 'DELETE' })).status).toBe(204);
    expect(await read(stream.fresh)).toBeUndefined();
  });
  testRejected(box, {
    '403 liveStreamDeletionNotAllowed': {
      'bound to a broadcast that has not ended': [`?id=${stream.main}`, { method: 'DELETE' }],
    },
    '404 liveStreamNotFound': {
      'of another channel': [`?id=${stream.ben}`, { method: 'DELETE' }],
    },
  });
});

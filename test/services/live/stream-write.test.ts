import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { mutator } from '../../support/mutation.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });
const streams = () => liveState(studio.sandbox.simulation()).streams;
const stream = (id: string) => streams().get(id)!;
const sent = () => studio.calls().map(({ operation, query, body }) => ({ operation, query, body }));

const mutate = mutator(studio);

/** The stream key of a stream, and the parts of its addresses that contain it. */
const keyOf = (id: string): string => (stream(id).cdn['ingestionInfo'] as any).streamName;

describe('createStream', () => {
  it('sends one call, whose response has all selected fields, and the stream key', async () => {
    const { payload } = await mutate(
      'createStream',
      { title: 'Camera 2 🎥', resolution: 'P1080', frameRate: 'FPS_60', isReusable: true },
      `stream { id streamId title description channelId streamStatus isReusable
        cdn { resolution frameRate ingestionType } ingestion { streamName ingestionAddress }
        health { status } }`,
    );
    const [created] = [...streams().values()].slice(-1);
    const { id, snippet, cdn } = created!;
    expect(payload).toEqual({
      stream: {
        id: globalId('Stream', [id]),
        streamId: id,
        title: 'Camera 2 🎥',
        description: '',
        channelId: snippet.channelId,
        streamStatus: 'READY',
        isReusable: true,
        cdn: { resolution: 'P1080', frameRate: 'FPS_60', ingestionType: 'RTMP' },
        ingestion: {
          streamName: keyOf(id),
          ingestionAddress: (cdn['ingestionInfo'] as any).ingestionAddress,
        },
        health: { status: 'NO_DATA' },
      },
      errors: [],
    });
    expect(sent()).toEqual([
      {
        operation: 'live:liveStreams.insert',
        query: { part: ['cdn,contentDetails,snippet,status'], prettyPrint: ['false'] },
        body: {
          snippet: { title: 'Camera 2 🎥' },
          cdn: { resolution: '1080p', frameRate: '60fps', ingestionType: 'rtmp' },
          contentDetails: { isReusable: true },
        },
      },
    ]);
  });
  it('accepts any resolution and frame rate by RTMP if only a title is given', async () => {
    await mutate('createStream', { title: 'Any encoder' }, 'stream { streamId }');
    expect(sent().map(({ body }) => body)).toEqual([
      {
        snippet: { title: 'Any encoder' },
        cdn: { resolution: 'variable', frameRate: 'variable', ingestionType: 'rtmp' },
      },
    ]);
  });
  it('makes a stream that can be read again at once', async () => {
    const { payload } = await mutate('createStream', { title: 'Quay' }, 'stream { id }');
    const { data } = await studio.query(`{ stream(id: "${payload.stream.id}") { title } }`);
    expect(data.stream).toEqual({ title: 'Quay' });
  });
  it('reports that live streaming is not enabled, without a path', async () => {
    studio.sandbox.fault({ status: 403, reason: 'liveStreamingNotEnabled', times: 1 });
    const { payload } = await mutate('createStream', { title: 'Quay' }, 'stream { id }');
    expect(payload).toMatchObject({
      stream: null,
      errors: [{ code: 'FORBIDDEN', reason: 'liveStreamingNotEnabled', path: null }],
    });
  });
});

describe('updateStream', () => {
  it('sends the snippet alone for a new title', async () => {
    const before = structuredClone(stream(ids.stream.main));
    const { payload } = await mutate(
      'updateStream',
      { id: ids.stream.main, title: 'Studio A' },
      'stream { title description }',
    );
    const { description } = before.snippet;
    expect(payload).toEqual({ stream: { title: 'Studio A', description }, errors: [] });
    expect(sent().map(({ query: { part, fields }, body }) => ({ part, fields, body }))).toEqual([
      {
        part: ['snippet'],
        fields: ['items(etag,id,snippet(description,title))'],
        body: undefined,
      },
      {
        part: ['snippet'],
        fields: undefined,
        body: { id: ids.stream.main, snippet: { title: 'Studio A', description } },
      },
    ]);
    expect(stream(ids.stream.main)).toEqual({
      ...before,
      snippet: { ...before.snippet, title: 'Studio A' },
    });
  });
  it('sends all settings of the encoder for one of them, and never the stream key', async () => {
    const { payload } = await mutate(
      'updateStream',
      { id: ids.stream.fresh, frameRate: 'FPS_60' },
      'stream { cdn { resolution frameRate ingestionType } }',
    );
    expect(payload.stream.cdn).toEqual({
      resolution: 'P1080',
      frameRate: 'FPS_60',
      ingestionType: 'RTMP',
    });
    expect(sent().map(({ query: { fields }, body }) => fields ?? body)).toEqual([
      ['items(cdn(frameRate,ingestionType,resolution),etag,id)'],
      {
        id: ids.stream.fresh,
        cdn: { resolution: '1080p', frameRate: '60fps', ingestionType: 'rtmp' },
      },
    ]);
  });
  it('reports that a bound stream keeps its encoder settings, and what to do', async () => {
    const before = structuredClone(stream(ids.stream.main));
    const { payload } = await mutate(
      'updateStream',
      { id: ids.stream.main, resolution: 'P720' },
      'stream { id }',
    );
    expect(payload).toEqual({
      stream: null,
      errors: [
        {
          __typename: 'ForbiddenError',
          code: 'FORBIDDEN',
          reason: 'liveStreamModificationNotAllowed',
          path: ['resolution'],
          message: expect.stringContaining('Create another stream'),
        },
      ],
    });
    expect(stream(ids.stream.main)).toEqual(before);
  });
  it.each([true, false, null])('rejects isReusable %s before any call', async (isReusable) => {
    const { payload } = await mutate(
      'updateStream',
      { id: ids.stream.main, isReusable },
      'stream { id }',
    );
    expect(payload).toMatchObject({
      stream: null,
      errors: [{ code: 'INVALID_INPUT', path: ['isReusable'] }],
    });
    expect(payload.errors[0].message).toContain('createStream');
    expect(sent()).toEqual([]);
  });
  it('reports all invalid values at once', async () => {
    const { payload } = await mutate(
      'updateStream',
      { id: ids.stream.main, title: '', description: 'x'.repeat(10_001), resolution: null },
      'stream { id }',
    );
    expect(payload.errors.map(({ path }: any) => path)).toEqual([
      ['title'],
      ['description'],
      ['resolution'],
    ]);
    expect(sent()).toEqual([]);
  });
});

describe('deleteStream', () => {
  it('deletes a stream that is not bound', async () => {
    const { payload } = await mutate('deleteStream', { id: ids.stream.fresh }, 'deletedId');
    expect(payload).toEqual({ deletedId: globalId('Stream', [ids.stream.fresh]), errors: [] });
    expect(streams().has(ids.stream.fresh)).toBe(false);
  });
  it('keeps a stream that is bound to a broadcast that has not ended', async () => {
    const { payload } = await mutate('deleteStream', { id: ids.stream.main }, 'deletedId');
    expect(payload).toMatchObject({
      deletedId: null,
      errors: [{ code: 'FORBIDDEN', reason: 'liveStreamDeletionNotAllowed', path: ['id'] }],
    });
    expect(streams().has(ids.stream.main)).toBe(true);
  });
});

describe('the stream key', () => {
  const key = () => keyOf(ids.stream.main);
  const secret = 'ingestion { streamName ingestionAddress backupIngestionAddress }';
  const logged = () => JSON.stringify(studio.gateway.lines);

  it('is shown to its owner, and is nowhere else: log, headers, errors, extensions', async () => {
    const { body, headers } = await studio.gateway.query(
      `{ stream(id: "${ids.stream.main}") { ${secret} } broadcast(id: "missing") { id } }`,
      {},
      { authorization: 'Bearer studio-owner' },
    );
    expect(body.data.stream.ingestion.streamName).toBe(key());
    const { data: _, ...others } = body;
    expect(others.errors).toHaveLength(1);
    expect(others.extensions.cost.requests).toBeGreaterThan(0);
    expect(JSON.stringify([others, ...headers])).not.toContain(key());
    expect(logged()).not.toContain(key());
  });
  it.each(['studio-guest', 'no-channel', 'unknown-token', null])(
    'is not shown to the caller %s, by id, by node or through a broadcast',
    async (token) => {
      const result = await studio.query(
        `{ stream(id: "${ids.stream.main}") { ${secret} }
           node(id: "${globalId('Stream', [ids.stream.main])}") { ... on Stream { ${secret} } }
           broadcast(id: "${ids.broadcast.nightShift}") { boundStream { ${secret} } }
           video(id: "${ids.broadcast.nightShift}") { broadcast { boundStream { ${secret} } } }
           viewer { streams { nodes { ${secret} } } } }`,
        {},
        token,
      );
      expect(JSON.stringify(result)).not.toContain(key());
      expect(result.errors?.length).toBeGreaterThan(0);
      expect(logged()).not.toContain(key());
    },
  );
  const faults = [
    ['invalid JSON', { garble: true }],
    ['half of the response', { cut: true }],
    ['a page instead of the response', { html: true }],
    ['no response', { drop: 'after' }],
    ['an error', { status: 500 }],
  ] as const;
  it.each(faults)('is in no error or log after %s', async (_, fault) => {
    studio.sandbox.fault({ match: { service: 'live' }, ...fault });
    const results = [
      await studio.query(`{ stream(id: "${ids.stream.main}") { ${secret} } }`),
      await mutate('updateStream', { id: ids.stream.main, title: 'A' }, `stream { ${secret} }`),
      await mutate('createStream', { title: 'B' }, `stream { ${secret} }`),
    ];
    const keys = [...streams().keys()].map(keyOf);
    for (const text of [JSON.stringify(results), logged()])
      expect(keys.filter((each) => text.includes(each))).toEqual([]);
  });
  it('is in the answer of a write only where it is selected, and in no log', async () => {
    const plain = await mutate('createStream', { title: 'A' }, 'stream { title }');
    const full = await mutate(
      'createStream',
      { title: 'B', ingestionType: 'HLS' },
      `stream { streamId ${secret} }`,
    );
    const { streamId, ingestion } = full.payload.stream;
    expect(ingestion.streamName).toBe(keyOf(streamId));
    expect(ingestion.ingestionAddress).toContain(keyOf(streamId));
    const keys = [...streams().keys()].map(keyOf);
    for (const text of [JSON.stringify(plain), JSON.stringify(full.extensions), logged()])
      expect(keys.filter((each) => text.includes(each))).toEqual([]);
  });
});

/** What YouTube decides of streams, and the secret of a stream. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { mutator } from '../../support/client/mutation.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { TracedGateway } from '../../support/gateway/traced-gateway.ts';
import { faultyServer, json } from '../../support/upstream/faulty-server.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });
const streams = () => liveState(studio.sandbox.simulation()).streams;
const stream = (id: string) => streams().get(id)!;
const sent = () => studio.calls().map(({ operation, query, body }) => ({ operation, query, body }));

const mutate = mutator(studio);

/** The stream key of a stream, and the parts of its addresses that contain it. */
const keyOf = (id: string): string => (stream(id).cdn['ingestionInfo'] as any).streamName;

describe('createStream', () => {
  it('accepts any resolution and frame rate by RTMP if only a title is given', async () => {
    await mutate('createStream', { title: 'Any encoder' }, 'stream { streamId }');
    expect(sent().map(({ body }) => body)).toEqual([
      {
        snippet: { title: 'Any encoder' },
        cdn: { resolution: 'variable', frameRate: 'variable', ingestionType: 'rtmp' },
      },
    ]);
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
  it('says what to do if a bound stream keeps its encoder settings', async () => {
    const input = { id: ids.stream.main, resolution: 'P720' };
    const { payload } = await mutate('updateStream', input, 'stream { id }');
    expect(payload.errors[0].message).toContain('Create another stream');
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
    ['a page instead of the response', { page: 'html' }],
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
  describe('in answers that nobody has asked for it', () => {
    const traced = new TracedGateway();
    const planted = 'planted-stream-key';
    const item = {
      id: 's',
      etag: '"1"',
      snippet: { title: 'Old', description: 'Old' },
      cdn: {
        resolution: '1080p',
        frameRate: '30fps',
        ingestionType: 'rtmp',
        ingestionInfo: {
          streamName: planted,
          ingestionAddress: `rtmp://x/${planted}`,
          rtmpsIngestionAddress: `rtmps://x/${planted}`,
        },
      },
    };

    it('is in no response, trace, span or log, and is not sent back', async () => {
      await using upstream = await faultyServer((socket, seen) => {
        const isWrite = seen.method !== 'GET';
        return json(isWrite ? item : { items: [item] })(socket, seen);
      });
      const gateway = await traced.start({
        bases: { video: upstream.url },
        env: { TRACE: '1', LOG_LEVEL: 'trace' },
      });
      const headers = { authorization: 'Bearer t', 'x-trace': '1' };
      const documents = [
        '{ stream(id: "s") { title cdn { resolution } } }',
        'mutation { updateStream(input: { id: "s", title: "New" }) { stream { title } errors { code } } }',
        'mutation { updateStream(input: { id: "s", resolution: P720 }) { stream { cdn { frameRate } } errors { code } } }',
        'mutation { createStream(input: { title: "New" }) { stream { title } errors { code } } }',
      ];
      const results = [];
      for (const document of documents) {
        const { body } = await gateway.query(document, {}, headers);
        expect(body.errors).toBeUndefined();
        expect(body.extensions!['trace'].calls.length).toBeGreaterThan(0);
        results.push(body);
      }
      const sentBodies = upstream.requests.map(({ body }) => body);
      const texts = { results, lines: gateway.lines, spans: await traced.spansAtEnd(), sentBodies };
      const leaks = Object.entries(texts).filter(([, text]) =>
        JSON.stringify(text).includes(planted),
      );
      expect(leaks.map(([name]) => name)).toEqual([]);
      expect(texts.spans.length).toBeGreaterThan(0);
    });
  });
});

import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const video = (id: string) => videoState(studio.sandbox.simulation()).videos.get(id)!;

/** Part, ids and language of each call, one line per call, sorted. */
const requestedCalls = (): string[] =>
  studio
    .calls()
    .map(({ query }) =>
      [query['part'], query['id']?.[0]?.split(',').toSorted(), query['hl'] ?? 'none'].join(' '),
    )
    .toSorted();

describe('several owner-only fields of a video', () => {
  const fields =
    'fileDetails { fileName } processingDetails { processingStatus } suggestions { processingHints }';
  const parts = ['fileDetails', 'processingDetails', 'suggestions'];

  it('share one call', async () => {
    const data = await studio.data(`query ($id: ID!) { video(id: $id) { ${fields} } }`, {
      id: ids.video.trailer,
    });
    expect(Object.keys(data.video)).toEqual(parts);
    expect(requestedCalls()).toEqual([`${parts.join()} ${ids.video.trailer} none`]);
  });
  it('share one call for all videos, which requests what any of them needs', async () => {
    const { errors } = await studio.query(
      'query ($a: ID!, $b: ID!) { a: video(id: $a) { fileDetails { fileName } } b: video(id: $b) { suggestions { processingHints } } }',
      { a: ids.video.trailer, b: ids.video.makingOf },
    );
    expect(errors).toBeUndefined();
    const both = [ids.video.trailer, ids.video.makingOf].toSorted().join();
    expect(requestedCalls()).toEqual([`fileDetails,suggestions ${both} none`]);
  });
  it.each([
    ['FORBIDDEN', 'forbidden'],
    ['MISSING_SCOPE', 'insufficientPermissions'],
  ])('are requested apart after a refusal (%s), so that only one fails', async (code, reason) => {
    studio.sandbox.fault({ match: { pathIncludes: 'suggestions' }, status: 403, reason });
    const { data, errors } = await studio.query(
      `query ($id: ID!) { video(id: $id) { ${fields} } }`,
      { id: ids.video.trailer },
    );
    const { fileName } = video(ids.video.trailer).fileDetails as { fileName: string };
    expect(data.video).toMatchObject({ fileDetails: { fileName }, suggestions: null });
    expect(data.video.processingDetails).not.toBeNull();
    expect(errors).toMatchObject([{ path: ['video', 'suggestions'], extensions: { code } }]);
    expect(requestedCalls()).toEqual(
      [parts.join(), ...parts].map((part) => `${part} ${ids.video.trailer} none`).toSorted(),
    );
  });
  it('are requested apart only if the video needs several', async () => {
    studio.refuse('video:videos.list', 403);
    await studio.query(
      'query ($a: ID!, $b: ID!) { a: video(id: $a) { fileDetails { fileName } } b: video(id: $b) { suggestions { processingHints } } }',
      { a: ids.video.trailer, b: ids.video.makingOf },
    );
    const both = [ids.video.trailer, ids.video.makingOf].toSorted().join();
    expect(requestedCalls()).toEqual([
      `fileDetails ${ids.video.trailer} none`,
      `fileDetails,suggestions ${both} none`,
      `suggestions ${ids.video.makingOf} none`,
    ]);
  });
  it('are requested apart only for a video whose parts are refused', async () => {
    const foreignVideo = [...videoState(studio.sandbox.simulation()).videos.values()].find(
      ({ snippet, status }) =>
        snippet.channelId === ids.channel.harbor && status.privacyStatus === 'public',
    )!.id;
    const { data, errors } = await studio.query(
      `query ($ids: [ID!]!) { videos(ids: $ids) { ${fields} } }`,
      { ids: [ids.video.trailer, foreignVideo] },
    );
    expect(Object.values(data.videos[0])).not.toContain(null);
    expect(errors?.map(({ path, extensions }: any) => [...path, extensions.code])).toEqual(
      parts.map((part) => ['videos', 1, part, 'FORBIDDEN']),
    );
    expect(requestedCalls()).toEqual(
      [
        `${parts.join()} ${[ids.video.trailer, foreignVideo].toSorted().join()} none`,
        `${parts.join()} ${ids.video.trailer} none`,
        ...[parts.join(), ...parts].map((part) => `${part} ${foreignVideo} none`),
      ].toSorted(),
    );
  });
  it('are not requested apart after an error that has another cause', async () => {
    studio.refuse('video:videos.list', 400);
    const { errors } = await studio.query(`query ($id: ID!) { video(id: $id) { ${fields} } }`, {
      id: ids.video.trailer,
    });
    expect(errors).toHaveLength(parts.length);
    expect(studio.calls()).toHaveLength(1);
  });
});

describe('texts in another language', () => {
  it.each([
    ['a lookup', 'video(id: $id) { SELECTION }'],
    ['a lookup of several', 'videos(ids: [$id]) { SELECTION }'],
    [
      'a link',
      'video(id: $id) { channel { featured: title localized(language: "sv") { title } } }',
    ],
  ])('come with everything else in the answer to %s', async (_, query) => {
    const selection =
      'title localized(language: "sv") { title } contentDetails { durationMs: duration } statistics { viewCount }';
    const { errors } = await studio.query(
      `query ($id: ID!) { ${query.replace('SELECTION', selection)} }`,
      { id: ids.video.localized },
    );
    expect(errors).toBeUndefined();
    expect(studio.calls().filter(({ query: { hl } }) => hl?.[0] === 'sv')).toHaveLength(1);
    const withoutLanguage = query.includes('channel') ? 1 : 0;
    expect(studio.calls()).toHaveLength(1 + withoutLanguage);
  });
  it('fail alone in a language that YouTube rejects', async () => {
    studio.sandbox.fault({
      match: { pathIncludes: 'hl=tlh' },
      status: 400,
      reason: 'invalidParameter',
      location: 'hl',
    });
    const { data, errors } = await studio.query(
      'query ($id: ID!) { video(id: $id) { title localized(language: "tlh") { title } } }',
      { id: ids.video.localized },
    );
    expect(data.video).toEqual({
      title: video(ids.video.localized).snippet.title,
      localized: null,
    });
    expect(errors).toMatchObject([
      {
        path: ['video', 'localized'],
        extensions: { code: 'INVALID_INPUT', argument: 'language' },
      },
    ]);
    expect(studio.calls()).toHaveLength(2);
  });
});

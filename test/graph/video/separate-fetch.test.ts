import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/studio.ts';

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

describe('an owner-only field of a video', () => {
  it('is requested in a call of its own, with all videos that need the field', async () => {
    const list = [ids.video.trailer, ids.video.makingOf];
    const { data, errors } = await studio.query(
      'query ($ids: [ID!]!) { videos(ids: $ids) { title fileDetails { fileName fileType } } }',
      {
        ids: list,
      },
    );
    expect(errors).toBeUndefined();
    expect(data.videos).toEqual(
      list.map((id) => {
        const { fileName, fileType } = video(id).fileDetails as {
          fileName: string;
          fileType: string;
        };
        return {
          title: video(id).snippet.title,
          fileDetails: { fileName, fileType: fileType.toUpperCase() },
        };
      }),
    );
    expect(requestedCalls()).toEqual([
      `fileDetails ${list.toSorted().join()} none`,
      `snippet ${list.toSorted().join()} none`,
    ]);
  });
  it('fails at its own path, for a video of another channel only', async () => {
    const foreignVideo = [...videoState(studio.sandbox.simulation()).videos.values()].find(
      ({ snippet, status }) =>
        snippet.channelId === ids.channel.harbor && status.privacyStatus === 'public',
    )!.id;
    const list = [ids.video.trailer, foreignVideo, ids.video.makingOf];
    const { data, errors } = await studio.query(
      'query ($ids: [ID!]!) { videos(ids: $ids) { title fileDetails { fileName } } }',
      {
        ids: list,
      },
    );
    expect(data.videos.map(({ title }: any) => title)).toEqual(
      list.map((id) => video(id).snippet.title),
    );
    expect(data.videos.map(({ fileDetails }: any) => fileDetails !== null)).toEqual([
      true,
      false,
      true,
    ]);
    expect(errors).toMatchObject([
      { path: ['videos', 1, 'fileDetails'], extensions: { code: 'FORBIDDEN' } },
    ]);
  });
});

describe('texts in another language', () => {
  it('are requested with one call per language, separately from the original texts', async () => {
    const { localizations = {}, snippet } = video(ids.video.localized);
    const [first, second] = Object.keys(localizations).filter(
      (language) => language !== snippet.defaultLanguage,
    ) as [string, string];
    const { data, errors } = await studio.query(
      'query ($id: ID!, $a: LanguageTag!, $b: LanguageTag!) { video(id: $id) { title a: localized(language: $a) { title } again: localized(language: $a) { description } b: localized(language: $b) { title } none: localized(language: "it") { title } } }',
      { id: ids.video.localized, a: first, b: second },
    );
    expect(errors).toBeUndefined();
    expect(data.video).toEqual({
      title: snippet.title,
      a: { title: localizations[first]!.title },
      again: { description: localizations[first]!.description },
      b: { title: localizations[second]!.title },
      none: { title: snippet.title },
    });
    expect(requestedCalls()).toEqual(
      ['none', first, second, 'it'].map((hl) => `snippet ${ids.video.localized} ${hl}`).toSorted(),
    );
  });
  it('reject an invalid language before any call', async () => {
    const { errors } = await studio.query(
      `{ video(id: "${ids.video.trailer}") { localized(language: "no language") { title } } }`,
    );
    expect(errors![0]!.extensions['code']).toMatch(/INVALID_INPUT|GRAPHQL_VALIDATION_FAILED/);
    expect(studio.calls()).toEqual([]);
  });
});

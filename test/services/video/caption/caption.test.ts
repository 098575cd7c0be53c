/** Caption tracks: who can see them, which calls writes send, and that no write reads first. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { trailer, makingOf } = ids.video;
const storedTrack = (id: string) => videoState(studio.sandbox.simulation()).captions.get(id);
const captionId = (id: string, video: string = trailer): string => globalId('Caption', [video, id]);

/** The reference to a track of the trailer by its global id. */
const byId = (id: string): object => ({ id: captionId(id) });

const every =
  'captionId videoId languageTag name trackKind audioTrackType isDraft isClosedCaption isLarge isEasyReader isAutoSynced updatedAt status failureReason';

const upper = (word: string | undefined): string | null =>
  word?.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toUpperCase() ?? null;

/** A track as GraphQL returns it. */
function shown(id: string): object {
  const {
    lastUpdated: updatedAt,
    isCC: isClosedCaption,
    trackKind,
    audioTrackType,
    status,
    failureReason,
    language: languageTag,
    ...plain
  } = storedTrack(id)!.snippet;
  const words = {
    trackKind: upper(trackKind),
    audioTrackType: upper(audioTrackType),
    status: upper(status),
    failureReason: upper(failureReason),
  };
  return { captionId: id, updatedAt, isClosedCaption, languageTag, ...plain, ...words };
}

const srt = {
  type: 'application/x-subrip',
  bytes: '1\n00:00:00,000 --> 00:00:01,000\nHyvää yötä, 夜 ♪\n',
};

describe('captions of a video', () => {
  const tracks = async (args: string): Promise<{ captionId: string; languageTag: string }[]> => {
    const data = await studio.data(
      `{ video(id: "${trailer}") { captions${args} { captionId languageTag } } }`,
    );
    return data.video.captions;
  };

  it('are as many as `first`, in the order of YouTube', async () => {
    const all = await tracks('(first: 100)');
    expect(all.length).toBeGreaterThan(2);
    expect(await tracks('(first: 2)')).toEqual(all.slice(0, 2));
    expect(await tracks('')).toEqual(all.slice(0, 5));
  });
  it.each(['sv', 'SV', 'en'])('can be those of one language: %s', async (language) => {
    const all = await tracks('(first: 100)');
    const wanted = all.filter(({ languageTag }) =>
      languageTag.toLowerCase().split('-').includes(language.toLowerCase()),
    );
    expect(wanted.length).toBeGreaterThan(0);
    expect(await tracks(`(first: 100, language: "${language}")`)).toEqual(wanted);
  });
});

const create = `mutation ($input: CreateCaptionInput!) { createCaption(input: $input) { caption { id ${every} } errors { __typename code path reason } } }`;

describe('createCaption', () => {
  const input = { videoId: trailer, languageTag: 'fi', name: 'Suomi – ääkköset', file: null };
  it('sends file and metadata in one call, and returns the track without another call', async () => {
    const { data, errors } = await studio.upload({
      document: create,
      variables: { input },
      files: { 'input.file': srt },
    });
    expect(errors).toBeUndefined();
    const { caption } = data.createCaption;
    expect(caption).toEqual({ id: captionId(caption.captionId), ...shown(caption.captionId) });
    expect(storedTrack(caption.captionId)).toMatchObject({
      content: srt.bytes,
      snippet: { name: 'Suomi – ääkköset', isDraft: false },
    });
    expect(studio.calls()).toMatchObject([
      {
        operation: 'video:captions.insert',
        query: { part: ['snippet'], uploadType: ['multipart'] },
        body: {
          snippet: { videoId: trailer, language: 'fi', name: 'Suomi – ääkköset', isDraft: false },
        },
        call: { path: '/upload/youtube/v3/captions' },
      },
    ]);
    expect(studio.sandbox.uploads()).toMatchObject([
      { type: 'application/x-subrip', size: Buffer.byteLength(srt.bytes) },
    ]);
  });
  it('accepts a track without a name, as a draft, by the global id of its video', async () => {
    const other = {
      videoId: globalId('Video', [makingOf]),
      languageTag: 'sv',
      name: '',
      isDraft: true,
      file: null,
    };
    const { data } = await studio.upload({
      document: create,
      variables: { input: other },
      files: { 'input.file': srt },
    });
    expect(data.createCaption).toMatchObject({ caption: { name: '', isDraft: true }, errors: [] });
  });
  it('rejects an invalid language and a value that is not a file as invalid variables', async () => {
    const language = await studio.upload({
      document: create,
      variables: { input: { ...input, languageTag: '?' } },
      files: { 'input.file': srt },
    });
    expect(language.errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    const text = await studio.query(create, { input: { ...input, file: 'text' } });
    expect(text.errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT' } }]);
    const literal = await studio.query(
      'mutation { createCaption(input: { videoId: "v", languageTag: "fi", name: "", file: "x" }) { errors { code } } }',
    );
    expect(literal).toMatchObject({ errors: [{ extensions: { code: 'INVALID_INPUT' } }] });
    expect(studio.calls()).toEqual([]);
  });
});

const update = `mutation ($input: UpdateCaptionInput!) { updateCaption(input: $input) { caption { captionId isDraft } errors { code path reason } } }`;

describe('updateCaption', () => {
  const { draft, english } = ids.caption;
  it('replaces only the file, and the draft state is unchanged', async () => {
    const before = structuredClone(storedTrack(draft)!);
    const { data } = await studio.upload({
      document: update.replace(' isDraft', ''),
      variables: { input: { by: byId(draft), file: null } },
      files: { 'input.file': srt },
    });
    expect(data.updateCaption).toEqual({ caption: { captionId: draft }, errors: [] });
    expect(studio.calls()).toMatchObject([
      { operation: 'video:captions.update', query: { part: ['id'] }, body: { id: draft } },
    ]);
    expect(studio.calls()[0]!.body).toEqual({ id: draft });
    const { lastUpdated } = storedTrack(draft)!.snippet;
    expect(storedTrack(draft)).toEqual({
      ...before,
      content: srt.bytes,
      snippet: { ...before.snippet, lastUpdated },
    });
    expect(lastUpdated).not.toBe(before.snippet.lastUpdated);
  });
  it('reads the draft state, which the response to a file upload lacks, only if it is selected', async () => {
    const { data } = await studio.upload({
      document: update,
      variables: { input: { by: byId(draft), file: null } },
      files: { 'input.file': srt },
    });
    expect(data.updateCaption.caption).toEqual({ captionId: draft, isDraft: true });
    expect(studio.operations()).toEqual(['video:captions.list', 'video:captions.update']);
  });
  it('changes file and draft state in one call', async () => {
    await studio.upload({
      document: update,
      variables: { input: { by: byId(english), isDraft: true, file: null } },
      files: { 'input.file': srt },
    });
    expect(studio.calls()).toMatchObject([
      {
        query: { part: ['snippet'], uploadType: ['multipart'] },
        body: { id: english, snippet: { isDraft: true } },
      },
    ]);
    expect(storedTrack(english)).toMatchObject({
      content: srt.bytes,
      snippet: { isDraft: true, name: '', language: 'en', isCC: true },
    });
  });
});

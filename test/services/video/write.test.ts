import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { videos } from '../../../src/services/video/operations.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();
const seeded = () => videoState(studio.sandbox.simulation());
const video = (id: string) => structuredClone(seeded().videos.get(id)!);

const update = (selection: string) =>
  `mutation ($input: UpdateVideoInput!) { updateVideo(input: $input) { ${selection} errors { __typename code message path reason } } }`;

const body = () =>
  studio.calls().find(({ operation }) => operation === 'video:videos.update')!.body as any;

describe('updateVideo', () => {
  it('changes the title and keeps all other fields, in two calls', async () => {
    const before = video(ids.video.localized);
    const { data, errors } = await studio.query(update('video { title }'), {
      input: { id: ids.video.localized, title: 'New title' },
    });
    expect(errors).toBeUndefined();
    expect(data.updateVideo).toEqual({ video: { title: 'New title' }, errors: [] });
    expect(studio.calls().map(({ operation }) => operation)).toEqual([
      'video:videos.list',
      'video:videos.update',
    ]);
    expect({ ...video(ids.video.localized), etag: '' }).toEqual({
      ...before,
      etag: '',
      snippet: { ...before.snippet, title: 'New title' },
    });
  });
  it('sends only writable fields of the part that changes', async () => {
    await studio.query(update('video { title }'), {
      input: { id: ids.video.localized, title: 'New title' },
    });
    const [read, write] = studio.calls();
    expect(write!.query['part']).toEqual(['snippet']);
    // The properties of a snippet that `videos.update` may change, by Google's documentation.
    const { description, tags, categoryId, defaultLanguage, defaultAudioLanguage } = video(
      ids.video.localized,
    ).snippet;
    const sent = { description, tags, categoryId, defaultLanguage, defaultAudioLanguage };
    expect(body()).toEqual({
      id: ids.video.localized,
      snippet: { title: 'New title', ...sent },
    });
    for (const value of Object.values(sent)) expect(value).toBeDefined();
    expect(read!.query['hl']).toBeUndefined();
  });
  it('fetches only what the answer of the write lacks', async () => {
    await studio.query(update('video { title statistics { viewCount } channel { id } }'), {
      input: { id: ids.video.trailer, title: 'New title' },
    });
    const [, , third, ...more] = studio.calls();
    expect(third).toMatchObject({
      operation: 'video:videos.list',
      query: { part: ['statistics'], fields: ['items(id,statistics/viewCount)'] },
    });
    expect(more).toEqual([]);
  });
  it('lets two updates of one video in one request each show their own title', async () => {
    const { data } = await studio.query(
      `mutation { a: updateVideo(input: { id: "${ids.video.trailer}", title: "One" }) { video { title description } } b: updateVideo(input: { id: "${ids.video.trailer}", title: "Two" }) { video { title description } } }`,
    );
    const { description } = video(ids.video.trailer).snippet;
    expect(data).toEqual({
      a: { video: { title: 'One', description } },
      b: { video: { title: 'Two', description } },
    });
  });
  it('clears fields that are set to null, and rejects null for fields that YouTube requires', async () => {
    await studio.query(update('video { title }'), {
      input: { id: ids.video.trailer, description: null, tags: null },
    });
    expect(body().snippet).not.toHaveProperty('tags');
    expect(video(ids.video.trailer).snippet.tags ?? []).toEqual([]);
    const title = await studio.query(update('video { title }'), {
      input: { id: ids.video.trailer, title: null },
    });
    expect(title.data.updateVideo).toMatchObject({
      video: null,
      errors: [{ __typename: 'InvalidInputError', code: 'INVALID_INPUT', path: ['title'] }],
    });
    expect(studio.operations().filter((key) => key === 'video:videos.update')).toHaveLength(1);
  });
  it('changes single localizations, and keeps the localization of the default language equal to the title', async () => {
    const before = video(ids.video.localized);
    const languages = Object.keys(before.localizations!);
    const [storedVideo, changed] = languages as [string, string];
    await studio.query(update('video { title }'), {
      input: {
        id: ids.video.localized,
        title: 'In step',
        localizations: {
          set: [
            { language: changed, title: 'Anders' },
            { language: 'cy', title: 'Newydd', description: 'd' },
          ],
        },
      },
    });
    const after = video(ids.video.localized);
    const defaultLanguage = before.snippet.defaultLanguage!;
    const titles: Readonly<Record<string, string>> = {
      [changed]: 'Anders',
      [defaultLanguage]: 'In step',
    };
    for (const language of languages) {
      const expected = titles[language] ?? before.localizations![language]!.title;
      expect(after.localizations![language]!.title).toBe(expected);
    }
    expect(after.localizations![storedVideo]!.description).toBe(
      before.localizations![storedVideo]!.description,
    );
    expect(after.localizations!['cy']).toEqual({ title: 'Newydd', description: 'd' });
  });
  it('ignores the case of language codes, and clears a text that is set to null', async () => {
    const { localizations } = video(ids.video.localized);
    await studio.query(update('video { title }'), {
      input: {
        id: ids.video.localized,
        localizations: {
          set: [{ language: 'DE', title: 'Anders', description: null }],
          remove: ['SV'],
        },
      },
    });
    expect(body().localizations).toEqual({
      en: localizations!['en'],
      de: { title: 'Anders', description: '' },
    });
    studio.sandbox.clearCalls();
    const twice = {
      set: [
        { language: 'cy', title: 'a' },
        { language: 'CY', title: 'b' },
      ],
    };
    const { data } = await studio.query(update('video { title }'), {
      input: { id: ids.video.localized, localizations: twice },
    });
    expect(data.updateVideo.errors).toMatchObject([
      { code: 'INVALID_INPUT', path: ['localizations', 'set', '1', 'language'] },
    ]);
    expect(studio.operations()).not.toContain('video:videos.update');
  });
  it('changes nothing if the caller is not the owner and cannot see the tags', async () => {
    const before = video(ids.video.trailer);
    const { data } = await studio.query(
      update('video { title }'),
      { input: { id: ids.video.trailer, title: 'Mine now' } },
      'studio-guest',
    );
    expect(data.updateVideo).toMatchObject({
      video: null,
      errors: [{ __typename: 'ForbiddenError', code: 'FORBIDDEN' }],
    });
    expect(studio.operations()).toEqual(['video:videos.list']);
    expect(video(ids.video.trailer)).toEqual(before);
  });
  it('writes nothing if the read lacks owner-only fields, which the write would erase', async () => {
    const before = video(ids.video.trailer);
    seeded().videos.get(ids.video.trailer)!.processingDetails = {};
    const { data } = await studio.query(update('video { title }'), {
      input: { id: ids.video.trailer, title: 'Without tags' },
    });
    expect(data.updateVideo).toMatchObject({ video: null, errors: [{ code: 'FORBIDDEN' }] });
    expect(studio.operations()).toEqual(['video:videos.list']);
    expect(video(ids.video.trailer).snippet).toEqual(before.snippet);
  });
  it('writes nothing if the read lacks the privacy status, because YouTube would make the video public', async () => {
    const before = video(ids.video.privateCut);
    delete (seeded().videos.get(ids.video.privateCut)!.status as Partial<typeof before.status>)
      .privacyStatus;
    const { data, errors } = await studio.query(update('video { title }'), {
      input: { id: ids.video.privateCut, embeddable: false },
    });
    expect(data).toEqual({ updateVideo: null });
    expect(errors).toMatchObject([
      { extensions: { code: 'UPSTREAM_INVALID', id: ids.video.privateCut } },
    ]);
    expect(studio.operations()).toEqual(['video:videos.list']);
    expect(video(ids.video.privateCut).status.embeddable).toBe(before.status.embeddable);
  });
  it('returns typed errors: missing video, missing scope, id of another type', async () => {
    const missing = await studio.query(update('video { title }'), {
      input: { id: ids.video.missing, title: 'x' },
    });
    expect(missing.data.updateVideo.errors).toMatchObject([{ __typename: 'NotFoundError' }]);
    const reader = await studio.query(
      `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "x" }) { video { title } errors { ... on MissingScopeError { service anyOf } } } }`,
      {},
      'studio-reader',
    );
    expect(reader.data.updateVideo.errors).toEqual([
      {
        service: 'VIDEO',
        anyOf: videos.update.scopes.map(
          (execution) => `https://www.googleapis.com/auth/${execution}`,
        ),
      },
    ]);
    const channel = await studio.query(update('video { title }'), {
      input: {
        id: `~${Buffer.from(`Channel\n${ids.channel.studio}`).toString('base64url')}`,
        title: 'x',
      },
    });
    expect(channel.data.updateVideo.errors).toMatchObject([
      { code: 'INVALID_INPUT', path: ['id'] },
    ]);
  });
  it.each([['categoryId', { categoryId: '18' }, 'invalidCategoryId']])(
    'returns the path of the value that YouTube rejects: %s',
    async (argument, values, reason) => {
      const { data } = await studio.query(update('video { title }'), {
        input: { id: ids.video.trailer, ...values },
      });
      expect(data.updateVideo).toEqual({
        video: null,
        errors: [
          {
            __typename: 'InvalidInputError',
            code: 'INVALID_INPUT',
            message: `${argument}: YouTube rejected "18"; expected the id of an assignable category (see videoCategories).`,
            path: [argument],
            reason,
          },
        ],
      });
    },
  );
  it('names the localizations if the video has no default language', async () => {
    delete seeded().videos.get(ids.video.trailer)!.snippet.defaultLanguage;
    const localizations = { set: [{ language: 'sv', title: 'Trailern' }] };
    const { data } = await studio.query(update('video { title }'), {
      input: { id: ids.video.trailer, localizations },
    });
    expect(data.updateVideo.errors).toMatchObject([
      { code: 'INVALID_INPUT', path: ['localizations'], reason: 'defaultLanguageNotSet' },
    ]);
  });
  it.each([
    ['title', { title: '' }],
    ['title', { title: ' \n' }],
    ['title', { title: 'a <b> c' }],
    ['tags.1', { tags: ['a', 'b<c'] }],
    ['tags', { tags: Array.from({ length: 46 }, (_, at) => `t ${10 + at} xxxx`) }],
    [
      'localizations.set.1.title',
      {
        localizations: {
          set: [
            { language: 'de', title: 'gut' },
            { language: 'sv', title: '' },
          ],
        },
      },
    ],
    // YouTube would publish it at once.
    ['publishAt', { publishAt: '2020-01-01T00:00:00Z', privacyStatus: 'PRIVATE' }],
  ])('rejects an invalid value before any call: %s', async (path, values) => {
    const { data } = await studio.query(update('video { title }'), {
      input: { id: ids.video.trailer, ...values },
    });
    expect(data.updateVideo).toMatchObject({
      video: null,
      errors: [{ code: 'INVALID_INPUT', path: path.split('.') }],
    });
    expect(studio.calls()).toEqual([]);
  });
  it('accepts a title of 100 characters with any number of UTF-16 code units', async () => {
    const { data } = await studio.query(update('video { title }'), {
      input: { id: ids.video.trailer, title: '🪁'.repeat(100) },
    });
    expect(data.updateVideo).toMatchObject({ video: { title: '🪁'.repeat(100) }, errors: [] });
  });
  it('accepts a category by either kind of id', async () => {
    const { data } = await studio.query(update('video { categoryId category { title } }'), {
      input: { id: ids.video.trailer, categoryId: globalId('VideoCategory', ['27']) },
    });
    expect(data.updateVideo).toEqual({
      video: { categoryId: '27', category: { title: 'Education' } },
      errors: [],
    });
    expect(body().snippet.categoryId).toBe('27');
  });
  it('applies the last of two writes to the same field, and keeps the other fields of both', async () => {
    const one = { id: ids.video.localized, title: 'First', description: 'Of the first' };
    await studio.query(update('video { title }'), { input: one });
    await studio.query(
      update('video { title }'),
      { input: { id: ids.video.localized, title: 'Second', tags: ['new'] } },
      'studio-owner',
    );
    expect(video(ids.video.localized).snippet).toMatchObject({
      title: 'Second',
      description: 'Of the first',
      tags: ['new'],
    });
  });
  it('keeps a future publication date, and drops it if the video is published earlier', async () => {
    const publishAt = '2999-12-31T23:00:00Z';
    seeded().videos.get(ids.video.scheduledCut)!.status.publishAt = publishAt;
    await studio.query(update('video { title }'), {
      input: { id: ids.video.scheduledCut, embeddable: false },
    });
    expect(video(ids.video.scheduledCut).status).toMatchObject({
      publishAt,
      privacyStatus: 'private',
      embeddable: false,
    });
    const { data } = await studio.query(update('video { privacyStatus publishAt }'), {
      input: { id: ids.video.scheduledCut, privacyStatus: 'PUBLIC' },
    });
    expect(data.updateVideo).toEqual({
      video: { privacyStatus: 'PUBLIC', publishAt: null },
      errors: [],
    });
  });
  it('drops a past publication date, which YouTube would reject', async () => {
    seeded().videos.get(ids.video.scheduledCut)!.status.publishAt = '2020-01-01T00:00:00Z';
    const { data } = await studio.query(update('video { title }'), {
      input: { id: ids.video.scheduledCut, embeddable: false },
    });
    expect(data.updateVideo.errors).toEqual([]);
    expect(body().status).not.toHaveProperty('publishAt');
  });
  it('can schedule a private video, and returns the date to the owner', async () => {
    const publishAt = '2999-12-24T18:00:00Z';
    const { data } = await studio.query(update('video { publishAt }'), {
      input: { id: ids.video.privateCut, publishAt },
    });
    expect(data.updateVideo).toEqual({ video: { publishAt }, errors: [] });
  });
  it('makes no call if the input changes nothing, except for the selection', async () => {
    const { data } = await studio.query(update('video { videoId }'), {
      input: { id: ids.video.trailer },
    });
    expect(data.updateVideo).toEqual({ video: { videoId: ids.video.trailer }, errors: [] });
    expect(studio.calls()).toEqual([]);
  });
  it('reports an unknown outcome if the response of the write is lost', async () => {
    studio.sandbox.fault({ match: { operation: 'video:videos.update' }, html: true });
    const { data, errors } = await studio.query(update('video { title }'), {
      input: { id: ids.video.trailer, title: 'Lost' },
    });
    expect(data).toEqual({ updateVideo: null });
    expect(errors).toMatchObject([
      {
        path: ['updateVideo'],
        extensions: { code: 'UPSTREAM_UNAVAILABLE', service: 'video', outcome: 'UNKNOWN' },
      },
    ]);
  });
});

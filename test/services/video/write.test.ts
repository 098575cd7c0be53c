import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const seeded = () => videoState(studio.sandbox.simulation());
const video = (id: string) => structuredClone(seeded().videos.get(id)!);

const update = (selection: string) =>
  `mutation ($input: UpdateVideoInput!) { updateVideo(input: $input) { ${selection} errors { __typename code message path reason } } }`;

const body = () =>
  studio.calls().find(({ operation }) => operation === 'video:videos.update')!.body as any;

describe('updateVideo', () => {
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
  it('accepts a title of 100 characters with any number of UTF-16 code units', async () => {
    const { data } = await studio.query(update('video { title }'), {
      input: { id: ids.video.trailer, title: '🪁'.repeat(100) },
    });
    expect(data.updateVideo).toMatchObject({ video: { title: '🪁'.repeat(100) }, errors: [] });
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
});

/** Localizations of a video, its category, and a rating that is taken back. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { mutator, successfulMutator } from '../../../support/client/mutation.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const mutate = mutator(studio);
const succeed = successfulMutator(studio);
const seeded = () => videoState(studio.sandbox.simulation());
const localizationsOf = (id: string) => structuredClone(seeded().videos.get(id)!.localizations!);

describe('the localizations of a video', () => {
  const id = ids.video.localized;

  it('keep that of the default language equal to the title', async () => {
    const before = localizationsOf(id);
    const set = [{ languageTag: 'cy', title: 'Newydd', description: 'd' }];
    await succeed('updateVideo', { id, title: 'In step', localizations: { set } }, '');
    expect(localizationsOf(id)).toEqual({
      ...before,
      en: { ...before['en'], title: 'In step' },
      cy: { title: 'Newydd', description: 'd' },
    });
  });
  it('lose a text that is set to null, and are removed whatever the letter case is', async () => {
    const { en } = localizationsOf(id);
    const set = [{ languageTag: 'DE', title: 'Anders', description: null }];
    await succeed('updateVideo', { id, localizations: { set, remove: ['SV'] } }, '');
    const { body } = studio.calls().find(({ call }) => call.method === 'PUT')!;
    expect(body).toMatchObject({ localizations: { en, de: { title: 'Anders', description: '' } } });
    expect(Object.keys(localizationsOf(id)).toSorted()).toEqual(['de', 'en']);
  });
  it('are named once per language, whatever the letter case is', async () => {
    const set = ['cy', 'CY'].map((language) => ({ languageTag: language, title: language }));
    const { payload } = await mutate('updateVideo', { id, localizations: { set } }, '');
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_INPUT', path: ['localizations', 'set', '1', 'languageTag'] },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('are named by an error if the video has no default language', async () => {
    delete seeded().videos.get(ids.video.trailer)!.snippet.defaultLanguage;
    const localizations = { set: [{ languageTag: 'sv', title: 'Trailern' }] };
    const { payload } = await mutate('updateVideo', { id: ids.video.trailer, localizations }, '');
    expect(payload.errors).toMatchObject([
      { code: 'INVALID_INPUT', path: ['localizations'], reason: 'defaultLanguageNotSet' },
    ]);
  });
});

describe('the brand partner of a video', () => {
  const { kite, lumen } = ids.channel;
  const id = ids.video.trailer;
  const update = (input: object) =>
    succeed('updateVideo', { id, ...input }, 'video { brandPartnerChannelId }');
  const sent = () =>
    studio
      .calls()
      .flatMap(({ call }) => (call.method === 'PUT' ? [[call.query['part'], call.body]] : []));

  it('stays in an update of other fields, which does not name its part', async () => {
    seeded().videos.get(id)!.brandPartner = { channelId: kite };
    const { video } = await update({ title: 'With a brand', hasPaidProductPlacement: true });
    expect(video).toEqual({ brandPartnerChannelId: kite });
    expect(sent()).toMatchObject([[['paidProductPlacementDetails,snippet'], { id }]]);
    expect(sent()[0]![1]).not.toHaveProperty('brandPartner');
  });
  it.each([kite, lumen])('is replaced by a handle, without the id %s', async (before) => {
    seeded().videos.get(id)!.brandPartner = { channelId: before };
    const { video } = await update({ brandPartner: { channelHandle: 'lumenlessons' } });
    expect(video).toEqual({ brandPartnerChannelId: lumen });
    const brandPartner = { channelHandle: '@lumenlessons' };
    expect(sent()).toEqual([[['brandPartner'], { id, brandPartner }]]);
  });
  it('is removed by null, which sends the part without a channel', async () => {
    seeded().videos.get(id)!.brandPartner = { channelId: kite };
    const { video } = await update({ brandPartner: null });
    expect(video).toEqual({ brandPartnerChannelId: null });
    expect(sent()).toEqual([[['brandPartner'], { id }]]);
  });
});

it('says which categories a video can have', async () => {
  const input = { id: ids.video.trailer, categoryId: '18' };
  const { payload } = await mutate('updateVideo', input, '');
  expect(payload.errors).toMatchObject([
    {
      path: ['categoryId'],
      reason: 'invalidCategoryId',
      message:
        'categoryId: YouTube rejected "18"; expected the id of an assignable category (see videoCategories).',
    },
  ]);
});

it('takes a rating back', async () => {
  const id = ids.video.trailer;
  for (const rating of ['LIKE', 'NONE']) {
    const { video } = await succeed('rateVideo', { id, rating }, 'video { viewerRating }');
    expect(video).toEqual({ viewerRating: rating });
  }
  expect(seeded().ratings.get(ids.person.ava)!.get(id)).toBeUndefined();
});

import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio();
const state = () => videoState(studio.sandbox.simulation());

const storedChannel = (id: string = ids.channel.studio) =>
  structuredClone(state().channels.get(id)!);

/** The part of each write, in the order of arrival. */
const written = () =>
  studio.calls().filter(({ operation }) => operation === 'video:channels.update');

const parts = () => written().map(({ query }) => query['part']![0]);

const update = (selection: string) =>
  `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ${selection} errors { __typename code message path reason ... on PartlyDoneError { done remaining } ... on NotFoundError { id: objectId } ... on OperationRetiredError { operation } } } }`;

const id = ids.channel.studio;

const ask = async (
  input: object,
  selection = 'channel { channelId }',
  ...rest: [token?: string | null, headers?: Record<string, string>]
) => studio.query(update(selection), { input: { id, ...input } }, ...rest);

const banner = 'https://i.video.example/banner/another';

const all = {
  description: 'Korta filmer från norr ❄️',
  keywords: 'film "two words"',
  country: 'NO',
  defaultLanguage: 'sv',
  trackingAnalyticsAccountId: 'G-OTHER',
  unsubscribedTrailerId: ids.video.makingOf,
  bannerExternalUrl: banner,
  localizations: {
    replaceAll: [{ language: 'de', title: 'Nordlicht', description: 'Kurze Filme' }],
  },
  selfDeclaredMadeForKids: true,
};

describe('updateChannel', () => {
  it('changes one field of a part and keeps all others, in one read and one write', async () => {
    const before = storedChannel();
    const { data, errors } = await ask(
      { keywords: 'northern films' },
      'channel { brandingSettings { keywords description bannerExternalUrl } }',
    );
    expect(errors).toBeUndefined();
    expect(data.updateChannel).toEqual({
      channel: {
        brandingSettings: {
          keywords: 'northern films',
          description: before.snippet.description,
          ...before.brandingSettings.image,
        },
      },
      errors: [],
    });
    expect(studio.operations()).toEqual(['video:channels.list', 'video:channels.update']);
    const { channel } = before.brandingSettings;
    expect(storedChannel()).toEqual({
      ...before,
      brandingSettings: {
        ...before.brandingSettings,
        channel: { ...channel, keywords: 'northern films' },
      },
    });
  });
  it('sends only writable, current fields with the values that were read: no name', async () => {
    await ask({ keywords: 'northern films' });
    const [read] = studio.calls();
    const body = written()[0]!.body as any;
    // All writable properties, by Google's documentation.
    const {
      country,
      description,
      defaultLanguage,
      trackingAnalyticsAccountId,
      unsubscribedTrailer,
    } = storedChannel().brandingSettings.channel;
    const { image, watch } = storedChannel().brandingSettings;
    expect(body).toEqual({
      id,
      brandingSettings: {
        channel: {
          country,
          description,
          defaultLanguage,
          keywords: 'northern films',
          trackingAnalyticsAccountId,
          unsubscribedTrailer,
        },
        image: { bannerExternalUrl: image!.bannerExternalUrl },
        watch: {
          textColor: watch!.textColor,
          backgroundColor: watch!.backgroundColor,
          featuredPlaylistId: watch!.featuredPlaylistId,
        },
      },
    });
    // The stored channel has no others, so that none is lost.
    expect(storedChannel().brandingSettings).toEqual({
      channel: { ...body.brandingSettings.channel, title: expect.any(String) },
      image: body.brandingSettings.image,
      watch: body.brandingSettings.watch,
    });
    expect(read!.query['fields']).toEqual([
      'items(brandingSettings(channel(country,defaultLanguage,description,keywords,title,trackingAnalyticsAccountId,unsubscribedTrailer),image/bannerExternalUrl,watch(backgroundColor,featuredPlaylistId,textColor)),etag,id)',
    ]);
    expect(read!.query['hl']).toBeUndefined();
  });
  it('omits the banner if there is none', async () => {
    delete state().channels.get(id)!.brandingSettings.image;
    await ask({ keywords: 'northern films' });
    expect(written()[0]!.body).not.toHaveProperty('brandingSettings.image');
  });
  it('can set every mutable field, one write per part in order, and then change one of them alone', async () => {
    const first = await ask(all, 'channel { description }');
    expect(first.data.updateChannel).toEqual({
      channel: { description: all.description },
      errors: [],
    });
    expect(parts()).toEqual(['brandingSettings', 'localizations', 'status']);
    const set = storedChannel();
    expect(set).toMatchObject({
      snippet: { description: all.description, country: 'NO', defaultLanguage: 'sv' },
      brandingSettings: {
        channel: {
          description: all.description,
          keywords: all.keywords,
          country: 'NO',
          defaultLanguage: 'sv',
          trackingAnalyticsAccountId: 'G-OTHER',
          unsubscribedTrailer: ids.video.makingOf,
        },
        image: { bannerExternalUrl: banner },
      },
      status: { selfDeclaredMadeForKids: true },
    });
    expect(set.localizations).toEqual({ de: { title: 'Nordlicht', description: 'Kurze Filme' } });
    await ask({ country: 'SE' });
    const { channel } = set.brandingSettings;
    expect(storedChannel()).toEqual({
      ...set,
      snippet: { ...set.snippet, country: 'SE' },
      brandingSettings: { ...set.brandingSettings, channel: { ...channel, country: 'SE' } },
    });
    await ask({ selfDeclaredMadeForKids: false });
    expect(studio.calls().at(-2)!.query['part']).toEqual(['status']);
    expect(storedChannel().status).toEqual({ ...set.status, selfDeclaredMadeForKids: false });
    expect(parts().slice(3)).toEqual(['brandingSettings', 'status']);
  });
  it('makes no further call for fields that its writes have returned, in any part', async () => {
    const { data } = await ask(
      {
        description: 'New',
        localizations: { set: [{ language: 'de', title: 'Neu' }] },
        selfDeclaredMadeForKids: true,
      },
      'channel { brandingSettings { description } localizations { language title } selfDeclaredMadeForKids }',
    );
    expect(data.updateChannel.channel).toEqual({
      brandingSettings: { description: 'New' },
      localizations: [
        { language: 'sv', title: 'Norrljus Studio' },
        { language: 'de', title: 'Neu' },
      ],
      selfDeclaredMadeForKids: true,
    });
    expect(studio.operations()).toEqual([
      'video:channels.list',
      ...Array.from({ length: 3 }, () => 'video:channels.update'),
    ]);
  });
  it('clears fields that are set to null, and rejects null for a declaration', async () => {
    const before = storedChannel();
    await ask({ keywords: null, unsubscribedTrailerId: null, bannerExternalUrl: null });
    expect(storedChannel().brandingSettings).toEqual({
      channel: {
        title: 'Northlight Studio',
        description: storedChannel().snippet.description,
        country: 'SE',
        defaultLanguage: 'en',
        trackingAnalyticsAccountId: 'G-NORTHLIGHT',
      },
      image: {},
      watch: before.brandingSettings.watch,
    });
    const { data } = await ask({ selfDeclaredMadeForKids: null });
    expect(data.updateChannel).toMatchObject({
      channel: null,
      errors: [{ code: 'INVALID_INPUT', path: ['selfDeclaredMadeForKids'] }],
    });
    expect(written()).toHaveLength(1);
  });
  it('changes single localizations, and returns the text in the default language as it is after the write', async () => {
    state().channels.get(id)!.localizations!['en'] = {
      title: 'Northlight Studio',
      description: 'Old',
    };
    await ask({
      description: 'Told anew',
      localizations: { set: [{ language: 'sv', description: 'Berättat igen' }] },
    });
    expect(storedChannel().localizations).toEqual({
      sv: { title: 'Norrljus Studio', description: 'Berättat igen' },
      en: { title: 'Northlight Studio', description: 'Told anew' },
    });
  });
  it('makes no call if the input changes nothing', async () => {
    const { data } = await ask({});
    expect(data.updateChannel).toEqual({ channel: { channelId: id }, errors: [] });
    expect(studio.calls()).toEqual([]);
  });
  it('applies the last of two writes to the same field, and keeps the other fields of both', async () => {
    await Promise.all([ask({ description: 'One' }), ask({ description: 'Two', country: 'FI' })]);
    const last = written().at(-1)!.body as any;
    expect(storedChannel().brandingSettings.channel).toEqual({
      title: 'Northlight Studio',
      ...last.brandingSettings.channel,
    });
    await ask({ keywords: 'mine' });
    await ask({ description: 'Three' });
    expect(storedChannel().brandingSettings.channel).toMatchObject({
      keywords: 'mine',
      description: 'Three',
    });
  });
  it.each([
    ['country', { country: 'SWE' }],
    ['localizations.set.0.title', { localizations: { set: [{ language: 'de', title: ' ' }] } }],
  ])('rejects a wrong %s before any call', async (path, input) => {
    const { data } = await ask(input);
    expect(data.updateChannel).toMatchObject({
      channel: null,
      errors: [{ code: 'INVALID_INPUT', path: path.split('.') }],
    });
    expect(studio.calls()).toEqual([]);
  });
  it('counts characters, not UTF-16 code units', async () => {
    const { data } = await ask({ description: '❄️'.repeat(500) });
    expect(data.updateChannel.errors).toEqual([]);
  });
  it('writes no localizations without a default language', async () => {
    const { channel } = state().channels.get(id)!.brandingSettings;
    delete channel['defaultLanguage'];
    const { data } = await ask({
      description: 'New',
      localizations: { set: [{ language: 'de', title: 'Neu' }] },
    });
    expect(data.updateChannel).toMatchObject({
      channel: null,
      errors: [{ code: 'INVALID_INPUT', path: ['localizations'] }],
    });
    expect(written()).toEqual([]);
    const both = await ask({
      defaultLanguage: 'en',
      localizations: { set: [{ language: 'de', title: 'Neu' }] },
    });
    expect(both.data.updateChannel.errors).toEqual([]);
  });
  it.each([
    ['country', { country: 'AQ' }],
    ['unsubscribedTrailerId', { unsubscribedTrailerId: ids.video.privateCut }],
    ['defaultLanguage', { defaultLanguage: 'tlh' }],
  ])('returns the path of the value that YouTube rejects: %s', async (path, input) => {
    const { data } = await ask(input);
    expect(data.updateChannel).toMatchObject({
      channel: null,
      errors: [
        { __typename: 'InvalidInputError', path: [path], reason: 'brandingValidationError' },
      ],
    });
  });
});

describe('an update of several parts that fails midway', () => {
  const input = {
    description: 'New',
    keywords: 'new',
    localizations: { set: [{ language: 'de', title: 'x'.repeat(99), description: 'Neu' }] },
    selfDeclaredMadeForKids: true,
  };
  /** YouTube accepts fewer localizations than the gateway. */
  const rejection = {
    match: { operation: 'video:channels.update', pathIncludes: 'part=localizations' },
    status: 400,
    reason: 'localizationValidationError',
  };
  it('returns the applied and the failed arguments, the reason, and the channel as it is', async () => {
    studio.sandbox.fault(rejection);
    const { data, errors } = await ask(input, 'channel { description selfDeclaredMadeForKids }');
    expect(errors).toBeUndefined();
    expect(data.updateChannel).toMatchObject({
      channel: { description: 'New', selfDeclaredMadeForKids: false },
      errors: [
        {
          __typename: 'PartlyDoneError',
          code: 'PARTLY_DONE',
          reason: 'localizationValidationError',
          done: ['description', 'keywords'],
          remaining: ['localizations', 'selfDeclaredMadeForKids'],
        },
      ],
    });
    expect(parts()).toEqual(['brandingSettings', 'localizations']);
  });
  it('returns them after a failure of the service, too', async () => {
    studio.sandbox.fault({
      match: { operation: 'video:channels.update', pathIncludes: 'part=status' },
      status: 403,
      reason: 'quotaExceeded',
    });
    const { data, errors } = await ask(input);
    expect(errors).toBeUndefined();
    expect(data.updateChannel.errors).toMatchObject([
      {
        code: 'PARTLY_DONE',
        done: ['description', 'keywords', 'localizations'],
        remaining: ['selfDeclaredMadeForKids'],
      },
    ]);
  });
  it('reports an unknown outcome if the response of a later part is lost', async () => {
    studio.sandbox.fault({
      match: { operation: 'video:channels.update', pathIncludes: 'part=status' },
      html: true,
    });
    const { data } = await ask({ description: 'New', selfDeclaredMadeForKids: true });
    expect(data.updateChannel.errors).toMatchObject([
      {
        code: 'PARTLY_DONE',
        message:
          'Done: description. Not known to be done: selfDeclaredMadeForKids. YouTube is not available. The write may have been applied: read the object before you repeat it.',
        remaining: ['selfDeclaredMadeForKids'],
      },
    ]);
  });
  it('returns the path of the argument that YouTube rejected', async () => {
    const { data } = await ask({
      description: 'New',
      localizations: { set: [{ language: 'de', description: 'ohne Titel' }] },
    });
    expect(data.updateChannel.errors).toMatchObject([
      {
        code: 'PARTLY_DONE',
        path: ['localizations'],
        done: ['description'],
        remaining: ['localizations'],
      },
    ]);
  });
  it('is an ordinary error if nothing was written before', async () => {
    studio.sandbox.fault(rejection);
    const { data } = await ask({
      localizations: input.localizations,
      selfDeclaredMadeForKids: true,
    });
    expect(data.updateChannel).toMatchObject({
      channel: null,
      errors: [{ __typename: 'InvalidInputError', reason: 'localizationValidationError' }],
    });
    expect(parts()).toEqual(['localizations']);
  });
});

describe('the permission to update a channel', () => {
  it('is denied to other channels: nothing is written', async () => {
    const before = storedChannel(ids.channel.kite);
    const { data } = await ask({ id: ids.channel.kite, description: 'Mine now' });
    expect(data.updateChannel).toMatchObject({
      channel: null,
      errors: [{ __typename: 'ForbiddenError' }],
    });
    expect(storedChannel(ids.channel.kite)).toEqual(before);
  });
  it('is granted to a content owner that manages the channel', async () => {
    const { data } = await ask(
      { id: ids.channel.harbor, description: 'Managed' },
      'channel { description }',
      'studio-owner',
      {
        'x-content-owner': ids.contentOwner,
      },
    );
    expect(data.updateChannel).toEqual({ channel: { description: 'Managed' }, errors: [] });
    for (const { query } of studio.calls())
      expect(query['onBehalfOfContentOwner']).toEqual([ids.contentOwner]);
  });
  it('needs a token with the scope, and an existing channel', async () => {
    const reader = await ask({ description: 'x' }, undefined, 'studio-reader');
    expect(reader.data.updateChannel.errors).toMatchObject([{ __typename: 'MissingScopeError' }]);
    const withoutToken = await ask({ description: 'x' }, undefined, null);
    expect(withoutToken.errors).toMatchObject([
      { path: ['updateChannel'], extensions: { code: 'UNAUTHENTICATED' } },
    ]);
    const missing = await ask({ id: ids.channel.missing, description: 'x' });
    expect(missing.data.updateChannel.errors).toMatchObject([
      { __typename: 'NotFoundError', id: ids.channel.missing },
    ]);
  });
});

it('returns promotions in videos as retired, without a call', async () => {
  const { data } = await ask({
    inVideoPromotion: { videoIds: [ids.video.trailer], useSmartTiming: true },
    description: 'not done',
  });
  expect(data.updateChannel).toMatchObject({
    channel: null,
    errors: [
      {
        __typename: 'OperationRetiredError',
        operation: 'video:channels.update',
        path: ['inVideoPromotion'],
      },
    ],
  });
  expect(studio.calls()).toEqual([]);
  const introspected = await studio.query(
    '{ __type(name: "UpdateChannelInput") { inputFields(includeDeprecated: true) { name isDeprecated } } }',
  );
  const field = introspected.data.__type.inputFields.find(
    ({ name }: any) => name === 'inVideoPromotion',
  );
  expect(field.isDeprecated).toBe(true);
});

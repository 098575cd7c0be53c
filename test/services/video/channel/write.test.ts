/** Updates of channels: the banner, the default language, and what is done if a part fails. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../../src/sandbox/video/state.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const state = () => videoState(studio.sandbox.simulation());

const storedChannel = () => structuredClone(state().channels.get(id)!);

/** The part of each write, in the order of arrival. */
const written = () =>
  studio.calls().filter(({ operation }) => operation === 'video:channels.update');

const parts = () => written().map(({ query }) => query['part']![0]);

const update = (selection: string) =>
  `mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ${selection} errors { __typename code message path reason ... on PartlyDoneError { done remaining } } } }`;

const id = ids.channel.studio;

const ask = (input: object, selection = 'channel { channelId }') =>
  studio.query(update(selection), { input: { id, ...input } });

describe('updateChannel', () => {
  it('omits the banner if there is none', async () => {
    delete state().channels.get(id)!.brandingSettings.image;
    await ask({ keywords: 'northern films' });
    expect(written()[0]!.body).not.toHaveProperty('brandingSettings.image');
  });
  it('changes single localizations, and returns the text in the default language as it is after the write', async () => {
    state().channels.get(id)!.localizations!['en'] = {
      title: 'Northlight Studio',
      description: 'Old',
    };
    await ask({
      description: 'Told anew',
      localizations: { set: [{ languageTag: 'sv', description: 'Berättat igen' }] },
    });
    expect(storedChannel().localizations).toEqual({
      sv: { title: 'Norrljus Studio', description: 'Berättat igen' },
      en: { title: 'Northlight Studio', description: 'Told anew' },
    });
  });
  it('writes no localizations without a default language', async () => {
    const { channel } = state().channels.get(id)!.brandingSettings;
    delete channel['defaultLanguage'];
    const { data } = await ask({
      description: 'New',
      localizations: { set: [{ languageTag: 'de', title: 'Neu' }] },
    });
    expect(data.updateChannel).toMatchObject({
      channel: null,
      errors: [{ code: 'INVALID_INPUT', path: ['localizations'] }],
    });
    expect(written()).toEqual([]);
    const both = await ask({
      defaultLanguage: 'en',
      localizations: { set: [{ languageTag: 'de', title: 'Neu' }] },
    });
    expect(both.data.updateChannel.errors).toEqual([]);
  });
});

describe('an update of several parts that fails midway', () => {
  const input = {
    description: 'New',
    keywords: 'new',
    localizations: { set: [{ languageTag: 'de', title: 'x'.repeat(99), description: 'Neu' }] },
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
      status: 503,
    });
    const { data } = await ask({ description: 'New', selfDeclaredMadeForKids: true });
    expect(data.updateChannel.errors).toMatchObject([
      {
        code: 'PARTLY_DONE',
        message: `Done: description. Not known to be done: selfDeclaredMadeForKids. YouTube is not available. The write may have been applied: read the object with the id "${ids.channel.studio}" before you repeat it.`,
        remaining: ['selfDeclaredMadeForKids'],
      },
    ]);
  });
  it('returns the path of the argument that YouTube rejected', async () => {
    const { data } = await ask({
      description: 'New',
      localizations: { set: [{ languageTag: 'de', description: 'ohne Titel' }] },
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

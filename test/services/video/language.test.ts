import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

/**
 * Returns each call in one line: operation and query without the parameters part, fields and
 * prettyPrint.
 */
const requestedCalls = (): string[] =>
  studio.calls().map(({ operation, query }) => {
    const { prettyPrint: _, ...said } = query;
    return [
      operation,
      ...Object.entries(said).map(([name, values]) => `${name}=${values.join()}`),
    ].join(' ');
  });

const direct = async (path: string): Promise<any[]> => {
  const response = await fetch(`${studio.sandbox.url}/youtube/v3/${path}`, {
    headers: { authorization: 'Bearer studio-owner' },
  });
  return ((await response.json()) as { items: any[] }).items;
};

describe('languages and regions', () => {
  it('take one call each, with names in the requested language and only the selected fields', async () => {
    const data = await studio.data(
      '{ languages(language: "sv") { code name } regions { id name } }',
    );
    const [languages, regions] = [
      await direct('i18nLanguages?part=snippet&hl=sv'),
      await direct('i18nRegions?part=snippet'),
    ];
    expect(data.languages).toEqual(
      languages.map(({ id, snippet }) => ({ code: id, name: snippet.name })),
    );
    expect(data.regions).toEqual(
      regions.map(({ id, snippet }) => ({ id: globalId('Region', [id]), name: snippet.name })),
    );
    expect(requestedCalls().slice(0, 2).toSorted()).toEqual([
      'video:i18nLanguages.list part=snippet hl=sv fields=items(id,snippet/name)',
      'video:i18nRegions.list part=snippet fields=items(id,snippet/name)',
    ]);
  });
  it('can be read by their id, in the same call as their list', async () => {
    const { data } = await studio.query(
      `{ languages { code } swedish: node(id: "${globalId('Language', ['sv'])}") { ... on Language { name } } none: nodes(ids: ["${globalId('Language', ['xx'])}"]) { ... on Language { name } } }`,
    );
    expect(data.languages.map(({ code }: any) => code)).toContain('sv');
    expect(data).toMatchObject({ swedish: { name: 'Swedish' }, none: [null] });
    expect(requestedCalls()).toEqual([
      'video:i18nLanguages.list part=snippet fields=items(id,snippet/name)',
    ]);
  });
  it('are requested even if only their codes are selected, because the call returns which codes exist', async () => {
    const { data } = await studio.query('{ regions { code } }');
    expect(data.regions).toContainEqual({ code: 'SE' });
    expect(requestedCalls()).toEqual(['video:i18nRegions.list part=id fields=items(id)']);
  });
  it('need no token', async () => {
    const data = await studio.data('{ languages { code } }', {}, null);
    expect(data.languages.length).toBeGreaterThan(10);
  });
  it('name the argument of a language that only YouTube can reject', async () => {
    const { data, errors } = await studio.query('{ languages(language: "tlh") { code } }');
    expect(data).toEqual({ languages: null });
    expect(errors).toMatchObject([
      {
        message:
          'language: YouTube rejected "tlh" (reason unsupportedLanguageCode). See the description of the argument.',
        extensions: {
          code: 'INVALID_INPUT',
          argument: 'language',
          reason: 'unsupportedLanguageCode',
        },
      },
    ]);
  });
  it('take two calls for two languages', async () => {
    const { data } = await studio.query(
      '{ languages(language: "sv") { code name } german: languages(language: "de") { name } }',
    );
    const at = data.languages.findIndex(({ code }: any) => code === 'sv');
    expect([data.languages[at].name, data.german[at].name]).toEqual(['svenska', 'Schwedisch']);
    expect(studio.calls()).toHaveLength(2);
  });
});

describe('reasons to report a video', () => {
  it('have their secondary reasons, in the requested language', async () => {
    const data = await studio.data(
      '{ videoAbuseReportReasons(language: "sv") { id reasonId label secondaryReasons { secondaryReasonId label } } }',
    );
    const reasons = await direct('videoAbuseReportReasons?part=snippet&hl=sv');
    expect(data.videoAbuseReportReasons).toEqual(
      reasons.map(({ id, snippet }) => ({
        id: globalId('VideoAbuseReportReason', [id]),
        reasonId: id,
        label: snippet.label,
        secondaryReasons: snippet.secondaryReasons.map((each: any) => ({
          secondaryReasonId: each.id,
          label: each.label,
        })),
      })),
    );
    expect(
      data.videoAbuseReportReasons.map(({ secondaryReasons }: any) => secondaryReasons.length),
    ).toContain(0);
  });
});

describe('categories', () => {
  it('of a region take one call, in the requested language', async () => {
    const data = await studio.data(
      '{ videoCategories(regionCode: "se", language: "sv") { id categoryId title assignable channel { id } } }',
    );
    const categories = await direct('videoCategories?part=snippet&regionCode=SE&hl=sv');
    expect(data.videoCategories).toEqual(
      categories.map(({ id, snippet }) => ({
        id: globalId('VideoCategory', [id]),
        categoryId: id,
        title: snippet.title,
        assignable: snippet.assignable,
        channel: { id: globalId('Channel', [snippet.channelId]) },
      })),
    );
    expect(studio.calls().slice(0, -1)).toMatchObject([
      {
        operation: 'video:videoCategories.list',
        query: { part: ['snippet'], regionCode: ['SE'], hl: ['sv'] },
      },
    ]);
  });
  it.each(['SWE', 'S', '', '1A', 'Ö1', 'ß', 'XX', 'qq', 'ZZ', 'EU'])(
    'are rejected before any call if the region is not a region code: "%s"',
    async (regionCode) => {
      const { data, errors } = await studio.query(
        'query ($code: String!) { videoCategories(regionCode: $code) { title } }',
        {
          code: regionCode,
        },
      );
      expect(data).toEqual({ videoCategories: null });
      expect(errors).toMatchObject([
        {
          path: ['videoCategories'],
          extensions: { code: 'INVALID_INPUT', argument: 'regionCode' },
        },
      ]);
      expect(studio.calls()).toEqual([]);
    },
  );
  it('link to their channel within the limits of a query', async () => {
    const data = await studio.data(
      '{ videoCategories(regionCode: "se") { channel { country } } guideCategories(by: { regionCode: "se" }) { channel { country } } }',
    );
    expect([data.videoCategories.length, data.guideCategories.length]).not.toContain(0);
  });
  it('name the argument of a region that only YouTube can reject', async () => {
    const { errors } = await studio.query(
      '{ videoCategories(regionCode: "AQ") { title } guideCategories(by: { regionCode: "AQ" }) { title } }',
    );
    expect(errors).toMatchObject([
      {
        path: ['videoCategories'],
        extensions: {
          code: 'INVALID_INPUT',
          argument: 'regionCode',
          reason: 'unsupportedRegionCode',
        },
      },
      {
        path: ['guideCategories'],
        extensions: {
          code: 'INVALID_INPUT',
          argument: 'by.regionCode',
          reason: 'unsupportedRegionCode',
        },
      },
    ]);
  });
  it('of the former guide are listed by region or by ids of either kind', async () => {
    const all = await direct('guideCategories?part=snippet&regionCode=SE');
    const [first, second] = all as [any, any];
    const data = await studio.data(
      'query ($ids: [ID!]!) { all: guideCategories(by: { regionCode: "SE" }) { guideCategoryId } two: guideCategories(by: { ids: $ids }, language: "sv") { title } }',
      { ids: [second.id, 'GCnone', globalId('GuideCategory', [first.id])] },
    );
    expect(data.all.map((each: any) => each.guideCategoryId)).toEqual(all.map(({ id }) => id));
    const titleOf = ({ snippet }: any) => ({ title: snippet.title });
    expect(data.two).toEqual([titleOf(second), null, titleOf(first)]);
  });
  it('of the former guide name an id of another type', async () => {
    const { errors } = await studio.query(
      'query ($ids: [ID!]!) { guideCategories(by: { ids: $ids }) { title } }',
      {
        ids: ['GCTXVzaWM', globalId('Channel', ['UCx'])],
      },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'by.ids.1' } }]);
    expect(studio.calls()).toEqual([]);
  });
});

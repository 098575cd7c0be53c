import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

describe('languages and regions', () => {
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
});

describe('categories', () => {
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

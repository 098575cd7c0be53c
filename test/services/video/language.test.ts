import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

describe('languages and regions', () => {
  it('need no token', async () => {
    const data = await studio.data('{ languages { code } }', {}, null);
    expect(data.languages.length).toBeGreaterThan(10);
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

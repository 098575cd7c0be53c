/** How many errors a response has: no request makes the gateway list what nobody reads. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { type Result, useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

/** Lists of ids, by the ways to name them. */
const lists = {
  nodes: (ids: readonly string[]) => [`nodes(ids: ${JSON.stringify(ids)}) { id }`, 'ids'],
  videos: (ids: readonly string[]) => [`videos(ids: ${JSON.stringify(ids)}) { id }`, 'ids'],
  freeBusy: (ids: readonly string[]) => [
    `freeBusy(ids: ${JSON.stringify(ids)}, from: "2026-03-01T00:00:00Z", to: "2026-03-02T00:00:00Z") { calendarId }`,
    'ids',
  ],
} as const;

/** No id of any kind. */
const wrong = (count: number): string[] => Array.from({ length: count }, (_, at) => ` ${at} `);

const codesOf = ({ errors }: Result): unknown[] =>
  errors!.map(({ extensions }) => extensions['code']);

describe.each(Object.entries(lists))('a list of ids: %s', { tags: ['S46'] }, (name, listOf) => {
  it('has one error, which names the positions of all that are rejected', async () => {
    const [field, argument] = listOf(wrong(100));
    const { data, errors } = await studio.query(`{ ${field} quota { __typename } }`);
    expect(data[name]).toEqual(Array(100).fill(null));
    expect(data.quota).toBeTruthy();
    expect(errors).toMatchObject([
      {
        path: [name],
        message: expect.stringContaining(`${argument}: 100 of 100 entries are rejected.`),
        extensions: { code: 'INVALID_INPUT', argument, positions: [...Array(100).keys()] },
      },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('is not read at all with more than 100 rejected entries', async () => {
    const [field] = listOf(wrong(101));
    const { data, errors } = await studio.query(`{ ${field} viewer { id } }`);
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT', limit: 100, value: 101 } },
    ]);
  });
});

describe('an operation', { tags: ['S46'] }, () => {
  it('counts the rejected entries of all its lists, and its rejected fields', async () => {
    const [field] = lists.nodes(wrong(50));
    const both = (more: string): string => `{ a: ${field} b: ${field} ${more} }`;
    expect(codesOf(await studio.query(both('')))).toEqual(['INVALID_INPUT', 'INVALID_INPUT']);
    const result = await studio.query(both('video(id: " ") { id }'));
    expect(result.data).toBeUndefined();
    expect(result.errors).toMatchObject([{ extensions: { value: 101 } }]);
    expect(studio.calls()).toEqual([]);
  });
  it('is refused in less than a kilobyte, however many ids it has', async () => {
    const ids = wrong(200);
    const fields = Array.from({ length: 30 }, (_, at) => `a${at}: nodes(ids: $ids) { id }`);
    const result = await studio.query(`query ($ids: [ID!]!) { ${fields.join(' ')} }`, { ids });
    expect(result.errors).toMatchObject([{ extensions: { limit: 100, value: 200 } }]);
    expect(JSON.stringify(result).length).toBeLessThan(1_000);
  });
});

describe('a response with more than 100 errors', { tags: ['S46'] }, () => {
  it('lists 100 and counts the others by their codes, beside what was found', async () => {
    studio.refuse('storage:files.get', 403);
    const files = Array.from({ length: 90 }, (_, at) => globalId('File', [`none${at}`]));
    const missing = Array.from({ length: 29 }, (_, at) => `v${at}: video(id: "none-${at}") { id }`);
    const document = `query ($files: [ID!]!) {
      nodes(ids: $files) { ... on File { name } } ${missing.join(' ')} quota { __typename }
    }`;
    const { data, errors } = await studio.query(document, { files });
    expect(data.quota).toBeTruthy();
    expect(errors).toHaveLength(101);
    const [last] = errors!.slice(100);
    expect(last!.extensions).toMatchObject({ code: 'MORE_ERRORS', count: 19 });
    const counts: Record<string, number> = { FORBIDDEN: 0, NOT_FOUND: 0 };
    for (const [code, count] of Object.entries<number>(last!.extensions['codes']))
      counts[code]! += count;
    for (const { extensions } of errors!.slice(0, 100)) counts[extensions['code']]! += 1;
    expect(counts).toEqual({ FORBIDDEN: 90, NOT_FOUND: 29 });
  });
});

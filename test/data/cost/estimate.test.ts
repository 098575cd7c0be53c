import fc from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { EXTRA_PAGES } from '../../../src/data/cost/allowance.ts';
import { globalId } from '../../../src/graph/global-id.ts';
import { besides, noDearerThanPriced, priceOfDocument } from '../../support/price.ts';
import { type RandomQuery, randomQuery } from '../../support/random-query.ts';
import { useStudio } from '../../support/studio.ts';

const many = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, index) => `v${index}`));

const video = globalId('Video', ['v']);
const channel = globalId('Channel', ['c']);
const file = globalId('File', ['f']);

type Row = readonly [
  title: string,
  document: string,
  price: { readonly requests: number; readonly units: object },
  variables?: object,
];

const rows: readonly Row[] = [
  [
    'ids alone cost the call that proves existence',
    `{ video(id: "v") { id videoId __typename } viewer { id } }`,
    { requests: 1, units: { video: 1 } },
  ],
  ['one thing is one call', `{ video(id: "v") { title } }`, { requests: 1, units: { video: 1 } }],
  [
    'a list of ids is read in batches of fifty',
    `{ videos(ids: ${many(120)}) { title } }`,
    { requests: 3, units: { video: 3 } },
  ],
  [
    'an empty list is none',
    `{ videos(ids: []) { title channel { title } } }`,
    { requests: 0, units: {} },
  ],
  [
    'an empty list leads to nothing, even to what one list has whole',
    `{ videos(ids: []) { title language { name } } }`,
    { requests: 0, units: {} },
  ],
  [
    'things of several types are read by type',
    `{ nodes(ids: ["${video}", "${channel}", "${channel}", "${file}", "x"]) { ... on Video { title } ... on Channel { title } ... on File { name } } }`,
    { requests: 3, units: { video: 2, storage: 0 } },
  ],
  [
    'a thing by its global id costs what its own type costs',
    `{ node(id: "${file}") { id ... on File { name } ... on Video { title channel { title } } } }`,
    { requests: 1, units: { storage: 0 } },
  ],
  [
    'a list is as many pages as its first items take',
    `{ playlist(id: "p") { title items(first: 120) { nodes { title } } } }`,
    { requests: 4 + EXTRA_PAGES, units: { video: 4 + EXTRA_PAGES } },
  ],
  [
    'a list that says nothing has its default length',
    `{ playlist(id: "p") { title items { nodes { title } } } }`,
    { requests: 2 + EXTRA_PAGES, units: { video: 2 + EXTRA_PAGES } },
  ],
  [
    'behind a cursor it may be one page more',
    `{ playlist(id: "p") { title items(after: "x") { nodes { title } } } }`,
    { requests: 3 + EXTRA_PAGES, units: { video: 3 + EXTRA_PAGES } },
  ],
  [
    'links of a list share a call for each page',
    `{ playlist(id: "p") { title items(first: 100) { nodes { video { title channel { title } } } } } }`,
    { requests: 7 + EXTRA_PAGES, units: { video: 7 + EXTRA_PAGES } },
  ],
  [
    'links of many lists share those of their own list',
    `{ channel(by: {id: "c"}) { playlists(first: 10) { nodes { items(first: 5) { nodes { video { title } } } } } } }`,
    { requests: 21 + 2 * EXTRA_PAGES, units: { video: 21 + 2 * EXTRA_PAGES } },
  ],
  [
    'a link that needs no more than its key costs nothing, what lies below it does',
    `{ video(id: "v") { channel { id playlists { nodes { title } } } } }`,
    { requests: 2 + EXTRA_PAGES, units: { video: 2 + EXTRA_PAGES } },
  ],
  [
    'lists below a list are one for each item',
    `{ viewer { playlists(first: 30) { nodes { items(first: 60) { nodes { title } } } } } }`,
    { requests: 61 + 2 * EXTRA_PAGES, units: { video: 61 + 2 * EXTRA_PAGES } },
  ],
  [
    'the same field of an object is one, through fragments, too',
    `{ video(id: "v") { channel { title } ...F } video(id: "v") { title } } fragment F on Video { channel { description } }`,
    { requests: 2, units: { video: 2 } },
  ],
  [
    'another name for the same field is another',
    `{ video(id: "v") { title } b: video(id: "v") { title } }`,
    { requests: 2, units: { video: 2 } },
  ],
  [
    'skipped fields cost nothing more than the call that proves existence',
    `query ($no: Boolean!) { video(id: "v") { title @skip(if: $no) channel @include(if: false) { title } } }`,
    { requests: 1, units: { video: 1 } },
    { no: true },
  ],
  [
    'what is not skipped costs',
    `query ($no: Boolean!) { video(id: "v") { title @skip(if: $no) channel @include(if: true) { title } } }`,
    { requests: 2, units: { video: 2 } },
    { no: false },
  ],
  [
    'lengths may be variables',
    `query ($first: Int!, $ids: [ID!]!) { videos(ids: $ids) { commentThreads(first: $first) { nodes { canReply } } } }`,
    { requests: 6 + EXTRA_PAGES, units: { video: 6 + EXTRA_PAGES } },
    { first: 101, ids: ['a', 'b', 'c'] },
  ],
  [
    'variables have their defaults',
    `query ($first: Int! = 100) { playlist(id: "p") { title items(first: $first) { nodes { title } } } }`,
    { requests: 3 + EXTRA_PAGES, units: { video: 3 + EXTRA_PAGES } },
  ],
  [
    'what is asked by a call of its own is one more',
    `{ videos(ids: ${many(60)}) { title localized(hl: "de") { title } } }`,
    { requests: 4, units: { video: 4 } },
  ],
  [
    'the same list for all parents is asked once, and looked through',
    `{ viewer { streams(first: 50) { nodes { broadcasts(first: 5) { nodes { title } } } } } }`,
    { requests: 2 + 2 * EXTRA_PAGES, units: { video: 2 + 2 * EXTRA_PAGES } },
  ],
  [
    'words that stand for an id cost their own call',
    `{ file(id: "root") { name } calendar(id: "primary") { summary } }`,
    { requests: 4, units: { storage: 0, calendar: 2 } },
  ],
  [
    'reads without batches are one each',
    `{ calendar(id: "c") { events(first: 3) { nodes { attachments { file { name } } } } } }`,
    { requests: 1 + EXTRA_PAGES + 75, units: { calendar: 1 + EXTRA_PAGES, storage: 0 } },
  ],
  [
    'a mutation costs its operations, and what its selection may lack',
    `mutation { updateVideo(input: {id: "v", title: "x"}) { video { title channel { title } } errors { message } } }`,
    { requests: 4, units: { video: 53 } },
  ],
  [
    'a field whose arguments do not fit costs nothing',
    `query ($first: Int) { playlist(id: "p") { title items(first: $first) { nodes { title } } } }`,
    { requests: 1, units: { video: 1 } },
    { first: null },
  ],
];

describe('a price', () => {
  it.each(
    rows.map(([title, document, price, variables]) => ({ title, document, price, variables })),
  )('$title', ({ document, price, variables }) => {
    expect(priceOfDocument(document, variables)).toEqual(price);
  });
  it('follows the variables of each request, one document or not', () => {
    const document = `query ($first: Int!) { playlist(id: "p") { title items(first: $first) { nodes { title } } } }`;
    const prices = [50, 500, 50, 150].map((first) => priceOfDocument(document, { first }).requests);
    expect(prices).toEqual([2, 11, 2, 4].map((pages) => pages + EXTRA_PAGES));
  });
  it('of fragments that multiply is still a number', () => {
    const spread = Array.from(
      { length: 6 },
      (_, index) =>
        `fragment F${index} on Playlist { title items(first: 500) { nodes { playlist { ...F${index + 1} } } } }`,
    );
    const { requests } = priceOfDocument(
      `{ playlist(id: "p") { title ...F0 } } ${spread.join(' ')} fragment F6 on Playlist { title }`,
    );
    expect(requests).toBeGreaterThan(500 ** 5);
    expect(requests).toBeLessThan(Number.MAX_VALUE);
  });
});

/** Limits of a document are tested elsewhere. */
const env = {
  MAX_ALIASES: '10000',
  MAX_DEPTH: '100',
  MAX_TOKENS: '20000',
  MAX_DIRECTIVES: '10000',
  LOG_LEVEL: 'silent',
};

describe('what a query costs', () => {
  const studio = useStudio({ env });
  const folder = new URL('../../../schema/operations/', import.meta.url);

  it.each(readdirSync(folder))(
    'is foretold for %s: never less, and in units not many times as much',
    async (name) => {
      const source = readFileSync(new URL(name, folder), 'utf8');
      const { extensions } = await studio.query(source);
      const { requests, ...units } = besides(extensions['cost'], priceOfDocument(source));
      expect(requests![1]).toBeGreaterThanOrEqual(requests![0]);
      // Most is foretold where lists come along whose length nobody knows before: a channel's sections with their playlists and channels.
      for (const [bucket, [cost, price]] of Object.entries(units)) {
        expect({ bucket, enough: price >= cost }).toEqual({ bucket, enough: true });
        expect({ bucket, price: price <= 8 * cost }).toEqual({ bucket, price: true });
      }
    },
  );
  it('is never more than was foretold, whatever is asked', async () => {
    const evenly = (below: number): fc.Arbitrary<number> => fc.noBias(fc.nat(below - 1));
    const anyQuery = fc.gen().map((gen): RandomQuery => randomQuery((below) => gen(evenly, below)));
    let dear = 0;
    const check = async ({ document, variables }: RandomQuery): Promise<void> => {
      studio.sandbox.clearCalls();
      const { body } = await studio.gateway.query(document, variables, {
        authorization: 'Bearer studio-owner',
      });
      noDearerThanPriced(document, variables, body, studio.sandbox.calls());
      if (body.extensions?.cost?.requests > 2) dear += 1;
    };
    await fc.assert(fc.asyncProperty(anyQuery, check), {
      seed: 20_260_311,
      numRuns: 300,
      endOnFailure: true,
    });
    expect(dear).toBeGreaterThan(50);
  });
});

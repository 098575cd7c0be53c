/** Lists that continue after a cursor in the middle of a page of the REST API. */
import { expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { useStudio } from '../../support/studio.ts';

const studio = useStudio();

const document = `query ($first: Int!, $after: String) {
  playlist(id: "${ids.playlist.fifty}") {
    items(first: $first, after: $after) { edges { cursor node { playlistItemId } } }
  }
}`;

interface Edge {
  readonly cursor: string;
  readonly node: { readonly playlistItemId: string };
}

async function read(first: number, after: string | null): Promise<readonly Edge[]> {
  const { data, errors } = await studio.query(document, { first, after });
  expect(errors).toBeUndefined();
  return data.playlist.items.edges as Edge[];
}

it.each([1, 2, 3])('have each item once, read %i at a time', async (first) => {
  const size = 8;
  const start = 2;
  const page = await read(size, null);
  const found: string[] = [];
  // The page has all that follow: each list but the last one begins and ends inside of it.
  for (let after = page[start - 1]!.cursor; found.length < size; ) {
    const edges = await read(first, after);
    expect(edges).toHaveLength(first);
    found.push(...edges.map(({ node }) => node.playlistItemId));
    after = edges.at(-1)!.cursor;
  }
  const entries = videoState(studio.sandbox.simulation()).playlistItems.get(ids.playlist.fifty)!;
  expect(found).toEqual(entries.slice(start, start + found.length).map(({ id }) => id));
});

/** Queries that the tests of several clients send to look at their caches. */
import { expect } from 'vitest';
import type { Module } from '../support/frontend.ts';

/** One list with and without an argument that restricts it. */
export const filteredList = `
  query List($id: ID!, $videoId: ID) {
    playlist(id: $id) {
      id
      items(first: 20, videoId: $videoId) {
        edges {
          node {
            id
            video {
              id
            }
          }
        }
      }
    }
  }
`;

/** Fragments on an interface and on a union. */
export const abstractFragments = `
  query Target($id: ID!) {
    node(id: $id) {
      ... on Node {
        id
      }
      ... on ContentTarget {
        ... on Video {
          title
        }
      }
    }
  }
`;

/**
 * Shows a playlist and loads pages of its items.
 * @param client the client, as `showPlaylist` of the page takes it
 * @returns the titles that are shown after the first, second and third page
 */
export async function titlesByPage(
  { showPlaylist }: Module,
  client: unknown,
  playlist: string,
): Promise<readonly string[][]> {
  let shown: string[] = [];
  let next: (() => Promise<unknown>) | undefined;
  const subscription = await showPlaylist(
    client,
    playlist,
    (titles: string[], loadMore?: () => Promise<unknown>) => {
      shown = titles;
      next = loadMore;
    },
  );
  const pages: string[][] = [];
  for (const count of [10, 20, 30]) {
    await expect.poll(() => shown.length).toBe(count);
    pages.push(shown);
    await next!();
  }
  subscription.unsubscribe();
  return pages;
}

/**
 * Reads a list with all items, with one, and with all again.
 * @param send sends `filteredList`, and gives its data
 */
export async function readLists(send: (variables: object) => Promise<any>, playlist: string) {
  const read = async (variables: object): Promise<any[]> =>
    (await send(variables)).playlist.items.edges;
  const all = await read({ id: playlist });
  const videoId = all[3].node.video.id as string;
  return {
    all,
    one: await read({ id: playlist, videoId }),
    again: await read({ id: playlist }),
  };
}

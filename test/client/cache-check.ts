/** Queries that the tests of several clients send to look at their caches. */
import { expect } from 'vitest';
import type { Module } from '../support/frontend.ts';
import type { Studio } from '../support/studio.ts';

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

/** A playlist that is shown. Its titles are those of the items of all loaded pages. */
interface Shown {
  /** Loads another page, and waits until it is shown. @returns the titles */
  readonly loadMore: (count: number) => Promise<readonly string[]>;
  /** Waits until so many titles are shown. @returns the titles */
  readonly untilCount: (count: number) => Promise<readonly string[]>;
  readonly close: () => void;
}

/** @param client the client, as `showPlaylist` of the page takes it */
async function show({ showPlaylist }: Module, client: unknown, playlist: string): Promise<Shown> {
  let shown: readonly string[] = [];
  let next: (() => Promise<unknown>) | undefined;
  const subscription = await showPlaylist(
    client,
    playlist,
    (titles: readonly string[], loadMore?: () => Promise<unknown>) => {
      shown = titles;
      next = loadMore;
    },
  );
  const untilCount = async (count: number): Promise<readonly string[]> => {
    await expect.poll(() => shown.length).toBe(count);
    return shown;
  };
  const loadMore = async (count: number): Promise<readonly string[]> => {
    await next!();
    return untilCount(count);
  };
  return { loadMore, untilCount, close: () => subscription.unsubscribe() };
}

/**
 * Shows a playlist and loads pages of its items.
 * @param client the client, as `showPlaylist` of the page takes it
 * @returns the titles that are shown after the first, second and third page
 */
export async function titlesByPage(
  modules: Module,
  client: unknown,
  playlist: string,
): Promise<readonly (readonly string[])[]> {
  const list = await show(modules, client, playlist);
  const pages = [await list.untilCount(10), await list.loadMore(20), await list.loadMore(30)];
  list.close();
  return pages;
}

/** @returns the id of the first item of a playlist */
export async function firstItemOf(studio: Studio, playlist: string): Promise<string> {
  const document = 'query ($id: ID!) { playlist(id: $id) { items(first: 1) { nodes { id } } } }';
  const { data } = await studio.query(document, { id: playlist });
  return data.playlist.items.nodes[0].id;
}

/**
 * Removes the first item of a playlist of which two pages are shown. The client has to read the
 * list again from its first page, since all other items have moved up.
 * @returns the titles before the change, and after it those of the first and of both pages
 */
export async function titlesAroundRemoval(
  modules: Module,
  client: unknown,
  playlist: string,
  itemId: string,
) {
  const list = await show(modules, client, playlist);
  await list.untilCount(10);
  const before = await list.loadMore(20);
  await modules['removeItem'](client, itemId);
  const [first, both] = [await list.untilCount(10), await list.loadMore(20)];
  list.close();
  return { before, first, both };
}

/**
 * Adds a video to a playlist of three items that is shown.
 * @returns the titles before and after the change
 */
export async function titlesAroundAddition(
  modules: Module,
  client: unknown,
  playlist: string,
  video: string,
) {
  const list = await show(modules, client, playlist);
  const before = await list.untilCount(3);
  await modules['addVideo'](client, playlist, video);
  const after = await list.untilCount(4);
  list.close();
  return { before, after };
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

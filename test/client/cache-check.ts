/** Queries that the tests of several clients send to look at their caches. */
import { expect } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import type { Module } from '../support/page/frontend.ts';
import type { Studio } from '../support/gateway/studio.ts';

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

const { private: calendarId } = ids.calendar;
const { planning: seriesId } = ids.event;
const february = 'from: "2026-02-01T00:00:00Z", to: "2026-03-01T00:00:00Z"';

/**
 * The events of a calendar in one month, and the occurrences of one of its series. They have no
 * field in common that a change of the series changes: one list does not update the other.
 */
export const seriesLists = {
  events: `
    query SeriesListsEventsQuery {
      calendar(id: "${calendarId}") {
        id
        events(first: 20, ${february}) { edges { node { id eventId summary } } }
      }
    }
  `,
  instances: `
    query SeriesListsInstancesQuery {
      event(by: { key: { calendarId: "${calendarId}", eventId: "${seriesId}" } }) {
        id
        instances(first: 20, ${february}) { edges { node { id eventId location } } }
      }
    }
  `,
};

type ListName = keyof typeof seriesLists;

/** What the test of a series does with a client. */
interface SeriesClient {
  /** Sends a query of `seriesLists`, or takes its data from the cache. */
  readonly read: (name: ListName) => Promise<any>;
  /** Sends `updateEvent` as the page shows it. */
  readonly update: (input: object) => Promise<unknown>;
}

const places = ['03', '10', '17', '24'].map((day) => `202602${day}T080000Z`);
const [first, second, ...later] = places.map((place) => `${seriesId}_${place}`);
const moved = places.slice(2).map((place) => `moved_${place}`);

/** The id of an occurrence of the series; of another series, only its end is known. */
const idOf = ({ eventId }: { readonly eventId: string }): string =>
  eventId.startsWith(`${seriesId}_`) ? eventId : eventId.replace(/^[^_]+/, 'moved');

/** What `listsAroundChanges` returns for a client that reads the lists again. */
export const freshLists = {
  before: [
    [first, second, ...later],
    [first, second, ...later],
  ],
  callsOfCached: 0,
  divided: [
    [first, second, ...moved],
    [first, second],
  ],
  summaries: ['Planning', 'Planning'],
  locations: ['Pier 8', 'Pier 8'],
};

/**
 * Divides a series, and changes the rest of it, while the lists are in the cache of a client. The
 * client has to read them again: the mutation returns no occurrence, and later ones have other ids.
 * @returns the ids of both lists before and after the division, and fields of the changed rest
 */
export async function listsAroundChanges(studio: Studio, { read, update }: SeriesClient) {
  const lists = async (): Promise<any[][]> => {
    const { calendar } = await read('events');
    const { event } = await read('instances');
    return [calendar.events, event.instances].map(({ edges }) =>
      edges.map(({ node }: any) => node),
    );
  };
  const eventIds = async () => (await lists()).map((nodes) => nodes.map(idOf));
  const before = await eventIds();
  const calls = studio.calls().length;
  await eventIds();
  const callsOfCached = studio.calls().length - calls;
  const by = (eventId: string) => ({ by: { key: { calendarId, eventId } } });
  await update({ ...by(later[0]!), scope: 'FOLLOWING', location: 'Pier 9' });
  const divided = await eventIds();
  await update({ ...by(seriesId), scope: 'ALL', summary: 'Planning', location: 'Pier 8' });
  const [events, instances] = await lists();
  return {
    before,
    callsOfCached,
    divided,
    summaries: events!.slice(0, 2).map(({ summary }) => summary),
    locations: instances!.map(({ location }) => location),
  };
}

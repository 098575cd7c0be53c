/** urql with its normalised cache, as `docs/frontend/urql.md` sets it up, against the gateway. */
import { Client, fetchExchange, gql } from '@urql/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Module, useFrontend } from '../support/page/frontend.ts';
import { png } from '../support/page/image.ts';
import { useStudio } from '../support/gateway/studio.ts';
import {
  abstractFragments,
  filteredList,
  firstItemOf,
  freshLists,
  listsAroundChanges,
  readLists,
  seriesLists,
} from './cache-check.ts';

const studio = useStudio();
const frontend = useFrontend('codegen', 'introspection');

const video = 'hhpfnwaZrGh';
const playlist = 'PL1OBKvY5lAXl1i0rD9mITTnmlRf9DqPmI';

/** A playlist with three items. */
const shortPlaylist = 'PLcqBmKLOAY2z3bydaWXecVBojFZcMSNBn';
const cacheOnly = { requestPolicy: 'cache-only' } as const;

describe('urql', () => {
  let documents: Module;
  let modules: Module;
  let client: Client;
  const open = (token: string): Client =>
    modules['createUrqlClient'](`${studio.gateway.url}/graphql`, token);
  const query = (name: string, variables: object, context = {}) =>
    client.query(documents[name], variables, context).toPromise();
  const mutate = (name: string, variables: object) =>
    client.mutation(documents[name], variables).toPromise();

  const warnings: unknown[] = [];

  beforeAll(async () => {
    for (const level of ['warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((text) => void warnings.push(text));
    documents = await frontend.load('src/documents.ts');
    modules = await frontend.loadAll(['src/urql.ts', 'src/urql-playlist.ts', 'src/urql-errors.ts']);
  });
  afterAll(() => vi.restoreAllMocks());
  beforeEach(() => {
    client = open('studio-owner');
  });

  it('merges what two queries read of a video and of a part of the video', async () => {
    const { data: card } = await query('VideoCard', { id: video });
    await query('VideoDetails', { id: video });
    const calls = studio.calls().length;
    const both = gql`
      query Both($id: ID!) {
        video(id: $id) {
          title
          description
          statistics {
            viewCount
            likeCount
          }
          channel {
            title
          }
        }
      }
    `;
    const { data, stale } = await client.query(both, { id: video }, cacheOnly).toPromise();
    expect(data.video).toMatchObject({
      title: card.video.title,
      description: expect.any(String),
      statistics: {
        viewCount: card.video.statistics.viewCount,
        likeCount: expect.any(String),
      },
      channel: { title: card.video.channel.title },
    });
    expect(stale).toBe(false);
    expect(studio.calls()).toHaveLength(calls);
  });
  it('shows in earlier queries what a mutation changed', async () => {
    await query('PlaylistPage', { id: playlist });
    await mutate('RenamePlaylist', { input: { id: playlist, title: 'Renamed' } });
    const { data } = await query('PlaylistPage', { id: playlist }, cacheOnly);
    expect(data.playlist.title).toBe('Renamed');
  });
  it('joins the pages of a list', async () => {
    let after: string | null | undefined;
    for (const count of [10, 20, 30]) {
      const { titles, pageInfo } = await modules['loadPlaylist'](client, playlist, after);
      expect(titles).toHaveLength(count);
      after = pageInfo.endCursor;
    }
    expect(studio.operations().filter((key) => key === 'video:playlistItems.list')).toHaveLength(3);
  });
  it('reads a list again from its first page after a change', async () => {
    const load = (id: string, after?: string) => modules['loadPlaylist'](client, id, after);
    const { pageInfo } = await load(playlist);
    const before = (await load(playlist, pageInfo.endCursor)).titles;
    await mutate('RemoveItem', { input: { id: await firstItemOf(studio, playlist) } });
    const first = await load(playlist);
    expect(first.titles).toEqual(before.slice(1, 11));
    const second = await load(playlist, first.pageInfo.endCursor);
    expect(second.titles.slice(0, 19)).toEqual(before.slice(1));
    const { titles } = await load(shortPlaylist);
    const input = { playlistId: shortPlaylist, entries: [{ videoId: video }] };
    await mutate('AddVideo', { input });
    expect((await load(shortPlaylist)).titles).toEqual([...titles, 'Northlight: the trailer']);
  });
  it('reads lists of events again after a series was divided, or changed as a whole', async () => {
    const lists = await listsAroundChanges(studio, {
      read: async (name) => (await client.query(gql(seriesLists[name]), {}).toPromise()).data,
      update: (input) => mutate('UpdateSeries', { input }),
    });
    expect(lists).toEqual(freshLists);
  });
  it('keeps lists with different arguments apart', async () => {
    const list = gql(filteredList);
    const send = async (variables: object) =>
      (await client.query(list, variables).toPromise()).data;
    const { all, one, again } = await readLists(send, playlist);
    expect(one).toHaveLength(1);
    expect(again).toEqual(all);
  });
  it('matches fragments on interfaces and unions in the cache', async () => {
    const target = gql(abstractFragments);
    const { data: card } = await query('VideoCard', { id: video });
    const variables = { id: card.video.id };
    await client.query(target, variables).toPromise();
    const { data } = await client.query(target, variables, cacheOnly).toPromise();
    expect(data.node).toMatchObject({ id: card.video.id, title: card.video.title });
  });
  it('returns errors of fields in graphQLErrors, beside the data', async () => {
    const two = gql`
      query Two($id: ID!) {
        video(id: $id) {
          id
          title
        }
        none: video(id: "aaaaaaaaaaa") {
          id
          title
        }
      }
    `;
    const { data, error } = await client.query(two, { id: video }).toPromise();
    expect(data).toMatchObject({ video: { title: expect.any(String) }, none: null });
    expect(error?.graphQLErrors).toMatchObject([
      { path: ['none'], extensions: { code: 'NOT_FOUND' } },
    ]);
    expect(modules['urqlErrorText'](error)).toMatch(/does not exist/);
    client = open('studio-expired');
    const expired = await query('VideoCard', { id: video });
    expect(modules['urqlErrorText'](expired.error)).toMatch(/sign in/);
  });
  it('returns errors of a mutation in its payload', async () => {
    const { data, error } = await mutate('RenamePlaylist', { input: { id: playlist, title: '' } });
    expect(error).toBeUndefined();
    expect(data.updatePlaylist).toMatchObject({
      playlist: null,
      errors: [{ code: 'INVALID_INPUT', path: ['title'] }],
    });
  });
  it('returns a failed request as networkError', async () => {
    client = modules['createUrqlClient']('http://127.0.0.1:1/graphql', 'studio-owner');
    const { error } = await query('VideoCard', { id: video });
    expect(error?.networkError).toBeInstanceOf(Error);
    expect(modules['urqlErrorText'](error)).toMatch(/no connection/);
  });
  it('gives the cost and the warnings of each response to one reader', async () => {
    const { extensionsExchange } = await frontend.load('src/urql-extensions.ts');
    const seen: unknown[] = [];
    const read = (...each: unknown[]): void => void seen.push(each);
    const reading = new Client({
      url: `${studio.gateway.url}/graphql`,
      preferGetMethod: false,
      fetchOptions: { headers: { authorization: 'Bearer studio-owner' } },
      exchanges: [extensionsExchange(read), fetchExchange],
    });
    await reading.query(documents['VideoCard'], { id: video }).toPromise();
    expect(seen).toEqual([
      ['VideoCard', { cost: expect.objectContaining({ units: { VIDEO: 2 } }) }],
    ]);
  });
  it('uploads a file', async () => {
    const file = new File([png], 'picture.png', { type: 'image/png' });
    const { data, error } = await mutate('SetThumbnail', { input: { id: video, file } });
    expect(error).toBeUndefined();
    expect(data.setVideoThumbnail).toMatchObject({
      video: { thumbnail: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) } },
      errors: [],
    });
    expect(studio.sandbox.uploads()).toHaveLength(1);
  });
  it('has a cache that knows the keys and fields of everything above', () => {
    expect(warnings).toEqual([]);
  });
});

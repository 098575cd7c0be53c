/** Apollo Client, as `docs/frontend/apollo.md` sets it up, against the gateway. */
import { type ApolloClient, ApolloLink, CombinedGraphQLErrors, gql } from '@apollo/client';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
  titlesAroundAddition,
  titlesAroundRemoval,
  titlesByPage,
} from './cache-check.ts';

const studio = useStudio();
const frontend = useFrontend('codegen');

const video = 'hhpfnwaZrGh';
const playlist = 'PL1OBKvY5lAXl1i0rD9mITTnmlRf9DqPmI';

/** A playlist with three items. */
const shortPlaylist = 'PLcqBmKLOAY2z3bydaWXecVBojFZcMSNBn';

describe('Apollo Client', () => {
  let documents: Module;
  let modules: Module;
  let client: ApolloClient;
  const open = (token: string): ApolloClient =>
    modules['createApolloClient'](`${studio.gateway.url}/graphql`, token);
  const query = (name: string, variables: object) =>
    client.query<any>({ query: documents[name], variables });
  const mutate = (name: string, variables: object) =>
    client.mutate<any>({ mutation: documents[name], variables });

  beforeAll(async () => {
    documents = await frontend.load('src/documents.ts');
    modules = await frontend.loadAll([
      'src/apollo.ts',
      'src/apollo-playlist.ts',
      'src/apollo-playlist-edit.ts',
      'src/apollo-series.ts',
      'src/apollo-errors.ts',
    ]);
  });
  beforeEach(() => {
    client = open('studio-owner');
  });

  it('merges what two queries read of a video and of a part of the video', async () => {
    await query('VideoCard', { id: video });
    await query('VideoDetails', { id: video });
    const calls = studio.calls().length;
    const { data } = await query('VideoCard', { id: video });
    expect(data.video.statistics.viewCount).toEqual(expect.any(String));
    expect(studio.calls()).toHaveLength(calls);
    const cache = client.cache.extract() as Record<string, any>;
    const entry = cache[`Video:${data.video.id}`];
    expect(entry.description).toEqual(expect.any(String));
    expect(entry.statistics).toMatchObject({
      ...data.video.statistics,
      likeCount: expect.stringMatching(/^\d+$/),
    });
    expect(entry.channel).toEqual({ __ref: `Channel:${data.video.channel.id}` });
  });
  it('shows in earlier queries what a mutation changed', async () => {
    await query('PlaylistPage', { id: playlist });
    await mutate('RenamePlaylist', { input: { id: playlist, title: 'Renamed' } });
    const { data } = await client.query<any>({
      query: documents['PlaylistPage'],
      variables: { id: playlist },
      fetchPolicy: 'cache-only',
    });
    expect(data.playlist.title).toBe('Renamed');
  });
  it('joins the pages of a list', async () => {
    const pages = await titlesByPage(modules, client, playlist);
    expect(pages.map(({ length }) => length)).toEqual([10, 20, 30]);
    expect(new Set(pages.at(-1)).size).toBeGreaterThan(20);
  });
  it('reads a list again from its first page after an item was removed', async () => {
    const item = await firstItemOf(studio, playlist);
    const { before, first, both } = await titlesAroundRemoval(modules, client, playlist, item);
    expect(first).toEqual(before.slice(1, 11));
    expect(both.slice(0, 19)).toEqual(before.slice(1));
  });
  it('reads a list again after a video was added', async () => {
    const { before, after } = await titlesAroundAddition(modules, client, shortPlaylist, video);
    expect(after).toEqual([...before, 'Northlight: the trailer']);
  });
  it('reads lists of events again after a series was divided, or changed as a whole', async () => {
    const lists = await listsAroundChanges(studio, {
      read: async (name) => (await client.query<any>({ query: gql(seriesLists[name]) })).data,
      update: (input) =>
        client.mutate({
          mutation: documents['UpdateSeries'],
          variables: { input },
          update: modules['dropEvents'],
        }),
    });
    expect(lists).toEqual(freshLists);
  });
  it('keeps lists with different arguments apart', async () => {
    const list = gql(filteredList);
    const send = async (variables: object) =>
      (await client.query<any>({ query: list, variables })).data;
    const { all, one, again } = await readLists(send, playlist);
    expect(one).toHaveLength(1);
    expect(again).toEqual(all);
  });
  it('matches fragments on interfaces and unions in the cache', async () => {
    const target = gql(abstractFragments);
    const { data } = await query('VideoCard', { id: video });
    const variables = { id: data.video.id };
    await client.query({ query: target, variables });
    expect(client.readQuery<any>({ query: target, variables }).node).toMatchObject({
      id: data.video.id,
      title: data.video.title,
    });
  });
  it('returns errors of fields as CombinedGraphQLErrors, beside the data', async () => {
    const { data, error } = await query('VideoCard', { id: 'aaaaaaaaaaa' });
    expect(data).toEqual({ video: null });
    if (!CombinedGraphQLErrors.is(error)) throw new Error('no CombinedGraphQLErrors');
    expect(error.errors).toMatchObject([{ path: ['video'], extensions: { code: 'NOT_FOUND' } }]);
    expect(modules['apolloErrorText'](error)).toMatch(/does not exist/);
    client = open('studio-expired');
    const expired = await query('VideoCard', { id: video });
    expect(modules['apolloErrorText'](expired.error)).toMatch(/sign in/);
  });
  it('returns errors of a mutation in its payload', async () => {
    const { data, error } = await mutate('RenamePlaylist', { input: { id: playlist, title: '' } });
    expect(error).toBeUndefined();
    expect(data.updatePlaylist).toMatchObject({
      playlist: null,
      errors: [{ code: 'INVALID_INPUT', path: ['title'] }],
    });
  });
  it('returns a failed request as another error', async () => {
    client = modules['createApolloClient']('http://127.0.0.1:1/graphql', 'studio-owner');
    const { error } = await query('VideoCard', { id: video });
    expect(CombinedGraphQLErrors.is(error)).toBe(false);
    expect(modules['apolloErrorText'](error)).toMatch(/no connection/);
  });
  it('gives the cost and the warnings of each response to one reader', async () => {
    const { readExtensions } = await frontend.load('src/apollo-extensions.ts');
    const seen: unknown[] = [];
    const read = (...each: unknown[]): void => void seen.push(each);
    client.setLink(ApolloLink.from([readExtensions(read), client.link]));
    await query('VideoCard', { id: video });
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
});

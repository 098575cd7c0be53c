/** Relay, as `docs/frontend/relay.md` sets it up, against the gateway. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commitMutation, type Environment, fetchQuery } from 'relay-runtime';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Module, replaceTags, useFrontend } from '../support/page/frontend.ts';
import { png } from '../support/page/image.ts';
import { useStudio } from '../support/gateway/studio.ts';
import {
  firstItemOf,
  freshLists,
  listsAroundChanges,
  seriesLists,
  titlesAroundAddition,
  titlesAroundRemoval,
  titlesByPage,
} from './cache-check.ts';

const studio = useStudio();
const frontend = useFrontend('relay');

const video = 'hhpfnwaZrGh';
const playlist = 'PL1OBKvY5lAXl1i0rD9mITTnmlRf9DqPmI';

/** A playlist with three items. */
const shortPlaylist = 'PLcqBmKLOAY2z3bydaWXecVBojFZcMSNBn';

describe('Relay', () => {
  let modules: Module;
  let environment: Environment;
  const open = (token: string): Environment =>
    modules['createEnvironment'](`${studio.gateway.url}/graphql`, token);

  beforeAll(async () => {
    const { events, instances } = seriesLists;
    const queries = [
      "import { graphql } from 'relay-runtime';",
      `export const events = graphql\`${events}\`;`,
      `export const instances = graphql\`${instances}\`;`,
    ];
    await frontend.write('src/relay/SeriesLists.ts', queries.join('\n'));
    await frontend.run('relay');
    const files = ['Playlist', 'PlaylistEdit', 'Series', 'SeriesLists', 'Thumbnail', 'Title'].map(
      (name) => `src/relay/${name}.ts`,
    );
    for (const file of files) await replaceTags(frontend, file);
    modules = await frontend.loadAll(['src/relay/environment.ts', ...files]);
  });
  beforeEach(() => {
    environment = open('studio-owner');
  });

  it('has a compiler that writes queries for the pages of a connection', async () => {
    const path = 'src/relay/__generated__/PlaylistPageQuery.graphql.ts';
    const text = await readFile(join(frontend.folder, path), 'utf8');
    expect(text).toContain('node(id: $id)');
    expect(text).toContain('items(first: $first, after: $after)');
  });
  it('joins the pages of a connection', async () => {
    const pages = await titlesByPage(modules, environment, playlist);
    expect(pages.map(({ length }) => length)).toEqual([10, 20, 30]);
    expect(new Set(pages.at(-1)).size).toBeGreaterThan(20);
  });
  it('reads a list again from its first page after an item was removed', async () => {
    const item = await firstItemOf(studio, playlist);
    const { before, first, both } = await titlesAroundRemoval(modules, environment, playlist, item);
    expect(first).toEqual(before.slice(1, 11));
    expect(both.slice(0, 19)).toEqual(before.slice(1));
  });
  it('reads a list again after a video was added', async () => {
    const { before, after } = await titlesAroundAddition(
      modules,
      environment,
      shortPlaylist,
      video,
    );
    expect(after).toEqual([...before, 'Northlight: the trailer']);
  });
  it('reads lists of events again after a series was divided, or changed as a whole', async () => {
    const fetchPolicy = 'store-or-network';
    const lists = await listsAroundChanges(studio, {
      read: (name) => fetchQuery(environment, modules[name], {}, { fetchPolicy }).toPromise(),
      update: (input) =>
        new Promise((resolve, reject) => {
          commitMutation(environment, {
            mutation: modules['updateSeries'],
            variables: { input },
            updater: modules['dropEvents'],
            onCompleted: resolve,
            onError: reject,
          });
        }),
    });
    expect(lists).toEqual(freshLists);
  });
  it('stores objects by their id', async () => {
    const subscription = await modules['showPlaylist'](environment, playlist, () => {});
    const records = environment.getStore().getSource();
    const ids = records.getRecordIDs().filter((id) => id.startsWith('~'));
    const types = new Set(ids.map((id) => records.get(id)?.['__typename']));
    expect(types).toEqual(new Set(['Playlist', 'PlaylistItem', 'Video']));
    subscription.unsubscribe();
  });
  it('shows nothing of a playlist that does not exist', async () => {
    const show = vi.fn<() => void>();
    (await modules['showPlaylist'](environment, 'PLnone', show)).unsubscribe();
    expect(show).not.toHaveBeenCalled();
  });
  it('returns errors of fields by @catch', async () => {
    expect(await modules['loadTitle'](environment, video)).toBe('Northlight: the trailer');
    expect(await modules['loadTitle'](environment, 'aaaaaaaaaaa')).toMatch(/does not exist/);
  });
  it('gives the cost and the warnings of each response to one reader', async () => {
    const seen: unknown[] = [];
    const read = (...each: unknown[]): void => void seen.push(each);
    const url = `${studio.gateway.url}/graphql`;
    const reading = modules['createEnvironment'](url, 'studio-owner', read);
    await modules['loadTitle'](reading, video);
    expect(seen).toEqual([
      ['TitleQuery', { cost: expect.objectContaining({ units: { VIDEO: 1 } }) }],
    ]);
  });
  it('uploads a file', async () => {
    const file = new File([png], 'picture.png', { type: 'image/png' });
    expect(await modules['setThumbnail'](environment, video, file)).toMatchObject({
      video: { thumbnail: { url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/) } },
      errors: [],
    });
    expect(studio.sandbox.uploads()).toHaveLength(1);
  });
  it('returns errors of a mutation in its payload', async () => {
    const file = new File(['no picture'], 'picture.png', { type: 'image/png' });
    expect(await modules['setThumbnail'](environment, video, file)).toMatchObject({
      video: null,
      errors: [{ code: 'INVALID_INPUT', path: ['file'] }],
    });
  });
});

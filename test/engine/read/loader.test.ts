/** The loader of one resource, on a service of the test's own. */
import { expect, it } from 'vitest';
import { BatchScheduler } from '../../../src/engine/read/load/batching.ts';
import { ResourceLoader } from '../../../src/engine/read/load/loader.ts';
import { Paths } from '../../../src/engine/read/path.ts';
import type { Projection } from '../../../src/engine/read/walk/projection.ts';
import { Language, Video } from '../../../src/services/video/resources.ts';

const paths = Paths.of('id', 'snippet.title');
const projection = { paths, downstream: new Set<string>() } as unknown as Projection;
const refOf = (id: string) => ({ resource: Video.resource, key: [id] });

/** A loader of videos, and the ids of its calls. */
function videoLoader() {
  const calls: string[][] = [];
  const loader = new ResourceLoader(Video.resource, {
    scheduler: new BatchScheduler(1_000),
    sharing: { end: () => {} },
    sendRead: (_, { id }) => {
      calls.push(id as string[]);
      return Promise.resolve({ items: (id as string[]).map((each) => ({ id: each })) });
    },
  });
  return { calls, loader };
}

it('gives all fields that load the same paths of an entity one promise', async () => {
  const { calls, loader } = videoLoader();
  const first = loader.load(refOf('a'), projection);
  expect(loader.load(refOf('a'), projection)).toBe(first);
  const other = loader.load(refOf('a'), { ...projection, paths: Paths.of('snippet.tags') });
  expect(other).not.toBe(first);
  const values = await Promise.all([first, other]);
  expect(values).toMatchObject([{ id: 'a' }, { id: 'a' }]);
  expect(calls).toEqual([['a']]);
  expect(loader.load(refOf('a'), projection)).toMatchObject({ id: 'a' });
});

it('prefetches an entity once that a list names twice, and hands it on once', async () => {
  const { calls, loader } = videoLoader();
  const loaded: (readonly object[])[] = [];
  await loader.prefetch(['a', 'b', 'a'].map(refOf), projection, (values) => {
    loaded.push(values);
    return undefined;
  });
  expect(calls).toEqual([['a', 'b']]);
  expect(loaded).toMatchObject([[{ id: 'a' }, { id: 'b' }]]);
});

it('sends a prefetch and loads of the same entities in one call', async () => {
  const { calls, loader } = videoLoader();
  const prefetched = loader.prefetch(['a', 'b'].map(refOf), projection, () => undefined);
  const again = loader.prefetch(['b', 'c'].map(refOf), projection, () => undefined);
  const loads = ['a', 'd'].map((id) => loader.load(refOf(id), projection));
  await Promise.all([prefetched, again, ...loads]);
  expect(calls).toEqual([['a', 'b', 'c', 'd']]);
  expect(loader.prefetch(['a', 'd'].map(refOf), projection, () => undefined)).toBeUndefined();
});

it('hands on together the entities of one call that another prefetch has requested', async () => {
  const { calls, loader } = videoLoader();
  const first = loader.prefetch(['a', 'b', 'c'].map(refOf), projection, () => undefined);
  const loaded: string[][] = [];
  const endBelow: (() => void)[] = [];
  const second = loader.prefetch(['c', 'b', 'd'].map(refOf), projection, (values) => {
    loaded.push(values.map((value) => (value as { id: string }).id));
    return new Promise((resolve) => endBelow.push(resolve));
  });
  let hasEnded = false;
  const ended = second!.then(() => (hasEnded = true));
  await first;
  await new Promise(setImmediate);
  expect(calls).toEqual([['a', 'b', 'c', 'd']]);
  expect(loaded).toHaveLength(2);
  expect(loaded).toContainEqual(['b', 'c']);
  expect(loaded).toContainEqual(['d']);
  endBelow[0]!();
  await new Promise(setImmediate);
  expect(hasEnded).toBe(false);
  endBelow[1]!();
  await ended;
});

it('fails a prefetch if what follows from its entities fails', async () => {
  const { loader } = videoLoader();
  void loader.prefetch([refOf('a')], projection, () => undefined);
  const failing = loader.prefetch([refOf('a')], projection, () => Promise.reject(new Error('no')));
  await expect(failing).rejects.toThrow('no');
});

it('answers keys by the list of all entities that is being read', async () => {
  const answers: ((answer: object) => void)[] = [];
  const loader = new ResourceLoader(Language.resource, {
    scheduler: new BatchScheduler(1_000),
    sharing: { end: () => {} },
    sendRead: () => new Promise((resolve) => answers.push(resolve)),
  });
  const languageOf = (id?: string) => ({ resource: Language.resource, key: id ? [id] : [] });
  const list = loader.load(languageOf(), projection);
  await new Promise(setImmediate);
  const found = loader.load(languageOf('sv'), projection);
  const handedOn: (readonly object[])[] = [];
  const prefetched = loader.prefetch(
    ['en', 'xx'].map((id) => languageOf(id)),
    projection,
    (values) => {
      handedOn.push(values);
      return undefined;
    },
  );
  await new Promise(setImmediate);
  answers[0]!({ items: [{ id: 'sv' }, { id: 'en' }] });
  expect(await Promise.all([found, list])).toMatchObject([
    { id: 'sv' },
    { items: [{ id: 'sv' }, { id: 'en' }] },
  ]);
  await prefetched;
  expect(handedOn).toMatchObject([[{ id: 'en' }]]);
  expect(loader.load(languageOf('xx'), projection)).toBeNull();
  expect(answers).toHaveLength(1);
});

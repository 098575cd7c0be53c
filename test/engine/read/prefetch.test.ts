/** Links below a list, which are loaded before its items are resolved. */
import { afterEach, expect, it, vi } from 'vitest';
import { ResourceLoader } from '../../../src/engine/read/load/loader.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { openStudio, useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

afterEach(() => {
  vi.restoreAllMocks();
});

/** The types of which fields have loaded an entity, with whether it was there. */
function observeLoads(): (readonly [type: string, isThere: boolean])[] {
  const loads: (readonly [string, boolean])[] = [];
  const load = Reflect.get(ResourceLoader.prototype, 'load');
  vi.spyOn(ResourceLoader.prototype, 'load').mockImplementation(function (
    this: ResourceLoader,
    ref,
    projection,
  ) {
    const value = load.call(this, ref, projection);
    loads.push([ref.resource.name, !(value instanceof Promise)]);
    return value;
  });
  return loads;
}

it('are there for all items at once, at any depth', async () => {
  const loads = observeLoads();
  const { data, errors } = await studio.query(
    `{ playlist(id: "${ids.playlist.fifty}") { items(first: 50) { nodes { video { title channel { title } } } } } }`,
  );
  expect(errors).toBeUndefined();
  const entries = videoState(studio.sandbox.simulation()).playlistItems.get(ids.playlist.fifty)!;
  expect(data.playlist.items.nodes).toHaveLength(entries.length);
  const ofLinks = loads.filter(([type]) => type === 'Video' || type === 'Channel');
  expect(ofLinks.length).toBeGreaterThanOrEqual(entries.length);
  expect(ofLinks.filter(([, isThere]) => !isThere)).toEqual([]);
});

it('are not waited for if a field of the items makes a call of its own', async () => {
  const loads = observeLoads();
  const { errors } = await studio.query(
    `{ playlist(id: "${ids.playlist.fifty}") { items(first: 3) { nodes { video { title commentThreads(first: 1) { nodes { threadId } } channel { title } } } } } }`,
  );
  expect(errors).toBeUndefined();
  const ofChannels = loads.filter(([type]) => type === 'Channel');
  expect(ofChannels.some(([, isThere]) => !isThere)).toBe(true);
});

it('are not waited for together if each leads to a call and they need several', async () => {
  await using hasty = await openStudio({ env: { REQUEST_DEADLINE_MS: '2500' } });
  const hanging = ids.file.launchScript;
  hasty.sandbox.fault({
    match: { operation: 'storage:files.get', pathIncludes: hanging },
    hang: true,
  });
  const { data, errors } = await hasty.query(
    `{ calendar(id: "${ids.calendar.release}") { events(first: 50) { nodes { eventId attachments(first: 2) { fileId file { name comments(first: 1) { nodes { content } } } } } } } }`,
  );
  const { nodes } = data.calendar.events as {
    nodes: { eventId: string; attachments: { fileId: string; file: object | null }[] }[];
  };
  const { attachments } = nodes.find(({ eventId }) => eventId === ids.event.launchMeeting)!;
  expect(attachments.map(({ fileId }) => fileId)).toEqual([hanging, ids.file.runSheet]);
  expect(attachments[1]!.file).toEqual({
    name: expect.any(String) as string,
    comments: { nodes: expect.any(Array) as unknown[] },
  });
  expect(new Set(errors!.map(({ extensions }) => extensions['code']))).toEqual(
    new Set(['UPSTREAM_TIMEOUT']),
  );
  expect(attachments[0]!.file).toBeNull();
});

/** `videoId` of events and files: what it accepts, what a write of it keeps, and what it links. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { fileWithVideo } from '../../../src/services/shared/video-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { eventNow, eventsOn } from '../../support/scenario/calendar.ts';
import { mutator, successfulMutator } from '../../support/client/mutation.ts';
import { idAt, seriesId, useSeries, zoned } from '../../support/scenario/series.ts';

const { studio, makeSeries, update } = useSeries();
const mutate = mutator(studio);
const succeed = successfulMutator(studio);

const { release } = ids.calendar;
const { trailer, makingOf } = ids.video;
const { townhall } = ids.broadcast;
const { launchScript, storyboard, masters } = ids.file;

/** An event that names a video and has another private property. */
const { launchMeeting } = ids.event;
const by = { key: { calendarId: release, eventId: launchMeeting } };

const privateOf = (eventId: string) =>
  eventNow(studio.sandbox, [release, eventId]).extendedProperties?.private;

const appPropertiesOf = (id: string) =>
  storageState(studio.sandbox.simulation()).files.get(id)!.fields.appProperties;

const writes = () => studio.calls().filter(({ call }) => call.method !== 'GET');

/** The REST ids of the events that a video leads to. */
async function eventsOf(videoId: string): Promise<string[]> {
  const { data, errors } = await studio.query(
    `{ video(id: "${videoId}") { events(calendarId: "${release}") { nodes { eventId } } } }`,
  );
  expect(errors).toBeUndefined();
  return data.video.events.nodes.map(({ eventId }: { eventId: string }) => eventId);
}

const sourceFileOf = (videoId: string) =>
  studio.query(`{ video(id: "${videoId}") { sourceFile { fileId } } }`);

const linkFile = (id: string, videoId: string | null) =>
  succeed('updateFile', { id, videoId }, 'file { videoId video { videoId } }');

describe('videoId', () => {
  it.each([
    ['the id of a video', trailer, trailer],
    ['the global id of a video', globalId('Video', [trailer]), trailer],
    ['the global id of a broadcast', globalId('Broadcast', [townhall]), townhall],
  ])('may be %s', async (_, videoId, stored) => {
    const { event } = await succeed('updateEvent', { by, videoId }, 'event { videoId }');
    const { file } = await linkFile(storyboard, videoId);
    expect([event.videoId, file.videoId]).toEqual([stored, stored]);
    expect(privateOf(launchMeeting)).toMatchObject({ videoId: stored });
    expect(appPropertiesOf(storyboard)).toEqual({ videoId: stored });
  });
});

describe('the video of an event', () => {
  it.each(
    ['SAFE', 'PATCH'].flatMap((mode) => [
      [mode, { set: [{ key: 'take', value: '2' }], remove: ['act'] }, { take: '2' }] as const,
      [mode, { replaceAll: [{ key: 'take', value: '3' }] }, { take: '3' }] as const,
      [mode, null, {}] as const,
    ]),
  )(
    'is changed and removed beside private properties (%s, %j)',
    async (mode, privateProperties, others) => {
      const changed = { by, mode, privateProperties, videoId: trailer };
      const { event } = await succeed(
        'updateEvent',
        changed,
        'event { videoId privateProperties { key value } }',
      );
      expect(privateOf(launchMeeting)).toEqual({ ...others, videoId: trailer });
      expect(event.videoId).toBe(trailer);
      expect(event.privateProperties).toEqual(
        Object.entries(others).map(([key, value]) => ({ key, value })),
      );
      await succeed('updateEvent', { ...changed, videoId: null }, 'event { id }');
      expect(privateOf(launchMeeting) ?? {}).toEqual(others);
    },
  );
  it('is read with the whole map before a patch: keys of maps are no fields of a mask', async () => {
    const input = { by, mode: 'PATCH', videoId: trailer, attendees: { remove: ['a@b.example'] } };
    await succeed('updateEvent', input, 'event { id }');
    const [read] = studio.calls();
    expect(read!.query['fields']![0]).toContain('extendedProperties/private');
    expect(read!.query['fields']![0]).not.toContain('videoId');
  });
  it('needs no write if the event names the video already', async () => {
    const { videoId } = (
      await succeed('updateEvent', { by, videoId: ids.video.launch }, 'event { videoId }')
    ).event;
    expect(videoId).toBe(ids.video.launch);
    expect(studio.operations()).toEqual(['calendar:events.get']);
  });
  it('is linked forwards only by a URL in source', async () => {
    const source = { url: `https://www.youtube.com/watch?v=${makingOf}` };
    const start = { date: '2026-04-01' };
    const input = { calendarId: release, start, end: { date: '2026-04-02' }, source };
    const { event } = await succeed('createEvent', input, 'event { id eventId video { videoId } }');
    expect(event.video).toEqual({ videoId: makingOf });
    expect(await eventsOf(makingOf)).toEqual([]);
    const change = { by: { id: event.id }, videoId: trailer };
    const changed = await succeed('updateEvent', change, 'event { videoId }');
    expect(changed.event).toEqual({ videoId: trailer });
    expect(await eventsOf(trailer)).toContain(event.eventId);
    const removed = await succeed('updateEvent', { ...change, videoId: null }, 'event { videoId }');
    expect(removed.event).toEqual({ videoId: makingOf });
  });
  it('is created with a repeatable event, and is the same for a second request', async () => {
    const start = { date: '2026-04-01' };
    const input = {
      calendarId: release,
      newEventId: 'premiere0night',
      start,
      end: { date: '2026-04-02' },
      videoId: makingOf,
      privateProperties: [{ key: 'act', value: 'last' }],
    };
    const first = await succeed('createEvent', input, 'event { id videoId }');
    expect(await succeed('createEvent', input, 'event { id videoId }')).toEqual(first);
    expect(privateOf(input.newEventId)).toEqual({ act: 'last', videoId: makingOf });
    const { payload } = await mutate('createEvent', { ...input, videoId: trailer }, 'event { id }');
    expect(payload.errors).toMatchObject([{ code: 'CONFLICT' }]);
  });
});

describe('the video of a series', () => {
  const rule = 'COUNT=6';
  const videosOf = async (...seriesIds: readonly string[]): Promise<unknown[]> => {
    const videos: unknown[] = [];
    for (const id of seriesIds) {
      const { data } = await studio.query(
        `{ event(by: { key: { calendarId: "${release}", eventId: "${id}" } }) { instances(first: 10) { nodes { videoId privateProperties { key } } } } }`,
      );
      videos.push(...data.event.instances.nodes.map(({ videoId }: any) => videoId));
      for (const { privateProperties } of data.event.instances.nodes)
        expect(privateProperties).toEqual([{ key: 'own' }]);
    }
    return videos;
  };

  it('is that of one occurrence with the scope THIS', async () => {
    await makeSeries(zoned, rule);
    const { errors } = await update(idAt(zoned, 3), { videoId: trailer });
    expect(errors).toEqual([]);
    expect(await videosOf(seriesId)).toEqual([null, null, null, trailer, null, null]);
  });
  it('is that of all occurrences with the scope ALL', async () => {
    await makeSeries(zoned, rule);
    const { errors } = await update(idAt(zoned, 3), { scope: 'ALL', videoId: trailer });
    expect(errors).toEqual([]);
    expect(await videosOf(seriesId)).toEqual(Array.from({ length: 6 }, () => trailer));
    expect(await eventsOf(trailer)).toContain(seriesId);
  });
  it('is that of the later occurrences with the scope FOLLOWING', async () => {
    await makeSeries(zoned, rule, {
      extendedProperties: { private: { own: '1', videoId: makingOf } },
    });
    const { event, errors } = await update(idAt(zoned, 3), {
      scope: 'FOLLOWING',
      videoId: trailer,
    });
    expect(errors).toEqual([]);
    expect(await videosOf(seriesId, event.eventId)).toEqual([
      makingOf,
      makingOf,
      makingOf,
      trailer,
      trailer,
      trailer,
    ]);
  });
  it('is removed by null with the scope FOLLOWING, beside other properties', async () => {
    await makeSeries(zoned, rule, {
      extendedProperties: { private: { own: '1', videoId: makingOf } },
    });
    const privateProperties = { set: [{ key: 'own', value: '2' }] };
    const { event, errors } = await update(idAt(zoned, 3), {
      scope: 'FOLLOWING',
      videoId: null,
      privateProperties,
    });
    expect(errors).toEqual([]);
    expect(eventsOn(studio.sandbox, release).get(event.eventId)!.extendedProperties).toEqual({
      private: { own: '2' },
    });
    expect(await videosOf(seriesId)).toEqual([makingOf, makingOf, makingOf]);
  });
});

describe('the video of a file', () => {
  it.each([
    [{ set: [{ key: 'take', value: '2' }] }, { take: '2' }],
    [{ replaceAll: [{ key: 'take', value: '3' }] }, { take: '3' }],
    [null, {}],
  ])('is changed and removed beside properties of the app (%j)', async (appProperties, others) => {
    const input = { id: launchScript, appProperties, videoId: trailer };
    const { file } = await succeed('updateFile', input, 'file { videoId appProperties { key } }');
    expect(file).toEqual({
      videoId: trailer,
      appProperties: Object.keys(others).map((key) => ({ key })),
    });
    expect(appPropertiesOf(launchScript)).toEqual({ ...others, videoId: trailer });
    await succeed('updateFile', { ...input, videoId: null }, 'file { id }');
    expect(appPropertiesOf(launchScript) ?? {}).toEqual(others);
  });
  it('is sent as the body that other writes use, too', async () => {
    await linkFile(storyboard, trailer);
    expect(writes().map(({ body }) => body)).toEqual([fileWithVideo(trailer)]);
  });
  it('is that of a copy, if the copy names it', async () => {
    const { file } = await succeed(
      'copyFile',
      { id: storyboard, videoId: trailer },
      'file { videoId }',
    );
    expect(file).toEqual({ videoId: trailer });
    expect(appPropertiesOf(storyboard)).toBeUndefined();
  });
  it('is null for a property that is no id of a video', async () => {
    storageState(studio.sandbox.simulation()).files.get(storyboard)!.fields.appProperties = {
      videoId: 'a,b',
    };
    const { data, errors } = await studio.query(
      `{ file(id: "${storyboard}") { videoId video { title } appProperties { key } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.file).toEqual({ videoId: null, video: null, appProperties: [] });
  });
});

describe('the source file of a video', () => {
  it('is found by one call, also on a shared drive', async () => {
    await linkFile(masters, makingOf);
    studio.sandbox.clearCalls();
    const { data } = await sourceFileOf(makingOf);
    expect(data.video.sourceFile).toEqual({ fileId: masters });
    expect(studio.calls()).toMatchObject([
      {
        operation: 'storage:files.list',
        query: {
          q: [`appProperties has { key='videoId' and value='${makingOf}' } and trashed = false`],
          corpora: ['allDrives'],
          includeItemsFromAllDrives: ['true'],
        },
      },
    ]);
  });
  it('is the oldest of several, and none in the trash', async () => {
    const files = [];
    for (const createdAt of ['2025-05-01T10:00:00Z', '2024-05-01T10:00:00Z']) {
      const input = { name: createdAt, createdAt, videoId: makingOf };
      files.push((await succeed('createFile', input, 'file { id fileId }')).file);
    }
    const [later, earlier] = files;
    const found = async () => (await sourceFileOf(makingOf)).data.video.sourceFile;
    expect(await found()).toEqual({ fileId: earlier.fileId });
    await succeed('updateFile', { id: earlier.id, trashed: true }, 'file { id }');
    expect(await found()).toEqual({ fileId: later.fileId });
  });
  it('has the video read with the video that it leads back to', async () => {
    const { data } = await studio.query(
      `{ video(id: "${trailer}") { title sourceFile { name video { description } } } }`,
    );
    expect(data.video.sourceFile.video.description).toEqual(expect.any(String));
    expect(studio.operations()).toEqual(['storage:files.list', 'video:videos.list']);
  });
});

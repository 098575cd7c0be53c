import { describe, expect, it } from 'vitest';
import { calendarState } from '../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { faultyServer, json } from '../../support/faulty-server.ts';
import { openStudio, useStudio } from '../../support/studio.ts';

const studio = useStudio();
const simulation = () => studio.sandbox.simulation();
const title = (id: string) => videoState(simulation()).videos.get(id)!.snippet.title;
const release = () => calendarState(simulation()).calendars.get(ids.calendar.release)!.events;
const summary = (id: string) => release().get(id)!.summary;

/** Overwrites fields of a seeded event. */
const change = (id: string, values: object) =>
  release().set(id, { ...release().get(id)!, ...values });

const watch = (id: string) => ({
  source: { title: 'Watch', url: `https://www.youtube.com/watch?v=${id}` },
});

const called = (operation: string) => studio.calls().filter((call) => call.operation === operation);

describe('a video and its broadcast', () => {
  it('have the same id and link to each other; the link to the broadcast is null unless the video is or was live', async () => {
    const { data, errors } = await studio.query(
      `{ videos(ids: ["${ids.video.launch}", "${ids.video.trailer}", "${ids.video.retrospective}"]) { broadcast { broadcastId lifeCycleStatus } } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.videos).toEqual([
      { broadcast: { broadcastId: ids.broadcast.launch, lifeCycleStatus: 'READY' } },
      { broadcast: null },
      { broadcast: { broadcastId: ids.broadcast.retrospective, lifeCycleStatus: 'COMPLETE' } },
    ]);
    expect(
      studio
        .calls()
        .map(({ operation, query }) => [
          operation,
          query['part'],
          query['id']?.[0]?.split(',').toSorted(),
        ]),
    ).toEqual([
      [
        'video:videos.list',
        ['liveStreamingDetails'],
        [ids.video.launch, ids.video.trailer, ids.video.retrospective].toSorted(),
      ],
      [
        'live:liveBroadcasts.list',
        ['status'],
        [ids.broadcast.launch, ids.broadcast.retrospective].toSorted(),
      ],
    ]);
  });
  it('can be followed in a circle, with one more call for each type with further fields', async () => {
    const { body } = await studio.gateway.query(
      '{ viewer { broadcasts(first: 2) { nodes { video { broadcast { video { title broadcast { title } } lifeCycleStatus } } } } } }',
      {},
      { authorization: 'Bearer studio-owner' },
    );
    expect(body.errors).toBeUndefined();
    for (const { video } of body.data.viewer.broadcasts.nodes)
      expect(video.broadcast.video.title).toBe(video.broadcast.video.broadcast.title);
    expect(studio.calls().map(({ operation, query }) => [operation, query['part']])).toEqual([
      ['live:liveBroadcasts.list', ['id']],
      ['video:videos.list', ['liveStreamingDetails']],
      ['live:liveBroadcasts.list', ['status']],
      ['video:videos.list', ['snippet']],
      ['live:liveBroadcasts.list', ['snippet']],
    ]);
  });
  it('of another channel: the video is returned, the broadcast is null', async () => {
    const { data, errors } = await studio.query(
      `{ video(id: "${ids.video.launch}") { title broadcast { title } } }`,
      {},
      'studio-guest',
    );
    expect(errors).toBeUndefined();
    expect(data.video).toEqual({ title: title(ids.video.launch), broadcast: null });
  });
});

describe('the event of a broadcast', () => {
  it('is looked for in the primary calendar unless another one is named', async () => {
    const selection = (args: string) =>
      `{ broadcast(id: "${ids.broadcast.townhall}") { event${args} { eventId } } }`;
    const [none, primary, release] = await Promise.all(
      ['', '(calendarId: null)', `(calendarId: "${ids.calendar.release}")`].map((args) =>
        studio.query(selection(args)),
      ),
    );
    expect([none!.errors, primary!.errors, release!.errors]).toEqual(Array(3).fill(undefined));
    expect(none!.data).toEqual({ broadcast: { event: null } });
    expect(primary!.data).toEqual(none!.data);
    expect(release!.data).toEqual({
      broadcast: { event: { eventId: ids.event.townhallMeeting } },
    });
  });
});

describe('the broadcast and video of an event', () => {
  const event = (id: string, selection: string) =>
    studio.query(
      `{ event(by: { key: { calendarId: "${ids.calendar.release}", eventId: "${id}" } }) { ${selection} } }`,
    );

  it('are found by its private property, with one call per service', async () => {
    const { data, errors } = await event(
      ids.event.townhallMeeting,
      'summary broadcast { title lifeCycleStatus } video { title }',
    );
    expect(errors).toBeUndefined();
    expect(data.event).toEqual({
      summary: summary(ids.event.townhallMeeting),
      broadcast: { title: title(ids.broadcast.townhall), lifeCycleStatus: 'READY' },
      video: { title: title(ids.video.townhall) },
    });
    expect(studio.operations()).toEqual([
      'calendar:events.get',
      'live:liveBroadcasts.list',
      'video:videos.list',
    ]);
    expect(studio.calls()[0]!.query['fields']).toEqual([
      'extendedProperties/private,source/url,summary',
    ]);
  });
  it('have one id, which costs no further call and is null if the event names no video', async () => {
    change(ids.event.shootDay, { source: undefined, extendedProperties: undefined });
    const events = [
      [ids.event.townhallMeeting, ids.video.townhall],
      [ids.event.trailerRelease, ids.video.trailer],
      [ids.event.shootDay, null],
    ] as const;
    for (const [id, videoId] of events)
      expect((await event(id, 'videoId')).data.event).toEqual({ videoId });
    expect(studio.operations()).toEqual(events.map(() => 'calendar:events.get'));
  });
  it('are found by the URL of its source if no property names a video', async () => {
    const { data } = await event(ids.event.trailerRelease, 'video { title } broadcast { title }');
    expect(data.event).toEqual({ video: { title: title(ids.video.trailer) }, broadcast: null });
  });
  it('are found by the property if the source names another video', async () => {
    change(ids.event.townhallMeeting, watch(ids.video.trailer));
    const { data } = await event(ids.event.townhallMeeting, 'video { videoId title }');
    expect(data.event.video).toEqual({
      videoId: ids.broadcast.townhall,
      title: title(ids.broadcast.townhall),
    });
  });
  it.each([
    ['an invalid id in the property', { extendedProperties: { private: { videoId: 'a,b' } } }],
    [
      'a shared extended property',
      { extendedProperties: { shared: { videoId: ids.broadcast.launch } } },
    ],
    [
      'a source with the URL of another site',
      { source: { title: 'Watch', url: `https://studio.example/watch?v=${ids.broadcast.launch}` } },
    ],
    [
      'prose',
      {
        description: `https://www.youtube.com/watch?v=${ids.broadcast.launch}`,
        location: ids.broadcast.launch,
      },
    ],
  ])('are null for %s', async (_, values) => {
    change(ids.event.shootDay, { source: undefined, extendedProperties: undefined, ...values });
    const { data, errors } = await event(
      ids.event.shootDay,
      'summary video { title } broadcast { title }',
    );
    expect(errors).toBeUndefined();
    expect(data.event).toEqual({
      summary: summary(ids.event.shootDay),
      video: null,
      broadcast: null,
    });
    expect(studio.operations()).toEqual(['calendar:events.get']);
  });
});

describe('the event of a broadcast', () => {
  const document = (calendarId: string, selection = 'id eventId summary') =>
    `{ broadcast(id: "${ids.broadcast.launch}") { event(calendarId: "${calendarId}") { ${selection} } } }`;

  it('is found by the private property in the given calendar, and has the ids of the event itself', async () => {
    const { data } = await studio.query(document(ids.calendar.release));
    const [call, ...others] = studio.calls();
    const direct = await studio.query(
      `{ event(by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.launchMeeting}" } }) { id eventId summary } }`,
    );
    expect(data.broadcast.event).toEqual(direct.data.event);
    expect(data.broadcast.event.summary).toBe(summary(ids.event.launchMeeting));
    expect(others).toEqual([]);
    expect(call).toMatchObject({
      operation: 'calendar:events.list',
      query: {
        privateExtendedProperty: [`videoId=${ids.broadcast.launch}`],
        fields: ['items(id,summary),nextPageToken'],
      },
    });
    expect(call!.call.path).toContain(encodeURIComponent(ids.calendar.release));
  });
  it('is found with the global id of the calendar, too', async () => {
    const { data } = await studio.query(`query ($id: ID!) { calendar(id: $id) { id } }`, {
      id: ids.calendar.release,
    });
    const found = await studio.query(document(data.calendar.id));
    expect(found.data.broadcast.event.eventId).toBe(ids.event.launchMeeting);
  });
  it('is null if the calendar has none, and the response for the broadcast itself is unchanged', async () => {
    const { data, errors } = await studio.query(document(ids.calendar.private));
    expect(errors).toBeUndefined();
    expect(data.broadcast).toEqual({ event: null });
  });
  it('has an id that does not depend on the alias `primary`', async () => {
    const shelf = calendarState(simulation()).calendars.get(ids.calendar.ava)!;
    shelf.events.set(ids.event.launchMeeting, release().get(ids.event.launchMeeting)!);
    const byAlias = await studio.query(document('primary'));
    const byId = await studio.query(document(ids.calendar.ava));
    expect(byAlias.data.broadcast.event.eventId).toBe(ids.event.launchMeeting);
    expect(byAlias.data).toEqual(byId.data);
    expect(called('calendar:events.list').map(({ call }) => call.path)).toEqual(
      Array.from({ length: 2 }, () =>
        expect.stringContaining(encodeURIComponent(ids.calendar.ava)),
      ),
    );
  });
  it('is requested once for two aliases', async () => {
    const { data } = await studio.query(
      `{ broadcast(id: "${ids.broadcast.launch}") { a: event(calendarId: "${ids.calendar.release}") { summary } b: event(calendarId: "${ids.calendar.release}") { summary } } }`,
    );
    expect(data.broadcast.a).toEqual(data.broadcast.b);
    expect(studio.operations()).toEqual(['calendar:events.list']);
  });
  it('links to its attachments, its video and back to the broadcast', async () => {
    const { data, errors } = await studio.query(
      document(
        ids.calendar.release,
        'attachments { title } video { title } broadcast { lifeCycleStatus }',
      ),
    );
    expect(errors).toBeUndefined();
    expect(data.broadcast.event).toEqual({
      attachments: release()
        .get(ids.event.launchMeeting)!
        .attachments!.map(({ title }) => ({ title })),
      video: { title: title(ids.video.launch) },
      broadcast: { lifeCycleStatus: 'READY' },
    });
    expect(studio.operations()).toEqual([
      'calendar:events.list',
      'live:liveBroadcasts.list',
      'video:videos.list',
    ]);
  });
  it('is rejected if the calendar id belongs to another type', async () => {
    const { data } = await studio.query(`{ broadcast(id: "${ids.broadcast.launch}") { id } }`);
    const { errors } = await studio.query(document(data.broadcast.id));
    expect(errors).toMatchObject([
      {
        path: ['broadcast', 'event'],
        extensions: { code: 'INVALID_INPUT', argument: 'calendarId' },
      },
    ]);
    expect(studio.operations()).toEqual(['live:liveBroadcasts.list']);
  });
  it('is found after pages that the filter has emptied', async () => {
    await using calendar = await faultyServer(
      json({ nextPageToken: 'second' }),
      json({ items: [], nextPageToken: 'third' }),
      json({ items: [{ id: 'found', summary: 'Behind' }] }),
    );
    const otherStudio = await openStudio({ bases: { calendar: `${calendar.url}/calendar/v3` } });
    try {
      const { data } = await otherStudio.query(document(ids.calendar.release));
      expect(data.broadcast.event).toMatchObject({ eventId: 'found', summary: 'Behind' });
      const tokens = calendar.requests.map(({ target }) =>
        new URL(target, calendar.url).searchParams.get('pageToken'),
      );
      expect(tokens).toEqual([null, 'second', 'third']);
    } finally {
      await otherStudio.close();
    }
  });
});

describe('a query for an event with all its links', () => {
  it('makes one call per resource', async () => {
    const { data, errors } = await studio.query(
      `{ event(by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.launchMeeting}" } }) {
        summary
        broadcast { title lifeCycleStatus boundStream { streamStatus } video { title channel { title } commentThreads(first: 5) { nodes { topLevelComment { text } } } } }
      } }`,
    );
    expect(errors).toBeUndefined();
    expect(data.event).toMatchObject({
      summary: summary(ids.event.launchMeeting),
      broadcast: {
        boundStream: { streamStatus: 'ACTIVE' },
        video: { title: title(ids.video.launch) },
      },
    });
    expect(studio.operations()).toEqual([
      'calendar:events.get',
      'live:liveBroadcasts.list',
      'live:liveStreams.list',
      'video:channels.list',
      'video:commentThreads.list',
      'video:videos.list',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { calendarState } from '../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { faultyServer, json } from '../../support/upstream/faulty-server.ts';
import { openStudio, useStudio } from '../../support/gateway/studio.ts';

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

  it('is found with the global id of the calendar, too', async () => {
    const { data } = await studio.query(`query ($id: ID!) { calendar(id: $id) { id } }`, {
      id: ids.calendar.release,
    });
    const found = await studio.query(document(data.calendar.id));
    expect(found.data.broadcast.event.eventId).toBe(ids.event.launchMeeting);
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

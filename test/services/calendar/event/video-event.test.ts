import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { changeEvent, eventNow } from '../../../support/calendar.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio();
const { release, ava } = ids.calendar;
const { launch } = ids.broadcast;

const document =
  'query ($id: ID!, $calendarId: ID!, $after: String) { video(id: $id) { events(calendarId: $calendarId, first: 1, after: $after) { nodes { id eventId calendarId video { videoId } } pageInfo { hasNextPage endCursor } } } }';

const read = (calendarId: string, after: string | null = null, id: string = launch) =>
  studio.query(document, { id, calendarId, after });

const listCalls = () =>
  studio
    .calls()
    .filter(({ operation }) => operation.startsWith('calendar:'))
    .map(({ operation, call, query }) => [
      operation,
      decodeURIComponent(call.path).split('/')[4],
      query['privateExtendedProperty'],
    ]);

const link = (eventId: string): void => {
  const key = [release, eventId] as const;
  const { extendedProperties } = eventNow(studio.sandbox, key);
  changeEvent(studio.sandbox, key, {
    extendedProperties: {
      ...extendedProperties,
      private: { ...extendedProperties?.private, videoId: launch },
    },
  });
};

describe('the events of a video', () => {
  it('are those whose private property names it, page by page', async () => {
    link(ids.event.townhallMeeting);
    const first = await read(release);
    const { nodes, pageInfo } = first.data.video.events;
    expect(pageInfo.hasNextPage).toBe(true);
    const second = await read(release, pageInfo.endCursor);
    expect(second.data.video.events.pageInfo.hasNextPage).toBe(false);
    const all = [...nodes, ...second.data.video.events.nodes];
    expect(new Set(all.map(({ eventId }: any) => eventId))).toEqual(
      new Set([ids.event.launchMeeting, ids.event.townhallMeeting]),
    );
    for (const { id, eventId, ...rest } of all) {
      expect(id).toBe(globalId('Event', [release, eventId]));
      expect(rest).toEqual({ calendarId: release, video: { videoId: launch } });
    }
    for (const call of listCalls())
      expect(call).toEqual(['calendar:events.list', release, [`videoId=${launch}`]]);
  });
  it('are found by the global id of the calendar', async () => {
    const { data } = await read(globalId('Calendar', [release]));
    expect(data.video.events.nodes.map(({ eventId }: any) => eventId)).toEqual([
      ids.event.launchMeeting,
    ]);
  });
  it('of the primary calendar take one call more, and have its id', async () => {
    const { data, errors } = await read('primary');
    expect(errors).toBeUndefined();
    expect(data.video.events.nodes).toEqual([]);
    expect(listCalls()).toEqual([
      ['calendar:calendars.get', 'primary', undefined],
      ['calendar:events.list', ava, [`videoId=${launch}`]],
    ]);
  });
  it('are an error that does not name the video, for a calendar that does not exist', async () => {
    const { errors } = await read(ids.calendar.missing);
    expect(
      errors?.map(({ path, extensions }) => [path, extensions['code'], extensions['id']]),
    ).toEqual([[['video', 'events'], 'NOT_FOUND', undefined]]);
  });
  it('are not read for a bad calendar id', async () => {
    const { errors } = await read('a/b');
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'INVALID_INPUT',
      argument: 'calendarId',
    });
    expect(listCalls()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

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

describe('the events of a video', () => {
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
});

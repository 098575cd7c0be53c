import { describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { eventNow } from '../../../support/calendar.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio();
const calendarId = ids.calendar.release;
const launch = [calendarId, ids.event.launchMeeting] as const;

const errors =
  'errors { code path reason ... on ConflictError { current { ... on Event { etag summary } } } }';

/** Deletes an event; fails on GraphQL errors. @returns the payload */
async function remove(eventId: string, input: object = {}): Promise<any> {
  const document = `mutation ($input: DeleteEventInput!) { deleteEvent(input: $input) { deletedId ${errors} } }`;
  const variables = { input: { by: { key: { calendarId, eventId } }, ...input } };
  const answer = await studio.query(document, variables);
  expect(answer.errors).toBeUndefined();
  return answer.data.deleteEvent;
}

describe('deleteEvent', () => {
  it('cancels the event in one call, and notifies nobody unless the input asks for it', async () => {
    expect(await remove(launch[1])).toEqual({ deletedId: globalId('Event', launch), errors: [] });
    expect(eventNow(studio.sandbox, launch).status).toBe('cancelled');
    const [call, ...others] = studio.calls();
    expect(others).toEqual([]);
    expect(call).toMatchObject({ operation: 'calendar:events.delete' });
    expect(call!.query['sendUpdates']).toEqual(['none']);
    expect(call!.call.headers['if-match']).toBeUndefined();
  });
  it('notifies the attendees that the input names', async () => {
    await remove(launch[1], { notify: 'EXTERNAL_ONLY' });
    expect(studio.calls()[0]!.query['sendUpdates']).toEqual(['externalOnly']);
  });
  it('deletes the version that the input names', async () => {
    const { etag } = eventNow(studio.sandbox, launch);
    expect((await remove(launch[1], { ifMatch: etag })).errors).toEqual([]);
    expect(studio.calls()[0]!.call.headers['if-match']).toBe(etag);
  });
  it('keeps another version than the one that the input names, and returns it', async () => {
    const { etag, summary, status } = eventNow(studio.sandbox, launch);
    expect(await remove(launch[1], { ifMatch: '"1"' })).toEqual({
      deletedId: null,
      errors: [{ code: 'CONFLICT', path: ['ifMatch'], reason: null, current: { etag, summary } }],
    });
    expect(eventNow(studio.sandbox, launch).status).toBe(status);
  });
  it.each(['THIS', 'FOLLOWING', 'ALL'])(
    'returns the event with the conflict (%s)',
    async (scope) => {
      const { data } = await studio.query(
        `{ event(by: { key: { calendarId: "${calendarId}", eventId: "${ids.event.standup}" } }) { instances(first: 2) { nodes { eventId } } } }`,
      );
      const { eventId } = data.event.instances.nodes[1];
      expect((await remove(eventId, { scope, ifMatch: '"1"' })).errors).toMatchObject([
        { code: 'CONFLICT', path: ['ifMatch'], current: { etag: expect.any(String) } },
      ]);
    },
  );
  it('is no conflict if an earlier call, whose answer was lost, may have deleted the event', async () => {
    const match = { operation: 'calendar:events.delete' };
    studio.sandbox.fault({ match, drop: 'after', times: 1 });
    studio.sandbox.fault({ match, status: 412, times: 1 });
    const { etag } = eventNow(studio.sandbox, launch);
    const { data, errors: failures } = await studio.query(
      `mutation ($input: DeleteEventInput!) { deleteEvent(input: $input) { deletedId ${errors} } }`,
      { input: { by: { key: { calendarId, eventId: launch[1] } }, ifMatch: etag } },
    );
    expect(data?.deleteEvent ?? null).toBeNull();
    expect(failures).toMatchObject([{ extensions: { outcome: 'UNKNOWN' } }]);
    expect(studio.operations()).toEqual([match.operation, match.operation]);
  });
  it.each(['', 'abc', '*', '"'])(
    'rejects %j, which is no etag, before any call',
    async (ifMatch) => {
      expect((await remove(launch[1], { ifMatch })).errors).toMatchObject([
        { code: 'INVALID_INPUT', path: ['ifMatch'] },
      ]);
      expect(studio.calls()).toEqual([]);
    },
  );
  it('says that an event is deleted already', async () => {
    await remove(launch[1]);
    expect((await remove(launch[1])).errors).toMatchObject([
      { code: 'GONE', path: ['by'], reason: 'deleted' },
    ]);
  });
});

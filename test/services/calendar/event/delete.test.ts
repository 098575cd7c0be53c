/** Deletions of events: scopes, and lost answers on condition of a version. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { eventNow } from '../../../support/scenario/calendar.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

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
  it.each(['FOLLOWING', 'ALL'])('returns the event with the conflict (%s)', async (scope) => {
    const { data } = await studio.query(
      `{ event(by: { key: { calendarId: "${calendarId}", eventId: "${ids.event.standup}" } }) { instances(first: 2) { nodes { eventId } } } }`,
    );
    const { eventId } = data.event.instances.nodes[1];
    expect((await remove(eventId, { scope, ifMatch: '"1"' })).errors).toMatchObject([
      { code: 'CONFLICT', path: ['ifMatch'], current: { etag: expect.any(String) } },
    ]);
  });
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
    expect(studio.operations()).toEqual([match.operation, match.operation, 'calendar:events.get']);
  });
});

/** `preparationProgress`: the steps of `prepareBroadcast`, over server-sent events. */
import { afterEach, describe, expect, it } from 'vitest';
import { globalId } from '../../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { type EventStream, openEventStream } from '../../../support/event-stream.ts';
import { allNew, newEventId, prepareBroadcastIn } from '../../../support/prepare-broadcast.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio({ env: { RETRY_BASE_MS: '1' } });

const clients: EventStream[] = [];

afterEach(() => {
  for (const { leave } of clients.splice(0)) leave();
});

const prepare = (input: Readonly<Record<string, unknown>>) =>
  prepareBroadcastIn(studio).prepare(input);

const key = [ids.calendar.release, newEventId] as const;

/** Subscribes, and waits for the first event. */
async function subscribe(selection = 'step', token = 'studio-owner'): Promise<EventStream> {
  const query = `subscription ($id: ID!) { preparationProgress(by: { id: $id }) { ${selection} } }`;
  const variables = { id: globalId('Event', [...key]) };
  const client = await openEventStream(studio.gateway.url, { query, variables, token });
  clients.push(client);
  await client.until(1);
  return client;
}

const reportsOf = (events: readonly any[]) =>
  events.map(({ data, errors }) => errors ?? data.preparationProgress);

const stepsOf = (events: readonly any[]) => reportsOf(events).map(({ step }: any) => step);

const whole = [
  'SUBSCRIBED',
  'EVENT_CREATED',
  'BROADCAST_CREATED',
  'BROADCAST_LINKED',
  'STREAM_CREATED',
  'STREAM_LINKED',
  'STREAM_BOUND',
  'ATTENDEES_ADDED',
  'FINISHED',
];

describe('preparationProgress', () => {
  it('reports each step for an event that does not exist yet, and ends', async () => {
    const client = await subscribe(
      'step at calendarId eventId broadcastId streamId errorCode errorMessage event { summary } broadcast { title } stream { title }',
    );
    const { payload } = await prepare(allNew);
    const { broadcastId } = payload.broadcast;
    const { streamId } = payload.stream;
    const reports = reportsOf(await client.untilEnd());
    expect(reports.map(({ step }: any) => step)).toEqual(whole);
    const hidden = new Set(['SUBSCRIBED', 'EVENT_CREATED', 'FINISHED']);
    expect(reports).toMatchObject(
      whole.map((step, index) => ({
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        calendarId: key[0],
        eventId: newEventId,
        broadcastId: hidden.has(step) ? null : broadcastId,
        streamId: hidden.has(step) || index < 4 ? null : streamId,
        errorCode: null,
        errorMessage: null,
      })),
    );
    expect(reports[3]).toMatchObject({
      event: { summary: 'Première ✨ «Le phare»' },
      broadcast: { title: 'Première ✨ «Le phare»' },
    });
  });
  it('reports a failure, and what is done by the mutation that continues', async () => {
    const client = await subscribe('step errorCode errorMessage');
    const match = { operation: 'live:liveBroadcasts.bind' };
    studio.sandbox.fault({ match, status: 403, reason: 'forbidden', times: 1 });
    const { payload } = await prepare({ ...allNew, onFailure: 'KEEP' });
    await prepare(allNew);
    const reports = reportsOf(await client.untilEnd());
    expect(reports.map(({ step }: any) => step)).toEqual([
      ...whole.slice(0, 6),
      'FAILED',
      ...whole.slice(1),
    ]);
    const { code: errorCode, message: errorMessage } = payload.errors[0];
    expect(reports[6]).toEqual({ step: 'FAILED', errorCode, errorMessage });
  });
  it('reports that steps are undone', async () => {
    const client = await subscribe();
    const match = { operation: 'live:liveBroadcasts.insert' };
    studio.sandbox.fault({ match, status: 403, reason: 'userBroadcastsExceedLimit', times: 1 });
    await prepare(allNew);
    expect(stepsOf(await client.until(4))).toEqual([
      'SUBSCRIBED',
      'EVENT_CREATED',
      'UNDOING',
      'FAILED',
    ]);
  });
  it('starts with what an earlier mutation has linked', async () => {
    const { payload } = await prepare(allNew);
    const client = await subscribe('step broadcastId streamId');
    expect(reportsOf(await client.until(1))).toEqual([
      {
        step: 'SUBSCRIBED',
        broadcastId: payload.broadcast.broadcastId,
        streamId: payload.stream.streamId,
      },
    ]);
  });
  it.each([
    ['studio-expired', 'UNAUTHENTICATED'],
    ['invented-token', 'UNAUTHENTICATED'],
  ])('is rejected for a token that Google Calendar rejects: %s', async (token, code) => {
    const client = await subscribe('step', token);
    const events = await client.untilEnd();
    expect(events.map(({ errors }: any) => errors?.[0].extensions.code)).toEqual([code]);
  });
});

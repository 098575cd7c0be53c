/**
 * `prepareBroadcast` in a process that dies at each step: the same mutation, sent to another
 * process, ends with everything that was asked for, and nothing is made twice.
 */
import { describe, expect, it } from 'vitest';
import { allNew, newEventId, preparedState } from '../../../support/scenario/prepare-broadcast.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { useTwoProcesses } from '../../../support/gateway/two-processes.ts';
import { post } from '../../../support/client/upload-client.ts';

const two = useTwoProcesses();

/** The calls that write, in their order. */
const writes = [
  'calendar:events.insert',
  'live:liveBroadcasts.insert',
  'calendar:events.patch',
  'live:liveStreams.insert',
  'calendar:events.patch',
  'live:liveBroadcasts.bind',
  'calendar:events.patch',
];

const deaths = writes.map((operation, step) => ({ operation, step }));

const prepare = (index: number): Promise<any> =>
  post(
    two.replicas.urlOf(index),
    'mutation ($input: PrepareBroadcastInput!) { prepareBroadcast(input: $input) { broadcast { broadcastId } errors { code message } } }',
    { input: { ...allNew, onFailure: 'KEEP' } },
  );

/** The event without its ids, and the numbers of broadcasts and streams. */
async function stateOf() {
  const { event, broadcasts, streams } = await preparedState(two.replicas.sandbox, newEventId);
  const { videoId } = event.extendedProperties.private;
  return {
    attendees: event.attendees.map(({ email }: { email: string }) => email),
    title: broadcasts[videoId].snippet.title,
    isBound: broadcasts[videoId].contentDetails.boundStreamId in streams,
    broadcasts: Object.keys(broadcasts).length,
    streams: Object.keys(streams).length,
  };
}

describe('a process that dies while it prepares a broadcast', () => {
  it.each(deaths)(
    'is continued by the same mutation: $step, before $operation',
    async ({ step }) => {
      two.replicas.sandbox.reset(start);
      expect((await prepare(1)).data.prepareBroadcast.errors).toEqual([]);
      const undisturbed = await stateOf();
      two.replicas.sandbox.reset(start);
      two.replicas.sandbox.clearCalls();
      await two.dieBefore(writes, step, () => prepare(0));
      const { data, errors } = await prepare(1);
      expect([errors, data?.prepareBroadcast.errors]).toEqual([undefined, []]);
      expect(await stateOf()).toEqual(undisturbed);
    },
  );
});

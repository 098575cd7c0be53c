/**
 * `prepareBroadcast` in a process that dies at each step: the same mutation, sent to another
 * process, ends with everything that was asked for, and nothing is made twice.
 */
import { beforeAll, describe, expect, it } from 'vitest';
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

/** An event, a broadcast and a stream of its own for each preparation. */
const inputOf = (name: string) => ({
  ...allNew,
  event: { new: { ...allNew.event.new, newEventId: eventIdOf(name), summary: titleOf(name) } },
  stream: { new: { title: titleOf(name) } },
  onFailure: 'KEEP',
});

/** Of letters that event ids may have. */
const eventIdOf = (name: string): string => `${newEventId}${name}`;

/** The preparation in a process that does not die. */
const undisturbed = 'undisturbed';

const titleOf = (name: string): string => `Première ${name}`;

const prepare = (index: number, name: string): Promise<any> =>
  post(
    two.replicas.urlOf(index),
    'mutation ($input: PrepareBroadcastInput!) { prepareBroadcast(input: $input) { broadcast { broadcastId } errors { code message } } }',
    { input: inputOf(name) },
  );

/** The event without its ids, and the numbers of its broadcasts and streams. */
async function stateOf(name: string) {
  const { event, broadcasts, streams } = await preparedState(two.replicas.sandbox, eventIdOf(name));
  const { videoId } = event.extendedProperties.private;
  const own = (resources: Readonly<Record<string, any>>): string[] =>
    Object.keys(resources).filter((id) => resources[id].snippet.title === titleOf(name));
  return {
    attendees: event.attendees.map(({ email }: { email: string }) => email),
    hasOwnBroadcast: own(broadcasts).includes(videoId),
    isBound: own(streams).includes(broadcasts[videoId].contentDetails.boundStreamId),
    broadcasts: own(broadcasts).length,
    streams: own(streams).length,
  };
}

describe('a process that dies while it prepares a broadcast', () => {
  let undisturbedErrors: unknown;
  beforeAll(async () => {
    two.replicas.sandbox.reset(start);
    for (const { step } of deaths)
      await two.holdBefore(writes, step, () => prepare(0, String(step)));
    await two.kill();
    undisturbedErrors = (await prepare(1, undisturbed)).data.prepareBroadcast.errors;
  });
  it.each(deaths)(
    'is continued by the same mutation: $step, before $operation',
    async ({ step }) => {
      expect(undisturbedErrors).toEqual([]);
      const name = String(step);
      const { data, errors } = await prepare(1, name);
      expect([errors, data?.prepareBroadcast.errors]).toEqual([undefined, []]);
      expect(await stateOf(name)).toEqual(await stateOf(undisturbed));
    },
  );
});

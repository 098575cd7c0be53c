/** Helpers of the tests of `goLive`. */
import { liveState, type BroadcastEntity } from '../../../src/sandbox/live/state.ts';
import type { Result, Studio } from '../gateway/studio.ts';

const errorFields = `errors { __typename code message reason path
  ... on InvalidTransitionError { status allowed }
  ... on StreamInactiveError { streamStatus }
  ... on NotFoundError { objectId }
  ... on PartlyDoneError { done remaining } }`;

/** The payload of a broadcast that is live. */
export const live = { broadcast: { lifeCycleStatus: 'LIVE' }, errors: [] };

/** Payload and GraphQL errors of a mutation. */
interface GoLiveResult {
  readonly payload: any;
  readonly failed: Result['errors'];
}

interface GoLive {
  /** The broadcast in the sandbox. */
  readonly stored: (id: string) => BroadcastEntity;
  /** @param input further fields of the input. @param selection fields of the broadcast */
  readonly goLive: (id: string, input?: string, selection?: string) => Promise<GoLiveResult>;
  /** The calls since the test began, each with what it requests. */
  readonly calls: () => string[];
  /** The calls that change something. */
  readonly writes: () => string[];
}

/** Helpers for one studio. */
export function goLiveIn(studio: Studio): GoLive {
  const calls = (): string[] =>
    studio
      .calls()
      .map(({ operation, query }) =>
        [operation.replace(/^live:/, ''), query['broadcastStatus']?.[0], query['streamId']?.[0]]
          .filter((each) => each !== undefined)
          .join(' '),
      );
  return {
    stored: (id) => liveState(studio.sandbox.simulation()).broadcasts.get(id)!,
    goLive: async (id, input = '', selection = 'lifeCycleStatus') => {
      const { data, errors } = await studio.query(
        `mutation { goLive(input: { id: "${id}" ${input} }) { broadcast { ${selection} } ${errorFields} } }`,
      );
      return { payload: data?.goLive, failed: errors };
    },
    calls,
    writes: () => calls().filter((call) => !call.includes('.list')),
  };
}

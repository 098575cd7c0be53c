/** The workflows, each with inputs, its steps, and what the state shows of them. */
import { liveState } from '../../../src/sandbox/live/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type State, valueAt } from '../gateway/state.ts';
import type { EventStream, SubscriptionRequest } from '../client/event-stream.ts';
import { transports } from '../client/subscription-client.ts';
import type { Studio } from '../gateway/studio.ts';
import { allNew, existingEvent, newEventId } from './prepare-broadcast.ts';
import { block, createVideoFile, metadata } from './publish-file.ts';

type Input = Readonly<Record<string, any>>;

/** A mutation that runs a workflow, with one input. */
export interface WorkflowCase {
  readonly mutation: keyof typeof subscriptions;
  /** Makes what the mutation needs. @returns its input */
  readonly input: (studio: Studio) => Input | Promise<Input>;
  /** The steps that the mutation makes and reports, in their order. */
  readonly steps: readonly string[];
  /** The steps whose effect the state shows, as errors name them. */
  readonly shown: (state: State, before: State) => readonly string[];
}

const { broadcast: broadcasts, stream: streams } = ids;

type Table = Readonly<Record<string, any>>;

/** Entities by their ids. */
const tableAt = (state: State, path: string): Table => valueAt(state, path) as Table;

const hasNew = (path: string, state: State, before: State): boolean =>
  Object.keys(tableAt(state, path)).some((id) => !(id in tableAt(before, path)));

const namesOf = (steps: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(steps).filter((name) => steps[name]);

/** Whether a broadcast has another stream than before. */
const hasNewBinding = (state: State, before: State): boolean => {
  const earlier = tableAt(before, 'live/broadcasts');
  return Object.values(tableAt(state, 'live/broadcasts')).some(
    ({ id, contentDetails: { boundStreamId } }) =>
      boundStreamId !== earlier[id]?.contentDetails.boundStreamId,
  );
};

function shownPreparation(state: State, before: State, eventId: string): string[] {
  const path = `calendar/calendars/${ids.calendar.release}/events`;
  const event = tableAt(state, path)[eventId];
  const isThere = event !== undefined && event.status !== 'cancelled';
  const isNew = isThere && !(eventId in tableAt(before, path));
  const links = isThere ? (event.extendedProperties?.private ?? {}) : {};
  // A new event that is left can name what was deleted.
  const names = (id: string | undefined, table: string): boolean =>
    id !== undefined && (!isNew || id in tableAt(state, table));
  return namesOf({
    EVENT_CREATED: isNew,
    BROADCAST_CREATED: hasNew('live/broadcasts', state, before),
    BROADCAST_LINKED: names(links.videoId, 'live/broadcasts'),
    STREAM_CREATED: hasNew('live/streams', state, before),
    STREAM_LINKED: names(links.videoStreamId, 'live/streams'),
    STREAM_BOUND: hasNewBinding(state, before),
    ATTENDEES_ADDED: isThere && event.attendees?.length > 0,
  });
}

const newEvent: Input = { ...allNew, notify: 'ALL' };

const existing: Input = {
  ...newEvent,
  event: existingEvent,
  broadcast: { new: { privacyStatus: 'UNLISTED', scheduledStartAt: '2099-05-01T18:00:00Z' } },
};

const preparationSteps = [
  'EVENT_CREATED',
  'BROADCAST_CREATED',
  'BROADCAST_LINKED',
  'STREAM_CREATED',
  'STREAM_LINKED',
  'STREAM_BOUND',
  'ATTENDEES_ADDED',
];

const preparationOf = (input: Input, steps = preparationSteps.slice(1)): WorkflowCase => ({
  mutation: 'prepareBroadcast',
  input: () => input,
  steps,
  shown: (state, before) => shownPreparation(state, before, eventOf(input).key.eventId),
});

/** The event of a preparation. */
const eventOf = ({ event }: Input): { readonly key: Input } =>
  event.existing ?? { key: { calendarId: ids.calendar.release, eventId: newEventId } };

/** @param bound the stream that the broadcast has before */
const goLiveFrom = (status: 'created' | 'ready', bound?: string): WorkflowCase => ({
  mutation: 'goLive',
  input: ({ sandbox }) => {
    const broadcast = liveState(sandbox.simulation()).broadcasts.get(broadcasts.launch)!;
    broadcast.lifeCycleStatus = status;
    if (bound === undefined) delete broadcast.contentDetails['boundStreamId'];
    else broadcast.contentDetails['boundStreamId'] = bound;
    return { id: broadcasts.launch, streamId: streams.main, wait: 'PT10S' };
  },
  steps: [
    'STREAM_BOUND',
    'STREAM_ACTIVE',
    'TESTING_REQUESTED',
    'TESTING',
    'LIVE_REQUESTED',
    'LIVE',
  ],
  shown: (state, before) => {
    const { lifeCycleStatus } = tableAt(state, 'live/broadcasts')[broadcasts.launch];
    return namesOf({
      STREAM_BOUND: hasNewBinding(state, before),
      TESTING_REQUESTED: lifeCycleStatus.startsWith('test'),
    });
  },
});

export const workflows: Readonly<Record<string, WorkflowCase>> = {
  'prepareBroadcast with a new event': preparationOf(newEvent, preparationSteps),
  'prepareBroadcast with an event that exists': preparationOf(existing),
  'prepareBroadcast that keeps its steps': preparationOf({ ...existing, onFailure: 'KEEP' }),
  'prepareBroadcast with a broadcast and a stream that exist': preparationOf(
    {
      ...existing,
      broadcast: { existing: broadcasts.draft },
      stream: { existing: streams.main },
    },
    ['BROADCAST_LINKED', 'STREAM_BOUND', 'ATTENDEES_ADDED'],
  ),
  'goLive without a stream': goLiveFrom('created'),
  'goLive with another stream': goLiveFrom('ready', streams.backup),
  endBroadcast: {
    mutation: 'endBroadcast',
    input: () => ({ id: broadcasts.nightShift, wait: 'PT10S' }),
    steps: ['END_REQUESTED', 'ENDED'],
    shown: () => [],
  },
  publishFileAsVideo: {
    mutation: 'publishFileAsVideo',
    input: async ({ sandbox }) => ({
      fileId: await createVideoFile(sandbox, 36 * block + 17),
      ...metadata,
      wait: 'PT1M',
    }),
    steps: ['UPLOAD_STARTED', 'VIDEO_CREATED', 'FILE_LINKED'],
    shown: (state, before) => [
      'UPLOAD_STARTED',
      ...namesOf({ VIDEO_CREATED: hasNew('video/videos', state, before) }),
    ],
  },
};

/** The document of a mutation, with the variable `input`. */
export function mutationOf(mutation: string): string {
  const type = `${mutation[0]!.toUpperCase()}${mutation.slice(1)}Input!`;
  return `mutation ($input: ${type}) { ${mutation}(input: $input) {
    errors { code message reason path ... on PartlyDoneError { done remaining } } } }`;
}

/** Runs a mutation. @returns its payload, and GraphQL errors */
export async function runWorkflow(studio: Studio, mutation: string, input: Input, token?: string) {
  const { data, errors } = await studio.query(mutationOf(mutation), { input }, token);
  return { payload: data?.[mutation], failed: errors };
}

/** The subscription to a mutation, with the type and the value of its argument. */
const subscriptions = {
  prepareBroadcast: ['preparationProgress', 'by', 'EventBy!', eventOf],
  goLive: ['broadcastProgress', 'id', 'ID!', ({ id }: Input) => id],
  endBroadcast: ['broadcastProgress', 'id', 'ID!', ({ id }: Input) => id],
  publishFileAsVideo: ['publicationProgress', 'id', 'ID!', ({ fileId }: Input) => fileId],
} as const;

interface Subscriber extends EventStream {
  /** Waits for the events until one has this step. @returns all events, or errors */
  readonly untilStep: (step: RegExp) => Promise<any[]>;
}

interface ProgressRequest extends Omit<SubscriptionRequest, 'query' | 'variables'> {
  readonly select?: string;
  readonly transport?: string;
}

/** What the subscriber of a mutation is told: reports, or errors. */
export const reportsOf = (events: readonly any[]): any[] =>
  events.map(({ data, errors }) => errors ?? Object.values(data)[0]);

/** Subscribes to the progress of a mutation, and waits for the first event. */
export async function subscribeTo(
  url: string,
  { mutation }: Pick<WorkflowCase, 'mutation'>,
  input: Input,
  { select = 'step', transport = 'server-sent events', ...request }: ProgressRequest = {},
): Promise<Subscriber> {
  const [name, argument, type, valueOf] = subscriptions[mutation];
  const client = await transports[transport]!(url, {
    token: 'studio-owner',
    ...request,
    query: `subscription ($of: ${type}) { ${name}(${argument}: $of) { ${select} } }`,
    variables: { of: valueOf(input) },
  });
  await client.until(1);
  const untilStep = async (step: RegExp): Promise<any[]> => {
    for (let count = 1; ; count += 1) {
      const reports = reportsOf(await client.until(count)).slice(0, count);
      if (step.test(reports.at(-1).step ?? '')) return reports;
    }
  };
  return { ...client, untilStep };
}

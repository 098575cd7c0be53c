/** The seeded broadcasts, in different life cycle statuses, with the plans of their videos. */
import type { LifeCycleStatus } from '../../live/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, hour, rfc3339 } from '../../time.ts';
import { ids } from '../ids.ts';
import type { VideoPlan } from '../video/video-plan.ts';

/** The description of a seeded broadcast. */
export interface BroadcastPlan {
  readonly video: VideoPlan;
  readonly lifeCycleStatus: LifeCycleStatus;
  readonly streamId?: string;
  readonly enableMonitorStream: boolean;
  readonly persistent: boolean;
  readonly scheduledStartTime: string;
  readonly liveChatId: string;
  /** The video's `liveStreamingDetails`. */
  readonly liveStreamingDetails: {
    readonly scheduledStartTime: string;
    readonly actualStartTime?: string;
    readonly actualEndTime?: string;
    readonly activeLiveChatId?: string;
    readonly concurrentViewers?: string;
  };
  /** The video's `liveBroadcastContent`. */
  readonly liveBroadcastContent: 'none' | 'upcoming' | 'live';
}

/** The properties in which the seeded broadcasts differ. */
interface BroadcastRow {
  readonly title: string;
  readonly status: LifeCycleStatus;
  readonly stream?: keyof typeof ids.stream;
  readonly enableMonitorStream?: boolean;
  /** Hours from the start instant to the scheduled start. */
  readonly start: number;
  /** Fields of the video. */
  readonly video?: Partial<VideoPlan>;
}

const rows: Readonly<Record<keyof typeof ids.broadcast, BroadcastRow>> = {
  launch: {
    title: 'The Last Ferry: launch night',
    status: 'ready',
    stream: 'main',
    enableMonitorStream: true,
    start: 50,
    video: { tags: ['launch', 'live'] },
  },
  direct: { title: 'Harbour camera, direct', status: 'ready', stream: 'main', start: 26 },
  townhall: {
    title: 'Studio town hall',
    status: 'ready',
    stream: 'backup',
    enableMonitorStream: true,
    start: 122,
    video: { privacy: 'unlisted' },
  },
  draft: {
    title: 'Untitled spring special',
    status: 'created',
    start: 400,
    video: { privacy: 'private' },
  },
  rehearsal: {
    title: 'Launch night rehearsal',
    status: 'testing',
    stream: 'main',
    enableMonitorStream: true,
    start: 2,
    video: { privacy: 'private' },
  },
  nightShift: {
    title: 'Night shift: the harbour, live',
    status: 'live',
    stream: 'main',
    start: -3,
  },
  retrospective: {
    title: 'Ten years of Northlight',
    status: 'complete',
    stream: 'main',
    start: -30 * 24,
  },
  winterGala: { title: 'Winter gala 🎻', status: 'complete', start: -77 * 24 },
  always: { title: 'Northlight, always on', status: 'ready', stream: 'main', start: -700 * 24 },
  benPreview: {
    title: 'Score preview',
    status: 'ready',
    stream: 'ben',
    start: 70,
    video: { channel: 'ben', privacy: 'unlisted' },
  },
};

/** The plans of all seeded broadcasts. */
export const broadcastPlans = (simulation: Simulation): readonly BroadcastPlan[] =>
  (Object.keys(rows) as (keyof typeof rows)[]).map((name) => planOf(simulation, name));

function planOf(simulation: Simulation, name: keyof typeof rows): BroadcastPlan {
  const { title, status, stream, enableMonitorStream = false, start, video } = rows[name];
  const id = ids.broadcast[name];
  const isComplete = status === 'complete';
  const scheduledStartTime = rfc3339(simulation.at(start * hour));
  const liveChatId = ids.chat[name];
  return {
    video: {
      id,
      channel: 'studio',
      title,
      age: isComplete ? -(start / 24) : 6,
      seconds: isComplete ? 5400 : 0,
      categoryId: '24',
      ...video,
    },
    lifeCycleStatus: status,
    ...(stream !== undefined && { streamId: ids.stream[stream] }),
    enableMonitorStream,
    persistent: name === 'always',
    scheduledStartTime,
    liveChatId,
    liveStreamingDetails: {
      scheduledStartTime,
      ...actualTimes(simulation, rows[name]),
      ...(!isComplete && { activeLiveChatId: liveChatId }),
      ...(status === 'live' && { concurrentViewers: '311' }),
    },
    liveBroadcastContent: liveBroadcastContent(status),
  };
}

/** Broadcasts start 40 seconds late and last one and a half hours. */
function actualTimes(
  simulation: Simulation,
  { status, start }: BroadcastRow,
): Pick<BroadcastPlan['liveStreamingDetails'], 'actualStartTime' | 'actualEndTime'> {
  if (status !== 'complete' && status !== 'live') return {};
  const actualStartTime = rfc3339(simulation.at(start * hour + 40_000));
  if (status === 'live') return { actualStartTime };
  return { actualStartTime, actualEndTime: rfc3339(simulation.at((start + 1.5) * hour)) };
}

function liveBroadcastContent(status: LifeCycleStatus): BroadcastPlan['liveBroadcastContent'] {
  if (status === 'complete') return 'none';
  return status === 'live' ? 'live' : 'upcoming';
}

/** The creation time of the seeded broadcasts. */
export const broadcastsCreatedAt = (simulation: Simulation): string =>
  rfc3339(simulation.at(-6 * day));

/** The broadcasts of the seed: one in each state, with the video that each of them is. */
import type { Simulation } from '../../simulation.ts';
import { day, hour, rfc3339 } from '../../time.ts';
import { ids } from '../ids.ts';
import type { VideoPlan } from '../video/video-plan.ts';

export interface BroadcastPlan {
  readonly plan: VideoPlan;
  readonly lifeCycleStatus: string;
  readonly stream?: string;
  readonly monitor: boolean;
  readonly persistent: boolean;
  readonly scheduled: string;
  readonly chatId: string;
  /** The video's `liveStreamingDetails`. */
  readonly streaming: Readonly<Record<string, unknown>>;
  /** The video's `liveBroadcastContent`. */
  readonly content: 'none' | 'upcoming' | 'live';
}

interface Row {
  readonly title: string;
  readonly status: string;
  readonly stream?: keyof typeof ids.stream;
  readonly monitor?: boolean;
  /** Hours from the start instant to the scheduled start. */
  readonly start: number;
  readonly more?: Partial<VideoPlan>;
}

const rows: Readonly<Record<keyof typeof ids.broadcast, Row>> = {
  launch: {
    title: 'The Last Ferry: launch night',
    status: 'ready',
    stream: 'main',
    monitor: true,
    start: 50,
    more: { tags: ['launch', 'live'] },
  },
  direct: { title: 'Harbour camera, direct', status: 'ready', stream: 'main', start: 26 },
  townhall: {
    title: 'Studio town hall',
    status: 'ready',
    stream: 'backup',
    monitor: true,
    start: 122,
    more: { privacy: 'unlisted' },
  },
  draft: {
    title: 'Untitled spring special',
    status: 'created',
    start: 400,
    more: { privacy: 'private' },
  },
  rehearsal: {
    title: 'Launch night rehearsal',
    status: 'testing',
    stream: 'main',
    monitor: true,
    start: 2,
    more: { privacy: 'private' },
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
    more: { channel: 'ben', privacy: 'unlisted' },
  },
};

export const broadcasts = (simulation: Simulation): readonly BroadcastPlan[] =>
  (Object.keys(rows) as (keyof typeof rows)[]).map((name) => planOf(simulation, name, rows[name]));

function planOf(
  simulation: Simulation,
  name: keyof typeof rows,
  { title, status, stream, monitor = false, start, more }: Row,
): BroadcastPlan {
  const id = ids.broadcast[name];
  const scheduled = rfc3339(simulation.at(start * hour));
  const over = status === 'complete';
  const running = status === 'live';
  const chatId = `Cg0K${id}`;
  return {
    plan: {
      id,
      channel: 'studio',
      title,
      age: over ? -(start / 24) : 6,
      seconds: over ? 5400 : 0,
      categoryId: '24',
      ...more,
    },
    lifeCycleStatus: status,
    ...(stream === undefined ? {} : { stream: ids.stream[stream] }),
    monitor,
    persistent: name === 'always',
    scheduled,
    chatId,
    streaming: {
      scheduledStartTime: scheduled,
      ...(over || running
        ? { actualStartTime: rfc3339(simulation.at(start * hour + 40_000)) }
        : {}),
      ...(over
        ? { actualEndTime: rfc3339(simulation.at(start * hour + 1.5 * hour)) }
        : { activeLiveChatId: chatId }),
      ...(running ? { concurrentViewers: '311' } : {}),
    },
    content: over ? 'none' : running ? 'live' : 'upcoming',
  };
}

/** When the seed's planned broadcasts were set up, before the start instant. */
export const plannedAt = (simulation: Simulation): string => rfc3339(simulation.at(-6 * day));

/** The live service of the seed: broadcasts in every state, and the streams they are bound to. */
import { stableId } from '../../random.ts';
import type { Broadcast, LifeCycleStatus, LiveState, Stream } from '../../live/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, rfc3339 } from '../../time.ts';
import { ids } from '../ids.ts';
import { type BroadcastPlan, broadcasts, plannedAt } from './broadcast.ts';

export function seedLive(simulation: Simulation): LiveState {
  return {
    broadcasts: new Map(
      broadcasts(simulation).map((plan) => [plan.plan.id, broadcastOf(simulation, plan)]),
    ),
    streams: new Map(streams(simulation).map((stream) => [stream.id, stream])),
  };
}

/** What a broadcast's content details are unless somebody says otherwise. */
export const contentDefaults = {
  enableEmbed: true,
  enableDvr: true,
  enableContentEncryption: false,
  recordFromStart: true,
  closedCaptionsType: 'closedCaptionsDisabled',
  latencyPreference: 'normal',
  projection: 'rectangular',
  enableAutoStart: false,
  enableAutoStop: false,
} as const;

function broadcastOf(
  simulation: Simulation,
  {
    plan,
    lifeCycleStatus,
    stream,
    monitor,
    persistent,
    scheduled,
    chatId,
    streaming,
  }: BroadcastPlan,
): Broadcast {
  const { actualStartTime, actualEndTime } = streaming as {
    actualStartTime?: string;
    actualEndTime?: string;
  };
  return {
    id: plan.id,
    persistent,
    lifeCycleStatus: lifeCycleStatus as LifeCycleStatus,
    snippet: {
      publishedAt: plannedAt(simulation),
      scheduledStartTime: scheduled,
      ...(actualStartTime === undefined ? {} : { actualStartTime }),
      ...(actualEndTime === undefined ? {} : { actualEndTime }),
      liveChatId: chatId,
    },
    contentDetails: {
      ...contentDefaults,
      monitorStream: { enableMonitorStream: monitor, broadcastStreamDelayMs: 0 },
      ...(stream === undefined
        ? {}
        : { boundStreamId: stream, boundStreamLastUpdateTimeMs: plannedAt(simulation) }),
    },
    monetizationDetails: { cuepointSchedule: { enabled: false } },
  };
}

const streams = (simulation: Simulation): Stream[] => [
  stream(simulation, 'main', 'Studio A, main encoder', 'active', 'good'),
  stream(simulation, 'backup', 'Studio A, backup encoder', 'inactive', 'noData'),
  stream(simulation, 'fresh', 'Field unit', 'ready', 'noData', false),
  stream(simulation, 'ben', 'Bedroom encoder', 'ready', 'noData'),
];

function stream(
  simulation: Simulation,
  name: 'main' | 'backup' | 'fresh' | 'ben',
  title: string,
  status: string,
  health: string,
  reusable = true,
): Stream {
  const owner = name === 'ben' ? ids.channel.ben : ids.channel.studio;
  const publishedAt = rfc3339(simulation.at(-200 * day));
  return {
    kind: 'youtube#liveStream',
    id: ids.stream[name],
    snippet: {
      publishedAt,
      channelId: owner,
      title,
      description: `${title}, 1080p.`,
      isDefaultStream: name === 'main',
    },
    cdn: {
      ingestionType: 'rtmp',
      ingestionInfo: {
        // Whoever knows this name can broadcast: it must never reach a log.
        streamName: `secret-${stableId(`stream name ${name}`, 20)}`,
        ingestionAddress: 'rtmp://a.rtmp.video.example/live2',
        backupIngestionAddress: 'rtmp://b.rtmp.video.example/live2?backup=1',
        rtmpsIngestionAddress: 'rtmps://a.rtmps.video.example/live2',
        rtmpsBackupIngestionAddress: 'rtmps://b.rtmps.video.example/live2?backup=1',
      },
      resolution: '1080p',
      frameRate: '30fps',
    },
    contentDetails: {
      closedCaptionsIngestionUrl: `https://upload.video.example/closedcaption?cid=${name}`,
      isReusable: reusable,
    },
    status: {
      streamStatus: status,
      healthStatus: {
        status: health,
        lastUpdateTimeSeconds: String(Math.floor(simulation.start.getTime() / 1000)),
        configurationIssues: [],
      },
    },
  };
}

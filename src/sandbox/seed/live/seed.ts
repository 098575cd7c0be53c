/** The initial broadcasts and streams. */
import { defaultStreamModel } from '../../http/stream-response.ts';
import { endChat } from '../../live/chat/chat.ts';
import { defaultContentDetails } from '../../live/broadcast/content-details.ts';
import { ingestionInfo } from '../../live/stream/ingestion.ts';
import type { BroadcastEntity, LiveState, StreamEntity } from '../../live/state.ts';
import type { Simulation } from '../../simulation.ts';
import { day, rfc3339 } from '../../time.ts';
import { ids } from '../ids.ts';
import { type BroadcastPlan, broadcastPlans, broadcastsCreatedAt } from './broadcast-plan.ts';
import { seedChats } from './chat.ts';

/** The initial data of the live service. */
export function seedLive(simulation: Simulation): LiveState {
  const broadcasts = broadcastPlans(simulation).map((plan) => buildBroadcast(simulation, plan));
  const chats = seedChats(simulation);
  for (const broadcast of broadcasts) endChat(chats.get(broadcast.snippet.liveChatId)!, broadcast);
  const streams = streamPlans.map((plan) => buildStream(simulation, plan));
  return {
    broadcasts: new Map(broadcasts.map((broadcast) => [broadcast.id, broadcast])),
    streams: new Map(streams.map((stream) => [stream.id, stream])),
    chats,
    inactiveSince: new Map(),
    videoDelayMs: 0,
    adsEligible: true,
    chatStream: { ...defaultStreamModel },
    pendingVideos: new Map(),
  };
}

function buildBroadcast(simulation: Simulation, plan: BroadcastPlan): BroadcastEntity {
  const { streamId, enableMonitorStream } = plan;
  const { actualStartTime, actualEndTime } = plan.liveStreamingDetails;
  const createdAt = broadcastsCreatedAt(simulation);
  return {
    id: plan.video.id,
    persistent: plan.persistent,
    lifeCycleStatus: plan.lifeCycleStatus,
    snippet: {
      publishedAt: createdAt,
      scheduledStartTime: plan.scheduledStartTime,
      ...(actualStartTime !== undefined && { actualStartTime }),
      ...(actualEndTime !== undefined && { actualEndTime }),
      liveChatId: plan.liveChatId,
    },
    contentDetails: {
      ...defaultContentDetails,
      monitorStream: { enableMonitorStream, broadcastStreamDelayMs: 0 },
      ...(streamId !== undefined && {
        boundStreamId: streamId,
        boundStreamLastUpdateTimeMs: createdAt,
      }),
    },
    monetizationDetails: { cuepointSchedule: { enabled: false } },
  };
}

interface StreamPlan {
  readonly name: 'main' | 'backup' | 'fresh' | 'ben';
  readonly title: string;
  readonly streamStatus: string;
  readonly healthStatus: string;
  /** Default: true. */
  readonly isReusable?: boolean;
}

const streamPlans: readonly StreamPlan[] = [
  {
    name: 'main',
    title: 'Studio A, main encoder',
    streamStatus: 'active',
    healthStatus: 'good',
  },
  {
    name: 'backup',
    title: 'Studio A, backup encoder',
    streamStatus: 'inactive',
    healthStatus: 'noData',
  },
  {
    name: 'fresh',
    title: 'Field unit',
    streamStatus: 'ready',
    healthStatus: 'noData',
    isReusable: false,
  },
  { name: 'ben', title: 'Bedroom encoder', streamStatus: 'ready', healthStatus: 'noData' },
];

function buildStream(simulation: Simulation, plan: StreamPlan): StreamEntity {
  const { name, title, streamStatus, healthStatus, isReusable = true } = plan;
  return {
    kind: 'youtube#liveStream',
    id: ids.stream[name],
    snippet: {
      publishedAt: rfc3339(simulation.at(-200 * day)),
      channelId: name === 'ben' ? ids.channel.ben : ids.channel.studio,
      title,
      description: `${title}, 1080p.`,
      isDefaultStream: name === 'main',
    },
    cdn: {
      ingestionType: 'rtmp',
      ingestionInfo: ingestionInfo(name, 'rtmp'),
      resolution: '1080p',
      frameRate: '30fps',
    },
    contentDetails: {
      closedCaptionsIngestionUrl: `https://upload.video.example/closedcaption?cid=${name}`,
      isReusable,
    },
    status: {
      streamStatus,
      healthStatus: {
        status: healthStatus,
        lastUpdateTimeSeconds: String(Math.floor(simulation.start.getTime() / 1000)),
        configurationIssues: [],
      },
    },
  };
}

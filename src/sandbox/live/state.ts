/**
 * The data of the live service. A broadcast is also a video with the same id: its title,
 * description, thumbnails and privacy are stored there.
 */
import type { Simulation } from '../simulation.ts';
import { type VideoEntity, videoState } from '../video/state.ts';
import type { StreamModel } from '../http/stream-response.ts';
import type { ChatEntity } from './chat/entity.ts';

/** `status.lifeCycleStatus` of a broadcast. */
export type LifeCycleStatus =
  | 'created'
  | 'ready'
  | 'testStarting'
  | 'testing'
  | 'liveStarting'
  | 'live'
  | 'complete'
  | 'revoked';

/** A broadcast, without the fields that its video stores. */
export interface BroadcastEntity {
  /** Also the id of the video. */
  readonly id: string;
  /** Whether it is the channel's persistent broadcast. */
  readonly persistent: boolean;
  lifeCycleStatus: LifeCycleStatus;
  /** Whether a timer ends `testStarting` or `liveStarting`, instead of the next list. */
  startsWithTimer?: boolean;
  snippet: {
    readonly publishedAt: string;
    scheduledStartTime: string;
    scheduledEndTime?: string;
    actualStartTime?: string;
    actualEndTime?: string;
    readonly liveChatId: string;
  };
  contentDetails: Record<string, unknown> & {
    boundStreamId?: string;
    boundStreamLastUpdateTimeMs?: string;
    monitorStream: { enableMonitorStream: boolean; broadcastStreamDelayMs: number };
  };
  monetizationDetails: Record<string, unknown>;
  /** Inserted ad breaks. */
  cuepoints?: CuepointEntity[];
}

/** An ad break of a broadcast. Times are milliseconds, as decimal strings. */
export interface CuepointEntity {
  readonly id: string;
  readonly durationSecs: number;
  readonly insertionOffsetTimeMs?: string;
  readonly walltimeMs?: string;
}

/** A stream, as `liveStreams.list` returns it. */
export interface StreamEntity {
  readonly kind: 'youtube#liveStream';
  readonly id: string;
  snippet: {
    readonly publishedAt: string;
    readonly channelId: string;
    title: string;
    description: string;
    readonly isDefaultStream: boolean;
  };
  cdn: Record<string, unknown>;
  contentDetails: { closedCaptionsIngestionUrl: string; isReusable: boolean };
  status: {
    streamStatus: string;
    healthStatus: {
      status: string;
      lastUpdateTimeSeconds?: string;
      configurationIssues?: readonly object[];
    };
  };
}

/** All data of the live service. */
export interface LiveState {
  /** By id. */
  readonly broadcasts: Map<string, BroadcastEntity>;
  /** By id. */
  readonly streams: Map<string, StreamEntity>;
  /** By id of streams that have become inactive. */
  readonly inactiveSince: Map<string, Date>;
  /**
   * How many simulated milliseconds a broadcast is `testStarting` or `liveStarting`; undefined:
   * until the first list of broadcasts.
   */
  startingMs?: number | undefined;
  /** How many simulated milliseconds after a new broadcast its video appears. */
  videoDelayMs: number;
  /** Whether the broadcasts may show ads. */
  adsEligible: boolean;
  /** Videos of new broadcasts that have not appeared yet, by id. */
  readonly pendingVideos: Map<string, VideoEntity>;
  /** By `liveChatId`. The chat of a new broadcast is added when it is first read. */
  readonly chats: Map<string, ChatEntity>;
  /** How `liveChatMessages.streamList` answers. */
  readonly chatStream: StreamModel;
}

/** The stored data of the live service. */
export const liveState = (simulation: Simulation): LiveState =>
  simulation.state('live') as LiveState;

/** The video of a broadcast, also if it has not appeared yet. */
export const videoOf = (simulation: Simulation, { id }: BroadcastEntity): VideoEntity =>
  liveState(simulation).pendingVideos.get(id) ?? videoState(simulation).videos.get(id)!;

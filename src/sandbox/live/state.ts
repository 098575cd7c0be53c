/** What the live service keeps. A broadcast's title, description and privacy are its video's: they are read from there. */
import type { Simulation } from '../simulation.ts';

export type LifeCycleStatus =
  | 'created'
  | 'ready'
  | 'testStarting'
  | 'testing'
  | 'liveStarting'
  | 'live'
  | 'complete'
  | 'revoked';

export interface Broadcast {
  /** The id of its video too. */
  readonly id: string;
  readonly persistent: boolean;
  lifeCycleStatus: LifeCycleStatus;
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
}

export interface Stream {
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

export interface LiveState {
  readonly broadcasts: Map<string, Broadcast>;
  readonly streams: Map<string, Stream>;
}

export const liveState = (simulation: Simulation): LiveState =>
  simulation.state('live') as LiveState;

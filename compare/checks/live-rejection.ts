/** What YouTube Live rejects, and with which reason. */
import {
  liveBroadcasts,
  liveChatMessages,
  liveChatModerators,
  liveStreams,
  superChatEvents,
} from '../../src/services/live/operations.ts';
import { checkStatus } from '../check.ts';
import type { Check } from '../session.ts';
import { unknown } from './lookup.ts';

const part = ['id'];
const chat = { part, liveChatId: unknown.word };

export const liveRejections: readonly Check[] = [
  checkStatus(liveBroadcasts.list, 'no token', { part, mine: true }, { credential: 'none' }),
  checkStatus(liveBroadcasts.list, 'no filter', { part }),
  checkStatus(liveBroadcasts.list, 'status with mine', {
    part,
    mine: true,
    broadcastStatus: 'upcoming',
  }),
  checkStatus(liveBroadcasts.list, 'unknown status', { part, broadcastStatus: unknown.word }),
  checkStatus(liveBroadcasts.list, 'unknown id', { part, id: unknown.video }),
  checkStatus(liveBroadcasts.list, 'invalid page token', {
    part,
    mine: true,
    pageToken: unknown.word,
  }),
  checkStatus(liveStreams.list, 'no filter', { part }),
  checkStatus(liveStreams.list, 'unknown id', { part, id: unknown.word }),
  checkStatus(liveStreams.list, 'unknown part', { part: [unknown.word], mine: true }),
  checkStatus(liveChatMessages.list, 'unknown chat', chat),
  checkStatus(liveChatMessages.list, 'no chat', { part }),
  checkStatus(liveChatMessages.list, 'page size below the minimum', { ...chat, maxResults: 1 }),
  checkStatus(liveChatModerators.list, 'unknown chat', chat),
  checkStatus(superChatEvents.list, 'invalid page token', { part, pageToken: unknown.word }),
];

/** The official client library of the YouTube APIs and the operations of the live service. */
import type { youtube_v3 } from '@googleapis/youtube';
import { beforeEach, describe, expect } from 'vitest';
import { liveHandlers } from '../../../src/sandbox/live/handlers.ts';
import { chatModeratorId, fanId, ids } from '../../../src/sandbox/seed/ids.ts';
import {
  type ClientCall,
  testClientCalls,
  youtubeAs,
  youtubeOnce,
} from '../../support/official.ts';
import { start, useSandbox } from '../../support/sandbox.ts';

const box = useSandbox();
const { broadcast, stream } = ids;

let client: youtube_v3.Youtube;

beforeEach(() => {
  client = youtubeAs('studio-owner', box.sandbox.url);
});

const later = new Date(start.getTime() + 86_400_000).toISOString();
const part = ['id', 'snippet'];
const snippet = { title: 'New title' };

const clientCalls: readonly ClientCall[] = [
  {
    operation: 'live:liveChatMessages.insert',
    call: () =>
      client.liveChatMessages.insert({
        part,
        requestBody: {
          snippet: {
            liveChatId: ids.chat.nightShift,
            type: 'textMessageEvent',
            textMessageDetails: { messageText: 'Hej' },
          },
        },
      }),
    answer: { snippet: { displayMessage: 'Hej', authorChannelId: ids.channel.studio } },
  },
  {
    operation: 'live:liveChatMessages.delete',
    call: () => client.liveChatMessages.delete({ id: ids.chatMessage.text }),
    status: 204,
  },
  {
    operation: 'live:liveChatBans.insert',
    call: () =>
      client.liveChatBans.insert({
        part: ['snippet'],
        requestBody: {
          snippet: {
            liveChatId: ids.chat.nightShift,
            type: 'temporary',
            banDurationSeconds: '60',
            bannedUserDetails: { channelId: fanId(0) },
          },
        },
      }),
    answer: { snippet: { banDurationSeconds: '60', bannedUserDetails: { channelId: fanId(0) } } },
  },
  {
    operation: 'live:liveChatBans.delete',
    call: () => client.liveChatBans.delete({ id: ids.chatBan.permanent }),
    status: 204,
  },
  {
    operation: 'live:liveChatModerators.list',
    call: () => client.liveChatModerators.list({ part, liveChatId: ids.chat.nightShift }),
    answer: {
      items: [
        { snippet: { moderatorDetails: { channelId: ids.channel.ben } } },
        { snippet: { moderatorDetails: { channelId: fanId(3) } } },
        { snippet: { moderatorDetails: { channelId: fanId(12) } } },
      ],
    },
  },
  {
    operation: 'live:liveChatModerators.insert',
    call: () =>
      client.liveChatModerators.insert({
        part: ['snippet'],
        requestBody: {
          snippet: {
            liveChatId: ids.chat.nightShift,
            moderatorDetails: { channelId: fanId(0) },
          },
        },
      }),
    answer: { snippet: { moderatorDetails: { channelId: fanId(0) } } },
  },
  {
    operation: 'live:liveChatModerators.delete',
    call: () =>
      client.liveChatModerators.delete({
        id: chatModeratorId(ids.chat.nightShift, ids.channel.ben),
      }),
    status: 204,
  },
  {
    operation: 'live:superChatEvents.list',
    call: () => client.superChatEvents.list({ part, maxResults: 1 }),
    answer: { items: [{ snippet: { isSuperStickerEvent: true, displayString: '€1.99' } }] },
  },
  {
    operation: 'live:fanFundingEvents.list',
    call: () =>
      youtubeOnce('studio-owner', box.sandbox.url, '/youtube/v3/fanFundingEvents?part=id,snippet'),
    answer: { kind: 'youtube#fanFundingEventListResponse' },
  },
  {
    operation: 'live:sponsors.list',
    call: () =>
      youtubeOnce('studio-owner', box.sandbox.url, '/youtube/v3/sponsors?part=id,snippet'),
    answer: { kind: 'youtube#sponsorListResponse' },
  },
  {
    operation: 'live:liveChatMessages.list',
    call: () => client.liveChatMessages.list({ part, liveChatId: ids.chat.nightShift }),
    answer: {
      items: expect.arrayContaining([expect.objectContaining({ id: ids.chatMessage.text })]),
      pollingIntervalMillis: 2000,
    },
  },
  {
    operation: 'live:liveBroadcasts.list',
    call: () =>
      client.liveBroadcasts.list({ part, broadcastStatus: 'active', broadcastType: 'all' }),
    answer: { items: [{ id: broadcast.nightShift }] },
  },
  {
    operation: 'live:liveBroadcasts.transition',
    call: () =>
      client.liveBroadcasts.transition({
        part: ['status'],
        id: broadcast.launch,
        broadcastStatus: 'testing',
      }),
    answer: { status: { lifeCycleStatus: 'testStarting' } },
  },
  {
    operation: 'live:liveBroadcasts.bind',
    call: () =>
      client.liveBroadcasts.bind({
        part: ['contentDetails'],
        id: broadcast.draft,
        streamId: stream.main,
      }),
    answer: { contentDetails: { boundStreamId: stream.main } },
  },
  {
    operation: 'live:liveBroadcasts.insert',
    call: () =>
      client.liveBroadcasts.insert({
        part: ['snippet', 'status'],
        requestBody: {
          snippet: { ...snippet, scheduledStartTime: later },
          status: { privacyStatus: 'private' },
        },
      }),
    answer: { snippet, status: { lifeCycleStatus: 'created' } },
  },
  {
    operation: 'live:liveBroadcasts.update',
    call: () =>
      client.liveBroadcasts.update({
        part: ['snippet'],
        requestBody: { id: broadcast.launch, snippet: { ...snippet, scheduledStartTime: later } },
      }),
    answer: { id: broadcast.launch, snippet },
  },
  {
    operation: 'live:liveBroadcasts.delete',
    call: () => client.liveBroadcasts.delete({ id: broadcast.draft }),
    status: 204,
  },
  {
    operation: 'live:liveBroadcasts.cuepoint',
    call: () =>
      client.liveBroadcasts.insertCuepoint({
        id: broadcast.nightShift,
        requestBody: { cueType: 'cueTypeAd', durationSecs: 60 },
      }),
    answer: { id: expect.any(String), cueType: 'cueTypeAd', durationSecs: 60 },
  },
  {
    operation: 'live:liveCuepoints.insert',
    call: () =>
      youtubeOnce(
        'studio-owner',
        box.sandbox.url,
        `/liveCuepoints?channelId=${ids.channel.studio}`,
        { broadcastId: broadcast.nightShift, settings: { cueType: 'ad' } },
      ),
    answer: { broadcastId: broadcast.nightShift, settings: { cueType: 'ad', durationSecs: 30 } },
  },
  {
    operation: 'live:liveStreams.list',
    call: () => client.liveStreams.list({ part: ['id', 'cdn', 'status'], mine: true }),
    answer: { items: [{ id: stream.main }, { id: stream.backup }] },
  },
  {
    operation: 'live:liveStreams.insert',
    call: () =>
      client.liveStreams.insert({
        part: ['snippet', 'cdn', 'contentDetails', 'status'],
        requestBody: {
          snippet: { title: 'Roof camera' },
          cdn: { ingestionType: 'rtmp', resolution: '1080p', frameRate: '60fps' },
          contentDetails: { isReusable: false },
        },
      }),
    answer: {
      snippet: { title: 'Roof camera', channelId: ids.channel.studio },
      cdn: { resolution: '1080p', ingestionInfo: { streamName: expect.any(String) } },
      contentDetails: { isReusable: false },
      status: { streamStatus: 'ready' },
    },
  },
  {
    operation: 'live:liveStreams.update',
    call: () =>
      client.liveStreams.update({
        part: ['snippet'],
        requestBody: { id: stream.backup, snippet },
      }),
    answer: { id: stream.backup, snippet },
  },
  {
    operation: 'live:liveStreams.delete',
    call: () => client.liveStreams.delete({ id: stream.fresh }),
    status: 204,
  },
];

describe('the official client', () => {
  testClientCalls(box, clientCalls, Object.keys(liveHandlers));
});

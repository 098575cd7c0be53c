/** Operations of `liveChatMessages`, `liveChatBans` and `liveChatModerators`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, returns } from '../operation.ts';
import { csv, id, int, required, text } from '../param.ts';
import * as scope from './scope.ts';
import { estimatedTotal } from '../video/total.ts';

export const liveChatBans = {
  delete: del('live:liveChatBans.delete', '/liveChat/bans', {
    query: { id: required(id) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.write,
    idempotent: true,
  }),
  insert: post('live:liveChatBans.insert', '/liveChat/bans', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.write,
    idempotent: false,
    parts: ['snippet', 'id'],
    writable: [
      'snippet.liveChatId',
      'snippet.type',
      'snippet.bannedUserDetails.channelId',
      'snippet.banDurationSeconds',
    ],
    requiredBody: [
      { path: 'snippet.liveChatId' },
      { path: 'snippet.type' },
      { path: 'snippet.bannedUserDetails.channelId' },
    ],
    body: body<youtube_v3.Schema$LiveChatBan>(),
    returns: returns<youtube_v3.Schema$LiveChatBan>(),
  }),
};

export const liveChatMessages = {
  delete: del('live:liveChatMessages.delete', '/liveChat/messages', {
    query: { id: required(id) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.write,
    idempotent: true,
  }),
  insert: post('live:liveChatMessages.insert', '/liveChat/messages', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.write,
    idempotent: false,
    parts: ['snippet', 'id', 'authorDetails'],
    writable: [
      'snippet.liveChatId',
      'snippet.type',
      'snippet.textMessageDetails.messageText',
      'snippet.pollDetails.metadata.questionText',
      'snippet.pollDetails.metadata.options[].optionText',
    ],
    requiredBody: [
      { path: 'snippet.liveChatId' },
      { path: 'snippet.type' },
      { path: 'snippet.textMessageDetails.messageText|snippet.pollDetails' },
    ],
    body: body<youtube_v3.Schema$LiveChatMessage>(),
    returns: returns<youtube_v3.Schema$LiveChatMessage>(),
  }),
  list: get('live:liveChatMessages.list', '/liveChat/messages', {
    query: {
      liveChatId: required(id),
      part: required(csv()),
      hl: text,
      profileImageSize: int(16, 720),
      maxResults: int(200, 2000),
      pageToken: text,
    },
    units: 1,
    bucket: 'video',
    auth: 'public',
    scopes: scope.read,
    idempotent: true,
    parts: ['id', 'snippet', 'authorDetails'],
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 200,
      maxSize: 2000,
      defaultSize: 500,
      token: 'pageToken',
      next: 'nextPageToken',
      total: estimatedTotal,
    },
    returns: returns<youtube_v3.Schema$LiveChatMessageListResponse>(),
  }),
};

export const liveChatModerators = {
  delete: del('live:liveChatModerators.delete', '/liveChat/moderators', {
    query: { id: required(id) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.write,
    idempotent: true,
  }),
  insert: post('live:liveChatModerators.insert', '/liveChat/moderators', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.write,
    idempotent: false,
    parts: ['snippet', 'id'],
    writable: ['snippet.liveChatId', 'snippet.moderatorDetails.channelId'],
    requiredBody: [{ path: 'snippet.liveChatId' }, { path: 'snippet.moderatorDetails.channelId' }],
    body: body<youtube_v3.Schema$LiveChatModerator>(),
    returns: returns<youtube_v3.Schema$LiveChatModerator>(),
  }),
  list: get('live:liveChatModerators.list', '/liveChat/moderators', {
    query: {
      liveChatId: required(id),
      part: required(csv()),
      maxResults: int(0, 50),
      pageToken: text,
    },
    units: 1,
    bucket: 'video',
    auth: 'user',
    scopes: scope.read,
    idempotent: true,
    parts: ['id', 'snippet'],
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 0,
      maxSize: 50,
      defaultSize: 5,
      token: 'pageToken',
      next: 'nextPageToken',
      total: estimatedTotal,
    },
    returns: returns<youtube_v3.Schema$LiveChatModeratorListResponse>(),
  }),
};

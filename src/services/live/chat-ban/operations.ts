/** Operations of `liveChatBans`: there is no list of bans. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, post, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, id, required } from '../../../engine/rest/operation/param.ts';
import * as scope from '../scope.ts';

export const liveChatBans = {
  delete: del('live:liveChatBans.delete', '/liveChat/bans', {
    query: { id: required(id) },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.write,
    idempotent: true,
    reasons: ['insufficientPermissions', 'invalidLiveChatBanId', 'liveChatBanNotFound'],
  }),
  insert: post('live:liveChatBans.insert', '/liveChat/bans', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'VIDEO',
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
    reasons: [
      'bannedUserChannelIdRequired',
      'insufficientPermissions',
      'invalidChannelId',
      'invalidLiveChatId',
      'liveChatBanInsertionNotAllowed',
      'liveChatNotFound',
    ],
    body: body<youtube_v3.Schema$LiveChatBan>(),
    returns: returns<youtube_v3.Schema$LiveChatBan>(),
  }),
};

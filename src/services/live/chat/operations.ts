/** Operations of `liveChatMessages`. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, id, int, required, text } from '../../../engine/rest/operation/param.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';
import * as scope from '../scope.ts';

export const liveChatMessages = {
  delete: del('live:liveChatMessages.delete', '/liveChat/messages', {
    query: { id: required(id) },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: scope.write,
    idempotent: true,
    reasons: ['forbidden', 'liveChatMessageNotFound', 'modificationNotAllowed'],
  }),
  insert: post('live:liveChatMessages.insert', '/liveChat/messages', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'VIDEO',
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
    reasons: [
      'forbidden',
      'invalidLiveChatId',
      'liveChatDisabled',
      'liveChatEnded',
      'liveChatIdRequired',
      'liveChatNotFound',
      'messageTextInvalid',
      'messageTextRequired',
      'typeRequired',
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
    bucket: 'VIDEO',
    auth: 'public',
    scopes: scope.read,
    idempotent: true,
    limitsObjects: true,
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
    reasons: ['forbidden', 'liveChatDisabled', 'liveChatEnded', 'liveChatNotFound'],
    returns: returns<youtube_v3.Schema$LiveChatMessageListResponse>(),
  }),
};

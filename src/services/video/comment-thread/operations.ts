/** Operations of `commentThreads`: top-level comments, each with some of its replies. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, get, post, returns } from '../../../engine/rest/operation/operation.ts';
import { csv, id, int, oneOf, required, text } from '../../../engine/rest/operation/param.ts';
import { estimatedTotal } from '../../shared/youtube/total.ts';

export const commentThreads = {
  list: get('video:commentThreads.list', '/commentThreads', {
    query: {
      part: required(csv()),
      id: csv(50),
      videoId: id,
      postId: id,
      channelId: id,
      allThreadsRelatedToChannelId: id,
      moderationStatus: oneOf('published', 'heldForReview', 'likelySpam', 'rejected'),
      searchTerms: text,
      textFormat: oneOf('html', 'plainText'),
      order: oneOf('time', 'relevance'),
      maxResults: int(1, 100),
      pageToken: text,
    },
    units: 1,
    bucket: 'VIDEO',
    auth: 'public',
    cacheable: true,
    ownerOnlyParams: ['moderationStatus'],
    scopes: ['youtube.force-ssl'],
    idempotent: true,
    parts: ['id', 'replies', 'snippet'],
    filters: {
      exactlyOne: ['allThreadsRelatedToChannelId', 'channelId', 'id', 'videoId', 'postId'],
    },
    idsPerCall: 50,
    page: {
      items: 'items',
      size: 'maxResults',
      minSize: 1,
      maxSize: 100,
      defaultSize: 20,
      token: 'pageToken',
      next: 'nextPageToken',
      total: estimatedTotal,
    },
    reasons: [
      'channelNotFound',
      'commentThreadNotFound',
      'commentsDisabled',
      'forbidden',
      'operationNotSupported',
      'processingFailure',
      'videoNotFound',
    ],
    returns: returns<youtube_v3.Schema$CommentThreadListResponse>(),
  }),
  insert: post('video:commentThreads.insert', '/commentThreads', {
    query: { part: required(csv()) },
    units: 50,
    bucket: 'VIDEO',
    auth: 'user',
    scopes: ['youtube.force-ssl'],
    idempotent: false,
    parts: ['id', 'snippet'],
    writable: [
      'snippet.channelId',
      'snippet.videoId',
      'snippet.topLevelComment.snippet.textOriginal',
    ],
    requiredBody: [
      { path: 'snippet.topLevelComment.snippet.textOriginal' },
      { path: 'snippet.channelId|snippet.videoId' },
    ],
    reasons: [
      'channelNotFound',
      'channelOrVideoIdMissing',
      'commentTextRequired',
      'commentTextTooLong',
      'commentsDisabled',
      'forbidden',
      'ineligibleAccount',
      'invalidCommentThreadMetadata',
      'processingFailure',
      'videoNotFound',
    ],
    body: body<youtube_v3.Schema$CommentThread>(),
    returns: returns<youtube_v3.Schema$CommentThread>(),
  }),
};

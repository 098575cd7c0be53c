/** Operations of `channelSections`, the sections of a channel's home page. */
import type { youtube_v3 } from '@googleapis/youtube';
import { body, del, get, post, put, returns } from '../operation.ts';
import { csv, deprecated, flag, id, required, text } from '../param.ts';
import * as scope from './scope.ts';

const writable = [
  'snippet.type',
  'snippet.title',
  'snippet.position',
  'contentDetails.playlists[]',
  'contentDetails.channels[]',
] as const;

export const channelSections = {
  delete: del('video:channelSections.delete', '/channelSections', {
    query: { id: required(id), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: true,
  }),
  insert: post('video:channelSections.insert', '/channelSections', {
    query: {
      part: required(csv()),
      onBehalfOfContentOwner: text,
      onBehalfOfContentOwnerChannel: text,
    },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: false,
    parts: ['contentDetails', 'id', 'snippet'],
    writable,
    requiredBody: [{ path: 'snippet.type' }],
    body: body<youtube_v3.Schema$ChannelSection>(),
    returns: returns<youtube_v3.Schema$ChannelSection>(),
  }),
  list: get('video:channelSections.list', '/channelSections', {
    query: {
      part: required(csv()),
      id: csv(50),
      mine: flag,
      channelId: id,
      hl: deprecated(text),
      onBehalfOfContentOwner: text,
    },
    units: 1,
    bucket: 'video',
    auth: 'public',
    userParams: ['mine', 'onBehalfOfContentOwner'],
    scopes: scope.partnerRead,
    idempotent: true,
    parts: ['contentDetails', 'id', 'snippet'],
    filters: { exactlyOne: ['channelId', 'id', 'mine'] },
    idsPerCall: 50,
    page: { items: 'items' },
    returns: returns<youtube_v3.Schema$ChannelSectionListResponse>(),
  }),
  update: put('video:channelSections.update', '/channelSections', {
    query: { part: required(csv()), onBehalfOfContentOwner: text },
    units: 50,
    bucket: 'video',
    auth: 'user',
    scopes: scope.partnerWrite,
    idempotent: true,
    parts: ['contentDetails', 'id', 'snippet'],
    writable,
    requiredBody: [{ path: 'id' }, { path: 'snippet.type' }],
    body: body<youtube_v3.Schema$ChannelSection>(),
    returns: returns<youtube_v3.Schema$ChannelSection>(),
  }),
};

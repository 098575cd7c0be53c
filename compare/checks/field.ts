/** The fields of responses. */
import {
  acl,
  calendarList,
  calendars,
  colors,
  events,
  freebusy,
  settings,
} from '../../src/services/calendar/operations.ts';
import {
  liveBroadcasts,
  liveStreams,
  superChatEvents,
} from '../../src/services/live/operations.ts';
import {
  about,
  apps,
  changes,
  comments,
  drives,
  files,
  permissions,
  revisions,
} from '../../src/services/storage/operations.ts';
import {
  activities,
  channelSections,
  channels,
  commentThreads,
  i18nLanguages,
  i18nRegions,
  playlistItems,
  playlists,
  search,
  subscriptions,
  videoAbuseReportReasons,
  videoCategories,
  videos,
} from '../../src/services/video/operations.ts';
import { checkFields } from '../check.ts';
import type { Check, Session } from '../session.ts';
import { ownChannel, ownFile, ownVideos, startPageToken } from './lookup.ts';

const all = 50;

/** All parts but those that need rights of a content owner. */
const partsOf = ({ parts = [] }: { readonly parts?: readonly string[] }): readonly string[] =>
  parts.filter((part) => part !== 'auditDetails' && part !== 'contentOwnerDetails');

const ofFile = async (session: Session) => ({ fileId: await session.find(ownFile), fields: '*' });
const primary = { calendarId: 'primary' };
const snippet = { part: ['snippet'] };

export const videoFields: readonly Check[] = [
  checkFields(channels.list, { part: partsOf(channels.list), mine: true }),
  checkFields(playlists.list, { part: partsOf(playlists.list), mine: true, maxResults: all }),
  checkFields(
    playlistItems.list,
    async (session) => ({
      part: partsOf(playlistItems.list),
      playlistId: (await session.find(ownChannel)).uploads,
      maxResults: all,
    }),
    { lookups: [ownChannel] },
  ),
  checkFields(
    videos.list,
    async (session) => ({ part: partsOf(videos.list), id: await session.find(ownVideos) }),
    { lookups: [ownChannel, ownVideos] },
  ),
  checkFields(videos.getRating, async (session) => ({ id: await session.find(ownVideos) }), {
    lookups: [ownChannel, ownVideos],
  }),
  checkFields(activities.list, { part: partsOf(activities.list), mine: true, maxResults: all }),
  checkFields(channelSections.list, { part: partsOf(channelSections.list), mine: true }),
  checkFields(subscriptions.list, {
    part: partsOf(subscriptions.list).filter((part) => part !== 'subscriberSnippet'),
    mine: true,
    maxResults: all,
  }),
  checkFields(
    commentThreads.list,
    async (session) => ({
      part: partsOf(commentThreads.list),
      allThreadsRelatedToChannelId: (await session.find(ownChannel)).id,
      maxResults: all,
    }),
    { lookups: [ownChannel] },
  ),
  checkFields(search.list, { ...snippet, forMine: true, type: 'video', maxResults: all }),
  checkFields(i18nLanguages.list, snippet),
  checkFields(i18nRegions.list, snippet),
  checkFields(videoCategories.list, { ...snippet, regionCode: 'US' }),
  checkFields(videoAbuseReportReasons.list, snippet),
  checkFields(liveBroadcasts.list, {
    part: partsOf(liveBroadcasts.list),
    mine: true,
    maxResults: all,
  }),
  checkFields(liveStreams.list, { part: partsOf(liveStreams.list), mine: true, maxResults: all }),
  checkFields(superChatEvents.list, { part: partsOf(superChatEvents.list), maxResults: all }),
];

export const storageFields: readonly Check[] = [
  checkFields(about.get, { fields: '*' }),
  checkFields(files.list, { pageSize: 100, fields: '*' }),
  checkFields(files.list, { pageSize: 100 }, { about: 'fields without a mask' }),
  checkFields(files.get, ofFile, { lookups: [ownFile] }),
  checkFields(files.get, async (session) => ({ fileId: await session.find(ownFile) }), {
    lookups: [ownFile],
    about: 'fields without a mask',
  }),
  checkFields(files.generateIds, { count: 2 }),
  checkFields(drives.list, { pageSize: 100, fields: '*' }),
  checkFields(permissions.list, ofFile, { lookups: [ownFile] }),
  checkFields(permissions.list, async (session) => ({ fileId: await session.find(ownFile) }), {
    lookups: [ownFile],
    about: 'fields without a mask',
  }),
  checkFields(revisions.list, ofFile, { lookups: [ownFile] }),
  checkFields(comments.list, ofFile, { lookups: [ownFile] }),
  checkFields(
    changes.list,
    async (session) => ({ pageToken: await session.find(startPageToken), fields: '*' }),
    { lookups: [startPageToken] },
  ),
  checkFields(apps.list, {}),
];

const freeBusyBody = {
  timeMin: '2026-01-01T00:00:00Z',
  timeMax: '2026-01-08T00:00:00Z',
  items: [{ id: 'primary' }, { id: 'studiographunknown@group.calendar.google.com' }],
};

export const calendarFields: readonly Check[] = [
  checkFields(calendarList.list, { maxResults: 250, showHidden: true }),
  checkFields(calendarList.get, primary),
  checkFields(calendars.get, primary),
  checkFields(events.list, { ...primary, maxResults: 250 }),
  checkFields(
    events.list,
    { ...primary, maxResults: 250, singleEvents: true, showDeleted: true },
    { about: 'fields of instances' },
  ),
  checkFields(acl.list, { ...primary, maxResults: 250 }),
  checkFields(settings.list, { maxResults: 250 }),
  checkFields(colors.get, {}),
  checkFields(freebusy.query, { body: freeBusyBody }),
];

/** The pages of lists. */
import { acl, calendarList, events, settings } from '../../src/services/calendar/operations.ts';
import { liveBroadcasts, liveStreams } from '../../src/services/live/operations.ts';
import {
  changes,
  drives,
  files,
  permissions,
  revisions,
} from '../../src/services/storage/operations.ts';
import {
  activities,
  commentThreads,
  playlistItems,
  playlists,
  subscriptions,
} from '../../src/services/video/operations.ts';
import { checkPages } from '../page.ts';
import type { Check, Session } from '../session.ts';
import { ownChannel, ownFile, startPageToken } from './lookup.ts';

const mine = { part: ['id'], mine: true };
const primary = { calendarId: 'primary' };
const ofFile = async (session: Session) => ({ fileId: await session.find(ownFile) });

export const pages: readonly Check[] = [
  checkPages(playlists.list, mine),
  checkPages(
    playlistItems.list,
    async (session) => ({ part: ['id'], playlistId: (await session.find(ownChannel)).uploads }),
    [ownChannel],
  ),
  checkPages(activities.list, mine),
  checkPages(subscriptions.list, mine),
  checkPages(
    commentThreads.list,
    async (session) => ({
      part: ['id'],
      allThreadsRelatedToChannelId: (await session.find(ownChannel)).id,
    }),
    [ownChannel],
  ),
  checkPages(liveBroadcasts.list, mine),
  checkPages(liveStreams.list, mine),
  checkPages(files.list, {}),
  checkPages(drives.list, {}),
  checkPages(changes.list, async (session) => ({ pageToken: await session.find(startPageToken) }), [
    startPageToken,
  ]),
  checkPages(permissions.list, ofFile, [ownFile]),
  checkPages(revisions.list, ofFile, [ownFile]),
  checkPages(events.list, primary),
  checkPages(calendarList.list, {}),
  checkPages(acl.list, primary),
  checkPages(settings.list, {}),
];

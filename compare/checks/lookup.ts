/** Entities of the account that checks read, and ids that no account has. */
import type { youtube_v3 } from '@googleapis/youtube';
import { calendars } from '../../src/services/calendar/operations.ts';
import { changes, files } from '../../src/services/storage/operations.ts';
import { captions, channels, playlistItems, videos } from '../../src/services/video/operations.ts';
import { Unchecked } from '../client.ts';
import type { Lookup } from '../session.ts';

/** Ids with the form of the services that belong to nothing. */
export const unknown = {
  video: 'AAAAAAAAAA0',
  channel: 'UCAAAAAAAAAAAAAAAAAAAAAA',
  playlist: 'PLAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  file: '1AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  drive: '0AAAAAAAAAAAAUk9PVA',
  calendar: 'studiographunknown@group.calendar.google.com',
  event: 'aaaaaaaaaaaaaaaaaaaaaaaaaa',
  word: 'studiographUnknown',
} as const;

interface OwnChannel {
  readonly id: string;
  /** Id of the playlist of its uploads. */
  readonly uploads: string;
}

export const ownChannel: Lookup<OwnChannel> = {
  name: 'YouTube channel',
  calls: [channels.list],
  find: async (session) => {
    const args = { part: ['id', 'contentDetails'], mine: true };
    const { items = [] } = await session.need(channels.list, args);
    const id = items[0]?.id;
    const uploads = items[0]?.contentDetails?.relatedPlaylists?.uploads;
    return id && uploads ? { id, uploads } : undefined;
  },
};

/** Ids of up to 50 videos. */
export const ownVideos: Lookup<readonly string[]> = {
  name: 'uploaded video',
  calls: [playlistItems.list],
  lookups: [ownChannel],
  find: async (session) => {
    const { uploads } = await session.find(ownChannel);
    const args = { part: ['contentDetails'], playlistId: uploads, maxResults: 50 };
    const { items = [] } = await session.need(playlistItems.list, args);
    const ids = items.flatMap(({ contentDetails }) => contentDetails?.videoId ?? []);
    return ids.length > 0 ? ids : undefined;
  },
};

/** Id of a private one of these videos. */
export const privateVideo: Lookup<string> = {
  name: 'private video',
  calls: [videos.list],
  lookups: [ownChannel, ownVideos],
  find: async (session) => {
    const ids = await session.find(ownVideos);
    const { items = [] } = await session.need(videos.list, { part: ['status'], id: ids });
    return items.find(({ status }) => status?.privacyStatus === 'private')?.id ?? undefined;
  },
};

/** How calls of the second account are sent. */
export const second = { credential: 'second' } as const;

/** The email address of the second account: the id of its primary calendar. */
export const secondAccount: Lookup<string> = {
  name: 'second account with a primary calendar',
  calls: [calendars.get, calendars.get],
  find: async (session) => {
    const args = { calendarId: 'primary' };
    const { id: first } = await session.need(calendars.get, args);
    const { id } = await session.need(calendars.get, args, { ...second, step: 'second account' });
    if (id === first) throw new Unchecked('Both tokens are those of one account.');
    return id ?? undefined;
  },
};

/** The captions that YouTube has made of the speech in the first video that has other ones. */
export const spokenTrack: Lookup<youtube_v3.Schema$CaptionSnippet> = {
  name: 'captions by speech recognition',
  calls: [videos.list, captions.list],
  lookups: [ownChannel, ownVideos],
  find: async (session) => {
    const ids = await session.find(ownVideos);
    const found = await session.need(videos.list, { part: ['contentDetails'], id: ids });
    const videoId = found.items?.findLast(
      ({ contentDetails }) => contentDetails?.caption === 'true',
    )?.id;
    if (!videoId) return undefined;
    const { items = [] } = await session.need(captions.list, { part: ['snippet'], videoId });
    return items.find(({ snippet }) => snippet?.trackKind?.toLowerCase() === 'asr')?.snippet;
  },
};

/** Id of a file with content. */
export const ownFile: Lookup<string> = {
  name: 'file with content of its own',
  calls: [files.list],
  find: async (session) => {
    const args = {
      q: "'me' in owners and trashed = false and not mimeType contains 'application/vnd.google-apps'",
      fields: 'files(id)',
      pageSize: 1,
    };
    const { files: found = [] } = await session.need(files.list, args);
    return found[0]?.id ?? undefined;
  },
};

export const startPageToken: Lookup<string> = {
  name: 'start token of changes',
  calls: [changes.getStartPageToken],
  find: async (session) => {
    const { startPageToken: token } = await session.need(changes.getStartPageToken, {});
    return token ?? undefined;
  },
};

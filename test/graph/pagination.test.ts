/** Lists have the same items with any page size: a cursor continues where its page ended. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../src/graph/global-id.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { useStudio } from '../support/studio.ts';

const studio = useStudio();

/** A document with each list whose items have ids, and the operation that lists them. */
const lists: readonly [name: string, document: (args: string) => string, operation: string][] = [
  [
    'calendars',
    (args) =>
      `{ viewer { list: calendars(${args}) { nodes { calendarId } pageInfo { hasNextPage endCursor } } } }`,
    'calendar:calendarList.list',
  ],
  [
    'streams',
    (args) =>
      `{ viewer { list: streams(${args}) { nodes { streamId } pageInfo { hasNextPage endCursor } } } }`,
    'live:liveStreams.list',
  ],
  [
    'broadcasts',
    (args) =>
      `{ viewer { list: broadcasts(${args}) { nodes { broadcastId } pageInfo { hasNextPage endCursor } } } }`,
    'live:liveBroadcasts.list',
  ],
  [
    'playlists of a channel',
    (args) =>
      `{ channel(by: { id: "${ids.channel.studio}" }) { list: playlists(${args}) { nodes { playlistId } pageInfo { hasNextPage endCursor } } } }`,
    'video:playlists.list',
  ],
  [
    'comment threads',
    (args) =>
      `{ video(id: "${ids.video.trailer}") { list: commentThreads(${args}) { nodes { threadId } pageInfo { hasNextPage endCursor } } } }`,
    'video:commentThreads.list',
  ],
  [
    'replies',
    (args) =>
      `{ node(id: "${globalId('CommentThread', [ids.commentThread.busy])}") { ... on CommentThread { list: replies(${args}) { nodes { commentId } pageInfo { hasNextPage endCursor } } } } }`,
    'video:comments.list',
  ],
  [
    'subscriptions',
    (args) =>
      `{ viewer { list: subscriptions(${args}) { nodes { subscriptionId } pageInfo { hasNextPage endCursor } } } }`,
    'video:subscriptions.list',
  ],
  [
    'subscribers',
    (args) =>
      `{ viewer { list: subscribers(${args}) { nodes { subscriptionId } pageInfo { hasNextPage endCursor } } } }`,
    'video:subscriptions.list',
  ],
  [
    'activities',
    (args) =>
      `{ viewer { list: activities(${args}) { nodes { activityId } pageInfo { hasNextPage endCursor } } } }`,
    'video:activities.list',
  ],
  [
    'activities of a channel',
    (args) =>
      `{ channel(by: { id: "${ids.channel.kite}" }) { list: activities(${args}) { nodes { activityId } pageInfo { hasNextPage endCursor } } } }`,
    'video:activities.list',
  ],
  [
    'members',
    (args) =>
      `{ viewer { list: members(${args}) { nodes { displayName } pageInfo { hasNextPage endCursor } } } }`,
    'video:members.list',
  ],
  [
    'files',
    (args) => `{ list: files(${args}) { nodes { fileId } pageInfo { hasNextPage endCursor } } }`,
    'storage:files.list',
  ],
  [
    'permissions on a shared drive',
    (args) =>
      `{ file(id: "${ids.file.archiveIndex}") { list: permissions(${args}) { nodes { permissionId } pageInfo { hasNextPage endCursor } } } }`,
    'storage:permissions.list',
  ],
  [
    'events',
    (args) =>
      `{ calendar(id: "${ids.calendar.release}") { list: events(${args}) { nodes { eventId } pageInfo { hasNextPage endCursor } } } }`,
    'calendar:events.list',
  ],
];

describe('a list', () => {
  it.each(lists)(
    'of %s has the same items read page by page as read at once',
    async (_, document, operation) => {
      const listOf = ({ data }: { readonly data: any }): any =>
        Object.values(data as object).map((parent: any) => parent.list ?? parent)[0];
      const whole = await studio.query(document('first: 500'));
      expect(whole.errors).toBeUndefined();
      const expected = listOf(whole).nodes;
      expect(expected.length).toBeGreaterThan(1);
      const items: unknown[] = [];
      for (let after = ''; ; ) {
        const { data, errors } = await studio.query(
          document(`first: ${Math.ceil(expected.length / 3)}${after}`),
        );
        expect(errors).toBeUndefined();
        const list = listOf({ data });
        items.push(...list.nodes);
        if (!list.pageInfo.hasNextPage) break;
        after = `, after: "${list.pageInfo.endCursor}"`;
      }
      expect(items).toEqual(expected);
      expect(
        studio.calls().some((call) => call.operation === operation && 'pageToken' in call.query),
      ).toBe(true);
    },
  );
});

/** The subscription `broadcastChanged`: the versions of one broadcast, whoever makes them. */
import type { youtube_v3 } from '@googleapis/youtube';
import { entityVersions } from '../../../engine/feed/source/entity-versions.ts';
import type { FeedSource } from '../../../engine/feed/source/source.ts';
import { liveBroadcasts } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { costText, failureText, feedSubscription } from '../../../engine/schema/feed/feed.ts';
import { feedPageType } from '../../../engine/schema/feed/feed-page-type.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { ownValues } from '../../../engine/schema/field/own-value.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { isFinal } from './life-cycle.ts';
import { Broadcast } from '../resources.ts';

const { list } = liveBroadcasts;

/** Four polls a minute are 240 quota units an hour; YouTube announces no changes. */
const intervalMs = 15_000;

/** What a poll has found. */
interface ChangeShape {
  readonly broadcastId: string;
  /** Absent: it was deleted. */
  readonly broadcast?: youtube_v3.Schema$LiveBroadcast;
}

const BroadcastChange = builder.interfaceType<ChangeShape>('BroadcastChange').implement({
  description: 'A change of the broadcast that `broadcastChanged` follows.',
  resolveType: ({ broadcast }) =>
    broadcast === undefined ? 'BroadcastDeleted' : 'BroadcastChanged',
  fields: (t) =>
    ownValues(t, {
      broadcastId: [required('ID'), 'The YouTube id of the changed or deleted broadcast.'],
    }),
});

const BroadcastChangePage = feedPageType('BroadcastChangePage', {
  item: BroadcastChange,
  items: 'changes',
  description: 'An event of `broadcastChanged`.',
  itemsDescription:
    'One change. Empty in the first event, if the broadcast has not changed after the cursor `after`.',
  maxItems: 1,
  texts: {
    cursor:
      'The cursor at the end of this page. Null if the broadcast has ended or was deleted: no event follows.',
    reset: 'Always false: every cursor can be continued.',
  },
});

const broadcastSource = (id: string): FeedSource =>
  entityVersions({
    operation: list,
    args: { id: [id], part: list.parts },
    version: 'etag',
    intervalMs,
    owner: { type: Broadcast.name, id },
    toItem: (broadcast?: youtube_v3.Schema$LiveBroadcast): ChangeShape => ({
      broadcastId: id,
      ...(broadcast && { broadcast }),
    }),
    isFinal: ({ status }: youtube_v3.Schema$LiveBroadcast) =>
      status?.lifeCycleStatus != null && isFinal(status.lifeCycleStatus),
  });

export function addBroadcastFeed(): void {
  builder.objectType<ChangeShape>('BroadcastChanged').implement({
    interfaces: [BroadcastChange],
    description: 'A broadcast was changed.',
    fields: (t) =>
      fields(t, {
        broadcast: [
          Broadcast,
          'The broadcast as it is now. Comes with the change: its own fields need no further call.',
        ],
      }),
  });
  builder.objectType<ChangeShape>('BroadcastDeleted').implement({
    interfaces: [BroadcastChange],
    description: 'A broadcast was deleted, or the caller may no longer see it.',
  });
  builder.subscriptionField('broadcastChanged', (t) =>
    feedSubscription<{ readonly id: string }>(
      t,
      {
        type: BroadcastChangePage,
        operations: [list],
        poll: { operation: list, intervalMs },
        arguments: {
          id: [
            required('ID'),
            "The broadcast: a global id or a YouTube id. Must belong to the caller's channel.",
          ],
        },
        afterDescription:
          'Begin with the state of the broadcast, if it has changed after this cursor. Default: begin now.',
        source: (_, { id }) => broadcastSource(upstreamId(Broadcast.resource, id, 'id')),
      },
      `The changes of one broadcast, whoever makes them: its status, its texts and times, its stream, its number of viewers. The first event has the first cursor and no change, unless \`after\` is given. Each further event has one change; changes in quick succession are one event. ${costText} The gateway reads the broadcast every 15 seconds. The subscription completes when the broadcast has ended or was deleted. ${failureText} See \`broadcastProgress\` for the steps of \`goLive\` and \`endBroadcast\`.`,
    ),
  );
}

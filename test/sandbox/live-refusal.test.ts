/** Every rule that the live service holds its callers to: one call that breaks it, and what comes back. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { type Ask, start, useSandbox } from '../support/sandbox.ts';

const { ask } = useSandbox();
type Row = readonly [law: string, call: string, status: number, reason: string, options?: Ask];

const { broadcast, stream } = ids;
const post: Ask = { method: 'POST' };
const write = (method: 'POST' | 'PUT', body: unknown): Ask => ({ method, body });

const transition = (name: keyof typeof broadcast, to: string): string =>
  `/transition?part=status&id=${broadcast[name]}&broadcastStatus=${to}`;

const later = new Date(start.getTime() + 86_400_000).toISOString();
const earlier = new Date(start.getTime() - 86_400_000).toISOString();
const snippet = { title: 'A', scheduledStartTime: later };
const status = { privacyStatus: 'private' };
const details = { monitorStream: { enableMonitorStream: true, broadcastStreamDelayMs: 0 } };

const rows: readonly Row[] = [
  [
    'a status filter beside mine',
    '?part=id&mine=true&broadcastStatus=upcoming',
    400,
    'incompatibleParameters',
  ],
  ['no filter', '?part=id', 400, 'missingRequiredParameter'],
  ['a status nobody knows', '?part=id&broadcastStatus=soon', 400, 'invalid'],
  ['more than fifty a page', '?part=id&mine=true&maxResults=51', 400, 'invalidParameter'],
  ['a part nobody knows', '?part=id,cdn&mine=true', 400, 'unknownPart'],
  ['an unknown parameter', '?part=id&mine=true&when=now', 400, 'invalid'],

  [
    'a transition without a status',
    `/transition?part=status&id=${broadcast.launch}`,
    400,
    'missingRequiredParameter',
    post,
  ],
  [
    'a transition to a status that cannot be asked for',
    transition('launch', 'ready'),
    400,
    'invalid',
    post,
  ],
  [
    'a transition of nothing',
    `/transition?part=status&id=${ids.video.missing}&broadcastStatus=live`,
    404,
    'liveBroadcastNotFound',
    post,
  ],
  [
    "a transition of somebody's broadcast",
    transition('benPreview', 'live'),
    404,
    'liveBroadcastNotFound',
    post,
  ],
  [
    'live before testing, with a monitor stream',
    transition('launch', 'live'),
    403,
    'invalidTransition',
    post,
  ],
  [
    'testing without a monitor stream',
    transition('direct', 'testing'),
    403,
    'invalidTransition',
    post,
  ],
  [
    'completing what was never live',
    transition('launch', 'complete'),
    403,
    'invalidTransition',
    post,
  ],
  [
    'testing what has no stream yet',
    transition('draft', 'testing'),
    403,
    'invalidTransition',
    post,
  ],
  ['anything after the end', transition('retrospective', 'live'), 403, 'invalidTransition', post],
  ['live when it is live', transition('nightShift', 'live'), 403, 'redundantTransition', post],
  [
    'testing when it is testing',
    transition('rehearsal', 'testing'),
    403,
    'redundantTransition',
    post,
  ],
  [
    'complete when it is complete',
    transition('winterGala', 'complete'),
    403,
    'redundantTransition',
    post,
  ],
  [
    'testing when the stream is inactive',
    transition('townhall', 'testing'),
    403,
    'errorStreamInactive',
    post,
  ],

  [
    'binding what is live',
    `/bind?part=id&id=${broadcast.nightShift}&streamId=${stream.backup}`,
    403,
    'liveBroadcastBindingNotAllowed',
    post,
  ],
  [
    'binding to no stream',
    `/bind?part=id&id=${broadcast.draft}&streamId=${stream.missing}`,
    404,
    'liveStreamNotFound',
    post,
  ],
  [
    "binding to somebody's stream",
    `/bind?part=id&id=${broadcast.draft}&streamId=${stream.ben}`,
    404,
    'liveStreamNotFound',
    post,
  ],
  [
    'binding nothing',
    `/bind?part=id&id=${ids.video.missing}&streamId=${stream.main}`,
    404,
    'liveBroadcastNotFound',
    post,
  ],

  [
    'a broadcast without a title',
    '?part=snippet,status',
    400,
    'titleRequired',
    write('POST', { snippet: { scheduledStartTime: later }, status }),
  ],
  [
    'a broadcast without a start',
    '?part=snippet,status',
    400,
    'scheduledStartTimeRequired',
    write('POST', { snippet: { title: 'A' }, status }),
  ],
  [
    'a broadcast without a privacy',
    '?part=snippet,status',
    400,
    'privacyStatusRequired',
    write('POST', { snippet }),
  ],
  [
    'a start in the past',
    '?part=snippet,status',
    400,
    'invalidScheduledStartTime',
    write('POST', { snippet: { ...snippet, scheduledStartTime: earlier }, status }),
  ],
  [
    'an end before the start',
    '?part=snippet,status',
    400,
    'invalidScheduledEndTime',
    write('POST', { snippet: { ...snippet, scheduledEndTime: earlier }, status }),
  ],
  [
    'an overlong title',
    '?part=snippet,status',
    400,
    'invalidTitle',
    write('POST', { snippet: { ...snippet, title: 'x'.repeat(101) }, status }),
  ],
  [
    'an overlong description',
    '?part=snippet,status',
    400,
    'invalidDescription',
    write('POST', { snippet: { ...snippet, description: 'x'.repeat(5001) }, status }),
  ],
  [
    'a part in the body that is not named',
    '?part=snippet',
    400,
    'unexpectedPart',
    write('PUT', { id: broadcast.launch, snippet, status }),
  ],
  ['an update without the id', '?part=snippet', 400, 'idRequired', write('PUT', { snippet })],
  [
    'an update of nothing',
    '?part=snippet',
    404,
    'liveBroadcastNotFound',
    write('PUT', { id: ids.video.missing, snippet }),
  ],
  [
    'content details without the monitor stream',
    '?part=contentDetails',
    400,
    'enableMonitorStreamRequired',
    write('PUT', { id: broadcast.launch, contentDetails: { enableDvr: true } }),
  ],
  [
    'content details without the delay',
    '?part=contentDetails',
    400,
    'broadcastStreamDelayMsRequired',
    write('PUT', {
      id: broadcast.launch,
      contentDetails: { monitorStream: { enableMonitorStream: true } },
    }),
  ],
  [
    'a new setting while testing',
    '?part=contentDetails',
    403,
    'enableDvrModificationNotAllowed',
    write('PUT', { id: broadcast.rehearsal, contentDetails: { ...details, enableDvr: false } }),
  ],
  [
    'deleting what is live',
    `?id=${broadcast.nightShift}`,
    403,
    'liveBroadcastDeletionNotAllowed',
    { method: 'DELETE' },
  ],
  [
    'deleting what is not there',
    `?id=${ids.video.missing}`,
    404,
    'liveBroadcastNotFound',
    { method: 'DELETE' },
  ],
];

describe('the live service refuses', () => {
  it.each(
    rows.map(([law, call, expected, reason, options]) => ({
      law,
      call,
      expected,
      reason,
      options,
    })),
  )('$law', async (row) => {
    const { call, expected, reason, options } = row;
    const got = await ask(`/youtube/v3/liveBroadcasts${call}`, options);
    expect([got.status, got.reason]).toEqual([expected, reason]);
  });
  it.each([
    ['streams without a filter', '?part=id', 400, 'missingRequiredParameter'],
    [
      'streams by two filters',
      `?part=id&mine=true&id=${stream.main}`,
      400,
      'incompatibleParameters',
    ],
  ])('%s', async (_law, call, expected, reason) => {
    const got = await ask(`/youtube/v3/liveStreams${call}`);
    expect([got.status, got.reason]).toEqual([expected, reason]);
  });
});

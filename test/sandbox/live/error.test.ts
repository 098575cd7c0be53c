/** The errors of the live service: for each rule a call that breaks it. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { namedRequests, type RejectedRequest } from '../../support/rejected-request.ts';
import { type RequestOptions, start, useSandbox } from '../../support/sandbox.ts';

const { ask } = useSandbox();

const { broadcast, stream } = ids;
const post: RequestOptions = { method: 'POST' };
const write = (method: 'POST' | 'PUT', body: unknown): RequestOptions => ({ method, body });

const transition = (name: keyof typeof broadcast, to: string): string =>
  `/transition?part=status&id=${broadcast[name]}&broadcastStatus=${to}`;

const later = new Date(start.getTime() + 86_400_000).toISOString();
const earlier = new Date(start.getTime() - 86_400_000).toISOString();
const snippet = { title: 'A', scheduledStartTime: later };
const status = { privacyStatus: 'private' };
const details = { monitorStream: { enableMonitorStream: true, broadcastStreamDelayMs: 0 } };

const rows: readonly RejectedRequest[] = [
  [
    'a status filter together with mine',
    '?part=id&mine=true&broadcastStatus=upcoming',
    400,
    'incompatibleParameters',
  ],
  ['no filter', '?part=id', 400, 'missingRequiredParameter'],
  ['an unknown status', '?part=id&broadcastStatus=soon', 400, 'invalid'],
  ['a page size above 50', '?part=id&mine=true&maxResults=51', 400, 'invalidParameter'],
  ['an unknown part', '?part=id,cdn&mine=true', 400, 'unknownPart'],
  ['an unknown parameter', '?part=id&mine=true&when=now', 400, 'invalid'],

  [
    'a transition without a status',
    `/transition?part=status&id=${broadcast.launch}`,
    400,
    'missingRequiredParameter',
    post,
  ],
  [
    'a transition to a status that is not a target',
    transition('launch', 'ready'),
    400,
    'invalid',
    post,
  ],
  [
    'a transition of an unknown broadcast',
    `/transition?part=status&id=${ids.video.missing}&broadcastStatus=live`,
    404,
    'liveBroadcastNotFound',
    post,
  ],
  [
    'a transition of a broadcast of another channel',
    transition('benPreview', 'live'),
    404,
    'liveBroadcastNotFound',
    post,
  ],
  [
    'going live before testing with a monitor stream',
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
    'completing a broadcast that was never live',
    transition('launch', 'complete'),
    403,
    'invalidTransition',
    post,
  ],
  [
    'testing without a bound stream',
    transition('draft', 'testing'),
    403,
    'invalidTransition',
    post,
  ],
  [
    'a transition of a completed broadcast',
    transition('retrospective', 'live'),
    403,
    'invalidTransition',
    post,
  ],
  ['going live twice', transition('nightShift', 'live'), 403, 'redundantTransition', post],
  ['testing twice', transition('rehearsal', 'testing'), 403, 'redundantTransition', post],
  ['completing twice', transition('winterGala', 'complete'), 403, 'redundantTransition', post],
  [
    'testing with an inactive stream',
    transition('townhall', 'testing'),
    403,
    'errorStreamInactive',
    post,
  ],

  [
    'binding a live broadcast',
    `/bind?part=id&id=${broadcast.nightShift}&streamId=${stream.backup}`,
    403,
    'liveBroadcastBindingNotAllowed',
    post,
  ],
  [
    'binding to an unknown stream',
    `/bind?part=id&id=${broadcast.draft}&streamId=${stream.missing}`,
    404,
    'liveStreamNotFound',
    post,
  ],
  [
    'binding to a stream of another channel',
    `/bind?part=id&id=${broadcast.draft}&streamId=${stream.ben}`,
    404,
    'liveStreamNotFound',
    post,
  ],
  [
    'binding an unknown broadcast',
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
    'a broadcast without a scheduled start',
    '?part=snippet,status',
    400,
    'scheduledStartTimeRequired',
    write('POST', { snippet: { title: 'A' }, status }),
  ],
  [
    'a broadcast without a privacy status',
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
    'a title that is too long',
    '?part=snippet,status',
    400,
    'invalidTitle',
    write('POST', { snippet: { ...snippet, title: 'x'.repeat(101) }, status }),
  ],
  [
    'a description that is too long',
    '?part=snippet,status',
    400,
    'invalidDescription',
    write('POST', { snippet: { ...snippet, description: 'x'.repeat(5001) }, status }),
  ],
  [
    'a part in the body that part does not name',
    '?part=snippet',
    400,
    'unexpectedPart',
    write('PUT', { id: broadcast.launch, snippet, status }),
  ],
  ['an update without the id', '?part=snippet', 400, 'idRequired', write('PUT', { snippet })],
  [
    'an update of an unknown broadcast',
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
    'a change of a locked setting while testing',
    '?part=contentDetails',
    403,
    'enableDvrModificationNotAllowed',
    write('PUT', { id: broadcast.rehearsal, contentDetails: { ...details, enableDvr: false } }),
  ],
  [
    'deleting a live broadcast',
    `?id=${broadcast.nightShift}`,
    403,
    'liveBroadcastDeletionNotAllowed',
    { method: 'DELETE' },
  ],
  [
    'deleting an unknown broadcast',
    `?id=${ids.video.missing}`,
    404,
    'liveBroadcastNotFound',
    { method: 'DELETE' },
  ],
];

describe('the live service', () => {
  it.each(namedRequests(rows))('rejects $request with $status $reason', async (row) => {
    const { call, status: expected, reason, options } = row;
    const response = await ask(`/youtube/v3/liveBroadcasts${call}`, options);
    expect([response.status, response.reason]).toEqual([expected, reason]);
  });
  it.each([
    ['a list of streams without a filter', '?part=id', 400, 'missingRequiredParameter'],
    [
      'a list of streams with two filters',
      `?part=id&mine=true&id=${stream.main}`,
      400,
      'incompatibleParameters',
    ],
  ])('rejects %s', async (_, call, expected, reason) => {
    const response = await ask(`/youtube/v3/liveStreams${call}`);
    expect([response.status, response.reason]).toEqual([expected, reason]);
  });
});

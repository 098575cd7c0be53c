/** The errors of the live service: for each rule a call that breaks it. */
import { describe } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { type RejectedRequests, testRejected } from '../../support/scenario/rejected-request.ts';
import { type RequestOptions, start, useSandbox } from '../../support/gateway/sandbox.ts';

const box = useSandbox('/youtube/v3');

const { broadcast, stream } = ids;
const post: RequestOptions = { method: 'POST' };
const list = '/liveBroadcasts';

const insert = (body: unknown) =>
  [`${list}?part=snippet,status`, { method: 'POST', body }] as const;

const update = (part: string, body: unknown) =>
  [`${list}?part=${part}`, { method: 'PUT', body }] as const;

const transition = (name: keyof typeof broadcast, to: string): string =>
  `${list}/transition?part=status&id=${broadcast[name]}&broadcastStatus=${to}`;

const later = new Date(start.getTime() + 86_400_000).toISOString();
const earlier = new Date(start.getTime() - 86_400_000).toISOString();
const snippet = { title: 'A', scheduledStartTime: later };
const status = { privacyStatus: 'private' };
const details = { monitorStream: { enableMonitorStream: true, broadcastStreamDelayMs: 0 } };

const rows: RejectedRequests = {
  '400 incompatibleParameters': {
    'a status filter together with mine': `${list}?part=id&mine=true&broadcastStatus=upcoming`,
    'a list of streams with two filters': `/liveStreams?part=id&mine=true&id=${stream.main}`,
  },
  '400 missingRequiredParameter': {
    'no filter': `${list}?part=id`,
    'a list of streams without a filter': '/liveStreams?part=id',
    'a transition without a status': [
      `${list}/transition?part=status&id=${broadcast.launch}`,
      post,
    ],
  },
  '400 invalid': {
    'an unknown status': `${list}?part=id&broadcastStatus=soon`,
    'an unknown parameter': `${list}?part=id&mine=true&when=now`,
    'a transition to a status that is not a target': [transition('launch', 'ready'), post],
  },
  '400 invalidParameter': { 'a page size above 50': `${list}?part=id&mine=true&maxResults=51` },
  '400 unknownPart': { 'an unknown part': `${list}?part=id,cdn&mine=true` },
  '404 liveBroadcastNotFound': {
    'a transition of an unknown broadcast': [
      `${list}/transition?part=status&id=${ids.video.missing}&broadcastStatus=live`,
      post,
    ],
    'a transition of a broadcast of another channel': [transition('benPreview', 'live'), post],
    'binding an unknown broadcast': [
      `${list}/bind?part=id&id=${ids.video.missing}&streamId=${stream.main}`,
      post,
    ],
    'an update of an unknown broadcast': update('snippet', { id: ids.video.missing, snippet }),
    'deleting an unknown broadcast': [`${list}?id=${ids.video.missing}`, { method: 'DELETE' }],
  },
  '403 invalidTransition': {
    'going live before testing with a monitor stream': [transition('launch', 'live'), post],
    'testing without a monitor stream': [transition('direct', 'testing'), post],
    'completing a broadcast that was never live': [transition('launch', 'complete'), post],
    'testing without a bound stream': [transition('draft', 'testing'), post],
    'a transition of a completed broadcast': [transition('retrospective', 'live'), post],
  },
  '403 redundantTransition': {
    'going live twice': [transition('nightShift', 'live'), post],
    'testing twice': [transition('rehearsal', 'testing'), post],
    'completing twice': [transition('winterGala', 'complete'), post],
  },
  '403 errorStreamInactive': {
    'testing with an inactive stream': [transition('townhall', 'testing'), post],
  },
  '403 liveBroadcastBindingNotAllowed': {
    'binding a live broadcast': [
      `${list}/bind?part=id&id=${broadcast.nightShift}&streamId=${stream.backup}`,
      post,
    ],
  },
  '404 liveStreamNotFound': {
    'binding to an unknown stream': [
      `${list}/bind?part=id&id=${broadcast.draft}&streamId=${stream.missing}`,
      post,
    ],
    'binding to a stream of another channel': [
      `${list}/bind?part=id&id=${broadcast.draft}&streamId=${stream.ben}`,
      post,
    ],
  },
  '400 titleRequired': {
    'a broadcast without a title': insert({ snippet: { scheduledStartTime: later }, status }),
  },
  '400 scheduledStartTimeRequired': {
    'a broadcast without a scheduled start': insert({ snippet: { title: 'A' }, status }),
  },
  '400 privacyStatusRequired': {
    'a broadcast without a privacy status': insert({ snippet }),
  },
  '400 invalidScheduledStartTime': {
    'a start in the past': insert({ snippet: { ...snippet, scheduledStartTime: earlier }, status }),
  },
  '400 invalidScheduledEndTime': {
    'an end before the start': insert({
      snippet: { ...snippet, scheduledEndTime: earlier },
      status,
    }),
  },
  '400 invalidTitle': {
    'a title that is too long': insert({ snippet: { ...snippet, title: 'x'.repeat(101) }, status }),
  },
  '400 invalidDescription': {
    'a description that is too long': insert({
      snippet: { ...snippet, description: 'x'.repeat(5001) },
      status,
    }),
  },
  '400 unexpectedPart': {
    'a part in the body that part does not name': update('snippet', {
      id: broadcast.launch,
      snippet,
      status,
    }),
  },
  '400 idRequired': { 'an update without the id': update('snippet', { snippet }) },
  '400 enableMonitorStreamRequired': {
    'content details without the monitor stream': update('contentDetails', {
      id: broadcast.launch,
      contentDetails: { enableDvr: true },
    }),
  },
  '400 broadcastStreamDelayMsRequired': {
    'content details without the delay': update('contentDetails', {
      id: broadcast.launch,
      contentDetails: { monitorStream: { enableMonitorStream: true } },
    }),
  },
  '403 enableDvrModificationNotAllowed': {
    'a change of a locked setting while testing': update('contentDetails', {
      id: broadcast.rehearsal,
      contentDetails: { ...details, enableDvr: false },
    }),
  },
  '403 liveBroadcastDeletionNotAllowed': {
    'deleting a live broadcast': [`${list}?id=${broadcast.nightShift}`, { method: 'DELETE' }],
  },
};

describe('the live service', () => {
  testRejected(box, rows);
});

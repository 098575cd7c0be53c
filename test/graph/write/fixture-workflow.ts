/** Mutations over several services. */
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids, streamId } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures, Input } from './fixture.ts';
import { anyVideoValues, newVideoFields, opensUpload, rejectedVideo } from './fixture-new-video.ts';

const calendarId = ids.calendar.release;

const existing = (eventId: string): Input => ({ existing: { key: { calendarId, eventId } } });

/** An event to create, with an id: so that a second mutation is about the same event. */
const newEvent: Input = {
  calendarId,
  newEventId: 'prepared2099',
  summary: 'Première',
  start: { dateTime: '2099-01-01T10:00:00Z' },
  end: { dateTime: '2099-01-01T11:00:00Z' },
};

const newBroadcast: Input = {
  title: 'Press call',
  scheduledStartAt: '2099-01-01T10:00:00Z',
  privacyStatus: 'UNLISTED',
};

/** The gateway reads the event before it writes. */
const eventPath = ['event', 'existing'];

export const workflowFixtures: Fixtures = {
  prepareBroadcast: {
    entity: 'live/broadcasts',
    fields: {
      event: [existing(ids.event.pressCall), existing(ids.event.trailerRelease)],
      broadcast: [{ new: newBroadcast }, { existing: ids.broadcast.draft }],
      stream: [{ existing: ids.stream.main }, { existing: ids.stream.backup }],
      onFailure: ['UNDO', 'KEEP'],
      attendees: [[{ email: ids.person.ben }], [{ email: ids.person.chloe }]],
      notify: { values: ['ALL', 'EXTERNAL_ONLY'], stored: ['all', 'externalOnly'] },
    },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: {
      'event.existing.id': {
        missing: globalId('Event', [calendarId, ids.event.missing]),
        path: eventPath,
      },
      'event.existing.key.calendarId': {
        missing: ids.calendar.missing,
        path: eventPath,
        isInPath: true,
      },
      'event.existing.key.eventId': {
        missing: ids.event.missing,
        path: eventPath,
        isInPath: true,
      },
      'event.new.calendarId': {
        missing: ids.calendar.missing,
        isInPath: true,
        base: { event: { new: newEvent } },
      },
      'broadcast.existing': { missing: ids.video.missing, valid: ids.broadcast.draft },
      'stream.existing': { missing: streamId('missing'), valid: ids.stream.main },
    },
    rejected: {
      event: [
        {
          input: { event: { new: { ...newEvent, end: { dateTime: '2098-01-01T10:00:00Z' } } } },
          path: 'event.new.end',
        },
        {
          input: { event: { new: { ...newEvent, newEventId: 'X' } } },
          path: 'event.new.newEventId',
        },
      ],
      broadcast: [
        {
          input: { broadcast: { new: { ...newBroadcast, title: '<b>' } } },
          path: 'broadcast.new.title',
        },
        {
          input: {
            broadcast: { new: { ...newBroadcast, scheduledEndAt: '2098-01-01T10:00:00Z' } },
          },
          path: 'broadcast.new.scheduledEndAt',
        },
      ],
      stream: [{ input: { stream: { reusable: false } }, path: 'stream.reusable' }],
      attendees: [
        {
          input: { attendees: [{ email: ids.person.ben, additionalGuestCount: -1 }] },
          path: 'attendees.0.additionalGuestCount',
        },
      ],
    },
    accepts: ['onFailure', 'notify'],
  },
  publishFileAsVideo: {
    // It waits: a transfer that goes on would change the state of the next test.
    target: { fileId: ids.file.introTake1, waitSeconds: 60 },
    entity: 'video/videos',
    fields: { ...newVideoFields, waitSeconds: [60, 61] },
    callers: { 'studio-guest': 'NOT_FOUND', 'no-channel': 'NOT_FOUND' },
    ids: {
      fileId: { missing: ids.file.missing, isInPath: true },
      categoryId: { missing: '999', code: 'INVALID_INPUT' },
    },
    rejected: {
      ...rejectedVideo,
      waitSeconds: [{ input: { waitSeconds: -1 } }, { input: { waitSeconds: 601 } }],
    },
    accepts: anyVideoValues,
    repeatable: { 'video:videos.insert': opensUpload },
  },
};

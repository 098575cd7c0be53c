/** Calendars. */
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures } from './fixture.ts';

const { ava, missing, release } = ids.calendar;
const calendar = `calendar/calendars/${release}/resource`;

const [first, second] = [
  '42617328-8756-4291-8273-192837465647',
  '19283746-9182-4736-8271-918273645261',
] as const;

const label = { name: 'Draft', backgroundColor: '#039be5' };
const labels = (labelId: string) => [{ labelId, ...label }];
const stored = (id: string) => [{ id, ...label }];

/** Lists of entities in the state are objects by id. */
const inState = (id: string) => ({ order: [id], [id]: { id, ...label } });

const fields = {
  summary: ['New', 'Newer'],
  description: ['First text', 'Second text'],
  location: ['Here', 'There'],
  timeZone: ['Europe/Lisbon', 'Asia/Tokyo'],
  autoAcceptInvitations: [true, false],
} as const;

const rejected = {
  summary: [{ input: { summary: ' ' } }],
  timeZone: [
    { input: { timeZone: '?' } },
    { input: { timeZone: 'Mars' } },
    { input: { timeZone: 'GMT+99' }, reason: 'invalid' },
  ],
  eventLabels: [
    { input: { eventLabels: [{ name: 'No color' }] }, path: 'eventLabels.0.backgroundColor' },
    {
      input: { eventLabels: [{ backgroundColor: 'blue' }] },
      path: 'eventLabels.0.backgroundColor',
    },
    {
      input: { eventLabels: [{ ...label, name: 'x'.repeat(51) }] },
      path: 'eventLabels.0.name',
    },
    {
      input: { eventLabels: [...labels(first), ...labels(first)] },
      path: 'eventLabels.1.labelId',
    },
    { input: { eventLabels: labels('x') }, path: 'eventLabels.0.labelId' },
  ],
} as const;

const accepts = ['description', 'location', 'autoAcceptInvitations'];

/** An id that could be that of a primary calendar. */
const nobody = 'nobody@studio.example';

const confirmed = {
  // The id differs from the confirmation.
  misshapen: 'INVALID_INPUT',
  misshapenPath: ['confirm'],
};

export const calendarObjectFixtures: Fixtures = {
  createCalendar: {
    entity: 'calendar/calendars',
    fields: {
      ...fields,
      eventLabels: {
        values: [labels(first), labels(second)],
        stored: [stored(first), stored(second)],
      },
    },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'DONE' },
    ids: { 'eventLabels.labelId': {} },
    rejected,
    accepts,
  },
  updateCalendar: {
    target: { id: release },
    entity: calendar,
    fields: {
      ...fields,
      eventLabels: {
        values: [{ replaceAll: labels(first) }, { replaceAll: labels(second) }],
        stored: [inState(first), inState(second)],
      },
      mode: ['SAFE', 'PATCH'],
    },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: {
      id: { missing },
      'eventLabels.set.labelId': {},
      'eventLabels.remove': {},
      'eventLabels.replaceAll.labelId': {},
    },
    rejected: {
      ...rejected,
      eventLabels: [
        {
          input: { eventLabels: { set: [{ ...label, backgroundColor: 'blue' }] } },
          path: 'eventLabels.set.0.backgroundColor',
        },
        {
          input: { eventLabels: { set: [{ name: 'No color' }] } },
          path: 'eventLabels.set.0.backgroundColor',
        },
        { input: { eventLabels: { set: labels('x') } }, path: 'eventLabels.set.0.labelId' },
        { input: { eventLabels: { remove: ['x'] } }, path: 'eventLabels.remove.0' },
      ],
    },
    accepts: [...accepts, 'mode', 'ifMatch'],
  },
  deleteCalendar: {
    target: { id: release },
    entity: `calendar/calendars/${release}`,
    fields: { confirm: [release, release] },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: { id: { missing, with: { confirm: missing }, ...confirmed }, confirm: {} },
    rejected: {
      confirm: [
        { input: { confirm: ava } },
        {
          input: { id: 'primary', confirm: 'primary' },
          code: 'FORBIDDEN',
          reason: 'cannotDeletePrimaryCalendar',
          path: 'id',
        },
        {
          input: { id: ava, confirm: ava },
          code: 'FORBIDDEN',
          reason: 'cannotDeletePrimaryCalendar',
          path: 'id',
        },
      ],
    },
    accepts: ['ifMatch'],
  },
  clearCalendar: {
    target: { id: ava },
    entity: `calendar/calendars/${ava}`,
    fields: { confirm: [ava, ava] },
    callers: { 'studio-guest': 'FORBIDDEN', 'no-channel': 'NOT_FOUND' },
    ids: { id: { missing: nobody, with: { confirm: nobody }, ...confirmed }, confirm: {} },
    rejected: {
      confirm: [
        { input: { confirm: release } },
        { input: { confirm: 'primary' } },
        { input: { id: release, confirm: release }, path: 'id' },
      ],
    },
  },
};

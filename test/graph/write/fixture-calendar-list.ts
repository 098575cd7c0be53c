/** Entries of calendar lists. */
import { holidays, rehearsals } from '../../../src/sandbox/seed/calendar/seed.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import type { Fixtures, FieldValues } from './fixture.ts';

const { missing, release } = ids.calendar;
const list = `calendar/calendarLists/${ids.person.ava}`;
const entry = `${list}/${release}`;

const remind = (minutes: number) => [{ method: 'POPUP', minutes }];
const reminded = (minutes: number) => [{ method: 'popup', minutes }];
const tooMany = [1, 2, 3, 4, 5, 6].flatMap(remind);

/** A color id replaces the colors, and the colors replace the color id. */
const fieldsOf = (place: string) => ({
  summaryOverride: ['Mine', 'Ours'] as const,
  hidden: { values: [true, false], stored: [true, undefined] } as const,
  selected: { values: [false, true], stored: [undefined, true] } as const,
  defaultReminders: {
    values: [remind(5), remind(6)],
    stored: [reminded(5), reminded(6)],
  } as const,
  notifications: {
    values: [[{ type: 'AGENDA' }], [{ type: 'EVENT_CREATION', method: 'EMAIL' }]],
    stored: [[{ type: 'agenda', method: 'email' }], [{ type: 'eventCreation', method: 'email' }]],
  } as const,
  colorId: {
    values: ['1', '2'],
    with: {},
    alsoChanges: [`${place}/backgroundColor`, `${place}/foregroundColor`],
  } as const,
  backgroundColor: {
    values: ['#112233', '#445566'],
    alsoChanges: [`${place}/colorId`],
    alsoSends: ['colorRgbFormat'],
  } as const,
  foregroundColor: {
    values: ['#ffffff', '#eeeeee'],
    alsoChanges: [`${place}/colorId`],
    alsoSends: ['colorRgbFormat'],
  } as const,
});

/** Lists of an entry that exists: changes. */
const changesOf = (place: string) => {
  const { defaultReminders, notifications, ...rest } = fieldsOf(place);
  const changed = ({ values: [first, second], stored }: FieldValues): FieldValues => ({
    values: [{ replaceAll: first }, { replaceAll: second }],
    ...(stored && { stored }),
  });
  return {
    ...rest,
    defaultReminders: changed(defaultReminders),
    notifications: changed(notifications),
  };
};

const rejected = {
  defaultReminders: [
    { input: { defaultReminders: tooMany } },
    { input: { defaultReminders: remind(-1) }, path: 'defaultReminders.0.minutes' },
  ],
  colorId: [
    { input: { colorId: '1', backgroundColor: '#112233' } },
    { input: { colorId: '' } },
    { input: { colorId: '99' }, reason: 'invalid' },
  ],
  backgroundColor: [{ input: { backgroundColor: 'red' } }],
  foregroundColor: [{ input: { foregroundColor: '#12345' } }],
} as const;

const accepts = ['summaryOverride', 'hidden', 'selected', 'notifications'];

export const calendarListFixtures: Fixtures = {
  addCalendarToList: {
    entity: list,
    fields: {
      calendarId: [holidays, rehearsals],
      ...fieldsOf(`${list}/${holidays}`),
      selected: [true, false],
    },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'DONE' },
    ids: { calendarId: { missing } },
    rejected,
    accepts,
    // A calendar is in the list only once.
    again: 'SAME',
  },
  updateCalendarListEntry: {
    target: { id: release },
    entity: entry,
    fields: { ...changesOf(entry), mode: ['SAFE', 'PATCH'] },
    callers: { 'studio-guest': 'DONE', 'no-channel': 'NOT_FOUND' },
    ids: { id: { missing } },
    rejected: {
      ...rejected,
      defaultReminders: [
        {
          input: { defaultReminders: { replaceAll: tooMany } },
          path: 'defaultReminders.replaceAll',
        },
        {
          input: { defaultReminders: { set: remind(-1) } },
          path: 'defaultReminders.set.0.minutes',
        },
      ],
    },
    accepts: [...accepts, 'mode', 'ifMatch'],
  },
  removeCalendarFromList: {
    target: { id: release },
    entity: entry,
    fields: {},
    callers: { 'studio-guest': 'DONE', 'no-channel': 'NOT_FOUND' },
    ids: { id: { missing } },
    accepts: ['ifMatch'],
  },
};

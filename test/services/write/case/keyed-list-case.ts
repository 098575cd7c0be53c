/** The keyed lists of all updates, with entries to write. */
import { premieres } from '../../../../src/sandbox/seed/calendar/seed.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import type { Input } from '../fixture/fixture.ts';

/** One entry: as the input has it, how `remove` names it, and how the payload shows it. */
interface Entry {
  readonly input: Input;
  readonly key: unknown;
  readonly shown: Input;
}

export interface KeyedListCase {
  readonly mutation: string;
  /** The place of the change in the input. */
  readonly path: string;
  /** Fields of the entity that show the list. */
  readonly select: string;
  readonly target: Input;
  /** Two entries that the seeded list does not have. */
  readonly entries: readonly [Entry, Entry];
  /** A change of the first entry; absent: an entry has nothing but its key. */
  readonly edit?: Pick<Entry, 'input' | 'shown'>;
  /** The input field with the key of an entry. */
  readonly keyField?: string;
  /** The maximum number of entries, and distinct entries. */
  readonly limit?: { readonly max: number; readonly entry: (index: number) => Input };
  /** Whether the REST API rejects an empty list. */
  readonly needsEntry?: true;
  /** Whether the REST API has text by key, so that an entry has no further field. */
  readonly isTextMap?: true;
}

const property = (key: string, value: string): Entry => ({
  input: { key, value },
  key,
  shown: { key, value },
});

const properties = {
  entries: [property('first', '1'), property('second', '2')],
  edit: { input: { key: 'first', value: '3' }, shown: { key: 'first', value: '3' } },
  keyField: 'key',
  isTextMap: true,
} as const;

const localization = (language: string): Entry => {
  const input = {
    languageTag: language,
    title: `Title ${language}`,
    description: `Text ${language}`,
  };
  return { input, key: language.toUpperCase(), shown: input };
};

const localizations = {
  path: 'localizations',
  entries: [localization('fi'), localization('pt')],
  edit: {
    input: { languageTag: 'FI', title: 'Another title' },
    shown: { ...localization('fi').shown, title: 'Another title' },
  },
  keyField: 'languageTag',
} as const;

const reminder = (minutes: number): Entry => {
  const input = { method: 'POPUP', before: `PT${minutes}M` };
  const shown = { method: 'POPUP', before: minutes < 60 ? input.before : `PT1H${minutes - 60}M` };
  return { input, key: shown, shown };
};

const reminders = {
  entries: [reminder(51), reminder(52)],
  limit: { max: 5, entry: (index: number) => reminder(100 + index).input },
} as const;

const event = {
  by: { key: { calendarId: ids.calendar.release, eventId: ids.event.launchMeeting } },
};

const attendee = (name: string): Entry => ({
  input: { email: `${name}@guest.example`, displayName: name, optional: true },
  key: `${name.toUpperCase()}@Guest.example`,
  shown: { email: `${name}@guest.example`, displayName: name, optional: true },
});

const label = (labelId: string): Entry => {
  const input = { labelId, name: 'Any', backgroundColor: '#039be5' };
  return { input, key: labelId, shown: input };
};

const [firstLabel, secondLabel] = [
  '42617328-8756-4291-8273-192837465647',
  '19283746-9182-4736-8271-918273645261',
] as const;

const elsewhere = (name: string | number): string => `https://elsewhere.example/${name}`;

export const keyedLists: readonly KeyedListCase[] = [
  {
    mutation: 'updateEvent',
    path: 'attendees',
    select: 'event { attendees { email displayName optional } }',
    target: event,
    entries: [attendee('first'), attendee('second')],
    edit: {
      input: { email: 'FIRST@guest.example', displayName: 'Other' },
      shown: { email: 'FIRST@guest.example', displayName: 'Other', optional: true },
    },
    keyField: 'email',
  },
  {
    mutation: 'updateEvent',
    path: 'attachments',
    select: 'event { attachments(first: 25) { fileId fileUrl title mimeType } }',
    target: event,
    entries: [
      {
        input: { fileId: ids.file.deck, title: 'Deck', mimeType: 'text/plain' },
        key: { fileUrl: `https://drive.google.com/file/d/${ids.file.deck}/view` },
        shown: {
          fileId: ids.file.deck,
          fileUrl: `https://drive.google.com/open?id=${ids.file.deck}`,
          title: 'Deck',
          mimeType: 'text/plain',
        },
      },
      {
        input: { fileUrl: elsewhere('a'), title: 'A' },
        key: { fileUrl: elsewhere('a') },
        shown: { fileId: null, fileUrl: elsewhere('a'), title: 'A', mimeType: null },
      },
    ],
    edit: {
      input: { fileId: ids.file.deck, title: 'New' },
      shown: {
        fileId: ids.file.deck,
        fileUrl: `https://drive.google.com/open?id=${ids.file.deck}`,
        title: 'New',
        mimeType: 'text/plain',
      },
    },
    limit: { max: 25, entry: (index) => ({ fileUrl: elsewhere(index) }) },
  },
  {
    mutation: 'updateEvent',
    path: 'reminders.overrides',
    select: 'event { reminders { overrides { method before } } }',
    target: event,
    ...reminders,
  },
  {
    mutation: 'updateEvent',
    path: 'privateProperties',
    select: 'event { privateProperties { key value } }',
    target: event,
    ...properties,
  },
  {
    mutation: 'updateEvent',
    path: 'sharedProperties',
    select: 'event { sharedProperties { key value } }',
    target: event,
    ...properties,
  },
  {
    mutation: 'updateCalendar',
    path: 'eventLabels',
    select: 'calendar { eventLabels { labelId name backgroundColor } }',
    target: { id: premieres },
    entries: [label(firstLabel), label(secondLabel)],
    edit: {
      input: { labelId: firstLabel, name: 'Other' },
      shown: { ...label(firstLabel).shown, name: 'Other' },
    },
    keyField: 'labelId',
    limit: { max: 200, entry: (index) => ({ name: `${index}`, backgroundColor: '#039be5' }) },
  },
  {
    mutation: 'updateCalendarListEntry',
    path: 'defaultReminders',
    select: 'calendarListEntry { defaultReminders { method before } }',
    target: { id: ids.calendar.release },
    ...reminders,
  },
  {
    mutation: 'updateCalendarListEntry',
    path: 'notifications',
    select: 'calendarListEntry { notifications { type method } }',
    target: { id: ids.calendar.release },
    entries: [
      { type: 'AGENDA', method: 'EMAIL' },
      { type: 'EVENT_RESPONSE', method: 'EMAIL' },
    ].map((input) => ({ input, key: input, shown: input })) as unknown as readonly [Entry, Entry],
  },
  {
    mutation: 'updateFile',
    path: 'properties',
    select: 'file { properties { key value } }',
    target: { id: ids.file.launchScript },
    ...properties,
  },
  {
    mutation: 'updateFile',
    path: 'appProperties',
    select: 'file { appProperties { key value } }',
    target: { id: ids.file.launchScript },
    ...properties,
  },
  {
    mutation: 'updateVideo',
    select: 'video { localizations { languageTag title description } }',
    target: { id: ids.video.launch, defaultLanguage: 'en' },
    ...localizations,
  },
  {
    mutation: 'updatePlaylist',
    select: 'playlist { localizations { languageTag title description } }',
    target: { id: ids.playlist.localized },
    ...localizations,
  },
  {
    mutation: 'updateChannel',
    select: 'channel { localizations { languageTag title description } }',
    target: { id: ids.channel.studio },
    ...localizations,
    needsEntry: true,
  },
];

/** The seeded events that tests and examples refer to by name, by calendar. */
import { pictureUrl } from '../../picture/picture-url.ts';
import { eventId, ids } from '../ids.ts';
import type { EventPlan } from './event-plan.ts';

const { ava, ben, chloe, dana, emeka } = ids.person;
const watchUrl = (id: string): string => `https://www.youtube.com/watch?v=${id}`;

const conferenceOf = (conferenceId: string): object => ({
  conferenceData: {
    conferenceId,
    conferenceSolution: {
      key: { type: 'hangoutsMeet' },
      name: 'Studio Meet',
      iconUri: pictureUrl('meet/icon.png', 48),
    },
    entryPoints: [
      {
        entryPointType: 'video',
        uri: `https://meet.example/${conferenceId}`,
        label: `meet.example/${conferenceId}`,
      },
    ],
  },
  hangoutLink: `https://meet.example/${conferenceId}`,
});

/** Events about a broadcast start and end with it. */
export const releaseEvents: readonly EventPlan[] = [
  {
    id: ids.event.launchMeeting,
    summary: 'Launch night: “The Last Ferry” 🚢',
    at: 50,
    hours: 2,
    files: ['launchScript', 'runSheet', 'releasePlan', 'storyboard'],
    guests: [
      [ava, 'accepted'],
      [ben, 'accepted', { comment: 'I bring the score.' }],
      [chloe, 'tentative', { optional: true }],
      [dana, 'needsAction', { additionalGuests: 1 }],
      [emeka, 'declined'],
    ],
    more: {
      description: 'Doors at seven. The stream opens half an hour before.',
      location: 'Pier 9, Studio A',
      colorId: '11',
      visibility: 'public',
      extendedProperties: {
        private: { videoId: ids.broadcast.launch, act: 'launch' },
        shared: { season: '2', crew: 'a' },
      },
      reminders: {
        useDefault: false,
        overrides: [
          { method: 'email', minutes: 1440 },
          { method: 'popup', minutes: 30 },
        ],
      },
      source: { title: 'The broadcast', url: watchUrl(ids.broadcast.launch) },
      ...conferenceOf('fer-ryla-unc'),
    },
  },
  {
    id: ids.event.townhallMeeting,
    summary: 'Studio town hall',
    at: 122,
    videoId: ids.broadcast.townhall,
    files: ['deck', 'styleGuide'],
    guests: [
      [ava, 'accepted'],
      [ben, 'needsAction'],
      [chloe, 'accepted'],
    ],
    more: { colorId: '5' },
  },
  {
    id: ids.event.retrospectiveMeeting,
    summary: 'Ten years of Northlight',
    at: -30 * 24,
    hours: 2,
    videoId: ids.broadcast.retrospective,
  },
  {
    id: eventId('winterGala'),
    summary: 'Winter gala 🎻',
    at: -77 * 24,
    hours: 3,
    videoId: ids.broadcast.winterGala,
    files: ['musicLicense'],
  },
  {
    id: eventId('nightShift'),
    summary: 'Night shift',
    at: -3,
    hours: 8,
    videoId: ids.broadcast.nightShift,
    files: ['harborAerial'],
  },
  {
    id: eventId('harbourDirect'),
    summary: 'Harbour camera, direct',
    at: 26,
    videoId: ids.broadcast.direct,
  },
  {
    id: ids.event.soundCheck,
    summary: 'Sound check and rehearsal',
    at: 2,
    videoId: ids.broadcast.rehearsal,
    files: ['soundBed', 'runSheet'],
    guests: [
      [ben, 'accepted'],
      [emeka, 'accepted'],
    ],
  },
  {
    id: ids.event.trailerRelease,
    summary: 'Release of the trailer',
    at: 30,
    files: ['trailerThumbnail'],
    more: { source: { title: 'Trailer', url: watchUrl(ids.video.trailer) }, colorId: '3' },
  },
  {
    id: ids.event.shootDay,
    summary: 'Shooting at the pier 撮影日',
    days: [4, 2],
    files: ['shotList', 'storyboard', 'location'],
    guests: [
      [ava, 'accepted'],
      [chloe, 'accepted'],
    ],
    more: { location: 'Pier 9', guestsCanInviteOthers: false, transparency: 'transparent' },
  },
  {
    id: ids.event.standup,
    summary: 'Weekly stand-up',
    at: -21 * 24 - 1,
    guests: [
      [ava, 'accepted'],
      [ben, 'accepted'],
      [chloe, 'needsAction'],
    ],
    more: { recurrence: ['RRULE:FREQ=WEEKLY;COUNT=10'], colorId: '8' },
  },
  {
    id: ids.event.interview,
    summary: 'Interview with Maren — «Le phare»',
    at: 77,
    hours: 2,
    videoId: ids.video.trailer,
    files: ['interviewNotes', 'talentRelease', 'interviewRaw'],
    guests: [[chloe, 'accepted']],
  },
  {
    id: ids.event.colorSession,
    summary: 'Colour session',
    at: 100,
    hours: 4,
    videoId: ids.video.trailer,
    files: ['colorGrade'],
    more: { status: 'tentative' },
  },
  {
    id: ids.event.pressCall,
    summary: 'Press call',
    at: 55,
    files: ['pressKit'],
    more: { visibility: 'private', location: 'By phone' },
  },
  {
    id: ids.event.cancelled,
    summary: 'Drone flight',
    at: 60,
    files: ['drone'],
    more: { status: 'cancelled' },
  },
];

/** Events on Ava's primary calendar; more are in `complete-event.ts`. */
export const avaEvents: readonly EventPlan[] = [
  {
    id: ids.event.budgetReview,
    summary: 'Budget review',
    at: 6,
    files: ['budget'],
    guests: [
      [ava, 'accepted'],
      [dana, 'tentative'],
    ],
    more: { visibility: 'private', recurrence: ['RRULE:FREQ=MONTHLY;COUNT=6'] },
  },
  {
    id: eventId('officeDay'),
    summary: 'Pier 9',
    days: [1, 1],
    more: {
      eventType: 'workingLocation',
      visibility: 'public',
      transparency: 'transparent',
      workingLocationProperties: { type: 'officeLocation', officeLocation: { label: 'Pier 9' } },
    },
  },
  { id: eventId('dentist'), summary: 'Dentist', at: 31, more: { privateCopy: true } },
];

/** Ben's events; Ava's calendar has copies of those that she is invited to. */
export const benEvents: readonly (EventPlan & { readonly isAvaInvited?: true })[] = [
  {
    id: ids.event.benOneOnOne,
    summary: 'Ben and Ava',
    at: 28,
    creator: ben,
    isAvaInvited: true,
    files: ['benTreatment', 'benDiary'],
    guests: [
      [ben, 'accepted'],
      [ava, 'needsAction'],
    ],
    more: { description: 'The score, and what comes after.' },
  },
  {
    id: ids.event.wrapParty,
    summary: 'حفلة الختام 🎉',
    at: 24 * 21,
    hours: 5,
    creator: ben,
    isAvaInvited: true,
    guests: [
      [ben, 'accepted'],
      [ava, 'accepted'],
      [emeka, 'needsAction'],
    ],
    more: { guestsCanModify: true, location: 'The old lighthouse' },
  },
  {
    id: eventId('scorePreview'),
    summary: 'Score preview',
    at: 70,
    creator: ben,
    videoId: ids.broadcast.benPreview,
  },
  {
    id: eventId('cello'),
    summary: 'Cello lesson',
    at: 48,
    creator: ben,
    more: { visibility: 'private' },
  },
];

/** A locked copy on Ava's calendar; Chloe is the organizer. */
export const avaHoliday: EventPlan = {
  id: ids.event.holiday,
  summary: 'Midsummer (studio closed)',
  days: [45, 1],
  creator: chloe,
  more: { locked: true },
};

/** Events on Ava's calendar that is not shared. */
export const privateEvents: readonly EventPlan[] = [
  {
    id: ids.event.planning,
    summary: 'Planning of the week',
    // Examples name its occurrences: they exist whenever the sandbox starts.
    more: {
      start: { dateTime: '2026-01-06T08:00:00.000Z', timeZone: 'Europe/Stockholm' },
      end: { dateTime: '2026-01-06T09:00:00.000Z', timeZone: 'Europe/Stockholm' },
      recurrence: ['RRULE:FREQ=WEEKLY'],
    },
  },
  { id: eventId('lighthouse'), summary: 'Lighthouse, with Maja', days: [12, 3] },
  { id: eventId('surprise'), summary: 'Surprise for Ben 🎂', at: 200, files: ['logo'] },
];

/** Events on the public calendar. */
export const premiereEvents: readonly EventPlan[] = [
  {
    id: eventId('premiereFerry'),
    summary: 'The Last Ferry',
    at: 50,
    hours: 2,
    more: { source: { title: 'Watch', url: watchUrl(ids.broadcast.launch) } },
  },
  { id: eventId('premiereTrailer'), summary: 'Trailer', at: 30, creator: ben },
];

/** Events on Dana's primary calendar. */
export const danaEvents: readonly EventPlan[] = [
  { id: eventId('swim'), summary: 'Swimming', at: 4, creator: dana },
];

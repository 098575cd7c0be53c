/** Conference data of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { fieldAt, fields } from '../field/path-field.ts';

const EntryPointType = enumeration('ConferenceEntryPointType', 'By which means a call is joined.', {
  video: 'In a browser or an application.',
  phone: 'By dialling a number.',
  sip: 'With conference equipment.',
  more: 'Further ways, told on a page of their own.',
});

const EntryPointFeature = enumeration(
  'ConferenceEntryPointFeature',
  'What a call to a telephone number of a conference costs.',
  { toll: 'Calls to the number are charged.', toll_free: 'Calls to the number are free.' },
);

const ConferenceEntryPoint = builder
  .objectRef<calendar_v3.Schema$EntryPoint>('ConferenceEntryPoint')
  .implement({
    description: 'One way into a call.',
    fields: (t) =>
      fields(t, {
        entryPointType: [EntryPointType, 'Which means this is.'],
        uri: ['String', 'Where it leads: `https:`, `tel:` or `sip:`.'],
        label: ['String', 'The address or number for people to read.'],
        meetingCode: ['String', 'The code of the meeting, where one is asked for.'],
        pin: ['String', 'The number to type after dialling.'],
        passcode: ['String', 'The word that lets people in.'],
        accessCode: ['String', 'The access code of the conference, if the service uses one.'],
        password: ['String', 'The password of the conference, if the service uses one.'],
        entryPointFeatures: [[EntryPointFeature], 'Features of a telephone number.'],
        regionCode: ['String', 'The country that a telephone number belongs to.'],
      }),
  });

export const ConferenceData = builder
  .objectRef<calendar_v3.Schema$ConferenceData>('ConferenceData')
  .implement({
    description: 'The call that belongs to an event.',
    fields: (t) => ({
      ...fields(t, {
        conferenceId: ['String', 'What the call service knows it by; null until it is made.'],
        notes: ['String', 'What the organizer tells those who join.'],
      }),
      solutionName: fieldAt(
        t,
        'String',
        'conferenceSolution.name',
        'Which service the call runs on.',
      ),
      solutionIconUrl: fieldAt(t, 'URL', 'conferenceSolution.iconUri', "That service's picture."),
      solutionType: fieldAt(
        t,
        'String',
        'conferenceSolution.key.type',
        'The type of the conference service, for example `hangoutsMeet` or `addOn`.',
      ),
      entryPoints: fieldAt(t, [ConferenceEntryPoint], 'entryPoints', 'All ways to join it.'),
    }),
  });

/** Conference data of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { fieldAt, fields } from '../field/path-field.ts';

export const EntryPointType = enumeration(
  'ConferenceEntryPointType',
  'The kind of an entry point of a conference.',
  {
    video: 'Join by video, in a browser or an app.',
    phone: 'Join by phone.',
    sip: 'Join with SIP conference equipment.',
    more: 'A web page with further entry points.',
  },
);

export const EntryPointFeature = enumeration(
  'ConferenceEntryPointFeature',
  'The cost of a phone call to a conference.',
  { toll: 'Calls to the number are charged.', toll_free: 'Calls to the number are free.' },
);

const ConferenceEntryPoint = builder
  .objectRef<calendar_v3.Schema$EntryPoint>('ConferenceEntryPoint')
  .implement({
    description: 'An entry point of a conference, for example a video URL or a phone number.',
    fields: (t) =>
      fields(t, {
        entryPointType: [EntryPointType, 'The kind of the entry point.'],
        uri: ['String', 'The URI of the entry point. Scheme: `https:`, `tel:` or `sip:`.'],
        label: ['String', 'The URI or phone number in readable form.'],
        meetingCode: ['String', 'The meeting code of the conference, if the service uses one.'],
        pin: ['String', 'The PIN to enter after dialing, if the service uses one.'],
        passcode: ['String', 'The passcode of the conference, if the service uses one.'],
        accessCode: ['String', 'The access code of the conference, if the service uses one.'],
        password: ['String', 'The password of the conference, if the service uses one.'],
        entryPointFeatures: [[EntryPointFeature], 'Features of a telephone number.'],
        regionCode: [
          'String',
          'The region of a phone number as an ISO 3166 code, for example `PT`.',
        ],
      }),
  });

export const ConferenceData = builder
  .objectRef<calendar_v3.Schema$ConferenceData>('ConferenceData')
  .implement({
    description: 'The conference of an event, for example a Google Meet call.',
    fields: (t) => ({
      ...fields(t, {
        conferenceId: [
          'String',
          'The id of the conference in the conference service. Null until the conference has been created.',
        ],
        notes: ['String', 'Additional notes of the organizer for participants.'],
      }),
      solutionName: fieldAt(
        t,
        'String',
        'conferenceSolution.name',
        'The name of the conference service, for example `Google Meet`.',
      ),
      solutionIconUrl: fieldAt(
        t,
        'URL',
        'conferenceSolution.iconUri',
        'The URL of the icon of the conference service.',
      ),
      solutionType: fieldAt(
        t,
        'String',
        'conferenceSolution.key.type',
        'The type of the conference service, for example `hangoutsMeet` or `addOn`.',
      ),
      entryPoints: fieldAt(
        t,
        [ConferenceEntryPoint],
        'entryPoints',
        'All ways to join the conference.',
      ),
    }),
  });

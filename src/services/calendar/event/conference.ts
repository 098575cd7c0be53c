/** Conference data of events. */
import type { calendar_v3 } from '@googleapis/calendar';
import { builder } from '../../../engine/schema/builder.ts';
import { computed, fields, valueType } from '../../../engine/schema/field/path-field.ts';
import { madeType } from '../../../engine/schema/field/own-value.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import {
  ConferenceEntryPointFeature,
  ConferenceEntryPointType,
  ConferenceRequestStatus,
} from '../enums.ts';

const ConferenceEntryPoint = valueType<calendar_v3.Schema$EntryPoint>(
  'ConferenceEntryPoint',
  'EntryPoint',
).rows('An entry point of a conference, for example a video URL or a phone number.', {
  entryPointType: [ConferenceEntryPointType, 'The kind of the entry point.'],
  uri: 'The URI of the entry point. Scheme: `https:`, `tel:` or `sip:`.',
  label: 'The URI or phone number in readable form.',
  meetingCode: 'The meeting code of the conference, if the service uses one.',
  pin: 'The PIN to enter after dialing, if the service uses one.',
  passcode: 'The passcode of the conference, if the service uses one.',
  accessCode: 'The access code of the conference, if the service uses one.',
  password: 'The password of the conference, if the service uses one.',
  entryPointFeatures: [[ConferenceEntryPointFeature], 'Features of a telephone number.'],
  regionCode: 'The region of a phone number as an ISO 3166 code, for example `PT`.',
});

const ConferenceCreateRequest = valueType<calendar_v3.Schema$CreateConferenceRequest>(
  'ConferenceCreateRequest',
  'CreateConferenceRequest',
).rows('A request to create the conference of an event.', {
  requestId: ['String', 'The id that the client chose for the request. A repeated id is ignored.'],
  solutionType: [
    'The type of the requested conference service, for example `hangoutsMeet`.',
    { path: 'conferenceSolutionKey.type' },
  ],
  status: [
    ConferenceRequestStatus,
    'The state of the creation of the conference, for example pending.',
    { path: 'status.statusCode' },
  ],
});

interface Parameter {
  readonly key: string;
  readonly value: string;
}

const ConferenceParameter = madeType<Parameter>('ConferenceParameter').rows(
  'A value that the add-on of a conference has stored with it.',
  {
    key: [required('String'), 'The key, unique among the parameters of a conference.'],
    value: [required('String'), 'The value of the parameter, which only the add-on can interpret.'],
  },
);

export const ConferenceData = builder
  .objectType<calendar_v3.Schema$ConferenceData>('ConferenceData')
  .implement({
    description: 'The conference of an event, for example a Google Meet call.',
    fields: (t) => ({
      ...fields(t, {
        conferenceId: [
          'String',
          'The id of the conference in the conference service. Null until the conference has been created.',
        ],
        notes: 'Additional notes of the organizer for participants.',
        signature:
          'The signature of the conference data. Required to copy the conference to another event.',
        createRequest: [
          ConferenceCreateRequest,
          'The request that creates the conference. Null if the conference was not requested from Google Calendar.',
        ],
        solutionName: [
          'The name of the conference service, for example `Google Meet`.',
          { path: 'conferenceSolution.name' },
        ],
        solutionIconUrl: [
          'URL',
          'The URL of the icon of the conference service.',
          { path: 'conferenceSolution.iconUri' },
        ],
        solutionType: [
          'The type of the conference service, for example `hangoutsMeet` or `addOn`.',
          { path: 'conferenceSolution.key.type' },
        ],
        entryPoints: [[ConferenceEntryPoint], 'All ways to join the conference.'],
      }),
      addOnParameters: computed(
        t,
        [ConferenceParameter],
        {
          // An answer with `parameters` alone would lack the whole object for most conferences.
          // Each has a service, or a request for one.
          paths: ['parameters', 'conferenceSolution.key.type', 'createRequest.requestId'],
          compute: ({ parameters }) =>
            Object.entries(parameters?.addOnParameters?.parameters ?? {}).map(([key, value]) => ({
              key,
              value,
            })),
        },
        'The values that the add-on of the conference service has stored. REST field: `parameters.addOnParameters.parameters`.',
      ),
    }),
  });

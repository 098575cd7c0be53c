/** Conference data of events. */
import { stableBase32Id } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import type { ConferenceData } from './state.ts';

/** The fields of an event that describe its conference. */
interface ConferenceFields {
  readonly conferenceData: ConferenceData;
  /** The address of the video entry point. */
  readonly hangoutLink?: string;
}

/** The conference of an event that is written; a request for a new one succeeds immediately. */
export function conferenceFields(simulation: Simulation, sent: ConferenceData): ConferenceFields {
  const { createRequest } = sent;
  return withLink(
    sent.conferenceId === undefined && createRequest !== undefined
      ? createConference(simulation, createRequest)
      : sent,
  );
}

function createConference(
  simulation: Simulation,
  request: NonNullable<ConferenceData['createRequest']>,
): ConferenceData {
  const conferenceId = newConferenceId(
    `${simulation.now().toISOString()} ${request.requestId ?? ''}`,
  );
  const fulfilled = { ...request, status: { statusCode: 'success' } };
  return {
    createRequest: fulfilled,
    entryPoints: [
      {
        entryPointType: 'video',
        uri: `https://meet.example/${conferenceId}`,
        label: `meet.example/${conferenceId}`,
      },
    ],
    conferenceSolution: {
      key: { type: request.conferenceSolutionKey?.type ?? 'hangoutsMeet' },
      name: 'Studio Meet',
      iconUri: 'https://meet.example/icon.png',
    },
    conferenceId,
  };
}

/** An id such as `abc-defg-hij`, which `name` determines. */
const newConferenceId = (name: string): string =>
  [lettersOf(name, 3), lettersOf(`${name} 2`, 4), lettersOf(`${name} 3`, 3)].join('-');

const lettersOf = (name: string, length: number): string =>
  stableBase32Id(name, 26).replace(/\d/g, 'x').slice(0, length);

function withLink(conferenceData: ConferenceData): ConferenceFields {
  const { entryPoints = [] } = conferenceData;
  const video = entryPoints.find(({ entryPointType }) => entryPointType === 'video');
  return video?.uri === undefined ? { conferenceData } : { conferenceData, hangoutLink: video.uri };
}

/** Conference data of events. */
import { ApiError } from '../http/api-error.ts';
import { pictureUrl } from '../picture/picture-url.ts';
import { stableBase32Id } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import type { CalendarEntity, ConferenceData } from './state.ts';

/** The fields of an event that describe its conference. */
interface ConferenceFields {
  readonly conferenceData: ConferenceData;
  /** The address of the video entry point. */
  readonly hangoutLink?: string;
}

/**
 * The conference of an event that is written; a request for a new one succeeds immediately.
 * @param before the conference that the event has
 * @throws ApiError 400 for a request of a type that the calendar does not allow
 */
export function conferenceFields(
  simulation: Simulation,
  { resource }: CalendarEntity,
  sent: ConferenceData,
  before: ConferenceData | undefined,
): ConferenceFields {
  const { createRequest } = sent;
  if (createRequest === undefined) return withLink(sent);
  if (sent.conferenceId !== undefined) return withLink(withStatus(sent, before));
  const { type } = createRequest.conferenceSolutionKey ?? {};
  const { allowedConferenceSolutionTypes } = resource.conferenceProperties;
  if (type !== undefined && !allowedConferenceSolutionTypes.includes(type))
    throw new ApiError(400, 'invalid', { message: 'Invalid conference type value.' });
  return withLink(createConference(simulation, createRequest));
}

/** No body writes the status of a request: a request that is sent back keeps its own. */
function withStatus(
  { createRequest, ...rest }: ConferenceData,
  before: ConferenceData | undefined,
): ConferenceData {
  const { status: _, ...request } = createRequest!;
  const previous = before?.createRequest;
  const status = previous?.requestId === request.requestId ? previous?.status : undefined;
  return { ...rest, createRequest: { ...request, ...(status && { status }) } };
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
      iconUri: pictureUrl('meet/icon.png', 48),
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

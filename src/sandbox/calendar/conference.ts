/** Conferences: made on request, kept when they are sent back. */
import { stableBase32Id } from '../random.ts';
import type { Simulation } from '../simulation.ts';
import type { Conference } from './state.ts';

const letters = (name: string, length: number): string =>
  stableBase32Id(name, 26).replace(/\d/g, 'x').slice(0, length);

/** What an event holds of a conference; a request for a new one is fulfilled at once. */
export function confer(
  simulation: Simulation,
  given: Conference,
): { readonly conferenceData: Conference; readonly hangoutLink?: string } {
  const { createRequest } = given;
  if (given.conferenceId !== undefined || createRequest === undefined) return withLink(given);
  const type = createRequest.conferenceSolutionKey?.type ?? 'hangoutsMeet';
  const name = `${simulation.now().toISOString()} ${createRequest.requestId ?? ''}`;
  const conferenceId = `${letters(name, 3)}-${letters(`${name} 2`, 4)}-${letters(`${name} 3`, 3)}`;
  return withLink({
    createRequest: {
      ...createRequest,
      status: { statusCode: 'success' },
    } as Conference['createRequest'] & object,
    entryPoints: [
      {
        entryPointType: 'video',
        uri: `https://meet.example/${conferenceId}`,
        label: `meet.example/${conferenceId}`,
      },
    ],
    conferenceSolution: {
      key: { type },
      name: 'Studio Meet',
      iconUri: 'https://meet.example/icon.png',
    },
    conferenceId,
  });
}

function withLink(conferenceData: Conference): {
  readonly conferenceData: Conference;
  readonly hangoutLink?: string;
} {
  const video = conferenceData.entryPoints?.find(
    ({ entryPointType }) => entryPointType === 'video',
  );
  return video?.uri === undefined ? { conferenceData } : { conferenceData, hangoutLink: video.uri };
}

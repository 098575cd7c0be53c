/**
 * An answer without the error object of the services says nothing about the object or the caller,
 * whatever its status is: a front end or a proxy has given it. So each kind of request fails as one
 * that can be repeated, and no write is acknowledged.
 *
 * Sources: reports on pages of Google's front ends with the statuses 403, 404 and 502
 * (gimite/google-drive-ruby 368, hypothesis/via 586, iterative/PyDrive2 251).
 */
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/sandbox/fault.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

// Each request fails, so the circuit breaker would end the calls.
const studio = useStudio({ env: { RETRY_BASE_MS: '1', BREAKER_FAILURES: '1000000' } });

const statuses = Array.from({ length: 19 }, (_, index) => 400 + index).concat(
  421,
  422,
  423,
  424,
  425,
  426,
  428,
  429,
  431,
  451,
  500,
  501,
  502,
  503,
  504,
);

const pages = ['html', 'empty', 'json', 'gzip'] as const;

const { video, playlist, event, calendar, broadcast } = ids;

/** A request with the operation that is answered so. */
interface Kind {
  readonly operation: string;
  readonly document: string;
  readonly isWrite?: true;
}

const onVideos = 'video:videos.list';

const kinds: Readonly<Record<string, Kind>> = {
  'a read': { operation: onVideos, document: `{ video(id: "${video.trailer}") { title } }` },
  'a link': {
    operation: onVideos,
    document: `{ broadcast(id: "${broadcast.nightShift}") { title video { title } } }`,
  },
  nodes: {
    operation: onVideos,
    document: `{ videos(ids: ["${video.trailer}"]) { title } }`,
  },
  'a list': {
    operation: 'video:playlistItems.list',
    document: `{ playlist(id: "${playlist.fifty}") { items(first: 2) { nodes { videoId } } } }`,
  },
  'an insert': {
    operation: 'video:playlists.insert',
    document:
      'mutation { createPlaylist(input: { title: "T" }) { playlist { playlistId } errors { code } } }',
    isWrite: true,
  },
  'an update': {
    operation: 'video:playlists.update',
    document: `mutation { updatePlaylist(input: { id: "${playlist.fifty}", title: "T" }) { playlist { title } errors { code } } }`,
    isWrite: true,
  },
  'a deletion': {
    operation: 'calendar:events.delete',
    document: `mutation { deleteEvent(input: { by: { key: { calendarId: "${calendar.release}", eventId: "${event.launchMeeting}" } } }) { deletedId errors { code } } }`,
    isWrite: true,
  },
};

/** The errors of a response, wherever they stand. */
async function errorsOf({ operation, document, isWrite }: Kind, fault: Fault): Promise<unknown[]> {
  studio.sandbox.clearFaults();
  studio.sandbox.fault({ match: { operation }, ...fault });
  const { data, errors = [] } = await studio.query(document);
  const written = isWrite ? Object.values(data ?? {}).filter((payload) => payload !== null) : [];
  expect(written).toEqual([]);
  return errors.map(({ extensions: { code, reason, outcome } }) => ({ code, reason, outcome }));
}

describe('an answer that is none of the service', () => {
  it.each(Object.entries(kinds))('is a temporary failure of %s', async (_, kind) => {
    for (const status of statuses)
      for (const page of pages) {
        const errors = await errorsOf(kind, { status, page });
        const outcome = kind.isWrite ? 'UNKNOWN' : undefined;
        expect([status, page, errors]).toEqual([
          status,
          page,
          [{ code: 'UPSTREAM_UNAVAILABLE', reason: 'answeredOnTheWay', outcome }],
        ]);
      }
  });
  it('does not complete a deletion that may not have happened', async () => {
    const { operation, document } = kinds['a deletion']!;
    studio.sandbox.fault({ match: { operation }, status: 503, times: 1 });
    studio.sandbox.fault({ match: { operation }, status: 404, page: 'html' });
    const { errors } = await studio.query(document);
    expect(errors![0]!.extensions).toMatchObject({ outcome: 'UNKNOWN' });
    studio.sandbox.clearFaults();
    const again = await studio.query(document);
    expect(again.data.deleteEvent.errors).toEqual([]);
  });
  it('says that something on the way has answered', async () => {
    const { operation, document } = kinds['a read']!;
    studio.sandbox.fault({ match: { operation }, status: 403, page: 'html' });
    const { errors } = await studio.query(document);
    expect(errors![0]!.message).toBe(
      'Something between the gateway and YouTube has answered (HTTP status 403), and not YouTube itself. Retry later.',
    );
  });
});

describe('a page in place of the bytes of a file', () => {
  it.each([401, 403, 404, 429])('fails as one that can be repeated: %i', async (status) => {
    const { data } = await studio.query(
      `{ file(id: "${ids.file.storyboard}") { content { url } } }`,
    );
    studio.sandbox.fault({ match: { pathIncludes: 'alt=media' }, status, page: 'html' });
    const response = await fetch(data.file.content.url as string, {
      headers: { authorization: 'Bearer studio-owner' },
    });
    expect([response.status, await response.json()]).toMatchObject([
      503,
      { errors: [{ extensions: { code: 'UPSTREAM_UNAVAILABLE', reason: 'answeredOnTheWay' } }] },
    ]);
  });
});

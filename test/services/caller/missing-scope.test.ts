/** Calls whose scope an access token is known to lack. */
import { describe, expect, it } from 'vitest';
import { errorInfo } from '../../../src/sandbox/http/api-error.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { openStudio, type Studio } from '../../support/gateway/studio.ts';

const errors =
  'errors { __typename code message reason ... on MissingScopeError { service anyOf } }';

const update = (id: string, alias = 'updateVideo'): string =>
  `${alias}: updateVideo(input: { id: "${id}", title: "New" }) { video { id } ${errors} }`;

const youTubeWrite = ['youtube', 'youtube.force-ssl', 'youtubepartner'].map(
  (scope) => `https://www.googleapis.com/auth/${scope}`,
);

const missing = expect.objectContaining({
  __typename: 'MissingScopeError',
  service: 'VIDEO',
  anyOf: youTubeWrite,
  reason: 'insufficientPermissions',
  message:
    'The access token lacks the scope youtube, or another one of those in anyOf. Request a new token with it.',
});

/** Runs with a gateway of its own, which knows nothing of the callers yet. */
async function withStudio(run: (studio: Studio) => Promise<void>): Promise<void> {
  const studio = await openStudio();
  try {
    await run(studio);
  } finally {
    await studio.close();
  }
}

/** Sends a document as a caller. @returns the result, and the operations of its calls */
async function send(studio: Studio, document: string, token: string | null, headers = {}) {
  const before = studio.calls().length;
  const { data, errors: failed } = await studio.query(document, {}, token, headers);
  const operations = studio.calls().slice(before);
  return { data, errors: failed, operations: operations.map(({ operation }) => operation) };
}

describe('an update without the scope', () => {
  it('costs calls the first time and none afterwards, with the same error', () =>
    withStudio(async (studio) => {
      const document = `mutation { ${update(ids.video.trailer)} }`;
      const first = await send(studio, document, 'studio-reader');
      const second = await send(studio, document, 'studio-reader');
      expect(first.data.updateVideo.errors).toEqual([missing]);
      expect(second.data).toEqual(first.data);
      expect(first.operations).toEqual(['video:videos.list', 'video:videos.update']);
      expect(second.operations).toEqual([]);
    }));

  it('costs no call in the same request after another one', () =>
    withStudio(async (studio) => {
      const document = `mutation { ${update(ids.video.trailer, 'a')} ${update(ids.video.privateCut, 'b')} }`;
      const { data, operations } = await send(studio, document, 'studio-reader');
      expect([data.a.errors, data.b.errors]).toEqual([[missing], [missing]]);
      expect(operations).toEqual(['video:videos.list', 'video:videos.update']);
    }));

  it('costs no call after another operation with the same scopes', () =>
    withStudio(async (studio) => {
      const remove = `mutation { deletePlaylist(input: { id: "${ids.playlist.empty}" }) { ${errors} } }`;
      const first = await send(studio, remove, 'studio-reader');
      expect(first.operations).toEqual(['video:playlists.delete']);
      const second = await send(
        studio,
        `mutation { ${update(ids.video.trailer)} }`,
        'studio-reader',
      );
      expect(second.data.updateVideo.errors).toEqual([missing]);
      expect(second.operations).toEqual([]);
    }));

  it('does not reject what the token may do, nor other callers', () =>
    withStudio(async (studio) => {
      const document = `mutation { ${update(ids.video.trailer)} }`;
      await send(studio, document, 'studio-reader');
      const read = `{ video(id: "${ids.video.trailer}") { title } }`;
      expect((await send(studio, read, 'studio-reader')).operations).toEqual(['video:videos.list']);
      const owner = await send(studio, document, 'studio-owner');
      expect(owner.data.updateVideo.errors).toEqual([]);
      expect(owner.operations).toEqual(['video:videos.list', 'video:videos.update']);
    }));

  it('does not reject a read, which may need less', () =>
    withStudio(async (studio) => {
      const rate = `mutation { rateVideo(input: { id: "${ids.video.trailer}", rating: LIKE }) { ${errors} } }`;
      const refused = await send(studio, rate, 'studio-reader');
      expect(refused.data.rateVideo.errors).toMatchObject([{ code: 'MISSING_SCOPE' }]);
      const read = `{ video(id: "${ids.video.trailer}") { viewerRating captions { name } } }`;
      const { operations } = await send(studio, read, 'studio-reader');
      // All scopes of the second one are among those of the refused write.
      for (const operation of ['video:videos.getRating', 'video:captions.list'])
        expect(operations).toContain(operation);
      const again = await send(studio, rate, 'studio-reader');
      expect([again.data, again.operations]).toEqual([refused.data, []]);
    }));

  it('does not reject other reads if the token has shown that it may read', () =>
    withStudio(async (studio) => {
      // As until September 2026, when videos.getRating took no token for reading.
      studio.sandbox.fault({
        match: { operation: 'video:videos.getRating' },
        status: 403,
        reason: 'insufficientPermissions',
        details: [errorInfo('ACCESS_TOKEN_SCOPE_INSUFFICIENT')],
      });
      const document = `{ video(id: "${ids.video.trailer}") { title viewerRating } }`;
      const first = await send(studio, document, 'studio-reader');
      expect(first.errors).toMatchObject([{ extensions: { code: 'MISSING_SCOPE' } }]);
      const read = `{ video(id: "${ids.video.makingOf}") { title } }`;
      expect((await send(studio, read, 'studio-reader')).errors).toBeUndefined();
    }));

  it('is sent for a content owner, for whom other scopes can count', () =>
    withStudio(async (studio) => {
      const document = `mutation { ${update(ids.video.trailer)} }`;
      await send(studio, document, 'studio-reader');
      const headers = { 'x-content-owner': ids.contentOwner };
      const { operations } = await send(studio, document, 'studio-reader', headers);
      expect(operations).toEqual(['video:videos.list', 'video:videos.update']);
    }));
});

describe('what is remembered', () => {
  it('is nothing if the reason can have another cause', () =>
    withStudio(async (studio) => {
      studio.sandbox.fault({
        match: { operation: 'video:videos.update' },
        status: 403,
        reason: 'insufficientPermissions',
        times: 1,
      });
      const document = `mutation { ${update(ids.video.trailer)} }`;
      const first = await send(studio, document, 'studio-owner');
      expect(first.data.updateVideo.errors).toMatchObject([{ code: 'MISSING_SCOPE' }]);
      const second = await send(studio, document, 'studio-owner');
      expect(second.data.updateVideo.errors).toEqual([]);
    }));

  it('is nothing of a scope that covers only some files', () =>
    withStudio(async (studio) => {
      const document = `mutation { createFile(input: { name: "New" }) { ${errors} } }`;
      const first = await send(studio, document, 'studio-reader');
      const second = await send(studio, document, 'studio-reader');
      expect(first.data.createFile.errors).toMatchObject([{ code: 'MISSING_SCOPE' }]);
      expect(first.operations.length).toBeGreaterThan(0);
      expect(second).toEqual(first);
    }));

  it('does not reject a write of Calendar that a scope for own events would allow', () =>
    withStudio(async (studio) => {
      const key = `{ calendarId: "${ids.calendar.release}", eventId: "${ids.event.launchMeeting}" }`;
      const document = `mutation { deleteEvent(input: { by: { key: ${key} } }) { ${errors} } }`;
      const first = await send(studio, document, 'studio-reader');
      const second = await send(studio, document, 'studio-reader');
      expect(first.data.deleteEvent.errors).toMatchObject([{ code: 'MISSING_SCOPE' }]);
      // The read says whether the event has a series, whose turn the deletion takes.
      expect(first.operations).toEqual(['calendar:events.get', 'calendar:events.delete']);
      expect(second).toEqual(first);
    }));

  it('is nothing of tokens that the service rejects', () =>
    withStudio(async (studio) => {
      const document = `mutation { ${update(ids.video.trailer)} }`;
      for (let round = 0; round < 2; round += 1) {
        const { errors: failed, operations } = await send(studio, document, 'invented');
        expect(failed).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
        expect(operations).toEqual(['video:videos.list']);
      }
    }));
});

describe('a read without the scope', () => {
  it('of 50 units costs calls the first time and none afterwards', () =>
    withStudio(async (studio) => {
      const document = `{ video(id: "${ids.video.trailer}") { captions { name } } }`;
      const first = await send(studio, document, 'studio-reader');
      const second = await send(studio, document, 'studio-reader');
      for (const { data, errors: failed } of [first, second]) {
        expect(data).toEqual({ video: { captions: null } });
        expect(failed).toMatchObject([{ extensions: { code: 'MISSING_SCOPE' } }]);
      }
      expect(first.operations).toContain('video:captions.list');
      expect(second.operations).not.toContain('video:captions.list');
    }));
  it('rejects a write that accepts no other scope', () =>
    withStudio(async (studio) => {
      const read = `{ video(id: "${ids.video.trailer}") { captions { name } } }`;
      await send(studio, read, 'studio-reader');
      const remove = `mutation { deleteCaption(input: { by: { key: { videoId: "${ids.video.trailer}", captionId: "${ids.caption.english}" } } }) { ${errors} } }`;
      const { data, operations } = await send(studio, remove, 'studio-reader');
      expect(data.deleteCaption.errors).toMatchObject([{ code: 'MISSING_SCOPE' }]);
      expect(operations).toEqual([]);
    }));
});

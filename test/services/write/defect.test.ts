/** Defects of the gateway during a write whose payload has an error in place of the response. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Calls } from '../../../src/engine/execution/calls.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

afterEach(() => {
  vi.restoreAllMocks();
});

const secret = 'ya29.secret-token';

/** Makes all calls of an operation but the first ones fail as a defect does. */
function breakAfter(sent: number, operation: string): void {
  const send = Reflect.get(Calls.prototype, 'send');
  let count = 0;
  vi.spyOn(Calls.prototype, 'send').mockImplementation(function (this: Calls, ...call) {
    const [{ key }] = call;
    if (key === operation) count += 1;
    if (key === operation && count > sent)
      return Promise.reject(new TypeError(`cannot read ${secret}`));
    return send.apply(this, call);
  });
}

/** @returns the response to a mutation, and what the log has of its request */
async function send(document: string) {
  const { body, headers } = await studio.gateway.query(
    `mutation { ${document} }`,
    {},
    { authorization: 'Bearer studio-owner' },
  );
  const ofRequest = () =>
    studio.gateway.lines.filter(({ requestId }) => requestId === headers.get('x-request-id'));
  const request = () => ofRequest().find(({ msg }) => msg === 'request');
  await expect.poll(request).toBeDefined();
  const defects = ofRequest().filter(({ msg }) => msg === 'internal error');
  expect(JSON.stringify([body, studio.gateway.lines])).not.toContain(secret);
  return { body, defects, counted: request()!['errors'] };
}

const logged = { error: { name: 'TypeError', at: expect.arrayContaining([expect.any(String)]) } };

describe('a defect', () => {
  it('behind PARTLY_DONE is logged and counted as that of a whole request is', async () => {
    breakAfter(1, 'video:channels.update');
    const { body, defects, counted } = await send(
      `updateChannel(input: { id: "${ids.channel.studio}", description: "New", selfDeclaredMadeForKids: true }) { errors { code reason message ... on PartlyDoneError { done remaining } } }`,
    );
    expect(body.data.updateChannel.errors).toMatchObject([
      {
        code: 'PARTLY_DONE',
        reason: 'INTERNAL',
        message: expect.stringContaining('An unexpected error occurred in the gateway.'),
        done: ['description'],
        remaining: ['selfDeclaredMadeForKids'],
      },
    ]);
    expect([defects.length, counted]).toEqual([1, { INTERNAL: 1 }]);
    expect(defects[0]).toMatchObject(logged);
  });

  it.each([
    [
      'a later part',
      1,
      'video:channels.update',
      `updateChannel(input: { id: "${ids.channel.studio}", description: "New", selfDeclaredMadeForKids: true })`,
      { done: ['description'], remaining: ['selfDeclaredMadeForKids'] },
    ],
    [
      'the other resource',
      0,
      'video:videos.update',
      `updateBroadcast(input: { id: "${ids.broadcast.nightShift}", title: "New", enableAutoStop: true })`,
      { done: ['enableAutoStop'], remaining: ['title'] },
    ],
  ])(
    'in the write of %s is behind PARTLY_DONE: the client learns what was written',
    async (_, sent, operation, mutation, steps) => {
      breakAfter(sent, operation);
      const { body, defects, counted } = await send(
        `made: ${mutation} { errors { code reason ... on PartlyDoneError { done remaining } } }`,
      );
      expect(body.data.made.errors).toEqual([
        { code: 'PARTLY_DONE', reason: 'INTERNAL', ...steps },
      ]);
      expect([defects.length, counted]).toEqual([1, { INTERNAL: 1 }]);
      expect(defects[0]).toMatchObject(logged);
    },
  );

  it.each([
    ['that is shown', 'failedCount results { errors { code } }'],
    ['that is not selected', 'failedCount'],
  ])('in an entry %s is logged and counted once', async (_, selection) => {
    breakAfter(1, 'video:playlists.delete');
    const { empty, fifty } = ids.playlist;
    const { body, defects, counted } = await send(
      `deletePlaylists(input: { entries: [{ id: "${empty}" }, { id: "${fifty}" }] }) { ${selection} }`,
    );
    expect(body.data.deletePlaylists.failedCount).toBe(1);
    expect([defects.length, counted]).toEqual([1, { INTERNAL: 1 }]);
    expect(defects[0]).toMatchObject(logged);
  });

  it('in an entry of one write is logged, whatever is selected', async () => {
    breakAfter(1, 'video:playlistItems.insert');
    const { trailer, rtl } = ids.video;
    const { body, defects, counted } = await send(
      `addPlaylistItems(input: { playlistId: "${ids.playlist.empty}", entries: [{ videoId: "${trailer}" }, { videoId: "${rtl}" }] }) { failedCount }`,
    );
    expect(body.data.addPlaylistItems.failedCount).toBe(1);
    expect([defects.length, counted]).toEqual([1, { INTERNAL: 1 }]);
  });
});

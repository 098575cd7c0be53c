/**
 * Google's own clients on the sandbox: errors, uploads, conditions and API keys. That each of their
 * methods reaches its handler is shown by `test/contract/operation/agreement.gate.test.ts`.
 */
import { calendar } from '@googleapis/calendar';
import { drive } from '@googleapis/drive';
import { youtube } from '@googleapis/youtube';
import { describe, expect, it } from 'vitest';
import { premieres } from '../../src/sandbox/seed/calendar/seed.ts';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { calendarAs, driveAs, youtubeAs } from '../support/official.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();
const { file, person, playlist, video } = ids;
const calendarId = ids.calendar.release;
const launch = { calendarId, eventId: ids.event.launchMeeting };

const videoAs = (token = 'studio-owner') => youtubeAs(token, box.sandbox.url);
const filesAs = (token = 'studio-owner') => driveAs(token, box.sandbox.url);
const eventsAs = (token = 'studio-owner') => calendarAs(token, box.sandbox.url);

/** A client that has no token, but an API key. */
const withKey = () =>
  ({ version: 'v3', auth: 'sandbox-key', rootUrl: `${box.sandbox.url}/` }) as const;

interface Rejection {
  readonly call: () => Promise<unknown>;
  readonly status: number;
  readonly error?: object;
}

const rejections: Readonly<Record<string, Rejection>> = {
  'an unknown part': {
    call: () => videoAs().videos.list({ part: ['foo'], id: [video.trailer] }),
    status: 400,
    error: { reason: 'unknownPart' },
  },
  'an expired token of YouTube': {
    call: () => videoAs('studio-expired').videos.list({ part: ['id'], id: ['x'] }),
    status: 401,
  },
  'a missing scope of YouTube': {
    call: () => videoAs('studio-reader').playlists.delete({ id: playlist.empty }),
    status: 403,
  },
  'a missing channel': {
    call: () => videoAs('no-channel').playlists.list({ part: ['id'], mine: true }),
    status: 401,
  },
  'an unknown file': {
    call: () => filesAs().files.get({ fileId: file.missing }),
    status: 404,
    error: { reason: 'notFound', location: 'fileId' },
  },
  'an expired token of Drive': {
    call: () => filesAs('studio-expired').files.list(),
    status: 401,
  },
  'a missing scope of Drive': {
    call: () => filesAs('studio-reader').files.delete({ fileId: file.runSheet }),
    status: 403,
  },
  'a sharing request that needs an e-mail': {
    call: () =>
      filesAs().permissions.create({
        fileId: file.runSheet,
        sendNotificationEmail: false,
        requestBody: { type: 'user', role: 'reader', emailAddress: 'zoe@elsewhere.example' },
      }),
    status: 400,
    error: { reason: 'invalidSharingRequest' },
  },
  'an order that needs single events': {
    call: () => eventsAs().events.list({ calendarId, orderBy: 'startTime' }),
    status: 400,
    error: { reason: 'badRequest' },
  },
  'an expired token of Calendar': {
    call: () => eventsAs('studio-expired').events.get(launch),
    status: 401,
  },
  'a missing scope of Calendar': {
    call: () => eventsAs('studio-reader').events.delete(launch),
    status: 403,
  },
  'a calendar that is not shared': {
    call: () => eventsAs('no-channel').events.get(launch),
    status: 404,
  },
};

describe('an official client', () => {
  it.each(Object.entries(rejections))('throws the error of %s', async (_, rejection) => {
    const { call, status, error = {} } = rejection;
    await expect(call()).rejects.toMatchObject({
      status,
      response: { data: { error: { errors: [error] } } },
    });
  });
  it('throws the error of an old page token', async () => {
    const pageToken = (await filesAs().changes.getStartPageToken()).data.startPageToken!;
    box.sandbox.expireChangeTokens();
    await expect(filesAs().changes.list({ pageToken })).rejects.toMatchObject({
      status: 400,
      response: { data: { error: { errors: [{ reason: 'invalid', location: 'pageToken' }] } } },
    });
  });
  it('reads public data with an API key', async () => {
    const videos = await youtube(withKey()).videos.list({
      part: ['id'],
      id: [video.trailer, video.privateCut],
    });
    expect(videos.data.items).toHaveLength(1);
    const pressKit = await drive(withKey()).files.get({ fileId: file.pressKit });
    expect(pressKit.data.name).toBe('Press kit.pdf');
    const events = await calendar(withKey()).events.list({ calendarId: premieres });
    expect(events.data.items).toHaveLength(2);
  });
  it('updates an event with If-Match after reading it', async () => {
    const { events } = eventsAs();
    const { data } = await events.get(launch);
    const write = { ...launch, supportsAttachments: true, conferenceDataVersion: 1 };
    const requestBody = { ...data, summary: 'New' };
    const { etag, updated, ...expected } = requestBody;
    const headers = { 'If-Match': etag! };
    expect((await events.update({ ...write, requestBody }, { headers })).data).toMatchObject(
      expected,
    );
    const again = events.update({ ...write, requestBody: data }, { headers });
    await expect(again).rejects.toMatchObject({ status: 412 });
    expect((await events.get(launch)).data.updated).not.toBe(updated);
  });
  it('updates an access rule with If-Match after reading it', async () => {
    const { acl } = eventsAs();
    const ben = { calendarId, ruleId: `user:${person.ben}` };
    const { data } = await acl.get(ben);
    const write = { ...ben, requestBody: { ...data, role: 'writer' } };
    const headers = { 'If-Match': data.etag! };
    expect((await acl.update(write, { headers })).data.role).toBe('writer');
    await expect(acl.update(write, { headers })).rejects.toMatchObject({ status: 412 });
  });
  it('uploads and downloads content', async () => {
    const { files, revisions } = filesAs();
    // The client sends uploads to Google unless the call names the server.
    const server = { rootUrl: `${box.sandbox.url}/` };
    const mediaOf = (body: string) => ({ mimeType: 'text/plain', body });
    const { data } = await files.create(
      {
        requestBody: { name: 'Call sheet.txt' },
        media: mediaOf('Dawn at the pier'),
        fields: 'id,headRevisionId',
      },
      server,
    );
    const fileId = data.id!;
    const { data: updated } = await files.update(
      {
        fileId,
        keepRevisionForever: true,
        media: mediaOf('Dusk at the pier'),
        fields: 'headRevisionId',
      },
      server,
    );
    const revisionId = updated.headRevisionId!;
    await revisions.update({ fileId, revisionId, requestBody: { keepForever: true } });
    expect((await files.get({ fileId, alt: 'media' })).data).toBe('Dusk at the pier');
    const content = await revisions.get({ fileId, revisionId, alt: 'media' });
    expect(content.data).toBe('Dusk at the pier');
  });
});

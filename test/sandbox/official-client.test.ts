/**
 * Google's own clients on the sandbox: they understand its errors and its content. That each of
 * their methods reaches its handler is shown by `test/contract/operation/agreement.gate.test.ts`.
 */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { calendarAs, driveAs, youtubeAs } from '../support/official.ts';
import { useSandbox } from '../support/gateway/sandbox.ts';

const box = useSandbox();
const { file, video } = ids;
const calendarId = ids.calendar.release;

const videoAs = (token = 'studio-owner') => youtubeAs(token, box.sandbox.url);
const filesAs = (token = 'studio-owner') => driveAs(token, box.sandbox.url);
const eventsAs = (token = 'studio-owner') => calendarAs(token, box.sandbox.url);

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
  'an unknown file': {
    call: () => filesAs().files.get({ fileId: file.missing }),
    status: 404,
    error: { reason: 'notFound', location: 'fileId' },
  },
  'an order that needs single events': {
    call: () => eventsAs().events.list({ calendarId, orderBy: 'startTime' }),
    status: 400,
    error: { reason: 'badRequest' },
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

/**
 * URLs of uploads and downloads expire by the system's time: it goes on while the computer sleeps,
 * and other processes have the same.
 */
import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../src/engine/caller/clock.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const hourMs = 3_600_000;

let sleptMs = 0;

const studio = useStudio({
  env: { UPLOAD_SESSION_TTL_MS: String(hourMs), DOWNLOAD_LINK_TTL_MS: String(hourMs) },
  clock: { ...systemClock, wallTime: () => systemClock.wallTime() + sleptMs },
});

beforeEach(() => void (sleptMs = 0));

it('ends an upload session', async () => {
  const { data } = await studio.query(
    `mutation { createVideo(input: { title: "Film", contentType: "video/mp4", contentLength: "8" }) {
      uploadSession { id uploadUrl }
    } }`,
  );
  const { id, uploadUrl } = data.createVideo.uploadSession;
  const document = `{ uploadSession(id: "${id}") { state } }`;
  expect((await studio.query(document)).data.uploadSession).toEqual({ state: 'OPEN' });
  sleptMs = hourMs + 1;
  const { errors } = await studio.query(document);
  expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  const { status } = await fetch(uploadUrl, { method: 'PUT', body: new Uint8Array(8) });
  expect(status).toBe(410);
});

it('ends a download link', async () => {
  const { data } = await studio.query(`{ file(id: "${ids.file.pressKit}") { content { url } } }`);
  const { url } = data.file.content;
  expect((await fetch(url)).status).toBe(200);
  sleptMs = hourMs + 1;
  expect((await fetch(url)).status).toBe(410);
});

/** The tools that upload and publish files, and that follow both. */
import { describe, expect, it } from 'vitest';
import { upload } from '../../../src/mcp/tools/upload.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { connectAgent } from '../../support/client/mcp-client.ts';
import { useAgent } from '../../support/client/use-agent.ts';
import { startGateway } from '../../support/gateway/gateway.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import {
  block,
  createVideoFile,
  holdAfterPart,
  partBytes,
} from '../../support/scenario/publish-file.ts';
import { question } from './confirm.ts';

const studio = useStudio({
  env: { MCP: 'on', RETRY_BASE_MS: '1', RETRY_BUDGET_FLOOR: '10000' },
  partBytes,
});

const agent = useAgent(studio);

const fileId = (file: string) => globalId('File', [file]);

const location = fileId(ids.file.location);

const intro = fileId(ids.file.introTake1);

const textOf = async (id: string): Promise<string> => {
  const document = 'query ($id: ID!) { file(id: $id) { content { url } } }';
  const { file } = await studio.data(document, { id });
  return (await fetch(file.content.url)).text();
};

const uploads = () =>
  studio.calls().filter(({ call: { method, upload } }) => upload && method !== 'GET');

const put = (url: string, body: string) => fetch(url, { method: 'PUT', body });

describe('upload', () => {
  it('makes a file of a text', async () => {
    const text = 'Ebb at nine.\nÖ 🌊';
    const { body } = await agent.call('upload', {
      name: 'Tides.md',
      text,
      mimeType: 'text/markdown',
      folder: fileId(ids.file.footage),
    });
    expect(body.file).toMatchObject({ name: 'Tides.md', mimeType: 'text/markdown' });
    expect(await textOf(body.file.id)).toBe(text);
  });
  it('makes a Doc of a text', async () => {
    const mimeType = 'application/vnd.google-apps.document';
    const { body } = await agent.call('upload', { name: 'Tides', text: 'Ebb.', mimeType });
    expect(body.file).toMatchObject({ name: 'Tides', mimeType });
  });
  it('needs no way to its own address', async () => {
    const env = { MCP: 'on', PUBLIC_URL: 'https://gateway.invalid' };
    const gateway = await startGateway({ env });
    await using own = await connectAgent(gateway.url, 'studio-owner', 'modern');
    const { body } = await own.call('upload', { name: 'Tides', text: 'Ebb.' });
    await gateway.close();
    expect(body.file).toMatchObject({ name: 'Tides', size: '4' });
  });
  it('makes an empty file', async () => {
    const { body } = await agent.call('upload', { name: 'Empty', text: '' });
    expect(body.file).toMatchObject({ name: 'Empty', size: '0' });
  });
  it('replaces the content of a file, and keeps the rest', async () => {
    const id = fileId(ids.file.styleGuide);
    const { body } = await agent.call('upload', { id, text: '# New' });
    expect(body.file).toMatchObject({ id, name: 'Style guide.md', mimeType: 'text/markdown' });
    expect(await textOf(id)).toBe('# New');
  });
  it('gives a URL for bytes, which can be followed', async () => {
    const args = { name: 'clip.mp4', mimeType: 'video/mp4', bytes: 5 };
    const { body } = await agent.call('upload', args);
    const { uploadUrl, follow: id } = body;
    const waiting = await agent.call('follow', { id, seconds: 0 });
    expect(waiting.body).toMatchObject({ state: 'running', receivedBytes: '0', totalBytes: '5' });
    const following = agent.call('follow', { id, seconds: 50 });
    await put(uploadUrl, 'bytes');
    const result = { kind: 'File', name: 'clip.mp4', size: '5' };
    expect((await following).body).toMatchObject({ state: 'done', result });
  });
  it('says why bytes were refused', async () => {
    const args = { name: 'clip.mp4', mimeType: 'video/mp4', bytes: 5 };
    const { uploadUrl, follow: id } = (await agent.call('upload', args)).body;
    studio.sandbox.fault({
      match: { operation: 'storage:files.create', method: 'PUT' },
      status: 403,
      reason: 'storageQuotaExceeded',
    });
    await put(uploadUrl, 'bytes');
    studio.sandbox.clearFaults();
    expect((await agent.call('follow', { id })).body).toMatchObject({
      state: 'failed',
      why: 'storageQuotaExceeded',
      next: expect.stringContaining('Nothing was made') as unknown,
    });
  });
  it('says why a text was refused', async () => {
    studio.sandbox.fault({
      match: { operation: 'storage:files.create', method: 'PUT' },
      status: 403,
      reason: 'storageQuotaExceeded',
    });
    const { body, isError } = await agent.call('upload', { name: 'x', text: 'y' });
    studio.sandbox.clearFaults();
    expect(isError).toBe(true);
    expect(body.errors[0]).toMatchObject({
      message: expect.stringContaining('storage is full') as unknown,
      next: 'Tell the user why; nothing was made.',
    });
  });
  it.each([
    ['finds what it has made, if the answer was lost', { drop: 'after', times: 1 }, false],
    ['says that it is unknown, if there was none', { drop: 'before' }, true],
  ] as const)('%s', async (_, fault, fails) => {
    const match = { operation: 'storage:files.create', method: 'PUT' };
    studio.sandbox.fault({ match, ...fault });
    const { body, isError } = await agent.call('upload', { name: 'Once', text: 'y' });
    studio.sandbox.clearFaults();
    expect(isError).toBe(fails);
    const { body: found } = await agent.call('find', { kind: 'files', text: 'Once' });
    expect(found.items.length).toBe(fails ? 0 : 1);
    expect(body.errors?.[0].next).toBe(
      fails ? 'Look for the file before you upload the text again.' : undefined,
    );
  });
  it('asks before it puts a text into a folder that is open to many', async () => {
    const folder = fileId(ids.file.footage);
    const open = { id: folder, with: ['anyone'], role: 'reader' };
    const { confirm: shared } = await question(agent, 'share', open);
    await agent.call('share', { ...open, confirm: shared });
    const args = { name: 'Tides', text: 'Ebb.', folder };
    const { confirm } = await question(agent, 'upload', args);
    expect(uploads()).toEqual([]);
    expect((await agent.call('upload', { ...args, confirm })).body.file.name).toBe('Tides');
  });
  it.each([
    [{ text: 'x' }, 'name: missing'],
    [{ name: 'x' }, 'mimeType: missing'],
    [{ name: 'x', id: location, text: 'y' }, 'name: not for a new version'],
    [{ name: 'x', text: 'y', privacy: 'public' }, 'privacy: only with asVideoOf'],
    [{ name: 'x', text: 'y', folder: location }, 'is no folder'],
    [{ name: 'x', text: 'y', mimeType: 'text' }, 'is not a media type'],
    [{ asVideoOf: intro }, 'name: missing'],
    [{ asVideoOf: intro, name: 'x', text: 'y' }, 'text: not with asVideoOf'],
    [{ asVideoOf: location, name: 'x' }, 'text/plain'],
  ])('refuses %j', async (args, message) => {
    const { body, isError } = await agent.call('upload', args);
    expect(isError).toBe(true);
    expect(body.errors[0].message).toContain(message);
    expect(uploads()).toEqual([]);
  });
});

describe('upload as a video', () => {
  it('publishes for the user alone, and leads to the video', async () => {
    const args = { asVideoOf: intro, name: 'Color' };
    const { body } = await agent.call('upload', args);
    expect(body.video).toMatchObject({ title: 'Color', privacyStatus: 'PRIVATE' });
    const { body: followed } = await agent.call('follow', { id: intro });
    expect(followed).toMatchObject({ state: 'done', result: { id: body.video.id } });
    expect((await agent.call('upload', args)).body.video.id).toBe(body.video.id);
  });
  it('changes the time of the file, and says so before', async () => {
    const read = async () => (await agent.call('read', { id: intro })).body.object;
    const before = await read();
    await agent.call('upload', { asVideoOf: intro, name: 'Color' });
    const after = await read();
    expect(Date.parse(after.modifiedAt)).toBeGreaterThan(Date.parse(before.modifiedAt));
    expect(upload.definition.inputSchema.properties).toMatchObject({
      asVideoOf: { description: expect.stringContaining('counts as a change') as unknown },
    });
  });
  it('asks before it publishes for everybody', async () => {
    const args = { asVideoOf: intro, name: 'Color', privacy: 'public' };
    const { would, confirm } = await question(agent, 'upload', args);
    expect(would).toEqual(['Publishes the video "Color" for everybody.']);
    expect(uploads()).toEqual([]);
    const { body } = await agent.call('upload', { ...args, confirm });
    expect(body.video.privacyStatus).toBe('PUBLIC');
  });
  it('says that nothing is known of a file that nobody has published', async () => {
    const { body } = await agent.call('follow', { id: intro });
    expect(body).toMatchObject({
      state: 'failed',
      why: expect.stringContaining('No publication') as unknown,
      next: expect.stringContaining('Repeat the call that began it') as unknown,
    });
  });
});

describe('a publication that is followed', () => {
  /** Two parts. */
  const length = 33 * block;

  /** Begins one, and lets its first part pass. @returns lets the rest pass */
  const begin = async () => {
    const file = await createVideoFile(studio.sandbox, length);
    const release = holdAfterPart(studio.sandbox);
    // The tool would wait.
    const document = `mutation ($file: ID!) {
      publishFileAsVideo(input: { fileId: $file, title: "Tides" }) { errors { code } }
    }`;
    await studio.query(document, { file });
    return { id: fileId(file), file, release };
  };

  const halfWay = { transferredBytes: String(partBytes), totalBytes: String(length) };

  it('has its bytes, and then its video', async () => {
    const { id, release } = await begin();
    await expect
      .poll(async () => (await agent.call('follow', { id, seconds: 0 })).body)
      .toMatchObject({ state: 'running', ...halfWay });
    const seen: object[] = [];
    const onprogress = (progress: object): void => {
      seen.push(progress);
      release();
    };
    const call = { name: 'follow', arguments: { id, seconds: 50 } };
    const { content } = await agent.client.callTool(call, { onprogress });
    expect(JSON.parse((content[0] as { text: string }).text)).toMatchObject({
      state: 'done',
      result: { title: 'Tides' },
    });
    expect(seen[0]).toMatchObject({ progress: partBytes, total: length });
  });
  it('says why it has failed and what remains, and goes on when it is repeated', async () => {
    const file = await createVideoFile(studio.sandbox, length);
    const match = { pathIncludes: 'alt=media' };
    studio.sandbox.fault({ match, delayMs: 0, times: 1 });
    studio.sandbox.fault({ match, cutAfter: partBytes, times: 1 });
    studio.sandbox.fault({ match, status: 403, reason: 'forbidden' });
    const args = { asVideoOf: fileId(file), name: 'Tides' };
    expect((await agent.call('upload', args)).isError).toBe(true);
    const { body } = await agent.call('follow', { id: fileId(file), seconds: 50 });
    expect(body).toMatchObject({
      state: 'failed',
      ...halfWay,
      why: expect.stringContaining('Google Drive') as unknown,
      remaining: `${length - partBytes} of ${length} bytes`,
      next: expect.stringContaining('Repeat the call that began it') as unknown,
    });
    studio.sandbox.clearFaults();
    expect((await agent.call('upload', args)).body.video).toMatchObject({ title: 'Tides' });
  });
  it('says that only the link is missing', async () => {
    const file = await createVideoFile(studio.sandbox, length);
    studio.refuse('storage:files.update', 403, 'forbidden');
    await agent.call('upload', { asVideoOf: fileId(file), name: 'Tides' });
    const { body } = await agent.call('follow', { id: fileId(file) });
    expect(body).toMatchObject({
      state: 'failed',
      remaining: expect.stringContaining('does not name the video') as unknown,
    });
  });
  it('is nothing to somebody else', async () => {
    const { id, file, release } = await begin();
    await fetch(`${studio.sandbox.url}/drive/v3/files/${file}/permissions`, {
      method: 'POST',
      headers: { authorization: 'Bearer studio-owner', 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'anyone', role: 'reader' }),
    });
    await using guest = await connectAgent(studio.gateway.url, 'studio-guest', 'modern');
    const { body } = await guest.call('follow', { id, seconds: 0 });
    release();
    expect(body).toMatchObject({
      state: 'failed',
      why: expect.stringContaining('No publication') as unknown,
    });
    expect(body).not.toHaveProperty('transferredBytes');
  });
});

describe('follow', () => {
  it.each([
    ['nothing', 'nothing that can be followed'],
    [globalId('Channel', [ids.channel.studio]), 'nothing that can be followed'],
    [globalId('UploadSession', ['unknown']), 'no such upload session'],
    [fileId(ids.file.missing), 'no File'],
  ])('refuses %s', async (id, message) => {
    const { body, isError } = await agent.call('follow', { id, seconds: 0 });
    expect(isError).toBe(true);
    expect(body.errors[0].message).toContain(message);
  });
  it.each([
    ['trailer', 'done'],
    ['processing', 'running'],
    ['rejectedUpload', 'failed'],
  ] as const)('says how far the processing of a video is: %s', async (name, state) => {
    const id = globalId('Video', [ids.video[name]]);
    const { body } = await agent.call('follow', { id, seconds: 0 });
    expect(body).toMatchObject({ state, result: { id } });
  });
  it('does not show the upload of somebody else', async () => {
    const { body } = await agent.call('upload', { name: 'x', mimeType: 'image/png' });
    await using guest = await connectAgent(studio.gateway.url, 'studio-guest', 'modern');
    const { isError } = await guest.call('follow', { id: body.follow, seconds: 0 });
    expect(isError).toBe(true);
  });
});

/** `File.text`: what agents read of files, against the sandbox. */
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { pdfOf } from '../../../src/sandbox/storage/content/pdf.ts';
import { resourceKeyOf } from '../../../src/sandbox/storage/file/resource-key.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const hurried = useStudio({ env: { REQUEST_DEADLINE_MS: '1500' } });

const selection = 'content isCut mimeType';

const ask = (id: string, args = '', { on = studio, token = 'studio-owner' } = {}) =>
  on.query(`query ($id: ID!) { file(id: $id) { text${args} { ${selection} } } }`, { id }, token);

/** Uploads a file to the sandbox. @returns its id */
async function add(
  content: Uint8Array<ArrayBuffer> | string,
  type: string,
  { on = studio } = {},
): Promise<string> {
  const response = await fetch(`${on.sandbox.url}/upload/drive/v3/files?uploadType=media`, {
    method: 'POST',
    headers: { authorization: 'Bearer studio-owner', 'content-type': type },
    body: content,
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { readonly id: string }).id;
}

const fileOf = (id: string) => storageState(studio.sandbox.simulation()).files.get(id)!;

/** Calls that read content, as `operation status`. */
const reads = (on = studio) =>
  on
    .calls()
    .filter(({ operation, query }) => operation === 'storage:files.export' || query['alt'])
    .map(({ operation, query, call }) => [
      operation,
      query['mimeType']?.[0],
      call.headers['range'],
    ]);

const lack = (value: string) => [{ code: 'EXPECTED_ABSENCE', path: ['file', 'text'], value }];

describe('the text of a document', () => {
  it.each([
    ['Google Docs', ids.file.script, 'text/markdown', 'Fade in on a frozen harbor at dawn.'],
    ['Google Sheets', ids.file.runSheet, 'text/csv', 'Run sheet: launch night\n'],
  ])('is an export: %s', async (_, id, mimeType, content) => {
    const { data, extensions } = await ask(id);
    expect(data.file.text).toEqual({ content, isCut: false, mimeType });
    expect(reads()).toEqual([['storage:files.export', mimeType, undefined]]);
    expect(extensions['cost']).toMatchObject({ requests: 2, units: { STORAGE: 205 } });
    expect(extensions['warnings']).toBeUndefined();
  });
  it('is plain text for Google Slides', async () => {
    delete (fileOf(ids.file.deck) as { exportSize?: number }).exportSize;
    const { data } = await ask(ids.file.deck);
    expect(data.file.text).toMatchObject({ mimeType: 'text/plain', isCut: false });
  });
  it('has no images', async () => {
    const image = 'iVBORw0KGgo'.repeat(10_000);
    const text = `# Plan\n\n![][image1]\n\nThe end.\n\n[image1]: <data:image/png;base64,${image}>\n`;
    (fileOf(ids.file.script) as { text?: string }).text = text;
    const { data } = await ask(ids.file.script);
    expect(data.file.text).toEqual({
      content: '# Plan\n\n![][image1]\n\nThe end.',
      isCut: false,
      mimeType: 'text/markdown',
    });
  });
  it('is null with a warning if its export is larger than Google allows', async () => {
    const { data, errors, extensions } = await ask(ids.file.deck);
    expect([data.file.text, errors]).toEqual([null, undefined]);
    expect(extensions['warnings']).toEqual(lack('exportSizeLimitExceeded'));
  });
  it('is cut to the characters that are asked for, and divides none', async () => {
    (fileOf(ids.file.script) as { text?: string }).text = '😀😀😀';
    const { data } = await studio.query(
      `{ file(id: "${ids.file.script}") { one: text(maxCharacters: 1) { ${selection} } three: text(maxCharacters: 3) { ${selection} } six: text(maxCharacters: 6) { ${selection} } } }`,
    );
    expect(data.file.one).toMatchObject({ content: '', isCut: true });
    expect(data.file.three).toMatchObject({ content: '😀', isCut: true });
    expect(data.file.six).toMatchObject({ content: '😀😀😀', isCut: false });
  });
});

describe('the text of a text file', () => {
  const utf16 = (text: string, isBig: boolean): Uint8Array<ArrayBuffer> => {
    const bytes = new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
    return isBig ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
  };
  it.each([
    ['UTF-8', 'text/plain', 'Grüße, 港', 'Grüße, 港'],
    ['with a byte order mark', 'text/csv', '\ufeffa,b', 'a,b'],
    ['JSON', 'application/json', '{"a":1}', '{"a":1}'],
    ['XML', 'application/rss+xml', '<rss/>', '<rss/>'],
    ['subtitles', 'application/x-subrip', '1\n00:00', '1\n00:00'],
    ['UTF-16, little end first', 'text/plain', utf16('Grüße', false), 'Grüße'],
    ['UTF-16, big end first', 'text/plain', utf16('Grüße', true), 'Grüße'],
    ['no UTF-8', 'text/plain', new Uint8Array([0x61, 0xff, 0x62]), 'a\ufffdb'],
    ['empty', 'text/plain', '', ''],
  ])('is decoded: %s', async (_, type, bytes, content) => {
    const id = await add(bytes, type);
    const { data } = await ask(id);
    expect(data.file.text).toEqual({ content, isCut: false, mimeType: type });
  });
  it.each([
    ['iso-8859-1', 'Grüße'],
    ['no-such-charset', 'Gr\ufffd\ufffde'],
  ])('is decoded by the charset of the content type: %s', async (charset, content) => {
    const bytes = new Uint8Array(Buffer.from('Grüße', 'latin1'));
    const id = await add(bytes, 'text/plain');
    const revision = fileOf(id).history.at(-1)! as { mimeType: string };
    revision.mimeType = `text/plain; charset=${charset}`;
    expect((await ask(id)).data.file.text).toMatchObject({ content, mimeType: 'text/plain' });
  });
  it('of a large file is its beginning, and no more is sent', async () => {
    const id = await add('é'.repeat(1_000_000), 'text/plain');
    const { data } = await ask(id, '(maxCharacters: 5)');
    expect(data.file.text).toEqual({ content: 'ééééé', isCut: true, mimeType: 'text/plain' });
    expect(reads()).toEqual([['storage:files.get', undefined, 'bytes=0-23']]);
  });
  it('is cut here if the service ignores the range', async () => {
    const id = await add('é'.repeat(1_000), 'text/plain');
    const entity = fileOf(id).history.at(-1)!;
    const { bytes } = entity;
    // The size that Google states is above that of the bytes.
    (entity as { bytes?: unknown }).bytes = { size: 24, read: () => bytes!.read(0, 2_000) };
    const { data } = await ask(id, '(maxCharacters: 5)');
    expect(data.file.text).toMatchObject({ content: 'ééééé', isCut: true });
  });
  it('needs the resource key of the file, as its download does', async () => {
    const { file } = await studio.data(
      'query ($id: ID!, $key: String) { file(id: $id, resourceKey: $key) { text { content } } }',
      { id: ids.file.festivalSheet, key: resourceKeyOf(fileOf(ids.file.festivalSheet)) },
    );
    expect(file.text.content).toMatch(/^Premiere at the harbor festival/);
  });
});

describe('the text of a PDF', () => {
  it('is what the pages show', async () => {
    const { data } = await ask(ids.file.musicLicense);
    expect(data.file.text).toEqual({
      content:
        'Synchronization license\nThe quartet grants the studio the use of the recording.\nTerritory: Europe and Asia.',
      isCut: false,
      mimeType: 'text/plain',
    });
    expect(reads()).toEqual([['storage:files.get', undefined, undefined]]);
  });
  it('is cut', async () => {
    const { data } = await ask(ids.file.musicLicense, '(maxCharacters: 15)');
    expect(data.file.text).toMatchObject({ content: 'Synchronization', isCut: true });
  });
  it.each([
    ['is no PDF', 'pdfUnreadable', Buffer.from('no PDF')],
    ['is empty', 'pdfUnreadable', Buffer.alloc(0)],
    ['shows no text', 'noText', pdfOf('')],
    ['needs a password', 'pdfEncrypted', encryptedPdf()],
    ['unpacks to gigabytes', 'pdfUnreadable', pdfWith(packed('', ' ', 400))],
    ['uses up the memory of its reader', 'pdfUnreadable', pdfWith(packed('[', '0 ', 40))],
  ])('is null with a warning if the file %s', async (_, reason, bytes) => {
    const id = await add(new Uint8Array(bytes), 'application/pdf');
    const { data, errors, extensions } = await ask(id);
    expect([data.file.text, errors]).toEqual([null, undefined]);
    expect(extensions['warnings']).toEqual(lack(reason));
  });
  it('of one page with endless text is its beginning', async () => {
    const id = await add(
      new Uint8Array(pdfWith(packed('BT /F1 12 Tf', ' (again) Tj T*', 20))),
      'application/pdf',
    );
    const { data } = await ask(id);
    expect(data.file.text).toMatchObject({ isCut: true });
    expect(data.file.text.content).toMatch(/^(again){10000}$/);
  });
  it('of more than 10 MB is null with a warning, and nothing is read', async () => {
    const { data, extensions } = await ask(ids.file.pressKit);
    expect(data.file.text).toBeNull();
    expect(extensions['warnings']).toEqual(lack('contentTooLarge'));
    expect(reads()).toEqual([]);
  });
  it('ends with the request if it keeps its reader busy; the gateway answers others', async () => {
    const busy = new Uint8Array(pdfWith(packed('', 'q ', 60)));
    const id = await add(busy, 'application/pdf', { on: hurried });
    const three = `{ a: file(id: "${id}") { text { content } } b: file(id: "${id}") { text(maxCharacters: 9) { content } } c: file(id: "${id}") { text(maxCharacters: 8) { content } } }`;
    const [slow, quick] = await Promise.all([
      hurried.gateway.query(three, {}, { authorization: 'Bearer studio-owner' }),
      hurried.gateway.query('{ __typename }', {}, { authorization: 'Bearer studio-owner' }),
    ]);
    expect(quick.body).toMatchObject({ data: { __typename: 'Query' } });
    expect(slow.body).toMatchObject({
      data: { a: { text: null }, b: { text: null }, c: { text: null } },
      errors: [1, 2, 3].map(() => ({ extensions: { code: 'UPSTREAM_TIMEOUT' } })),
    });
    // Its place is free again.
    const pdf = await add(new Uint8Array(pdfOf('Next')), 'application/pdf', { on: hurried });
    const next = await hurried.gateway.query(
      `{ file(id: "${pdf}") { text { content } } }`,
      {},
      { authorization: 'Bearer studio-owner' },
    );
    expect(next.body).toMatchObject({ data: { file: { text: { content: 'Next' } } } });
  });
});

describe('a file without a text', () => {
  it.each([
    ['an image', ids.file.logo],
    ['a video', ids.file.introTake1],
    ['a folder', ids.file.studio],
    ['a shortcut', ids.file.runSheetShortcut],
    ['a workbook', ids.file.budget],
  ])('is read no further, and null with a warning: %s', async (_, id) => {
    const { data, errors, extensions } = await ask(id);
    expect([data.file.text, errors]).toEqual([null, undefined]);
    expect(extensions['warnings']).toEqual(lack('noText'));
    expect(reads()).toEqual([]);
  });
});

describe('a call for the text', () => {
  it.each([
    ['an export', ids.file.script, 'storage:files.export', 'cannotExportFile'],
    ['a download', ids.file.location, 'storage:files.get', 'cannotDownloadFile'],
  ])('that Google refuses is an error: %s', async (_, id, operation, reason) => {
    studio.sandbox.fault({
      match: { operation, pathIncludes: operation.endsWith('get') ? 'alt=media' : 'export' },
      status: 403,
      reason,
    });
    const { data, errors } = await ask(id);
    expect(data.file.text).toBeNull();
    expect(errors).toMatchObject([
      { path: ['file', 'text'], extensions: { code: 'FORBIDDEN', reason, operation } },
    ]);
  });
  it('without a scope for content leaves the metadata readable', async () => {
    studio.sandbox.fault({
      match: { operation: 'storage:files.get', pathIncludes: 'alt=media' },
      status: 403,
      reason: 'insufficientPermissions',
    });
    const guest = { token: 'studio-guest' };
    const { errors } = await ask(ids.file.festivalSheet, '', guest);
    expect(errors).toMatchObject([{ extensions: { code: 'MISSING_SCOPE' } }]);
    expect(errors![0]!.extensions['anyOf'].join()).not.toMatch(/metadata/);
    const document = `{ file(id: "${ids.file.festivalSheet}") { name size } }`;
    expect((await studio.query(document, {}, guest.token)).errors).toBeUndefined();
  });
  it('does not acknowledge malware', async () => {
    (fileOf(ids.file.location) as { isAbusive?: true }).isAbusive = true;
    const { errors } = await ask(ids.file.location);
    expect(errors).toMatchObject([{ extensions: { reason: 'cannotDownloadAbusiveFile' } }]);
  });
  it('is repeated after a failure that passes', async () => {
    studio.sandbox.fault({
      match: { operation: 'storage:files.export' },
      status: 503,
      times: 1,
    });
    const { data, extensions } = await ask(ids.file.script);
    expect(data.file.text.content).toBe('Fade in on a frozen harbor at dawn.');
    expect(extensions['cost']).toMatchObject({ operations: { 'storage:files.export': 2 } });
  });
  it('ends with the request', async () => {
    hurried.sandbox.fault({ match: { operation: 'storage:files.export' }, hang: true });
    const { errors } = await ask(ids.file.script, '', { on: hurried });
    expect(errors).toMatchObject([{ extensions: { code: 'UPSTREAM_TIMEOUT' } }]);
  });
  it('is counted by the estimate for each file', async () => {
    const document = `{ file(id: "${ids.file.studio}") { children(first: 20) { nodes { text { content } } } } }`;
    const { quota } = await studio.data(
      'query ($document: String!) { quota(dryRun: { document: $document }) { dryRun { fields { path requests } } } }',
      { document },
    );
    expect(quota.dryRun.fields).toContainEqual({ path: 'file.children.nodes.text', requests: 20 });
  });
});

/** A PDF whose page has a stream. */
function pdfWith(stream: Buffer): Buffer {
  const [before, after] = pdfOf('MARK')
    .toString('latin1')
    .split(/<< \/Length \d+ >>\nstream\nBT[^]*?ET\nendstream/);
  // The places of the table are wrong: pdf.js looks for the objects.
  return Buffer.concat([Buffer.from(before!, 'latin1'), stream, Buffer.from(after!, 'latin1')]);
}

/** A stream that unpacks to some megabytes. */
function packed(start: string, repeated: string, megabytes: number): Buffer {
  const bytes = deflateSync(
    Buffer.concat([Buffer.from(start), Buffer.alloc(megabytes << 20, repeated)]),
  );
  return Buffer.concat([
    Buffer.from(`<< /Length ${bytes.length} /Filter /FlateDecode >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);
}

/** A PDF that no empty password opens. */
function encryptedPdf(): Buffer {
  const key = '00'.repeat(32);
  const encryption = `/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${key}> /U <${key}> >> /ID [<00> <00>]`;
  return Buffer.from(
    pdfOf('Secret').toString('latin1').replace('/Root', `${encryption} /Root`),
    'latin1',
  );
}

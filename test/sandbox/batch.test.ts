/** The batch endpoints of Drive and Calendar. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { ask, type TestResponse, useSandbox } from '../support/gateway/sandbox.ts';

const test = useSandbox();

const drive = '/batch/drive/v3';
const calendar = '/batch/calendar/v3';

interface Part {
  readonly id?: string;
  /** Method and path, with the version of HTTP or without. */
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly type?: string;
}

const text = (part: Part): string =>
  [
    `Content-Type: ${part.type ?? 'application/http'}`,
    ...(part.id === undefined ? [] : [`Content-ID: <${part.id}>`]),
    '',
    part.line,
    ...(part.headers ?? []),
    '',
    part.body ?? '',
  ].join('\r\n');

const bodyOf = (parts: readonly Part[]): string =>
  `${parts.map((part) => `--b\r\n${text(part)}\r\n`).join('')}--b--`;

const multipart = { 'content-type': 'multipart/mixed; boundary="b"' };

const sendText = (path: string, body: string, options: object = {}): Promise<TestResponse> =>
  ask(test.sandbox.url + path, { method: 'POST', body, headers: multipart, ...options });

interface Answer {
  readonly id: string | undefined;
  readonly status: number;
  readonly body: any;
}

/** The answers to the parts, in the order of the response. */
async function send(path: string, parts: readonly Part[], options: object = {}): Promise<Answer[]> {
  const { status, headers, body } = await sendText(path, bodyOf(parts), options);
  expect([status, headers.get('content-type')]).toEqual([
    200,
    'multipart/mixed; boundary=batch_sandbox',
  ]);
  const [first, ...rest] = (body as string).split('--batch_sandbox');
  expect([first, rest.pop()]).toEqual(['', '--\r\n']);
  return rest.map((each) => {
    const [partHead = '', head = '', content = ''] = each.split('\r\n\r\n');
    expect(partHead).toContain('Content-Type: application/http');
    const length = Number(/content-length: (\d+)/.exec(head)![1]);
    expect(content).toHaveLength(length + 2);
    return {
      id: /Content-ID: <response-(.+)>/.exec(partHead)?.[1],
      status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)![1]),
      body: content.trim() === '' ? undefined : (JSON.parse(content) as unknown),
    };
  });
}

const file = (id: string, fields = 'id'): string => `GET /drive/v3/files/${id}?fields=${fields}`;

describe('a batch', () => {
  it('has the answers of its calls in their order', async () => {
    const [first, second] = [ids.file.budget, ids.file.deck];
    const answers = await send(drive, [
      { id: 'one:1@x', line: `${file(first)} HTTP/1.1` },
      { id: 'two', line: file('nothing') },
      { line: file(second) },
    ]);
    expect(answers.map(({ id, status, body }) => [id, status, body.id])).toEqual([
      ['one:1@x', 200, first],
      ['two', 404, undefined],
      [undefined, 200, second],
    ]);
    expect(answers[1]!.body.error.errors[0].reason).toBe('notFound');
    expect(
      test.sandbox
        .calls()
        .map(({ path, operation, status, user }) => [path, operation, status, user]),
    ).toEqual([
      [drive, undefined, 200, 'studio-owner'],
      [`/drive/v3/files/${first}`, 'storage:files.get', 200, 'studio-owner'],
      ['/drive/v3/files/nothing', 'storage:files.get', 404, 'studio-owner'],
      [`/drive/v3/files/${second}`, 'storage:files.get', 200, 'studio-owner'],
    ]);
  });
  it('may write', async () => {
    const id = ids.file.budget;
    const [answer] = await send(drive, [
      {
        line: `PATCH /drive/v3/files/${id}?fields=name`,
        headers: ['Content-Type: application/json'],
        body: '{"name": "Renamed"}',
      },
    ]);
    expect(answer).toEqual({ id: undefined, status: 200, body: { name: 'Renamed' } });
  });
  it('passes its headers on to calls without their own', async () => {
    const id = ids.file.budget;
    const line = '/drive/v3/about?fields=user/emailAddress';
    const answers = await send(drive, [
      { line: `GET ${line}` },
      { line: `GET ${line}`, headers: ['Authorization: Bearer studio-guest'] },
      { line: `GET ${line}`, headers: ['authorization:  Bearer nobody'] },
      { line: file(id), headers: ['If-None-Match: *'] },
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 200]);
    const [owner, guest] = answers.map(({ body }) => body.user?.emailAddress as string);
    expect(guest).not.toBe(owner);
    expect(await send(drive, [{ line: file(id) }], { token: null })).toMatchObject([
      { status: 403 },
    ]);
  });
  it('of Calendar has an endpoint of its own', async () => {
    const line = `GET /calendar/v3/calendars/${encodeURIComponent(ids.calendar.release)}?fields=id`;
    expect(await send(calendar, [{ line }])).toMatchObject([
      { status: 200, body: { id: ids.calendar.release } },
    ]);
  });
  it('takes 100 calls of Drive, and 50 of Calendar', async () => {
    const files = Array.from({ length: 100 }, () => ({ line: file('nothing') }));
    expect(await send(drive, files)).toHaveLength(100);
    const calendars = Array.from({ length: 50 }, () => ({ line: 'GET /calendar/v3/colors' }));
    expect(await send(calendar, calendars)).toHaveLength(50);
    const tooLong = [
      await sendText(drive, bodyOf([...files, files[0]!])),
      await sendText(calendar, bodyOf([...calendars, calendars[0]!])),
    ];
    expect(tooLong.map(({ status }) => status)).toEqual([400, 400]);
    expect(tooLong[0]!.body.error.message).toBe('The batch has 101 calls; the maximum is 100.');
  });
  it('may have faults in single calls', async () => {
    test.sandbox.fault({ match: { pathIncludes: 'one' }, status: 503, times: 1 });
    test.sandbox.fault({ match: { pathIncludes: 'two' }, status: 429, retryAfter: 3 });
    const parts = ['one', 'two', 'three'].map((id) => ({ id, line: file(id) }));
    expect((await send(drive, parts)).map(({ status }) => status)).toEqual([503, 429, 404]);
    expect((await send(drive, parts)).map(({ status }) => status)).toEqual([404, 429, 404]);
    test.sandbox.clearFaults();
  });
  it('may fail as a whole', async () => {
    test.sandbox.fault({ match: { pathIncludes: drive }, status: 500 });
    const { status } = await sendText(drive, bodyOf([{ line: file('a') }]));
    expect([status, test.sandbox.calls().length]).toEqual([500, 1]);
    test.sandbox.clearFaults();
  });
  it('never ends if a call never does', async () => {
    test.sandbox.fault({ match: { pathIncludes: '/files/b' }, hang: true, times: 1 });
    const body = bodyOf([{ line: file('a') }, { line: file('b') }, { line: file('c') }]);
    const leaving = new AbortController();
    const stopped = fetch(test.sandbox.url + drive, {
      method: 'POST',
      body,
      headers: multipart,
      signal: leaving.signal,
    }).then(
      () => 'answered',
      () => 'left',
    );
    const statuses = () => test.sandbox.calls().map(({ status }) => status);
    await expect.poll(statuses).toEqual([0, 403, 0]);
    expect((await sendText(drive, body)).status).toBe(200);
    expect(statuses().slice(0, 3)).toEqual([0, 403, 0]);
    leaving.abort();
    expect(await stopped).toBe('left');
  });
  it.each(['before', 'after'] as const)(
    'loses its connection %s a call that a fault drops',
    async (drop) => {
      test.sandbox.fault({ match: { pathIncludes: '/files/b' }, drop });
      await expect(
        sendText(drive, bodyOf([{ line: file('a') }, { line: file('b') }])),
      ).rejects.toThrow('other side closed');
      test.sandbox.clearFaults();
    },
  );
});

describe('a call in a batch', () => {
  it.each([
    ['of another API', 'GET /youtube/v3/videos?part=id&id=x', 404],
    ['with an unknown path', 'GET /drive/v3/nothing', 404],
    ['in a batch of its own', `POST ${drive}`, 404],
    ['that downloads a file', `${file(ids.file.deck)}&alt=media`, 400],
    [
      'that exports a file',
      `GET /drive/v3/files/${ids.file.budget}/export?mimeType=text/plain`,
      400,
    ],
    ['that uploads a file', 'POST /upload/drive/v3/files?uploadType=media', 400],
    ['with a URL that is too long', file('x'.repeat(8_000)), 400],
    ['that lacks a parameter', 'GET /drive/v3/about', 400],
  ])('is rejected by itself: %s', async (_, line, status) => {
    const parts = [{ line }, { line: file(ids.file.budget) }];
    const { body } = await sendText(drive, bodyOf(parts));
    const statuses = [...(body as string).matchAll(/^HTTP\/1\.1 (\d+)/gm)];
    expect(statuses.map(([, each]) => Number(each))).toEqual([status, 200]);
  });
});

describe('a malformed batch', () => {
  const good = bodyOf([{ line: file('a') }]);
  it.each<[string, string, object?]>([
    ['another content type', good, { headers: { 'content-type': 'application/json' } }],
    ['no boundary', good, { headers: { 'content-type': 'multipart/mixed' } }],
    ['another boundary', good, { headers: { 'content-type': 'multipart/mixed; boundary=x' } }],
    ['no end', good.slice(0, -2)],
    ['no calls', '--b--'],
    ['nothing', ''],
    ['a part of another type', bodyOf([{ line: file('a'), type: 'application/json' }])],
    ['a part without a request', bodyOf([{ line: '' }])],
    ['a part with the URL of another host', bodyOf([{ line: 'GET https://x.example/a' }])],
    ['a part without an empty line', '--b\r\nContent-Type: application/http\r\n--b--'],
  ])('with %s is rejected, and nothing is called', async (_, body, options) => {
    const { status, reason } = await sendText(drive, body, options);
    expect([status, reason]).toEqual([400, 'badRequest']);
    expect(test.sandbox.calls()).toHaveLength(1);
  });
  it('is only accepted by POST', async () => {
    expect((await test.ask(drive)).status).toBe(404);
  });
});

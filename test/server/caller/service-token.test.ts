/** Requests with one access token for each service: nothing of one is used for another. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { users } from '../../../src/sandbox/user.ts';
import { openEventStream } from '../../support/client/event-stream.ts';
import { startSmall } from '../../support/gateway/small-schema.ts';
import { openStudio, type Studio, useStudio } from '../../support/gateway/studio.ts';
import { connectSocket } from '../../support/client/web-socket.ts';

type Headers = Readonly<Record<string, string>>;

const bearer = (token: string): string => `Bearer ${token}`;
const youtube = (token: string): Headers => ({ 'x-youtube-authorization': bearer(token) });
const drive = (token: string): Headers => ({ 'x-drive-authorization': bearer(token) });
const calendar = (token: string): Headers => ({ 'x-calendar-authorization': bearer(token) });

const ava = 'studio-owner';
const ben = 'studio-guest';
const nameOf = (token: string): string => users.find((user) => user.token === token)!.name;

/** One call to each service, of data that each caller has. */
const mine = `{
  viewer { channel { channelId } broadcasts(first: 1) { nodes { id } } drive { user { email } } }
  calendar(id: "primary") { calendarId }
}`;

/** The services that have been called, and with whose token. */
const callersOf = (studio: Studio): string[] =>
  [
    ...new Set(studio.calls().map(({ operation, call }) => `${serviceOf(operation)} ${call.user}`)),
  ].toSorted();

const serviceOf = (operation: string): string => operation.split(':')[0]!;

const expectedCallers = (video: string, storage: string, calendarToken: string): string[] => [
  `calendar ${nameOf(calendarToken)}`,
  `live ${nameOf(video)}`,
  `storage ${nameOf(storage)}`,
  `video ${nameOf(video)}`,
];

describe('a call has the token', () => {
  const studio = useStudio();

  it.each([
    ['of authorization', { authorization: bearer(ava) }, [ava, ava, ava]],
    ['of YouTube', { authorization: bearer(ava), ...youtube(ben) }, [ben, ava, ava]],
    ['of Google Drive', { authorization: bearer(ava), ...drive(ben) }, [ava, ben, ava]],
    ['of Google Calendar', { authorization: bearer(ava), ...calendar(ben) }, [ava, ava, ben]],
    [
      'of its service without authorization',
      { ...youtube(ben), ...drive('studio-admin'), ...calendar(ava) },
      [ben, 'studio-admin', ava],
    ],
  ] as const)('%s', async (_, headers, [video, storage, calendarToken]) => {
    const { data, errors } = await studio.query(mine, {}, null, headers);
    expect(errors).toBeUndefined();
    expect(callersOf(studio)).toEqual(expectedCallers(video, storage, calendarToken));
    const emailOf = (token: string) => users.find((user) => user.token === token)!.email;
    expect(data.viewer.drive.user.email).toBe(emailOf(storage));
    expect(data.calendar.calendarId).toBe(emailOf(calendarToken));
  });

  it('of its service below a link from another one', async () => {
    const document = `{ event(by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.launchMeeting}" } }) { attachments { file { name } } broadcast { title } } }`;
    const headers = { authorization: bearer(ava), ...calendar(ben) };
    const { errors } = await studio.query(document, {}, null, headers);
    expect(errors).toBeUndefined();
    expect(callersOf(studio)).toEqual([
      `calendar ${nameOf(ben)}`,
      `live ${nameOf(ava)}`,
      `storage ${nameOf(ava)}`,
    ]);
  });

  it('of its service in a mutation', async () => {
    const headers = { ...youtube(ava), ...drive(ben), ...calendar(ben) };
    const document = `mutation {
      createFile(input: { name: "New" }) { file { ownedByMe } errors { code } }
      createPlaylist(input: { title: "New" }) { playlist { channelId } errors { code } }
      createCalendar(input: { summary: "New" }) { errors { code } }
    }`;
    const { data, errors } = await studio.query(document, {}, null, headers);
    expect(errors).toBeUndefined();
    for (const payload of Object.values<any>(data)) expect(payload.errors).toEqual([]);
    expect(data.createPlaylist.playlist.channelId).toBe(ids.channel.studio);
    expect(callersOf(studio)).toEqual([
      `calendar ${nameOf(ben)}`,
      `storage ${nameOf(ben)}`,
      `video ${nameOf(ava)}`,
    ]);
  });

  it('if there is one: other services are read as by a caller without a token', async () => {
    const document = `{ viewer { id channel { title } drive { user { email } } } video(id: "${ids.video.trailer}") { title } }`;
    const { data, errors } = await studio.query(document, {}, null, drive(ben));
    expect(data).toMatchObject({
      viewer: { channel: null, drive: { user: { email: ids.person.ben } } },
      video: { title: expect.any(String) },
    });
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['viewer', 'channel'],
        message: expect.stringContaining('"x-youtube-authorization"'),
        extensions: expect.objectContaining({ code: 'UNAUTHENTICATED', service: 'video' }),
      }),
    ]);
    expect(callersOf(studio)).toEqual([`storage ${nameOf(ben)}`, 'video api-key']);
  });
});

describe('what belongs to a caller', () => {
  const studio = useStudio({
    env: { QUOTA_BUDGET: 'VIDEO=1000,CALENDAR=100', CACHE: 'callers' },
  });
  const both = { ...youtube(ava), ...drive(ben), ...calendar(ben) };
  const spent = async (headers: Headers) => {
    const { data } = await studio.query(
      '{ quota { buckets { bucket spent } } }',
      {},
      null,
      headers,
    );
    return Object.fromEntries(
      data.quota.buckets.map((each: { bucket: string; spent: number }) => [
        each.bucket,
        each.spent,
      ]),
    );
  };

  it('differs with each of the tokens: the id of the viewer', async () => {
    const all = [
      { authorization: bearer(ava) },
      { authorization: bearer(ben) },
      both,
      { ...both, ...drive(ava) },
      { ...both, ...calendar(ava) },
      { ...both, ...youtube('no-channel') },
      drive(ben),
      youtube(ben),
      calendar(ben),
    ];
    const idOf = async (headers: Headers) =>
      (await studio.query('{ viewer { id } }', {}, null, headers)).data.viewer.id as string;
    expect(new Set(await Promise.all(all.map(idOf))).size).toBe(all.length);
    expect(await idOf(both)).toBe(await idOf({ authorization: bearer(ben), ...youtube(ava) }));
  });

  it('are units of a bucket, by the token of its service', async () => {
    await studio.query(mine, {}, null, both);
    const [own, ofAva, ofBen] = [
      await spent(both),
      await spent({ authorization: bearer(ava) }),
      await spent({ authorization: bearer(ben) }),
    ];
    expect(own['VIDEO']).toBeGreaterThan(0);
    expect(own['CALENDAR']).toBeGreaterThan(0);
    expect([ofAva['VIDEO'], ofAva['CALENDAR']]).toEqual([own['VIDEO'], 0]);
    expect([ofBen['VIDEO'], ofBen['CALENDAR']]).toEqual([0, own['CALENDAR']]);
  });

  it('is an exhausted bucket, of the token that the service has named', async () => {
    studio.sandbox.fault({
      match: { operation: 'video:videos.list' },
      status: 403,
      reason: 'quotaExceeded',
      times: 1,
    });
    const document = `{ video(id: "${ids.video.trailer}") { title } }`;
    const codeOf = async (headers: Headers) =>
      (await studio.query(document, {}, null, headers)).errors?.[0]?.extensions['code'] as unknown;
    expect(await codeOf(both)).toBe('QUOTA_EXCEEDED');
    expect(await codeOf({ authorization: bearer(ben) })).toBeUndefined();
    expect(await codeOf({ ...both, ...youtube(ben) })).toBeUndefined();
    expect(await codeOf({ authorization: bearer(ava) })).toBe('QUOTA_EXCEEDED');
  });

  it('is an answer, which another caller of the same service does not get', async () => {
    const document = `{ file(id: "root") { fileId } calendar(id: "primary") { calendarId } viewer { channel { channelId } } }`;
    const read = async (headers: Headers) => (await studio.query(document, {}, null, headers)).data;
    const ofAva = await read({ authorization: bearer(ava) });
    const ofBen = await read({ authorization: bearer(ben) });
    const mixed = await read(both);
    expect(mixed).toEqual({ ...ofBen, viewer: ofAva.viewer });
    expect(await read({ authorization: bearer(ava), ...calendar(ben) })).toEqual({
      ...ofAva,
      calendar: ofBen.calendar,
    });
  });

  it('is a scope that a token lacks', async () => {
    const update = `mutation { updateVideo(input: { id: "${ids.video.trailer}", title: "New" }) { errors { code } } }`;
    const create = 'mutation { createCalendar(input: { summary: "New" }) { errors { code } } }';
    const codes = async (document: string, headers: Headers) =>
      Object.values((await studio.query(document, {}, null, headers)).data).flatMap(
        (payload: any) => payload.errors.map(({ code }: { code: string }) => code),
      );
    const reader = { authorization: bearer(ava), ...youtube('studio-reader') };
    expect(await codes(update, reader)).toEqual(['MISSING_SCOPE']);
    studio.sandbox.clearCalls();
    expect(await codes(update, reader)).toEqual(['MISSING_SCOPE']);
    expect(studio.operations()).toEqual([]);
    expect(await codes(create, reader)).toEqual([]);
    expect(
      await codes(update, { authorization: bearer('studio-reader'), ...youtube(ava) }),
    ).toEqual([]);
  });

  it('is an upload session, by the token of its service', async () => {
    const create = `mutation { createUploadSession(input: { newFile: { name: "x", contentType: "text/plain" } }) { uploadSession { id } errors { code } } }`;
    const created = await studio.query(create, {}, null, both);
    const { id } = created.data.createUploadSession.uploadSession as { id: string };
    const stateFor = async (headers: Headers) =>
      (
        await studio.query(
          'query ($id: ID!) { uploadSession(id: $id) { state } }',
          { id },
          null,
          headers,
        )
      ).data.uploadSession?.state as unknown;
    expect(await stateFor(both)).toBe('OPEN');
    expect(await stateFor({ authorization: bearer(ben), ...youtube('no-channel') })).toBe('OPEN');
    expect(await stateFor({ ...both, ...drive(ava) })).toBeUndefined();
    expect(await stateFor({ authorization: bearer(ava), ...youtube(ben) })).toBeUndefined();
  });

  it('is the URL of a download, which reads with the token of its service', async () => {
    const document = `{ file(id: "${ids.file.benDiary}") { name content { url } export(mimeType: "text/plain") { url } } }`;
    const { data, errors } = await studio.query(document, {}, null, both);
    expect(errors).toBeUndefined();
    const { url } = (data.file.content ?? data.file.export) as { url: string };
    studio.sandbox.clearCalls();
    expect((await fetch(url)).status).toBe(200);
    expect(callersOf(studio)).toEqual([`storage ${nameOf(ben)}`]);
  });
});

describe('a subscription has the token of its service', () => {
  const studio = useStudio();
  const query = 'subscription { fileChanges { cursor } }';
  const headers = { ...youtube(ava), ...drive(ben), ...calendar(ava) };
  const users = (): string[] => [
    ...new Set(
      studio
        .calls()
        .filter(({ operation }) => operation.startsWith('storage:'))
        .map(({ call }) => call.user!),
    ),
  ];

  it('as server-sent events', async () => {
    const stream = await openEventStream(studio.gateway.url, { query, headers });
    expect((await stream.until(1))[0].errors).toBeUndefined();
    stream.leave();
    expect(users()).toEqual([nameOf(ben)]);
  });
  it('over a WebSocket', async () => {
    await using client = await connectSocket(studio.gateway.url, headers);
    client.send({ id: '1', type: 'subscribe', payload: { query } });
    expect((await client.next('next')).payload.errors).toBeUndefined();
    expect(users()).toEqual([nameOf(ben)]);
  });
  it('and shares its poller with those that have another token for another service', async () => {
    const others = [headers, { ...headers, ...youtube(ben) }, { authorization: bearer(ben) }];
    const streams = await Promise.all(
      others.map((each) => openEventStream(studio.gateway.url, { query, headers: each })),
    );
    for (const stream of streams) await stream.until(1);
    for (const stream of streams) stream.leave();
    const operations = studio.operations();
    expect(operations).toEqual([...new Set(operations)]);
  });
});

describe('a header that is no Bearer token', () => {
  const names = ['x-youtube-authorization', 'x-drive-authorization', 'x-calendar-authorization'];

  it.each(names)('is rejected with its name: %s', async (name) => {
    await using server = await startSmall();
    for (const value of ['planted', 'Basic planted', 'Bearer planted planted', '']) {
      const response = await server.query('{ name }', undefined, {
        authorization: bearer('valid'),
        [name]: value,
      });
      expect([response.status, response.body.errors[0]]).toEqual([
        401,
        {
          message: `${name}: not a Bearer token; expected "Bearer <access token>"`,
          extensions: expect.objectContaining({ code: 'UNAUTHENTICATED' }),
        },
      ]);
      expect(response.headers.get('www-authenticate')).toBe('Bearer');
    }
    expect(JSON.stringify(server.lines)).not.toContain('planted');
    expect(server.seen.facts).toEqual([]);
  });
});

describe('a token that somebody has invented', () => {
  it('does not raise the limits of requests without a token for YouTube', async () => {
    await using studio = await openStudio({ env: { MAX_ANONYMOUS_QUERY_CALLS: '2' } });
    const document = `{ playlist(id: "${ids.playlist.long}") { items(first: 120) { nodes { title } } } }`;
    const errorsOf = async (headers: Headers) =>
      (await studio.query(document, {}, null, headers)).errors;
    expect(await errorsOf(drive('invented'))).toEqual([
      expect.objectContaining({
        message: expect.stringContaining('without an access token for each service'),
        extensions: expect.objectContaining({ code: 'QUERY_TOO_EXPENSIVE' }),
      }),
    ]);
    expect(await errorsOf({ ...drive('invented'), authorization: bearer(ava) })).toBeUndefined();
  });
});

import { describe, expect, it } from 'vitest';
import {
  channelFromUrl,
  eventFromUrl,
  playlistIdFromUrl,
} from '../../../src/services/shared/url.ts';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { calendarState } from '../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { video, playlist, channel, file, calendar, event } = ids;
const eid = (text: string): string => Buffer.from(text).toString('base64url');

const ask = (url: string, selection = '__typename ... on Node { id }', token?: string | null) =>
  studio.query(`query ($url: URL!) { resource(url: $url) { ${selection} } }`, { url }, token);

const meeting = [calendar.release, event.launchMeeting] as const;

const shown =
  '... on Video { title } ... on Playlist { name: title } ... on Channel { called: title } ... on File { name1: name } ... on Event { summary }';

describe('resource(url:)', () => {
  it.each([
    [`https://www.youtube.com/watch?v=${video.trailer}&t=3`, 'Video', [video.trailer]],
    [`https://youtu.be/${video.trailer}`, 'Video', [video.trailer]],
    [`https://www.youtube.com/live/${video.trailer}`, 'Video', [video.trailer]],
    [`https://www.youtube.com/shorts/${video.trailer}`, 'Video', [video.trailer]],
    [`https://www.youtube.com/embed/${video.trailer}`, 'Video', [video.trailer]],
    [`https://www.youtube.com/playlist?list=${playlist.fifty}`, 'Playlist', [playlist.fifty]],
    [`https://www.youtube.com/channel/${channel.studio}/videos`, 'Channel', [channel.studio]],
    [`https://drive.google.com/file/d/${file.script}/view`, 'File', [file.script]],
    [`https://drive.google.com/drive/folders/${file.footage}`, 'File', [file.footage]],
    [`https://docs.google.com/document/d/${file.script}/edit`, 'File', [file.script]],
    [
      `https://www.google.com/calendar/event?eid=${eid(`${meeting[1]} ${meeting[0]}`)}`,
      'Event',
      meeting,
    ],
  ] as const)(
    'determines the type by the form of the URL and proves the existence with one call: %s',
    async (url, type, key) => {
      const { data, errors } = await ask(url);
      expect([data, errors]).toEqual([
        { resource: { __typename: type, id: globalId(type, key) } },
        undefined,
      ]);
      expect(studio.calls().map(({ query }) => query['fields'])).toEqual([
        [expect.stringMatching(/^(id|items\(id\))$/)],
      ]);
    },
  );
  it('has a union type of the kinds of entities that a URL can name', async () => {
    const { data } = await studio.query(
      '{ __schema { queryType { fields { name type { kind name possibleTypes { name } } } } } }',
    );
    const fields: { readonly name: string; readonly type: object }[] =
      data.__schema.queryType.fields;
    expect(fields.find(({ name }) => name === 'resource')!.type).toEqual({
      kind: 'UNION',
      name: 'UrlResource',
      possibleTypes: ['Channel', 'Event', 'File', 'Playlist', 'Video'].map((name) => ({ name })),
    });
  });
  it('returns the event for its own URL', async () => {
    const { htmlLink } = [
      ...calendarState(studio.sandbox.simulation())
        .calendars.get(calendar.release)!
        .events.values(),
    ].find(({ id }) => id === event.launchMeeting)!;
    const { data, errors } = await ask(htmlLink, '__typename ... on Event { summary htmlLink }');
    expect([data.resource, errors]).toEqual([
      { __typename: 'Event', summary: expect.any(String), htmlLink },
      undefined,
    ]);
  });
  it.each([
    'https://www.youtube.com/@kitelab',
    'https://m.youtube.com/@KiteLab/videos',
    'https://youtube.com/%40kitelab',
  ])('finds a channel by its handle with one call: %s', async (url) => {
    const { data, errors } = await ask(url);
    expect([data, errors]).toEqual([
      { resource: { __typename: 'Channel', id: globalId('Channel', [channel.kite]) } },
      undefined,
    ]);
    expect(studio.operations()).toEqual(['video:channels.list']);
  });
  it.each([
    `https://youtu.be/${video.missing}`,
    `https://youtu.be/${video.strangersPrivate}`,
    `https://www.youtube.com/playlist?list=${playlist.missing}`,
    'https://www.youtube.com/@nobody',
    `https://drive.google.com/open?id=${file.missing}`,
    `https://calendar.google.com/calendar/event?eid=${eid(`${event.missing} ${calendar.release}`)}`,
  ])('returns NOT_FOUND if the entity does not exist: %s', async (url) => {
    const { data, errors } = await ask(url, shown);
    expect(data).toEqual({ resource: null });
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });
  it.each([
    'https://studio.example/',
    'https://www.youtube.com/',
    'https://www.youtube.com/watch?v=short',
    'https://www.youtube.com/c/northlight',
    'https://www.youtube.com/user/northlight',
    'https://www.youtube.com/results?search_query=ferry',
    'https://www.youtube.com/playlist?list=',
    'https://www.youtube.com/@',
    'https://drive.google.com/drive/my-drive',
    'https://calendar.google.com/calendar/event?eid=nonsense',
    `https://calendar.google.com/calendar/event?eid=${eid('someevent ava@m')}`,
    `ftp://youtu.be/${video.trailer}`,
  ])('rejects URLs of unknown form: %s', async (url) => {
    const { data, errors } = await ask(url);
    expect(data).toEqual({ resource: null });
    expect(errors).toMatchObject([
      { path: ['resource'], extensions: { code: 'INVALID_INPUT', argument: 'url' } },
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('rejects a value that is no URL', async () => {
    const { errors } = await ask('not an address');
    expect(errors).toMatchObject([
      { extensions: { code: expect.stringMatching(/INVALID_INPUT|GRAPHQL_VALIDATION_FAILED/) } },
    ]);
    expect(errors![0]!.message).toContain('url');
    expect(studio.calls()).toEqual([]);
  });
});

describe('URLs that resource(url:) accepts', () => {
  it.each([
    [`https://music.youtube.com/playlist?list=${playlist.long}&si=x`, playlist.long],
    ['https://www.youtube.com/playlist/?list=LL', 'LL'],
    [`https://www.youtube.com/watch?v=${video.trailer}&list=${playlist.long}`, null],
    [`https://evil.example/playlist?list=${playlist.long}`, null],
    ['https://www.youtube.com/playlist?list=a%2Cb', null],
    ['nonsense', null],
  ])('of playlists: %s', (address, id) => expect(playlistIdFromUrl(address)).toBe(id));
  it.each([
    [`https://www.youtube.com/channel/${channel.ben}`, { id: channel.ben }],
    [`https://www.youtube.com/channel/${channel.ben}x`, null],
    ['https://www.youtube.com/channel/northlight', null],
    ['https://www.youtube.com/@umbra.studio-1', { handle: '@umbra.studio-1' }],
    ['https://www.youtube.com/@%D8%B8%D9%84', { handle: '@ظل' }],
    ['https://www.youtube.com/@a%2Cb', null],
    ['https://www.youtube.com/@a%2Fb', null],
    ['https://www.youtube.com/%E0%A4%A', null],
    ['https://evil.example/@kitelab', null],
  ])('of channels: %s', (address, named) => expect(channelFromUrl(address)).toEqual(named));
  it.each([
    [
      `https://calendar.google.com/calendar/u/0/event?eid=${eid('abcde12345 team@studio.example')}`,
      ['team@studio.example', 'abcde12345'],
    ],
    [
      `https://www.google.com/calendar/event?eid=${Buffer.from('abcde12345 team@studio.example').toString('base64')}`,
      ['team@studio.example', 'abcde12345'],
    ],
    [
      `https://www.google.com/calendar/event?eid=${eid('abcde12345_20260310T090000Z c_1@group.calendar.example')}`,
      ['c_1@group.calendar.example', 'abcde12345_20260310T090000Z'],
    ],
    [`https://www.google.com/calendar/event?eid=${eid('abcde12345')}`, null],
    [`https://www.google.com/calendar/event?eid=${eid('../x team@studio.example')}`, null],
    ['https://www.google.com/calendar/event?eid=%%%', null],
    [`https://www.google.com/calendar/r?eid=${eid('abcde12345 team@studio.example')}`, null],
    [`https://evil.example/calendar/event?eid=${eid('abcde12345 team@studio.example')}`, null],
  ])('of events: %s', (address, named) => expect(eventFromUrl(address)).toEqual(named));
});

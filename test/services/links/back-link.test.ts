/**
 * Links of items back to the entity that lists them: what they select is read with that entity.
 */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { calendar, channel, file, playlist, video } = ids;

describe('a link back to', () => {
  it.each([
    [
      'an entity',
      `{ playlist(id: "${playlist.series}") { title items { nodes { playlist { description } } } } }`,
      ['video:playlistItems.list', 'video:playlists.list'],
    ],
    [
      'an entity that is inside an answer',
      `{ video(id: "${video.trailer}") { title commentThreads { nodes { topLevelComment { video { description } } } } } }`,
      ['video:commentThreads.list', 'video:videos.list'],
    ],
    [
      'an entity that is read by itself',
      `{ file(id: "${file.script}") { name comments { nodes { file { mimeType } replies { nodes { comment { createdAt } } } } } } }`,
      ['storage:comments.list', 'storage:files.get'],
    ],
    [
      'the first item of a list',
      '{ viewer { channel { title playlists { nodes { channel { description } } } } } }',
      ['video:channels.list', 'video:playlists.list'],
    ],
    [
      'the items of a list',
      '{ viewer { playlists(first: 3) { nodes { title items(first: 2) { nodes { playlist { description } } } } } } }',
      [
        'video:playlistItems.list',
        'video:playlistItems.list',
        'video:playlistItems.list',
        'video:playlists.list',
      ],
    ],
    [
      'the items of a list that are read by pointers',
      `{ channel(by: { id: "${channel.studio}" }) { title videos(first: 3) { nodes { channel { description } } } } }`,
      ['video:channels.list', 'video:playlistItems.list', 'video:videos.list'],
    ],
    [
      'an entity that is linked itself',
      `{ calendar(id: "${calendar.ben}") { location events(first: 2) { nodes { calendar { description } } } } }`,
      ['calendar:calendars.get', 'calendar:events.list'],
    ],
  ])('%s costs no call', async (_, document, operations) => {
    const { errors } = await studio.query(document);
    expect(errors).toBeUndefined();
    expect(studio.operations()).toEqual(operations);
  });
  it('an item of any list that was answered costs no call', async () => {
    studio.sandbox.fault({ match: { operation: 'storage:files.get' }, delayMs: 50 });
    const { data } = await studio.query(
      `{ files(first: 100) { nodes { fileId name } } file(id: "${file.script}") { size parents { fileId name } } }`,
    );
    expect(data.files.nodes).toContainEqual(data.file.parents[0]);
    expect(studio.operations()).toEqual(['storage:files.get', 'storage:files.list']);
  });
  it('items of the same list costs no call for what the list has shown', async () => {
    const { data } = await studio.query(
      '{ files(first: 30) { nodes { fileId name parents { fileId name } } } }',
    );
    const { nodes } = data.files;
    const listed = new Set(nodes.map(({ fileId }: { fileId: string }) => fileId));
    const parents: string[] = nodes.flatMap(
      ({ parents: each }: { parents: { fileId: string }[] }) => each.map(({ fileId }) => fileId),
    );
    const others = new Set(parents.filter((id) => !listed.has(id)));
    expect(others.size).toBeLessThan(new Set(parents).size);
    expect(studio.operations()).toEqual([
      ...[...others].map(() => 'storage:files.get'),
      'storage:files.list',
    ]);
  });
  it.each(['maxAttendees: 1', 'timeZone: "Asia/Tokyo"'])(
    'an item shows it without the argument of its list: %s',
    async (argument) => {
      const window = 'from: "2026-03-01T00:00:00Z", to: "2026-04-10T00:00:00Z"';
      const shown = 'attendees { email } start { dateTime }';
      const { data } = await studio.query(
        `{ calendar(id: "${calendar.release}") { events(${window}, expandSeries: false, first: 50, ${argument}) { nodes { ${shown} instances(${window}, first: 1) { nodes { series { eventId ${shown} } } } } } } }`,
      );
      const listed = data.calendar.events.nodes.find(({ instances }: any) => instances.nodes[0]);
      const { eventId, ...series } = listed.instances.nodes[0].series;
      const read = await studio.query(
        `{ event(by: { key: { calendarId: "${calendar.release}", eventId: "${eventId}" } }) { ${shown} } }`,
      );
      expect(series).toEqual(read.data.event);
      expect(listed).not.toMatchObject(series);
    },
  );
  it('calendar of a calendar-list entry costs no call for what both have', async () => {
    const query = (fields: string): string =>
      `{ viewer { calendars(first: 3) { nodes { calendar { ${fields} } } } } }`;
    const shown = await studio.query(query('calendarId summary description location timeZone'));
    expect(studio.operations()).toEqual(['calendar:calendarList.list']);
    const read = await studio.query(query('calendarId summary description location timeZone etag'));
    const { nodes } = read.data.viewer.calendars;
    expect(nodes).toMatchObject(shown.data.viewer.calendars.nodes);
    expect(nodes).toHaveLength(3);
  });
  it('returns what the entity has', async () => {
    const { data } = await studio.query(
      `{ playlist(id: "${playlist.series}") { title description items(first: 1) { nodes { playlist { title description } } } } }`,
    );
    const { items, ...own } = data.playlist;
    expect(items.nodes).toEqual([{ playlist: own }]);
  });
  it('adds no part that only the owner may read to what others may read', async () => {
    const { data, errors } = await studio.query(
      `{ channel(by: { id: "${channel.ben}" }) { title playlists(first: 1) { nodes { channel { description auditDetails { copyrightStrikesGoodStanding } } } } } }`,
    );
    expect(data.channel.title).toEqual(expect.any(String));
    expect(errors?.map(({ path }) => path?.slice(-1))).toEqual([['auditDetails']]);
  });
  it('is no reason for a call when nothing else of the entity is read', async () => {
    await studio.query(
      `{ playlist(id: "${playlist.series}") { items(first: 1) { nodes { playlist { id } } } } }`,
    );
    expect(studio.operations()).toEqual(['video:playlistItems.list']);
  });
});

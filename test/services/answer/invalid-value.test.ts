/**
 * Values of answers that do not have the type that Google documents: the field that shows one
 * fails, with the operation that returned it, and everything else is delivered.
 */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';
import { useEditingProxy } from '../../support/proxy/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('video', 'storage', 'calendar');
const studio = useStudio(options);

type Json = Record<string, any>;

/** Edits the items of every list of an answer. */
const editItems =
  (edit: (items: Json[]) => void) =>
  (answer: Json): void => {
    if (Array.isArray(answer['items'])) edit(answer['items']);
  };

const failure = (path: readonly (string | number)[], operation: string): object => ({
  path,
  extensions: { code: 'UPSTREAM_INVALID', operation, service: operation.split(':')[0] },
});

describe('an item without its id', () => {
  it.each(['id position', 'playlistItemId', 'position'])(
    'fails the list, whose items may not be null: { %s }',
    async (selection) => {
      proxy.edit(editItems((items) => items.slice(1).forEach((item) => delete item['id'])));
      const { data, errors } = await studio.query(
        `{ playlist(id: "${ids.playlist.series}") { items(first: 3) { nodes { ${selection} } } } }`,
      );
      expect(data).toEqual({ playlist: { items: null } });
      expect(errors).toMatchObject([
        failure(['playlist', 'items', 'nodes', 1], 'video:playlistItems.list'),
      ]);
    },
  );
  it('fails only the entities that it may be', async () => {
    const [first, second] = [ids.video.trailer, ids.video.makingOf];
    proxy.edit(
      editItems((items) => {
        for (const item of items) if (item['id'] === first) delete item['id'];
      }),
    );
    const { data, errors } = await studio.query(
      `{ videos(ids: ["${first}", "${second}"]) { videoId title } }`,
    );
    expect(data.videos).toEqual([null, { videoId: second, title: expect.any(String) as string }]);
    expect(errors).toMatchObject([failure(['videos', 0], 'video:videos.list')]);
  });
});

describe('a label without its id', () => {
  const document = `{ calendar(id: "${ids.calendar.ava}") { events(first: 300, expandSeries: false) { nodes { eventLabelId eventLabel { labelId } } } } }`;
  const labels = async (): Promise<{ shown: Json[]; errors: unknown }> => {
    const { data, errors } = await studio.query(document);
    return { shown: data.calendar.events.nodes, errors };
  };

  it('fails its own id in the list of labels', async () => {
    proxy.edit(({ labelProperties }: Json) => void delete labelProperties?.eventLabels?.[0].id);
    const { data, errors } = await studio.query(
      `{ calendar(id: "${ids.calendar.ava}") { eventLabels { labelId backgroundColor } } }`,
    );
    expect(data.calendar.eventLabels[0]).toEqual({
      labelId: null,
      backgroundColor: expect.any(String) as string,
    });
    expect(data.calendar.eventLabels[1].labelId).toEqual(expect.any(String));
    expect(errors).toMatchObject([
      failure(['calendar', 'eventLabels', 0, 'labelId'], 'calendar:calendars.get'),
    ]);
  });
  it('fails the label that it may be, and no other', async () => {
    const whole = await labels();
    const [first] = whole.shown.flatMap(({ eventLabelId }) => eventLabelId ?? []);
    expect(first).toEqual(expect.any(String));
    proxy.edit(({ labelProperties }: Json) => {
      for (const label of labelProperties?.eventLabels ?? [])
        if (label.id === first) delete label.id;
    });
    const { shown, errors } = await labels();
    const expected = whole.shown.map((event) =>
      event['eventLabelId'] === first ? { ...event, eventLabel: null } : event,
    );
    expect(shown).toEqual(expected);
    const failed = expected.flatMap(({ eventLabelId }, index) =>
      eventLabelId === first ? [index] : [],
    );
    expect(errors).toMatchObject(
      failed.map((index) =>
        failure(['calendar', 'events', 'nodes', index, 'eventLabel'], 'calendar:calendars.get'),
      ),
    );
  });
});

describe('a value of the wrong type', () => {
  it('fails its own field of a file', async () => {
    proxy.edit((file) => {
      Object.assign(file, { size: 'abc', modifiedTime: 'gestern', owners: [null] });
    });
    const { data, errors } = await studio.query(
      `{ file(id: "${ids.file.budget}") { fileId size modifiedAt owners { displayName } isFolder } }`,
    );
    expect(data.file).toEqual({
      fileId: ids.file.budget,
      size: null,
      modifiedAt: null,
      owners: null,
      isFolder: false,
    });
    expect(errors).toMatchObject([
      failure(['file', 'size'], 'storage:files.get'),
      failure(['file', 'modifiedAt'], 'storage:files.get'),
      failure(['file', 'owners'], 'storage:files.get'),
    ]);
  });
  it.each(['gestern', '2024-13-01T00:00:00Z', '2024-01-32T00:00:00Z', '2024-01-01T25:00:00Z', 7])(
    'fails a time that is %j',
    async (modifiedTime) => {
      proxy.edit((file) => void Object.assign(file, { modifiedTime }));
      const { data, errors } = await studio.query(
        `{ file(id: "${ids.file.budget}") { name modifiedAt } }`,
      );
      expect(data.file).toEqual({ name: expect.any(String) as string, modifiedAt: null });
      expect(errors).toMatchObject([failure(['file', 'modifiedAt'], 'storage:files.get')]);
    },
  );
  it.each(['P5', 'PT', 'P1H', '1:30'])('fails a duration that is %j', async (duration) => {
    proxy.edit(editItems(([video]) => void (video!['contentDetails'] = { duration })));
    const { errors } = await studio.query(
      `{ video(id: "${ids.video.trailer}") { contentDetails { duration } } }`,
    );
    expect(errors).toMatchObject([
      failure(['video', 'contentDetails', 'duration'], 'video:videos.list'),
    ]);
  });
  it('fails a value that is computed from it', async () => {
    proxy.edit(editItems((items) => void (items[0]!['snippet'].title = 5)));
    const { data, errors } = await studio.query('{ search(search: "a") { nodes { title key } } }');
    const { nodes } = data.search as { nodes: Json[] };
    expect(nodes[0]).toEqual({ title: null, key: expect.any(String) as string });
    expect(nodes.slice(1).map(({ title }) => typeof title)).not.toContain('object');
    expect(errors).toMatchObject([failure(['search', 'nodes', 0, 'title'], 'video:search.list')]);
  });
  it('fails all fields of an object that is none, each by itself', async () => {
    proxy.edit(editItems((items) => void (items[0]!['snippet'] = 'text')));
    const { data, errors } = await studio.query(
      `{ video(id: "${ids.video.trailer}") { videoId title publishedAt channel { title } } }`,
    );
    expect(data.video).toEqual({
      videoId: ids.video.trailer,
      title: null,
      publishedAt: null,
      channel: null,
    });
    expect(errors).toMatchObject(
      ['title', 'publishedAt', 'channel'].map((name) =>
        failure(['video', name], 'video:videos.list'),
      ),
    );
    expect(studio.operations()).toEqual(['video:videos.list']);
  });
  it('fails a list of texts with a null', async () => {
    proxy.edit(editItems((items) => void (items[0]!['snippet'].tags = ['a', null])));
    const { data, errors } = await studio.query(
      `{ video(id: "${ids.video.trailer}") { title tags } }`,
    );
    expect(data.video).toEqual({ title: expect.any(String) as string, tags: null });
    expect(errors).toMatchObject([failure(['video', 'tags', 1], 'video:videos.list')]);
  });
});

it('does not shorten the path of a file by a folder whose parents are invalid', async () => {
  const query = `{ file(id: "${ids.file.budget}") { name path { fileId } } }`;
  const all = await studio.query(query);
  expect(all.data.file.path.length).toBeGreaterThan(1);
  proxy.edit((file) => {
    if (file['name'] === undefined) Object.assign(file, { parents: 7 });
  });
  const { data, errors } = await studio.query(query);
  expect(data.file).toEqual({ name: all.data.file.name, path: null });
  expect(errors).toMatchObject([failure(['file', 'path'], 'storage:files.get')]);
});

it('blames an invalid country on the operation that returned it', async () => {
  proxy.edit(editItems((items) => void (items[0]!['snippet'].country = 'a,b')));
  const { data, errors } = await studio.query(
    `{ channel(by: { id: "${ids.channel.studio}" }) { title region { name } } }`,
  );
  expect(data.channel.region).toBeNull();
  expect(errors).toMatchObject([failure(['channel', 'region'], 'video:channels.list')]);
});

describe('a read before a write', () => {
  it('with an invalid value ends in an error, and nothing is written', async () => {
    proxy.edit(editItems((items) => void (items[0]!['snippet'].description = { planted: true })));
    const { data, errors } = await studio.query(
      `mutation { updatePlaylist(input: { id: "${ids.playlist.series}", title: "New" }) { errors { code } } }`,
    );
    expect(data.updatePlaylist).toBeNull();
    expect(errors).toMatchObject([failure(['updatePlaylist'], 'video:playlists.list')]);
    expect(studio.operations()).toEqual(['video:playlists.list']);
  });
});

describe('a list whose items the gateway selects', () => {
  const stream = ids.stream.main;
  const document = `{ stream(id: "${stream}") { broadcasts(first: 50) { edges { cursor } nodes { broadcastId } } } }`;
  const listed = async (): Promise<string[]> => {
    const { data } = await studio.query(document);
    return data.stream.broadcasts.nodes.map(({ broadcastId }: Json) => String(broadcastId));
  };
  const editBroadcasts = (edit: (broadcast: Json, isBound: boolean) => void): void =>
    proxy.edit(
      editItems((items) => {
        for (const item of items) edit(item, item['contentDetails']?.['boundStreamId'] === stream);
      }),
    );

  it('is not touched by an invalid item that does not belong to it', async () => {
    const before = await listed();
    expect(before).not.toEqual([]);
    let edited = 0;
    editBroadcasts((broadcast, isBound) => {
      if (isBound || !('contentDetails' in broadcast)) return;
      broadcast['id'] = { no: 'id' };
      edited += 1;
    });
    expect(await listed()).toEqual(before);
    expect(edited).toBeGreaterThan(0);
  });
  it('fails as a whole by an item of which nobody knows whether it belongs to it', async () => {
    editBroadcasts(({ contentDetails }, isBound) => {
      if (isBound) contentDetails.boundStreamId = { no: 'id' };
    });
    const { data, errors } = await studio.query(document);
    expect(data).toEqual({ stream: { broadcasts: null } });
    expect(errors?.[0]).toMatchObject(
      failure(['stream', 'broadcasts'], 'live:liveBroadcasts.list'),
    );
  });
});

describe('a page of a feed', () => {
  const messages = `{ liveChat(id: "${ids.chat.nightShift}") { messages { messages { messageId displayText } } } }`;
  it('leaves out a message without an id, with a warning, and delivers the others', async () => {
    const all = await studio.query(messages);
    proxy.edit(editItems((items) => void delete items[0]!['id']));
    const { data, errors, extensions } = await studio.query(messages);
    expect(errors).toBeUndefined();
    expect(data.liveChat.messages.messages).toEqual(all.data.liveChat.messages.messages.slice(1));
    expect(extensions['warnings']).toEqual([
      { code: 'INVALID_ITEMS', path: ['liveChat', 'messages', 'messages'], value: '1' },
    ]);
  });
});

it('gives each sponsor an id, although YouTube does not', async () => {
  const { data } = await studio.query(
    '{ viewer { sponsors(first: 50, filter: ALL) { nodes { id } } } }',
  );
  const found = (data.viewer.sponsors.nodes as Json[]).map(({ id }) => id as string);
  expect(found.length).toBeGreaterThan(1);
  expect(new Set(found).size).toBe(found.length);
});

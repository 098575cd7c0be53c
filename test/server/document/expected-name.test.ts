/** Messages about enum values and `@oneOf` inputs name what is accepted. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { openStudio, useStudio } from '../../support/gateway/studio.ts';

const channel = 'query ($by: ChannelBy!) { channel(by: $by) { title } }';

const decide =
  'mutation ($input: SetCommentModerationStatusInput!) { setCommentModerationStatus(input: $input) { failedCount } }';

const input = { ids: ['a'], status: 'SPAM' };

const messages: readonly (readonly [string, string, object, string])[] = [
  [
    'a variable with a wrong enum value',
    decide,
    { input },
    'Expected HELD_FOR_REVIEW, PUBLISHED, REJECTED.',
  ],
  ['a variable with no field', channel, { by: {} }, 'Expected one of handle, id, username.'],
  [
    'a literal with a wrong enum value',
    'mutation { setCommentModerationStatus(input: { ids: ["a"], status: SPAM }) { failedCount } }',
    {},
    'Expected HELD_FOR_REVIEW, PUBLISHED, REJECTED.',
  ],
  [
    'a literal with two fields',
    '{ channel(by: { id: "a", handle: "b" }) { title } }',
    {},
    'Expected one of handle, id, username.',
  ],
];

describe('an error about', () => {
  const studio = useStudio();
  it.each(messages)('%s names what is accepted', async (_, document, variables, expected) => {
    const { errors } = await studio.query(document, variables);
    expect(errors![0]!.message).toMatch(new RegExp(`${expected.replaceAll('.', '\\.')}$`));
    expect(studio.calls()).toEqual([]);
  });
  it('a value names nothing of the schema in production', async () => {
    await using production = await openStudio({ env: { NODE_ENV: 'production', SANDBOX: '1' } });
    for (const [, document, variables] of messages) {
      const { errors } = await production.query(document, variables);
      expect(errors![0]!.message).not.toContain('Expected');
    }
  });
});

describe('an error about a variable', () => {
  const studio = useStudio();
  const mutation = (name: string, type: string): string =>
    `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code } } }`;
  it.each([
    [
      'an unknown field',
      mutation('deletePlaylist', 'DeletePlaylistInput'),
      { id: 'a', playlistId: 'b' },
      'input.playlistId',
      'Expected only id.',
    ],
    [
      'a missing file',
      mutation('setVideoThumbnail', 'SetVideoThumbnailInput'),
      { id: 'a', file: null },
      'input.file',
      'Expected a file of a multipart request.',
    ],
    [
      'a value of the wrong type in a list',
      mutation('addPlaylistItems', 'AddPlaylistItemsInput'),
      { playlistId: 'a', entries: [{ videoId: 'b' }, { videoId: 'c', note: 4 }] },
      'input.entries.1.note',
      '',
    ],
    [
      'a missing field',
      mutation('addPlaylistItems', 'AddPlaylistItemsInput'),
      { playlistId: 'a', entries: [{ note: 'b' }] },
      'input.entries.0.videoId',
      '',
    ],
    [
      'a value that is no email address',
      mutation('createFilePermission', 'CreateFilePermissionInput'),
      { fileId: 'a', type: 'USER', role: 'READER', email: 'ada' },
      'input.email',
      '"ada" is not an EmailAddress; expected for example ava@studio.example',
    ],
  ])('names its place: %s', async (_, document, input, argument, ending) => {
    const { errors } = await studio.query(document, { input });
    const { message, extensions } = errors![0]!;
    expect(extensions).toMatchObject({ code: 'INVALID_INPUT', argument });
    expect(message).toMatch(new RegExp(`${ending.replaceAll('.', '\\.')}$`));
    expect(studio.calls()).toEqual([]);
  });
});

describe('an error about a variable of a subscription', () => {
  const studio = useStudio();
  it('names its place', async () => {
    const document =
      'subscription ($in: LanguageTag) { chatMessages(liveChatId: "a", language: $in) { cursor } }';
    const { errors } = await studio.query(document, { in: 'two words' });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('"two words" is not a LanguageTag'),
        extensions: { code: 'INVALID_INPUT', argument: 'language' },
      },
    ]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('a channel', () => {
  const studio = useStudio();
  it.each([
    [{ handle: 'https://www.youtube.com/@a' }, 'by.handle', 'use resource(url:)'],
    [{ id: '@a' }, 'by.id', 'use by: { handle }'],
  ])('by %o is rejected with the field to use', async (by, argument, advice) => {
    const { errors } = await studio.query(channel, { by });
    expect(errors![0]).toMatchObject({
      message: expect.stringContaining(advice),
      extensions: { code: 'INVALID_INPUT', argument },
    });
    expect(studio.calls()).toEqual([]);
  });
});

describe('an id of', () => {
  const studio = useStudio();
  it('an entry of a calendar list is accepted for its calendar', async () => {
    const { data } = await studio.query('{ viewer { calendars { nodes { id calendarId } } } }');
    const entry = (data.viewer.calendars.nodes as { id: string; calendarId: string }[]).find(
      ({ calendarId }) => calendarId === ids.calendar.release,
    )!;
    const calendar = await studio.query('query ($id: ID!) { calendar(id: $id) { calendarId } }', {
      id: entry.id,
    });
    expect(calendar.data.calendar).toEqual({ calendarId: ids.calendar.release });
  });
  it('a type that cannot be read by its id is rejected with the name of the type', async () => {
    const { data } = await studio.query('{ viewer { members { nodes { id } } } }');
    const { errors } = await studio.query('query ($id: ID!) { node(id: $id) { id } }', {
      id: data.viewer.members.nodes[0].id,
    });
    expect(errors![0]!.message).toContain(
      'is an id of type Member, whose objects cannot be read by an id',
    );
  });
});

/** A document, its variables, and the argument that is wrong in it. */
const places: readonly (readonly [string, string, object, string])[] = [
  [
    'the argument that gets the variable',
    'query ($f: FileFilter) { files(filter: $f) { nodes { name } } }',
    { f: { ownerEmail: 'ada' } },
    'filter.ownerEmail',
  ],
  [
    'the input field that gets the variable',
    'query ($e: EmailAddress) { files(filter: { ownerEmail: $e }) { nodes { name } } }',
    { e: 'ada' },
    'filter.ownerEmail',
  ],
  [
    'the place in the list that gets the variable',
    'query ($a: ID!, $b: ID!) { videos(ids: [$a, $b]) { title } }',
    { a: 'a', b: [] },
    'ids.1',
  ],
  [
    'the first of several arguments that get the variable',
    'query ($n: Int) { a: files(first: $n) { nodes { name } } search(search: "a", first: $n) { nodes { title } } }',
    { n: 'a' },
    'first',
  ],
  [
    'the argument in a fragment',
    'query ($n: Int) { ...F } fragment F on Query { files(first: $n) { nodes { name } } }',
    { n: 'a' },
    'first',
  ],
  [
    'the argument of a null',
    'query ($id: ID = "abcdefghijk") { video(id: $id) { title } }',
    { id: null },
    'id',
  ],
  [
    'the input field with a wrong literal of an enum',
    'mutation { setCommentModerationStatus(input: { ids: ["a"], status: SPAM }) { failedCount } }',
    {},
    'input.status',
  ],
  [
    'the input field that a literal lacks',
    'mutation { addPlaylistItems(input: { playlistId: "a", entries: [{ note: "b" }] }) { failedCount } }',
    {},
    'input.entries.0.videoId',
  ],
  [
    'the unknown input field of a literal',
    'mutation { deletePlaylist(input: { id: "a", playlistId: "b" }) { deletedId } }',
    {},
    'input.playlistId',
  ],
  ['the missing argument', '{ video { title } }', {}, 'id'],
];

describe('the argument of an error', () => {
  const studio = useStudio();
  it.each(places)('is %s', async (_, document, variables, argument) => {
    const { errors } = await studio.query(document, variables);
    expect(errors![0]!.extensions).toMatchObject({ argument });
    expect(studio.calls()).toEqual([]);
  });
});

describe('null', () => {
  const studio = useStudio();
  it('for an argument without a default is rejected with the name of the argument', async () => {
    const { errors } = await studio.query(
      'query ($id: ID = "abcdefghijk") { video(id: $id) { title } }',
      { id: null },
    );
    expect(errors).toMatchObject([
      {
        message: 'id: null is not allowed; expected ID!, or no value for the variable $id',
        path: ['video'],
        extensions: { code: 'INVALID_INPUT', argument: 'id' },
      },
    ]);
  });
});

describe('accepted names', () => {
  const studio = useStudio();
  it('of an enum are not cut', async () => {
    const { errors } = await studio.query(
      'query ($v: FileOrderField!) { files(orderBy: [{ field: $v }]) { nodes { id } } }',
      { v: 'A' },
    );
    expect(errors![0]!.message).toMatch(/ Expected CREATED_AT, .* VIEWED_BY_ME_AT\.$/);
  });
  it('follow the shortened value of the client', async () => {
    const { errors } = await studio.query(
      'mutation ($input: CreateFileInput!) { createFile(input: $input) { errors { code } } }',
      { input: { name: 'a', nam: 'x'.repeat(500) } },
    );
    const { message } = errors![0]!;
    expect(message).toMatch(/unknown field "nam".*x…x+" \}\. Expected only .*writersCanShare\.$/);
    expect(message).toContain('appProperties');
  });
});

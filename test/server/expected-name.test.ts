/** Messages about enum values and `@oneOf` inputs name what is accepted. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { openStudio, useStudio } from '../support/studio.ts';

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
    const production = await openStudio({ env: { NODE_ENV: 'production', SANDBOX: '1' } });
    for (const [, document, variables] of messages) {
      const { errors } = await production.query(document, variables);
      expect(errors![0]!.message).not.toContain('Expected');
    }
    await production.close();
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
      'input',
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
      { playlistId: 'a', items: [{ videoId: 'b' }, { videoId: 'c', note: 4 }] },
      'input.items[1].note',
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
        extensions: { code: 'INVALID_INPUT', argument: 'in' },
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
    const { data } = await studio.query('{ viewer { id } }');
    const { errors } = await studio.query('query ($id: ID!) { node(id: $id) { id } }', {
      id: data.viewer.id,
    });
    expect(errors![0]!.message).toContain(
      'is an id of type Viewer, whose objects cannot be read by an id',
    );
  });
});

/**
 * Changes that a service answers with success and ignores. A proxy puts the values of before in the
 * place of the changed ones, in the answers of writes.
 */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/gateway/studio.ts';
import { useEditingProxy } from '../../../support/proxy/use-editing-proxy.ts';

const { options, proxy } = useEditingProxy('video', 'storage', 'calendar');
const studio = useStudio(options);

type Json = Record<string, any>;

const errors =
  'errors { __typename code message path ... on NotAppliedError { current { __typename ... on Event { summary } ... on Playlist { title } } } }';

const eventKey = { calendarId: ids.calendar.release, eventId: ids.event.launchMeeting };

const updateEvent = (input: object, token?: string) =>
  studio.query(
    `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { summary } ${errors} } }`,
    { input: { by: { key: eventKey }, ...input } },
    token,
  );

const updatePlaylist = (input: object) =>
  studio.query(
    `mutation ($input: UpdatePlaylistInput!) { updatePlaylist(input: $input) { playlist { title } ${errors} } }`,
    { input: { id: ids.playlist.fifty, ...input } },
  );

describe('a change that the answer does not show', () => {
  it.each(['SAFE', 'PATCH'])(
    'is no success of an event, and the object is shown as it is: %s',
    async (mode) => {
      const { data: before } = await updateEvent({});
      proxy.editWrites(
        (answer: Json) => void (answer['summary'] = before.updateEvent.event.summary),
      );
      const { data } = await updateEvent({ summary: 'New', mode });
      expect(data.updateEvent).toMatchObject({
        event: null,
        errors: [
          {
            __typename: 'NotAppliedError',
            code: 'NOT_APPLIED',
            path: ['summary'],
            current: { __typename: 'Event', summary: before.updateEvent.event.summary },
          },
        ],
      });
      expect(data.updateEvent.errors[0].message).toContain('has ignored summary');
    },
  );
  it('is no success of a playlist, also if the value is absent as before', async () => {
    proxy.editWrites((answer: Json) => void delete answer['snippet'].description);
    proxy.edit((answer: Json) => {
      for (const { snippet } of answer['items'] ?? []) delete snippet?.description;
    });
    const { data } = await updatePlaylist({ description: 'New' });
    expect(data.updatePlaylist.errors).toMatchObject([
      { code: 'NOT_APPLIED', path: ['description'], current: { __typename: 'Playlist' } },
    ]);
  });
  it('is a warning if the value was not read before', async () => {
    proxy.editWrites((answer: Json) => void (answer['summary'] = 'Old'));
    const { data, extensions } = await studio.query(
      `mutation { updateCalendar(input: { id: "${ids.calendar.release}", summary: "New", mode: PATCH }) { ${errors} } }`,
    );
    expect(data.updateCalendar.errors).toEqual([]);
    expect(extensions['warnings']).toEqual([
      { code: 'NOT_SHOWN', path: ['updateCalendar'], value: 'summary' },
    ]);
  });
  it('is a warning of a new entity, which must not be created twice', async () => {
    proxy.editWrites((answer: Json) => void (answer['snippet'].title = 'Other'));
    const { data, extensions } = await studio.query(
      `mutation { made: createPlaylist(input: { title: "Mine" }) { playlist { title } ${errors} } }`,
    );
    expect(data.made).toMatchObject({ playlist: { title: 'Other' }, errors: [] });
    expect(extensions['warnings']).toEqual([{ code: 'NOT_SHOWN', path: ['made'], value: 'title' }]);
  });
  it.each<[string, Json, (answer: Json) => void]>([
    [
      'a text without outer space',
      { summary: ' New ' },
      (answer) => void (answer['summary'] = 'New'),
    ],
    [
      'a time of a whole minute',
      { end: { dateTime: '2026-03-12T16:00:30Z', timeZone: 'UTC' } },
      (answer) => void (answer['end'].dateTime = '2026-03-12T17:00:00+01:00'),
    ],
    [
      'an absent default',
      { visibility: 'DEFAULT', transparency: 'OPAQUE' },
      (answer) => {
        delete answer['visibility'];
        delete answer['transparency'];
      },
    ],
  ])('is none if the service only writes it otherwise: %s', async (_, input, edit) => {
    proxy.editWrites(edit);
    const { data, extensions } = await updateEvent(input);
    expect(data.updateEvent.errors).toEqual([]);
    expect(extensions['warnings']).toBeUndefined();
  });
  it('is none if the service sorts a list', async () => {
    const { data: before } = await studio.query(
      `{ event(by: { key: { calendarId: "${eventKey.calendarId}", eventId: "${eventKey.eventId}" } }) { attendees { email } } }`,
    );
    const emails = before.event.attendees.map(({ email }: { email: string }) => email);
    expect(emails.length).toBeGreaterThan(1);
    proxy.editWrites((answer: Json) => {
      answer['attendees'].sort(
        (one: Json, other: Json) => emails.indexOf(one['email']) - emails.indexOf(other['email']),
      );
    });
    const replaceAll = emails.toReversed().map((email: string) => ({ email }));
    const { data } = await updateEvent({ attendees: { replaceAll } });
    expect(data.updateEvent.errors).toEqual([]);
  });
});

describe('a change of a file that the answer does not show', () => {
  it('is a warning, as nothing was read before', async () => {
    proxy.editWrites((answer: Json) => void (answer['name'] = 'Old'));
    const { data, extensions } = await studio.query(
      `mutation { updateFile(input: { id: "${ids.file.budget}", name: "New" }) { file { name } ${errors} } }`,
    );
    expect(data.updateFile.errors).toEqual([]);
    expect(extensions['warnings']).toEqual([
      { code: 'NOT_SHOWN', path: ['updateFile'], value: 'name' },
    ]);
  });
});

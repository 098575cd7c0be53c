import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { changeEvent, eventNow } from '../../support/scenario/calendar.ts';
import { start } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { release } = ids.calendar;
const launch = [release, ids.event.launchMeeting] as const;
const keys = { calendarId: release, eventId: ids.event.launchMeeting };

const event = (selection: string): string =>
  `query ($calendarId: ID!, $eventId: ID!) { event(by: { key: { calendarId: $calendarId, eventId: $eventId } }) { ${selection} } }`;

const sent = () =>
  studio
    .calls()
    .map(({ operation, query }) => [
      operation,
      Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'prettyPrint')),
    ]);

const upper = (word: string): string =>
  word.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();

describe('an event with a time of the year 0', () => {
  it.each([
    ['0000-12-31T00:00:00.000Z', []],
    ['0000-00-00T00:00:00.000Z', ['createdAt']],
    ['-0001-11-30T00:00:00.000Z', ['createdAt']],
  ])('fails by the time alone, and only if it is none: %s', async (created, failed) => {
    changeEvent(studio.sandbox, launch, { created });
    const { data, errors = [] } = await studio.query(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Event { eventId createdAt } } }',
      { ids: [launch, [release, ids.event.shootDay]].map((key) => globalId('Event', key)) },
    );
    expect(data.nodes).toEqual([
      { eventId: launch[1], createdAt: failed.length > 0 ? null : created },
      { eventId: ids.event.shootDay, createdAt: expect.any(String) },
    ]);
    expect(errors.map(({ path, extensions }) => [path, extensions['code']])).toEqual(
      failed.map((field) => [['nodes', 0, field], 'UPSTREAM_INVALID']),
    );
  });
});

describe('an event', () => {
  it.each([
    ['no argument', ''],
    ['an empty reference', '(by: {})'],
    ['only a calendar', `(by: { key: { calendarId: "${release}" } })`],
    ['only an event', `(by: { key: { eventId: "${keys.eventId}" } })`],
    [
      'both an id and a key',
      `(by: { id: "${globalId('Event', launch)}", key: { calendarId: "${release}", eventId: "x" } })`,
    ],
  ])('is rejected by validation with %s', async (_, args) => {
    const { errors } = await studio.query(`{ event${args} { summary } }`);
    expect(errors?.map(({ extensions }) => extensions['code'])).toEqual([
      'GRAPHQL_VALIDATION_FAILED',
    ]);
    expect(studio.calls()).toEqual([]);
  });
  it('shows the extended properties of applications, without the key of the gateway', async () => {
    const { private: own, shared } = eventNow(studio.sandbox, launch).extendedProperties!;
    expect(Object.keys(own!)).toContain('videoId');
    const { data } = await studio.query(
      event('privateProperties { key value } sharedProperties { key value }'),
      keys,
    );
    const list = (map: object) => Object.entries(map).map(([key, value]) => ({ key, value }));
    expect(data.event).toEqual({
      privateProperties: list(own!).filter(({ key }) => key !== 'videoId'),
      sharedProperties: list(shared!),
    });
    expect(sent()).toEqual([
      ['calendar:events.get', { fields: ['extendedProperties(private,shared)'] }],
    ]);
  });
  it.each([
    'c_1@group.calendar.google.com',
    'de#holiday@group.v.calendar.google.com',
    'x@import.calendar.google.com',
  ])('links no person to the calendar %s', async (email) => {
    changeEvent(studio.sandbox, launch, { organizer: { email } });
    const { data } = await studio.query(event('organizer { email person { id } }'), keys);
    expect(data.event.organizer).toEqual({ email, person: null });
  });
  it('links guests to persons, but not rooms and shared calendars', async () => {
    const { attendees = [] } = eventNow(studio.sandbox, launch);
    changeEvent(studio.sandbox, launch, {
      attendees: [
        ...attendees,
        { email: 'pier9@rooms.example', resource: true, responseStatus: 'accepted' },
      ],
    });
    const { data } = await studio.query(
      event(
        'attendees { email responseStatus comment optional additionalGuestCount person { id email } } organizer { email self person { id } } creator { person { id } }',
      ),
      keys,
    );
    const personOf = (email: string) => ({ id: globalId('Person', [email]), email });
    expect(data.event.attendees).toEqual([
      ...attendees.map(
        ({ email, responseStatus, comment = null, optional = null, additionalGuests = null }) => ({
          email,
          responseStatus: upper(responseStatus),
          comment,
          optional,
          additionalGuestCount: additionalGuests,
          person: personOf(email),
        }),
      ),
      {
        email: 'pier9@rooms.example',
        responseStatus: 'ACCEPTED',
        comment: null,
        optional: null,
        additionalGuestCount: null,
        person: null,
      },
    ]);
    expect(data.event.organizer).toEqual({ email: release, self: true, person: null });
    expect(data.event.creator.person.id).toBe(globalId('Person', [ids.person.ava]));
  });
});

describe('a calendar', () => {
  const list = (args: string, selection = 'nodes { id summary }') =>
    `query ($id: ID!) { calendar(id: $id) { events${args} { ${selection} } } }`;
  it('sends every filter as a parameter', async () => {
    const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000).toISOString();
    const { errors } = await studio.query(
      list(
        `(from: "${at(0)}", to: "${at(900)}", expandSeries: false, orderBy: UPDATED_AT, timeZone: "Asia/Tokyo", maxAttendees: 3, filter: {
          search: "launch", types: [DEFAULT, FROM_GMAIL], iCalUid: "x@calendar.example", privateProperties: [{ key: "act", value: "a=b" }],
          sharedProperties: [{ key: "season", value: "2" }, { key: "crew", value: "a" }], updatedFrom: "${at(-24)}",
          includeDeleted: true, includeHiddenInvitations: true
        })`,
      ),
      { id: release },
    );
    expect(errors).toBeUndefined();
    expect(sent()).toEqual([
      [
        'calendar:events.list',
        {
          maxResults: ['20'],
          timeMin: [at(0)],
          timeMax: [at(900)],
          singleEvents: ['false'],
          orderBy: ['updated'],
          timeZone: ['Asia/Tokyo'],
          maxAttendees: ['3'],
          q: ['launch'],
          eventTypes: ['default', 'fromGmail'],
          iCalUID: ['x@calendar.example'],
          privateExtendedProperty: ['act=a=b'],
          sharedExtendedProperty: ['season=2', 'crew=a'],
          updatedMin: [at(-24)],
          showDeleted: ['true'],
          showHiddenInvitations: ['true'],
          fields: ['items(id,summary),nextPageToken'],
        },
      ],
    ]);
  });
});

describe('the list of calendars', () => {
  it('sends every filter as a parameter, and no parameter for defaults', async () => {
    await studio.query('{ viewer { calendars { nodes { calendarId } } } }');
    await studio.query(
      '{ viewer { calendars(minAccessRole: WRITER, includeHidden: true, includeDeleted: true, ownOrganizationOnly: true, first: 5) { nodes { calendarId } } } }',
    );
    const fields = ['items/id,nextPageToken'];
    expect(sent()).toEqual([
      ['calendar:calendarList.list', { maxResults: ['20'], fields }],
      [
        'calendar:calendarList.list',
        {
          maxResults: ['5'],
          minAccessRole: ['writer'],
          showHidden: ['true'],
          showDeleted: ['true'],
          showOwnOrganizationOnly: ['true'],
          fields,
        },
      ],
    ]);
  });
});

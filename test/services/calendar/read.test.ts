import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { calendarState } from '../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { changeEvent, eventNow, eventsOn } from '../../support/scenario/calendar.ts';
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

describe('a calendar', () => {
  it('returns its owner and its conference types, like its list entry', async () => {
    const selection = 'dataOwnerEmail allowedConferenceSolutionTypes';
    const { data } = await studio.query(
      `{ calendar(id: "${release}") { ${selection} entry { ${selection} } } }`,
    );
    const expected = {
      dataOwnerEmail: ids.person.ava,
      allowedConferenceSolutionTypes: ['hangoutsMeet'],
    };
    expect(data.calendar).toEqual({ ...expected, entry: expected });
  });
});

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

describe('the conference of an event', () => {
  it('returns its type, and the access codes of its entry points if they are set', async () => {
    const { conferenceData } = eventNow(studio.sandbox, launch);
    const entryPoint = {
      entryPointType: 'phone',
      accessCode: '4711',
      password: 'ferry',
      entryPointFeatures: ['toll_free'],
    };
    changeEvent(studio.sandbox, launch, {
      privateCopy: true,
      conferenceData: { ...conferenceData!, entryPoints: [entryPoint] },
    });
    const { data } = await studio.query(
      event(
        'privateCopy conferenceData { solutionType entryPoints { accessCode password entryPointFeatures } }',
      ),
      keys,
    );
    expect(data.event).toEqual({
      privateCopy: true,
      conferenceData: {
        solutionType: 'hangoutsMeet',
        entryPoints: [{ accessCode: '4711', password: 'ferry', entryPointFeatures: ['TOLL_FREE'] }],
      },
    });
  });
});

describe('an event', () => {
  it('is read in one call that requests the selected fields', async () => {
    const stored = eventNow(studio.sandbox, launch);
    const { data } = await studio.query(
      event(
        'id eventId calendarId etag summary location status eventType iCalUid start { dateTime timeZone date } reminders { useDefault overrides { method minutes } }',
      ),
      keys,
    );
    const { dateTime, ...time } = data.event.start;
    expect({ ...data.event, start: time }).toEqual({
      id: globalId('Event', launch),
      ...keys,
      etag: stored.etag,
      summary: stored.summary,
      location: stored.location,
      status: upper(stored.status),
      eventType: upper(stored.eventType),
      iCalUid: stored.iCalUID,
      start: { timeZone: stored.start.timeZone, date: null },
      reminders: {
        useDefault: false,
        overrides: stored.reminders.overrides!.map(({ method, minutes }) => ({
          method: upper(method!),
          minutes,
        })),
      },
    });
    expect(Date.parse(dateTime)).toBe(Date.parse(stored.start.dateTime!));
    expect(sent()).toEqual([
      [
        'calendar:events.get',
        {
          fields: [
            'etag,eventType,iCalUID,location,reminders(overrides(method,minutes),useDefault),start(date,dateTime,timeZone),status,summary',
          ],
        },
      ],
    ]);
  });
  it('is requested by id only if only ids are selected, those of its calendar included', async () => {
    const { data } = await studio.query(
      event('id eventId calendarId calendar { id calendarId }'),
      keys,
    );
    expect(data.event).toEqual({
      id: globalId('Event', launch),
      ...keys,
      calendar: { id: globalId('Calendar', [release]), calendarId: release },
    });
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['calendar:events.get', ['id']],
    ]);
  });
  it('is the same by global id, through node, and by the global id of its calendar', async () => {
    const { data } = await studio.query(
      'query ($id: ID!, $c: ID!, $e: ID!) { a: event(by: { id: $id }) { summary } b: node(id: $id) { ... on Event { summary } } c: event(by: { key: { calendarId: $c, eventId: $e } }) { summary } }',
      { id: globalId('Event', launch), c: globalId('Calendar', [release]), e: keys.eventId },
    );
    const { summary } = eventNow(studio.sandbox, launch);
    expect(data).toEqual({ a: { summary }, b: { summary }, c: { summary } });
    expect(studio.operations()).toEqual(['calendar:events.get']);
  });
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
  it('that does not exist is an error in a lookup and null in nodes', async () => {
    const { data, errors } = await studio.query(event('summary'), {
      calendarId: release,
      eventId: ids.event.missing,
    });
    expect(data.event).toBeNull();
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND', id: ids.event.missing });
    const nodes = await studio.query(
      'query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Event { summary } } }',
      {
        ids: [globalId('Event', [release, ids.event.missing]), globalId('Event', launch)],
      },
    );
    expect(nodes.errors).toBeUndefined();
    expect(nodes.data.nodes).toEqual([null, { summary: eventNow(studio.sandbox, launch).summary }]);
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
  it('links an occurrence to its series: one call for all occurrences', async () => {
    const document = `query ($id: ID!) { calendar(id: $id) { events(filter: { search: "stand-up" }, first: 4, orderBy: START_TIME) { nodes { recurringEventId originalStart { dateTime } series { id summary recurrence } } } } }`;
    const { data } = await studio.query(document, { id: release });
    const series = eventNow(studio.sandbox, [release, ids.event.standup]);
    const target = {
      id: globalId('Event', [release, ids.event.standup]),
      summary: series.summary,
      recurrence: series.recurrence,
    };
    expect(data.calendar.events.nodes.map((node: any) => node.series)).toEqual([
      target,
      target,
      target,
      target,
    ]);
    expect(studio.operations()).toEqual(['calendar:events.get', 'calendar:events.list']);
  });
});

describe('a calendar', () => {
  const list = (args: string, selection = 'nodes { id summary }') =>
    `query ($id: ID!) { calendar(id: $id) { events${args} { ${selection} } } }`;

  it('is read with the selected fields, by either kind of id', async () => {
    const calendar = calendarState(studio.sandbox.simulation()).calendars.get(release)!.resource;
    const { data } = await studio.query(
      'query ($a: ID!, $b: ID!) { a: calendar(id: $a) { summary timeZone } b: calendar(id: $b) { summary timeZone etag } }',
      {
        a: release,
        b: globalId('Calendar', [release]),
      },
    );
    const { summary, timeZone, etag } = calendar;
    expect(data).toEqual({ a: { summary, timeZone }, b: { summary, timeZone, etag } });
    expect(sent()).toEqual([['calendar:calendars.get', { fields: ['etag,summary,timeZone'] }]]);
  });
  it('lists its events in one call, a series as its occurrences, without a call for the calendar', async () => {
    const { data } = await studio.query(
      list('(first: 7)', 'nodes { calendarId eventId summary etag }'),
      { id: release },
    );
    expect(data.calendar.events.nodes).toHaveLength(7);
    for (const { calendarId, eventId, etag, summary } of data.calendar.events.nodes) {
      const stored =
        eventsOn(studio.sandbox, release).get(eventId) ??
        eventNow(studio.sandbox, [release, eventId.split('_')[0]]);
      expect({ calendarId, etag, summary }).toEqual({
        calendarId: release,
        etag: stored.etag,
        summary: stored.summary,
      });
    }
    expect(sent()).toEqual([
      [
        'calendar:events.list',
        {
          maxResults: ['7'],
          singleEvents: ['true'],
          fields: ['items(etag,id,summary),nextPageToken'],
        },
      ],
    ]);
  });
  it('sends every filter as a parameter', async () => {
    const at = (hours: number) => new Date(start.getTime() + hours * 3_600_000).toISOString();
    const { errors } = await studio.query(
      list(
        `(from: "${at(0)}", to: "${at(900)}", expandSeries: false, orderBy: UPDATED, timeZone: "Asia/Tokyo", maxAttendees: 3, filter: {
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
  it('finds an event by its extended properties', async () => {
    const { data } = await studio.query(
      list('(filter: { privateProperties: [{ key: "act", value: "launch" }] })'),
      { id: release },
    );
    expect(data.calendar.events.nodes).toEqual([
      { id: globalId('Event', launch), summary: eventNow(studio.sandbox, launch).summary },
    ]);
  });
  it('rejects an order that events.list supports for expanded series only, before any call', async () => {
    const { errors } = await studio.query(list('(orderBy: START_TIME, expandSeries: false)'), {
      id: release,
    });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INVALID_INPUT', argument: 'orderBy' });
    expect(studio.calls()).toEqual([]);
  });
  it('continues after a cursor and returns each event once', async () => {
    const page = async (after: string | null) => {
      const { data } = await studio.query(
        'query ($id: ID!, $after: String) { calendar(id: $id) { events(first: 20, after: $after, expandSeries: false) { nodes { eventId } pageInfo { hasNextPage endCursor } } } }',
        { id: release, after },
      );
      return data.calendar.events;
    };
    const seen: string[] = [];
    for (let after: string | null = null; ; ) {
      const { nodes, pageInfo } = await page(after);
      seen.push(...nodes.map(({ eventId }: { eventId: string }) => eventId));
      if (!pageInfo.hasNextPage) break;
      after = pageInfo.endCursor;
    }
    const all = [...eventsOn(studio.sandbox, release).values()].filter(
      ({ status, id }) => status !== 'cancelled' || id.includes('_'),
    );
    expect(seen.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    expect(new Set(seen).size).toBe(seen.length);
  });
});

describe("a calendar's entry on the caller's list", () => {
  const entry = (selection: string) =>
    `query ($id: ID!) { calendar(id: $id) { entry { ${selection} } } }`;
  it('is read from calendarList, not from calendars', async () => {
    const { data } = await studio.query(entry('id colorId'), { id: release });
    expect(data.calendar.entry).toEqual({
      id: globalId('CalendarListEntry', [release]),
      colorId: '11',
    });
    expect(sent()).toEqual([['calendar:calendarList.get', { fields: ['accessRole,colorId'] }]]);
  });
  it('is null if the calendar is not on the list, even if only its id is selected', async () => {
    const entries = calendarState(studio.sandbox.simulation()).calendarLists.get(ids.person.ava)!;
    entries.splice(
      entries.findIndex(({ calendarId }) => calendarId === ids.calendar.ben),
      1,
    );
    const data = await studio.data(entry('id'), { id: ids.calendar.ben });
    expect(data.calendar).toEqual({ entry: null });
  });
});

describe('the list of calendars', () => {
  it('takes one call, also for what calendars have as their entries', async () => {
    const { data } = await studio.query(
      '{ viewer { calendars { nodes { calendarId summaryOverride colorId accessRole primary calendar { timeZone } } } } }',
    );
    const { calendarLists, calendars } = calendarState(studio.sandbox.simulation());
    const shown = calendarLists.get(ids.person.ava)!.filter(({ hidden }) => !hidden);
    expect(data.viewer.calendars.nodes).toEqual(
      shown.map(({ calendarId, summaryOverride = null, colorId }) => ({
        calendarId,
        summaryOverride,
        colorId,
        accessRole: calendarId === ids.calendar.ben ? 'READER' : 'OWNER',
        primary: calendarId === ids.calendar.ava || null,
        calendar: { timeZone: calendars.get(calendarId)!.resource.timeZone },
      })),
    );
    expect(studio.operations()).toEqual(['calendar:calendarList.list']);
  });
  it('takes one more for each calendar for anything else', async () => {
    const { data } = await studio.query('{ viewer { calendars { nodes { calendar { etag } } } } }');
    const reads: string[] = data.viewer.calendars.nodes.map(() => 'calendar:calendars.get');
    expect(studio.operations()).toEqual(['calendar:calendarList.list', ...reads]);
  });
  it('sends every filter as a parameter, and no parameter for defaults', async () => {
    await studio.query('{ viewer { calendars { nodes { calendarId } } } }');
    await studio.query(
      '{ viewer { calendars(minAccessRole: WRITER, showHidden: true, includeDeleted: true, ownOrganizationOnly: true, first: 5) { nodes { calendarId } } } }',
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
  it('returns entries as nodes of their own, beside their calendars', async () => {
    const id = globalId('CalendarListEntry', [release]);
    const { data } = await studio.query(
      'query ($id: ID!) { node(id: $id) { __typename id ... on CalendarListEntry { colorId calendar { id } } } }',
      { id },
    );
    expect(data.node).toEqual({
      __typename: 'CalendarListEntry',
      id,
      colorId: '11',
      calendar: { id: globalId('Calendar', [release]) },
    });
    expect(sent()).toEqual([['calendar:calendarList.get', { fields: ['colorId'] }]]);
  });
});

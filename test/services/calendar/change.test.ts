/** `Calendar.eventChanges` and the other feeds of Google Calendar: pages after a cursor. */
import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { ask } from '../../support/gateway/sandbox.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { release, ava, missing } = ids.calendar;
const { launchMeeting, standup } = ids.event;
const list = 'calendar:events.list';

const write = async (path: string, method: string, body?: object): Promise<any> => {
  const answer = await ask(`${studio.sandbox.url}/calendar/v3/${path}`, { method, body });
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};

const eventPath = (id: string, calendarId = release): string =>
  `calendars/${encodeURIComponent(calendarId)}/events/${id}`;

const rename = (id: string, summary: string, calendarId?: string) =>
  write(eventPath(id, calendarId), 'PATCH', { summary });

interface Page {
  readonly changes: readonly any[];
  readonly cursor: string;
  readonly hasMore: boolean;
  readonly reset: boolean;
  readonly pollAfter: null;
}

const argumentText = (args: object): string =>
  Object.entries(args)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ');

/** @param args of the field @param selection of a change */
async function read(args: object = {}, selection = '__typename', id = release): Promise<Page> {
  const text = argumentText(args);
  const field = `eventChanges${text && `(${text})`}`;
  const data = await studio.data(
    `{ calendar(id: "${id}") { ${field} { changes { ${selection} } cursor hasMore reset pollAfter } } }`,
  );
  return data.calendar.eventChanges as Page;
}

/** The error of arguments that are rejected. @param args in the syntax of GraphQL */
async function errorOf(args: string) {
  const { data, errors } = await studio.query(
    `{ calendar(id: "${release}") { eventChanges(${args}) { cursor } } }`,
  );
  expect(data).toEqual({ calendar: { eventChanges: null } });
  return errors![0]!;
}

describe('the first page of changes of events', () => {
  it('has all events, in one call without a sync token', async () => {
    const events = (await write(`calendars/${release}/events`, 'GET')).items as any[];
    studio.sandbox.clearCalls();
    const page = await read({}, '__typename eventId calendarId');
    expect(page).toMatchObject({
      cursor: expect.any(String),
      hasMore: false,
      reset: false,
      pollAfter: null,
    });
    expect(page.changes).toEqual(
      events.map(({ id, status }) => ({
        __typename: status === 'cancelled' ? 'EventDeleted' : 'EventChanged',
        eventId: id,
        calendarId: release,
      })),
    );
    expect(page.changes).toContainEqual({
      __typename: 'EventChanged',
      eventId: standup,
      calendarId: release,
    });
    expect(studio.calls()).toMatchObject([
      {
        operation: list,
        query: {
          maxResults: ['250'],
          fields: ['items(id,status),nextPageToken,nextSyncToken'],
        },
      },
    ]);
  });
  it('says that more pages are ready', async () => {
    for (let count = 0; count < 250; count += 1)
      await write(`calendars/${release}/events`, 'POST', {
        summary: `New ${count}`,
        start: { date: '2026-05-01' },
        end: { date: '2026-05-02' },
      });
    const first = await read();
    const second = await read({ after: first.cursor });
    expect([first.changes.length, first.hasMore]).toEqual([250, true]);
    expect([second.changes.length > 0, second.hasMore]).toEqual([true, false]);
    const third = await read({ after: second.cursor });
    expect(third).toMatchObject({ changes: [], hasMore: false, cursor: second.cursor });
  });
  it('makes no call, not even for the calendars that a list has, if the cursor is none', async () => {
    const { errors } = await studio.query(
      '{ viewer { calendars { nodes { calendar { eventChanges(after: "x") { cursor } } } } } }',
    );
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
    expect(studio.calls()).toEqual([]);
  });
  it('resolves the calendar id primary', async () => {
    const { cursor } = await read({}, '__typename', 'primary');
    const selection = 'calendarId ... on EventChanged { event { id calendar { id } } }';
    await rename(ids.event.focus, 'New', ava);
    const page = await read({ after: cursor }, selection, ava);
    expect(page.changes).toEqual([
      {
        calendarId: ava,
        event: {
          id: globalId('Event', [ava, ids.event.focus]),
          calendar: { id: globalId('Calendar', [ava]) },
        },
      },
    ]);
  });
});

describe('a page of changes of events', () => {
  it('has deleted events, and the place of deleted occurrences in their series', async () => {
    const { cursor } = await read();
    const { items } = await write(`${eventPath(standup)}/instances`, 'GET');
    const { id, originalStartTime } = items[1];
    await write(eventPath(launchMeeting), 'DELETE');
    await write(eventPath(id), 'DELETE');
    const page = await read(
      { after: cursor },
      '__typename eventId ... on EventDeleted { recurringEventId originalStart { dateTime timeZone } }',
    );
    expect(page.changes).toHaveLength(2);
    expect(page.changes).toEqual(
      expect.arrayContaining([
        {
          __typename: 'EventDeleted',
          eventId: launchMeeting,
          recurringEventId: null,
          originalStart: null,
        },
        {
          __typename: 'EventDeleted',
          eventId: id,
          recurringEventId: standup,
          originalStart: originalStartTime,
        },
      ]),
    );
  });
  it('reports occurrences that a series has again only if the series are expanded', async () => {
    const { id } = await write(`calendars/${release}/events`, 'POST', {
      start: { dateTime: '2026-05-01T10:00:00Z', timeZone: 'UTC' },
      end: { dateTime: '2026-05-01T11:00:00Z', timeZone: 'UTC' },
      recurrence: ['RRULE:FREQ=DAILY;COUNT=3'],
    });
    const third = `${id}_20260503T100000Z`;
    await rename(third, 'Other');
    const setCount = (count: number) =>
      write(eventPath(id), 'PATCH', { recurrence: [`RRULE:FREQ=DAILY;COUNT=${count}`] });
    const selection = '__typename eventId';
    const [series, expanded] = [await read(), await read({ expandSeries: true })];
    await setCount(2);
    const shorter = await read({ after: series.cursor }, selection);
    expect(shorter.changes).toEqual([
      { __typename: 'EventChanged', eventId: id },
      { __typename: 'EventDeleted', eventId: third },
    ]);
    const deleted = await read({ expandSeries: true, after: expanded.cursor }, selection);
    expect(deleted.changes).toContainEqual({ __typename: 'EventDeleted', eventId: third });
    await setCount(3);
    const longer = await read({ after: shorter.cursor }, selection);
    expect(longer.changes).toEqual([{ __typename: 'EventChanged', eventId: id }]);
    const again = await read({ expandSeries: true, after: deleted.cursor }, selection);
    expect(again.changes).toContainEqual({ __typename: 'EventChanged', eventId: third });
    const { data } = await studio.query(
      `{ event(by: { key: { calendarId: "${release}", eventId: "${id}" } }) { instances { nodes { eventId } } } }`,
    );
    expect(data.event.instances.nodes).toContainEqual({ eventId: third });
  });
  it('passes the other arguments on, with and without a sync token', async () => {
    const args =
      'types: [DEFAULT, FOCUS_TIME], expandSeries: true, includeHiddenInvitations: true, timeZone: "Asia/Tokyo", maxAttendees: 3';
    const field = (after = '') =>
      `{ calendar(id: "${release}") { eventChanges(${args}${after}) { cursor } } }`;
    const first = await studio.query(field());
    const { cursor } = first.data.calendar.eventChanges;
    const second = await studio.query(field(`, after: "${cursor}"`));
    expect([first.errors, second.errors]).toEqual([undefined, undefined]);
    for (const { query } of studio.calls())
      expect(query).toMatchObject({
        eventTypes: ['default', 'focusTime'],
        singleEvents: ['true'],
        showHiddenInvitations: ['true'],
        timeZone: ['Asia/Tokyo'],
        maxAttendees: ['3'],
      });
  });
});

describe('arguments of changes of events', () => {
  it('belong to the cursor', async () => {
    const { cursor } = await read();
    studio.sandbox.clearCalls();
    const { extensions } = await errorOf(`expandSeries: true, after: "${cursor}"`);
    expect(extensions).toMatchObject({ code: 'INVALID_INPUT', argument: 'after' });
    expect(studio.calls()).toEqual([]);
  });
  it('belong to a calendar that exists', async () => {
    const { data, errors } = await studio.query(
      `{ calendar(id: "${missing}") { eventChanges { cursor } } }`,
    );
    expect(data).toEqual({ calendar: { eventChanges: null } });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining('Calendar'),
        path: ['calendar', 'eventChanges'],
        extensions: { code: 'NOT_FOUND', id: missing },
      },
    ]);
    expect(studio.calls()).toMatchObject([{ operation: list }]);
  });
});

describe('a cursor of another feed', () => {
  const feeds = {
    eventChanges: `calendar(id: "${release}")`,
    accessRuleChanges: `calendar(id: "${release}")`,
    calendarListChanges: 'viewer',
    calendarSettingChanges: 'viewer',
  };
  const readAfter = (field: string, parent: string, after: string | null) =>
    studio.query(
      `query ($after: String) { parent: ${parent} { page: ${field}(after: $after) { cursor } } }`,
      { after },
    );
  it.each(Object.entries(feeds))('is rejected by %s before any call', async (field, parent) => {
    const [other, otherParent] = Object.entries(feeds).find(([name]) => name !== field)!;
    const { data } = await readAfter(other, otherParent, null);
    studio.sandbox.clearCalls();
    for (const after of [data.parent.page.cursor, 'x', '']) {
      const { data, errors } = await readAfter(field, parent, after);
      expect(data).toEqual({ parent: { page: null } });
      expect(errors).toMatchObject([
        {
          message: expect.stringMatching(/^after: /),
          path: ['parent', 'page'],
          extensions: { code: 'INVALID_INPUT', argument: 'after' },
        },
      ]);
    }
    expect(studio.calls()).toEqual([]);
  });
  it('is rejected by the feed of another calendar before any call', async () => {
    const { cursor } = await read();
    studio.sandbox.clearCalls();
    const { errors } = await readAfter('eventChanges', `calendar(id: "${ava}")`, cursor);
    expect(errors).toMatchObject([{ extensions: { code: 'INVALID_INPUT', argument: 'after' } }]);
    expect(studio.calls()).toEqual([]);
  });
});

describe('changes of access rules', () => {
  it('are null, with a warning, for a caller who may not see them', async () => {
    const { data, errors, extensions } = await studio.query(
      `{ calendar(id: "${release}") { accessRuleChanges { cursor } } }`,
      {},
      'studio-guest',
    );
    expect([data, errors]).toEqual([{ calendar: { accessRuleChanges: null } }, undefined]);
    expect(extensions.warnings).toMatchObject([
      { code: 'EXPECTED_ABSENCE', path: ['calendar', 'accessRuleChanges'] },
    ]);
  });
  it('are those of a calendar that exists', async () => {
    const { errors } = await studio.query(
      `{ calendar(id: "${missing}") { accessRuleChanges { cursor } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND', id: missing } }]);
  });
});

describe('changes of the calendar list', () => {
  const readList = async (after?: string): Promise<Page> => {
    const data = await studio.data(
      `query ($after: String) {
        viewer {
          calendarListChanges(after: $after) {
            changes {
              __typename
              calendarId
              ... on CalendarListEntryChanged { calendarListEntry { id hidden } }
            }
            cursor hasMore reset
          }
        }
      }`,
      { after },
    );
    return data.viewer.calendarListChanges as Page;
  };

  it('begin with all entries, also hidden ones', async () => {
    const { items } = await write('users/me/calendarList?showHidden=true', 'GET');
    studio.sandbox.clearCalls();
    const page = await readList();
    expect(page.changes).toEqual(
      items.map(({ id, hidden }: any) => ({
        __typename: 'CalendarListEntryChanged',
        calendarId: id,
        calendarListEntry: { id: globalId('CalendarListEntry', [id]), hidden: hidden ?? null },
      })),
    );
    expect(page.changes.length).toBeGreaterThan(0);
    expect(studio.calls()).toMatchObject([
      {
        operation: 'calendar:calendarList.list',
        query: {
          showHidden: ['true'],
          maxResults: ['250'],
          fields: ['items(deleted,hidden,id),nextPageToken,nextSyncToken'],
        },
      },
    ]);
  });
});

describe('changes of settings', () => {
  const readSettings = async (after?: string) => {
    const data = await studio.data(
      `query ($after: String) {
        viewer {
          calendarSettingChanges(after: $after) {
            changes { settingId ... on CalendarSettingChanged { calendarSetting { id settingId value } } }
            cursor hasMore reset
          }
        }
      }`,
      { after },
    );
    return data.viewer.calendarSettingChanges;
  };

  it('begin with all settings, and continue after a cursor', async () => {
    const { items } = await write('users/me/settings', 'GET');
    studio.sandbox.clearCalls();
    const page = await readSettings();
    expect(page.changes).toEqual(
      items.map(({ id, value }: any) => ({
        settingId: id,
        calendarSetting: { id: globalId('CalendarSetting', [id]), settingId: id, value },
      })),
    );
    expect(page.changes.length).toBeGreaterThan(5);
    studio.sandbox.setCalendarSetting(ids.person.ava, 'locale', 'de');
    const next = await readSettings(page.cursor);
    expect(next).toMatchObject({
      changes: [{ settingId: 'locale', calendarSetting: { value: 'de' } }],
      reset: false,
    });
    const fields = ['items(id,value),nextPageToken,nextSyncToken'];
    expect(studio.calls()).toMatchObject([
      { operation: 'calendar:settings.list', query: { maxResults: ['250'], fields } },
      { query: { syncToken: [expect.any(String)], fields } },
    ]);
  });
  it('are reset by a cursor that has expired', async () => {
    const { changes, cursor } = await readSettings();
    studio.sandbox.expireSyncTokens();
    const reset = await readSettings(cursor);
    expect(reset).toMatchObject({ changes: [], hasMore: true, reset: true });
    expect((await readSettings(reset.cursor)).changes).toEqual(changes);
  });
});

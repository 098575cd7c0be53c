import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const names = [
  'autoAddHangouts',
  'dateFieldOrder',
  'defaultEventLength',
  'format24HourTime',
  'hideInvitations',
  'hideWeekends',
  'locale',
  'remindOnRespondedEventsOnly',
  'showDeclinedEvents',
  'timezone',
  'useKeyboardShortcuts',
  'weekStart',
];

describe('the settings of the caller', () => {
  it('are all documented settings, in one call', async () => {
    const data = await studio.data(
      '{ viewer { calendarSettings { nodes { id settingId etag value } } } }',
    );
    expect(data.viewer.calendarSettings.nodes).toEqual(
      names.map((name) => ({
        id: globalId('CalendarSetting', [name]),
        settingId: name,
        etag: expect.stringMatching(/^".+"$/) as unknown,
        value: expect.any(String) as unknown,
      })),
    );
    expect(studio.calls()).toMatchObject([
      {
        operation: 'calendar:settings.list',
        query: { maxResults: ['20'], fields: ['items(etag,id,value),nextPageToken'] },
        call: { path: '/calendar/v3/users/me/settings' },
      },
    ]);
  });
  it('can be read one by one, and as nodes', async () => {
    const id = globalId('CalendarSetting', ['weekStart']);
    const data = await studio.data(
      `{ viewer { calendarSetting(id: "timezone") { settingId value } } node(id: "${id}") { ... on CalendarSetting { settingId value } } }`,
    );
    expect(data).toEqual({
      viewer: {
        calendarSetting: { settingId: 'timezone', value: expect.stringContaining('/') as unknown },
      },
      node: { settingId: 'weekStart', value: expect.stringMatching(/^[016]$/) as unknown },
    });
    expect(studio.operations()).toEqual(['calendar:settings.get', 'calendar:settings.get']);
  });
  it('that do not exist are NOT_FOUND', async () => {
    const { data, errors } = await studio.query(
      '{ viewer { calendarSetting(id: "volume") { settingId } } }',
    );
    expect(data).toEqual({ viewer: { calendarSetting: null } });
    expect(errors).toMatchObject([
      { path: ['viewer', 'calendarSetting'], extensions: { code: 'NOT_FOUND', id: 'volume' } },
    ]);
  });
});

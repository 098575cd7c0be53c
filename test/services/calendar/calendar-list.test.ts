import { describe, expect, it } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();

const { ava, ben, release } = ids.calendar;
const rgb = { backgroundColor: '#112233', foregroundColor: '#fedcba' };

const shown =
  'calendarId colorId backgroundColor foregroundColor summaryOverride hidden notifications { type method }';

const update = (input: object) =>
  studio.query(
    `mutation ($input: UpdateCalendarListEntryInput!) { updateCalendarListEntry(input: $input) { calendarListEntry { ${shown} } errors { code path message } } }`,
    { input },
  );

const operationsAndBodies = () =>
  studio.calls().map(({ operation, query: { colorRgbFormat }, body }) => ({
    operation: operation.replace('calendar:calendarList.', ''),
    colorRgbFormat,
    body,
  }));

describe('the colors of an entry', () => {
  it('are sent as a pair without a color id, and with the parameter that they need', async () => {
    const { data } = await update({ id: release, ...rgb });
    expect(data.updateCalendarListEntry).toMatchObject({ calendarListEntry: rgb, errors: [] });
    const [, put] = operationsAndBodies();
    expect(put).toMatchObject({
      operation: 'update',
      colorRgbFormat: ['true'],
      body: rgb,
    });
    expect(put!.body).not.toHaveProperty('colorId');
  });
  it('that are none of the palette stay when another field changes', async () => {
    await update({ id: release, ...rgb });
    for (const mode of ['SAFE', 'PATCH']) {
      const { data } = await update({ id: release, summaryOverride: mode, mode });
      expect(data.updateCalendarListEntry).toMatchObject({
        calendarListEntry: { ...rgb, summaryOverride: mode },
      });
    }
    expect(operationsAndBodies().slice(2)).toMatchObject([
      { operation: 'get' },
      { operation: 'update', colorRgbFormat: ['true'], body: { ...rgb, summaryOverride: 'SAFE' } },
      { operation: 'patch', colorRgbFormat: undefined, body: { summaryOverride: 'PATCH' } },
    ]);
  });
  it('are replaced by those of a color id', async () => {
    await update({ id: release, ...rgb });
    for (const [mode, colorId] of [
      ['SAFE', '1'],
      ['PATCH', '2'],
    ]) {
      const { data } = await update({ id: release, colorId, mode });
      expect(data.updateCalendarListEntry.calendarListEntry).toMatchObject({ colorId });
      expect(data.updateCalendarListEntry.calendarListEntry.backgroundColor).not.toBe(
        rgb.backgroundColor,
      );
      const { body, colorRgbFormat } = operationsAndBodies().at(-1)!;
      expect([colorRgbFormat, body]).toEqual([undefined, expect.objectContaining({ colorId })]);
      expect(body).not.toHaveProperty('backgroundColor');
    }
  });
  it('can be changed one by one in a patch', async () => {
    await update({ id: release, ...rgb });
    const { data } = await update({ id: release, backgroundColor: '#445566', mode: 'PATCH' });
    expect(data.updateCalendarListEntry.calendarListEntry).toMatchObject({
      backgroundColor: '#445566',
      foregroundColor: rgb.foregroundColor,
    });
    expect(operationsAndBodies().at(-1)).toEqual({
      operation: 'patch',
      colorRgbFormat: ['true'],
      body: { backgroundColor: '#445566' },
    });
  });
});

describe('the primary calendar', () => {
  it('has an entry that `primary` names: three units', async () => {
    const { data, extensions } = await update({ id: 'primary', hidden: true });
    expect(data.updateCalendarListEntry.calendarListEntry).toMatchObject({
      calendarId: ava,
      hidden: true,
    });
    expect(studio.operations()).toEqual([
      'calendar:calendarList.get',
      'calendar:calendarList.update',
      'calendar:calendars.get',
    ]);
    expect(extensions['cost']).toMatchObject({ units: { CALENDAR: 3 } });
  });
  it('cannot be removed from the list', async () => {
    const remove = (id: string) =>
      studio.query(
        `mutation { removeCalendarFromList(input: { id: "${id}" }) { deletedId errors { code path reason message } } }`,
      );
    const { data: named } = await remove('primary');
    expect(named.removeCalendarFromList).toMatchObject({
      deletedId: null,
      errors: [{ code: 'FORBIDDEN', path: ['id'], reason: 'cannotChangeOwnPrimarySubscription' }],
    });
    expect(studio.calls()).toEqual([]);
    const { data: byId } = await remove(ava);
    expect(byId).toEqual(named);
    expect(byId.removeCalendarFromList.errors[0].message).toMatch(/updateCalendarListEntry/);
  });
});

const add = (input: object) =>
  studio.query(
    `mutation ($input: AddCalendarToListInput!) { addCalendarToList(input: $input) { calendarListEntry { ${shown} } errors { code path message ... on ConflictError { current { ... on CalendarListEntry { summaryOverride hidden } } } } } }`,
    { input },
  );

describe('a calendar that is in the list already', () => {
  it('keeps the settings that the input omits', async () => {
    await update({ id: release, ...rgb, summaryOverride: 'Mine', hidden: true });
    const { data } = await add({ calendarId: release, summaryOverride: 'Mine' });
    expect(data.addCalendarToList).toMatchObject({
      calendarListEntry: { ...rgb, calendarId: release, summaryOverride: 'Mine', hidden: true },
      errors: [],
    });
    expect(operationsAndBodies().slice(2)).toMatchObject([{ operation: 'get' }]);
  });
  it('is a conflict if it has other settings', async () => {
    await update({ id: release, summaryOverride: 'Mine', hidden: true });
    const { data } = await add({ calendarId: release, summaryOverride: 'Mine', hidden: false });
    expect(data.addCalendarToList).toMatchObject({
      calendarListEntry: null,
      errors: [
        {
          code: 'CONFLICT',
          path: ['calendarId'],
          current: { summaryOverride: 'Mine', hidden: true },
        },
      ],
    });
    expect(studio.operations()).not.toContain('calendar:calendarList.insert');
  });
  it('can be named `primary`', async () => {
    const { data } = await add({ calendarId: 'primary' });
    expect(data.addCalendarToList).toMatchObject({
      calendarListEntry: { calendarId: ava },
      errors: [],
    });
  });
});

describe('a removed calendar', () => {
  const listed = async (includeDeleted: boolean): Promise<object[]> => {
    const { data } = await studio.query(
      `{ viewer { calendars(includeDeleted: ${includeDeleted}) { nodes { calendarId deleted } } } }`,
    );
    return data.viewer.calendars.nodes as object[];
  };

  it('is in the list on request alone, and can be added again', async () => {
    const { data: removed } = await studio.query(
      `mutation { removeCalendarFromList(input: { id: "${ben}" }) { deletedId errors { code } } }`,
    );
    expect(removed.removeCalendarFromList).toEqual({
      deletedId: globalId('CalendarListEntry', [ben]),
      errors: [],
    });
    expect(await listed(false)).not.toContainEqual(expect.objectContaining({ calendarId: ben }));
    expect(await listed(true)).toContainEqual({ calendarId: ben, deleted: true });
    const { data: added } = await add({
      calendarId: globalId('Calendar', [ben]),
      ...rgb,
      notifications: [{ type: 'AGENDA' }],
    });
    expect(added.addCalendarToList).toMatchObject({
      calendarListEntry: {
        calendarId: ben,
        ...rgb,
        notifications: [{ type: 'AGENDA', method: 'EMAIL' }],
      },
      errors: [],
    });
    expect(operationsAndBodies().at(-1)).toEqual({
      operation: 'insert',
      colorRgbFormat: ['true'],
      body: {
        id: ben,
        ...rgb,
        notificationSettings: { notifications: [{ type: 'agenda', method: 'email' }] },
      },
    });
    expect(await listed(false)).toContainEqual({ calendarId: ben, deleted: null });
  });
});

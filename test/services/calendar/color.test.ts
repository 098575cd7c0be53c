import { describe, expect, it } from 'vitest';
import { calendarColors, eventColors } from '../../../src/sandbox/calendar/color.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { changeEvent } from '../../support/scenario/calendar.ts';
import { useStudio } from '../../support/gateway/studio.ts';

const studio = useStudio();
const { release } = ids.calendar;
const launch = [release, ids.event.launchMeeting] as const;

const listed = (palette: Readonly<Record<string, object>>) =>
  Object.entries(palette).map(([colorId, color]) => ({ colorId, ...color }));

const color = 'color { colorId background foreground }';
const launchColor = `event(by: { key: { calendarId: "${release}", eventId: "${launch[1]}" } }) { ${color} }`;

describe('the colors of Google Calendar', () => {
  it('are listed in the order of their ids', async () => {
    const { data } = await studio.query(
      '{ calendarColors { updatedAt calendarColors { colorId background foreground } eventColors { colorId background foreground } } }',
    );
    expect(data.calendarColors).toEqual({
      updatedAt: '2012-02-14T00:00:00.000Z',
      calendarColors: listed(calendarColors),
      eventColors: listed(eventColors),
    });
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      ['calendar:colors.get', ['calendar,event,updated']],
    ]);
  });
  it('are those of an event and of a calendar by their ids', async () => {
    const { data } = await studio.query(
      `{ ${launchColor} calendar(id: "${release}") { calendarListEntry { colorId ${color} } } }`,
    );
    const { colorId, color: ofEntry } = data.calendar.calendarListEntry;
    expect(data.event.color).toEqual({ colorId: '11', ...eventColors['11'] });
    expect(ofEntry).toEqual({ colorId, ...calendarColors[colorId] });
  });
  it('are estimated as at most one call for a list of events', async () => {
    const { extensions } = await studio.query(
      `{ calendar(id: "${release}") { events(first: 50) { nodes { ${color} } } } }`,
    );
    expect(extensions.cost.requests).toBe(2);
    expect(extensions.cost.operations['calendar:colors.get']).toBe(1);
  });
  it.each([
    ['no color', undefined],
    ['a color that Google Calendar does not list', '99'],
  ])('are null for an event with %s', async (_, colorId) => {
    changeEvent(studio.sandbox, launch, { colorId });
    const data = await studio.data(`{ ${launchColor} }`);
    expect(data.event.color).toBeNull();
    expect(studio.operations()).toEqual(
      colorId === undefined
        ? ['calendar:events.get']
        : ['calendar:colors.get', 'calendar:events.get'],
    );
  });
});

import { describe, expect, it } from 'vitest';
import { calendarState } from '../../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { eventNow, eventsOn } from '../../../support/scenario/calendar.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { ava } = ids.calendar;

/** The id of a stored event whose properties fulfil the condition. */
const idOf = (matches: (event: any) => boolean): string =>
  [...eventsOn(studio.sandbox, ava).values()].find((event) => matches(event))!.id;

describe('the properties of a special event type', () => {
  it('say of an office, without any other of its fields, that it is no home', async () => {
    const id = idOf(({ workingLocationProperties: own }) => own?.type === 'officeLocation');
    const { data } = await studio.query(
      `{ event(by: { key: { calendarId: "${ava}", eventId: "${id}" } }) {
        workingLocationProperties { homeOffice }
      } }`,
    );
    expect(data.event).toEqual({ workingLocationProperties: { homeOffice: false } });
  });
});

describe('the label of an event', () => {
  const labelId = (): string =>
    eventNow(studio.sandbox, [ava, ids.event.focus])['eventLabelId'] as string;
  const labelled = (): string =>
    idOf(({ id, eventLabelId }) => id !== ids.event.focus && eventLabelId === labelId());
  const readLabels = (eventId: string) =>
    studio.query(
      `{ a: event(by: { key: { calendarId: "${ava}", eventId: "${eventId}" } }) { eventLabelId eventLabel { name backgroundColor } } b: event(by: { key: { calendarId: "${ava}", eventId: "${ids.event.focus}" } }) { eventLabel { labelId name } } }`,
    );
  const setLabels = (eventLabels: readonly object[]): void => {
    const { calendars } = calendarState(studio.sandbox.simulation());
    const calendar = calendars.get(ava)!;
    calendars.set(ava, {
      ...calendar,
      resource: { ...calendar.resource, labelProperties: { eventLabels } },
    });
  };
  it('is null if the calendar has no such label', async () => {
    setLabels([]);
    const { data, errors } = await readLabels(labelled());
    expect(errors).toBeUndefined();
    expect(data).toEqual({
      a: { eventLabelId: labelId(), eventLabel: null },
      b: { eventLabel: null },
    });
  });
});

describe('the conference of an event', () => {
  it('has an empty list where no add-on has stored values, also if only those are selected', async () => {
    const { calendar, event } = ids;
    const { data } = await studio.query(
      `{ event(by: { key: { calendarId: "${calendar.release}", eventId: "${event.launchMeeting}" } }) { conferenceData { addOnParameters { key } } } }`,
    );
    expect(data.event).toEqual({ conferenceData: { addOnParameters: [] } });
  });
});

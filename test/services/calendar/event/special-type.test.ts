import { describe, expect, it } from 'vitest';
import { calendarState } from '../../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { changeEvent, eventNow, eventsOn } from '../../../support/scenario/calendar.ts';
import { useStudio } from '../../../support/gateway/studio.ts';

const studio = useStudio();
const { ava } = ids.calendar;

const selection = `
  eventType
  focusTimeProperties { autoDeclineMode chatStatus declineMessage }
  outOfOfficeProperties { autoDeclineMode declineMessage }
  workingLocationProperties {
    type homeOffice customLocation { label }
    officeLocation { buildingId floorId floorSectionId deskId label }
  }
  birthdayProperties { type customTypeName contactResourceName }
`;

const none = {
  focusTimeProperties: null,
  outOfOfficeProperties: null,
  workingLocationProperties: null,
  birthdayProperties: null,
};

/** The id of a stored event whose properties fulfil the condition. */
const idOf = (matches: (event: any) => boolean): string =>
  [...eventsOn(studio.sandbox, ava).values()].find((event) => matches(event))!.id;

const read = async (eventId: string) => {
  const data = await studio.data(
    `{ event(by: { key: { calendarId: "${ava}", eventId: "${eventId}" } }) { ${selection} } }`,
  );
  return data.event;
};

const office = {
  buildingId: 'pier-9',
  floorId: '2',
  floorSectionId: 'west',
  deskId: '14',
  label: 'Pier 9, second floor',
};

describe('the properties of a special event type', () => {
  it('are those of focus time', async () => {
    expect(await read(ids.event.focus)).toEqual({
      ...none,
      eventType: 'FOCUS_TIME',
      focusTimeProperties: {
        autoDeclineMode: 'DECLINE_NONE',
        chatStatus: 'DO_NOT_DISTURB',
        declineMessage: 'Editing, back at noon.',
      },
    });
    expect(studio.calls().map(({ operation, query }) => [operation, query['fields']])).toEqual([
      [
        'calendar:events.get',
        [
          'birthdayProperties(contact,customTypeName,type),eventType,focusTimeProperties(autoDeclineMode,chatStatus,declineMessage),outOfOfficeProperties(autoDeclineMode,declineMessage),workingLocationProperties(customLocation/label,homeOffice,officeLocation(buildingId,deskId,floorId,floorSectionId,label),type)',
        ],
      ],
    ]);
  });
  it('are those of out-of-office time', async () => {
    const id = idOf(({ outOfOfficeProperties }) => outOfOfficeProperties !== undefined);
    expect(await read(id)).toEqual({
      ...none,
      eventType: 'OUT_OF_OFFICE',
      outOfOfficeProperties: {
        autoDeclineMode: 'DECLINE_ALL_CONFLICTING_INVITATIONS',
        declineMessage: 'At sea, no network.',
      },
    });
  });
  it('say of an office, without any other of its fields, that it is no home', async () => {
    const id = idOf(({ workingLocationProperties: own }) => own?.type === 'officeLocation');
    const { data } = await studio.query(
      `{ event(by: { key: { calendarId: "${ava}", eventId: "${id}" } }) {
        workingLocationProperties { homeOffice }
      } }`,
    );
    expect(data.event).toEqual({ workingLocationProperties: { homeOffice: false } });
  });
  it.each([
    [
      'OFFICE_LOCATION',
      'officeLocation',
      { homeOffice: false, customLocation: null, officeLocation: office },
    ],
    [
      'CUSTOM_LOCATION',
      'customLocation',
      { homeOffice: false, customLocation: { label: 'The old lighthouse' }, officeLocation: null },
    ],
    ['HOME_OFFICE', 'homeOffice', { homeOffice: true, customLocation: null, officeLocation: null }],
  ])('are those of a working location of the type %s', async (type, kind, properties) => {
    const id = idOf(
      ({ summary, workingLocationProperties: own }) => summary === 'Location' && own?.type === kind,
    );
    expect(await read(id)).toEqual({
      ...none,
      eventType: 'WORKING_LOCATION',
      workingLocationProperties: { type, ...properties },
    });
  });
  it('are those of a birthday', async () => {
    const id = idOf(({ birthdayProperties }) => birthdayProperties !== undefined);
    changeEvent(studio.sandbox, [ava, id], {
      birthdayProperties: { contact: 'people/c42', type: 'custom', customTypeName: 'Name day' },
    });
    expect(await read(id)).toEqual({
      ...none,
      eventType: 'BIRTHDAY',
      birthdayProperties: {
        type: 'CUSTOM',
        customTypeName: 'Name day',
        contactResourceName: 'people/c42',
      },
    });
  });
});

describe('the label of an event', () => {
  const labelId = (): string =>
    eventNow(studio.sandbox, [ava, ids.event.focus])['eventLabelId'] as string;
  const labelled = (): string =>
    idOf(({ id, eventLabelId }) => id !== ids.event.focus && eventLabelId === labelId());
  const readLabels = (eventId: string) =>
    studio.query(
      `{ a: event(by: { key: { calendarId: "${ava}", eventId: "${eventId}" } }) { eventLabelId label { name backgroundColor } } b: event(by: { key: { calendarId: "${ava}", eventId: "${ids.event.focus}" } }) { label { labelId name } } }`,
    );
  const setLabels = (eventLabels: readonly object[]): void => {
    const { calendars } = calendarState(studio.sandbox.simulation());
    const calendar = calendars.get(ava)!;
    calendars.set(ava, {
      ...calendar,
      resource: { ...calendar.resource, labelProperties: { eventLabels } },
    });
  };
  it('is one of those of its calendar, read in one call for all events', async () => {
    const label = { id: labelId(), name: 'Production', backgroundColor: '#039be5' };
    setLabels([{ ...label, id: 'other', name: 'Other' }, label]);
    const { data } = await readLabels(labelled());
    expect(data).toEqual({
      a: {
        eventLabelId: label.id,
        label: { name: label.name, backgroundColor: label.backgroundColor },
      },
      b: { label: { labelId: label.id, name: label.name } },
    });
    const reads = studio.calls().filter(({ operation }) => operation === 'calendar:calendars.get');
    expect(reads.map(({ query }) => query['fields'])).toEqual([
      ['labelProperties/eventLabels(backgroundColor,id,name)'],
    ]);
  });
  it('is null if the calendar has no such label', async () => {
    setLabels([]);
    const { data, errors } = await readLabels(labelled());
    expect(errors).toBeUndefined();
    expect(data).toEqual({ a: { eventLabelId: labelId(), label: null }, b: { label: null } });
  });
});

describe('the conference of an event', () => {
  it('has the request that created it, its signature and the values of its add-on', async () => {
    const eventId = idOf(({ conferenceData }) => conferenceData?.signature !== undefined);
    const key = [ava, eventId] as const;
    const { conferenceData } = eventNow(studio.sandbox, key);
    const { requestId } = conferenceData!.createRequest!;
    changeEvent(studio.sandbox, key, {
      conferenceData: {
        ...conferenceData!,
        createRequest: {
          ...conferenceData!.createRequest,
          status: { statusCode: 'pending' },
        },
      },
    });
    const { data } = await studio.query(
      `{ event(by: { key: { calendarId: "${ava}", eventId: "${eventId}" } }) { endTimeUnspecified attendees { profileId } organizer { email profileId } conferenceData { signature createRequest { requestId solutionType status } addOnParameters { key value } } } }`,
    );
    expect(data.event).toEqual({
      endTimeUnspecified: null,
      attendees: [{ profileId: 'guest-1' }, { profileId: null }, { profileId: null }],
      organizer: { email: ava, profileId: null },
      conferenceData: {
        signature: 'c2lnbmF0dXJl',
        createRequest: { requestId, solutionType: 'addOn', status: 'PENDING' },
        addOnParameters: [{ key: 'stage', value: 'pier' }],
      },
    });
  });
  it('has an empty list where no add-on has stored values, also if only those are selected', async () => {
    const { calendar, event } = ids;
    const { data } = await studio.query(
      `{ event(by: { key: { calendarId: "${calendar.release}", eventId: "${event.launchMeeting}" } }) { conferenceData { addOnParameters { key } } } }`,
    );
    expect(data.event).toEqual({ conferenceData: { addOnParameters: [] } });
  });
});

/** Properties of the special event types in the input of writes of events. */
import { InvalidInput, showValue } from '../../../../engine/api/error.ts';
import { withEnumName } from '../../../../engine/schema/field/enumeration.ts';
import { inputObject, required } from '../../../../engine/schema/field/input-row.ts';
import {
  AutoDeclineMode,
  EventTransparency,
  EventType,
  EventVisibility,
  FocusTimeChatStatus,
  WorkingLocationType,
} from '../../enums.ts';

const FocusTimePropertiesInput = inputObject(
  'FocusTimePropertiesInput',
  'The properties of focus time. In an update, an omitted property keeps its value, null restores the default.',
  {
    autoDeclineMode: [AutoDeclineMode, 'The invitations to decline. Default: `DECLINE_NONE`.'],
    chatStatus: [FocusTimeChatStatus, 'The status in Google Chat. Default: `AVAILABLE`.'],
    declineMessage: ['String', 'The text of the response to declined invitations.'],
  },
);

const OutOfOfficePropertiesInput = inputObject(
  'OutOfOfficePropertiesInput',
  'The properties of out-of-office time. In an update, an omitted property keeps its value, null restores the default.',
  {
    autoDeclineMode: [
      AutoDeclineMode,
      'The invitations that are declined. Default: `DECLINE_NONE`.',
    ],
    declineMessage: ['String', 'The text of the response to invitations that are declined.'],
  },
);

const OfficeLocationInput = inputObject(
  'OfficeLocationInput',
  'A place in an office. The ids are those of the buildings of the organization.',
  {
    label: ['String', 'The name of the office, which Google Calendar shows.'],
    buildingId: ['String', 'The id that the organization has given the building.'],
    floorId: ['String', 'The id of the floor of the building.'],
    floorSectionId: ['String', 'The id of a part of the floor, for example a wing.'],
    deskId: ['String', 'The id of the desk in the office.'],
  },
);

const CustomLocationInput = inputObject(
  'CustomLocationInput',
  'A working location that is neither at home nor in an office.',
  {
    label: ['String', 'The name of the place, which Google Calendar shows.'],
  },
);

const WorkingLocationPropertiesInput = inputObject(
  'WorkingLocationPropertiesInput',
  'The properties of a working location. In an update, an omitted property keeps its value, null removes it.',
  {
    type: [
      required(WorkingLocationType),
      'The kind of the working location, for example an office.',
    ],
    officeLocation: [
      OfficeLocationInput,
      'The place in the office. Only with the type `OFFICE_LOCATION`.',
    ],
    customLocation: [CustomLocationInput, 'The other place. Only with the type `CUSTOM_LOCATION`.'],
  },
);

/** Properties of one event type, as the REST API has them. */
type Properties = Readonly<Record<string, unknown>>;

const given = (value: object): Properties =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each != null));

type WorkingLocationValue = typeof WorkingLocationPropertiesInput.$inferType;

/** Places without any property. */
const clearedPlaces = {
  officeLocation: {
    label: null,
    buildingId: null,
    floorId: null,
    floorSectionId: null,
    deskId: null,
  },
  customLocation: { label: null },
};

/** The places of a working location, of which it has the one that its type names. */
const noPlace = { homeOffice: null, officeLocation: null, customLocation: null };

/**
 * Row option `convert`. Another type removes the place of the current one.
 * @throws InvalidInput for a place of another kind than the type
 */
function workingLocationOf(
  { type, officeLocation, customLocation }: WorkingLocationValue,
  argument: string,
): Properties {
  const places = { officeLocation, customLocation };
  for (const [name, place] of Object.entries(places))
    if (place != null && name !== type)
      throw new InvalidInput(
        `${argument}.${name}`,
        `is not for the type ${String(withEnumName(WorkingLocationType, type))}; leave it out`,
      );
  if (type === 'homeOffice') return { ...noPlace, type, homeOffice: {} };
  const place = places[type] === null ? clearedPlaces[type] : places[type];
  return { ...noPlace, type, [type]: place ?? {} };
}

/** Rows with the properties of each special type. */
export const eventTypeRows = {
  focusTimeProperties: [
    FocusTimePropertiesInput,
    'focusTimeProperties',
    'The properties of an event of the type `FOCUS_TIME`. Not allowed for other types.',
  ],
  outOfOfficeProperties: [
    OutOfOfficePropertiesInput,
    'outOfOfficeProperties',
    'The properties of an event of the type `OUT_OF_OFFICE`. Not allowed for other types.',
  ],
  workingLocationProperties: [
    WorkingLocationPropertiesInput,
    'workingLocationProperties',
    'The properties of an event of the type `WORKING_LOCATION`, which requires them. Not allowed for other types.',
    { clearable: false, convert: workingLocationOf },
  ],
} as const;

/** Names of the properties of each event type that has some. */
const propertiesOf: Readonly<Record<string, string>> = {
  focusTime: 'focusTimeProperties',
  outOfOffice: 'outOfOfficeProperties',
  workingLocation: 'workingLocationProperties',
};

/** An event without the fields that its type may require. */
interface NewEventType {
  readonly eventType?: string | null | undefined;
  readonly start?: MaybeAllDay | null | undefined;
  readonly end?: MaybeAllDay | null | undefined;
}

interface MaybeAllDay {
  readonly date?: string | null | undefined;
}

/** Whether an all-day event takes more than one day. The end is exclusive. */
const isLongerThanOneDay = ({ start, end }: NewEventType): boolean =>
  start?.date != null &&
  end?.date != null &&
  Date.parse(end.date) - Date.parse(start.date) > 86_400_000;

/** The only values that events of a type can have, by type. */
const fixedValues: Readonly<Record<string, Properties>> = {
  birthday: { visibility: 'private', transparency: 'transparent' },
  focusTime: { transparency: 'opaque' },
  outOfOffice: { transparency: 'opaque' },
  workingLocation: { visibility: 'public', transparency: 'transparent' },
};

const typeName = (type: string): string => String(withEnumName(EventType, type));

/** Fields that a new event of the type cannot have, by type. */
const excludedFields: Readonly<Record<string, readonly string[]>> = {
  birthday: ['attendees', 'description', 'location'],
  focusTime: ['attendees'],
  outOfOffice: ['attendees'],
  workingLocation: ['attendees'],
};

const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** @throws InvalidInput for another value than the only one that the type allows */
function checkFixedValues(type: string, input: Properties): void {
  for (const [name, values] of [
    ['visibility', EventVisibility],
    ['transparency', EventTransparency],
  ] as const) {
    const allowed = fixedValues[type]?.[name];
    const value = input[name];
    if (allowed === undefined || value == null || value === allowed) continue;
    const [given, expected] = [value, allowed].map((each) => String(withEnumName(values, each)));
    throw new InvalidInput(
      name,
      `${given} is not for the event type ${typeName(type)}; expected ${expected}`,
    );
  }
  const recurrence = (input['recurrence'] ?? []) as readonly string[];
  if (type === 'birthday' && recurrence.some((line) => !/^RRULE:.*FREQ=YEARLY(;|$)/i.test(line)))
    throw new InvalidInput(
      'recurrence',
      `${showValue(recurrence.join(' '))} is not for the event type BIRTHDAY; expected RRULE:FREQ=YEARLY, or leave the field out`,
    );
}

/**
 * Checks what each type requires of a new event.
 * @throws InvalidInput for a type that cannot be created, for properties of another type, for
 * fields and values that the type does not have, and for a time that the type cannot have
 */
export function checkEventType(input: NewEventType): void {
  const type = input.eventType ?? 'default';
  if (type === 'fromGmail')
    throw new InvalidInput(
      'eventType',
      'FROM_GMAIL is only for events that Google Calendar makes of emails; expected another type',
    );
  for (const [other, name] of Object.entries(propertiesOf))
    if (other !== type && (input as Properties)[name] != null)
      throw new InvalidInput(
        name,
        `is not for the event type ${typeName(type)}; expected eventType ${typeName(other)}`,
      );
  if (type === 'workingLocation' && (input as Properties)['workingLocationProperties'] == null)
    throw new InvalidInput(
      'workingLocationProperties',
      'is missing; an event of the type WORKING_LOCATION needs it',
    );
  for (const name of excludedFields[type] ?? [])
    if (!isEmpty((input as Properties)[name]))
      throw new InvalidInput(
        name,
        `is not for the event type ${typeName(type)}; leave the field out`,
      );
  checkFixedValues(type, input as Properties);
  const isAllDay = input.start?.date != null;
  if (isAllDay && (type === 'focusTime' || type === 'outOfOffice'))
    throw new InvalidInput(
      'start',
      `has a date; expected a dateTime, because an event of the type ${typeName(type)} is never all-day`,
    );
  if ((type === 'workingLocation' || type === 'birthday') && isLongerThanOneDay(input))
    throw new InvalidInput(
      'end',
      `is more than one day after the start; expected the next day, because an all-day event of the type ${typeName(type)} takes one day`,
    );
  if (!isAllDay && type === 'birthday')
    throw new InvalidInput(
      'start',
      'has a dateTime; expected a date, because birthdays are all-day',
    );
}

/** Values that Google Calendar requires of a new event and does not add, by type. */
const requiredValues: Readonly<Record<string, Properties>> = {
  birthday: {
    ...fixedValues['birthday'],
    recurrence: ['RRULE:FREQ=YEARLY'],
    birthdayProperties: { type: 'birthday' },
  },
  workingLocation: fixedValues['workingLocation']!,
};

/** Adds the values that the event type requires, where the input has none. */
export function addRequiredValues(body: { eventType?: string | null }): void {
  const values = requiredValues[body.eventType ?? ''] ?? {};
  Object.assign(body, { ...values, ...given(body) });
}

/** Extended properties of events: the maps of the REST API as lists, without reserved keys. */
import type { calendar_v3 } from '@googleapis/calendar';
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { listChangeType } from '../../../engine/schema/write/list-change.ts';
import { keyedMap } from '../../../engine/schema/write/map-change.ts';
import { computed } from '../../../engine/schema/field/path-field.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import { madeType } from '../../../engine/schema/field/own-value.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';
import { checkText } from '../../../engine/schema/type/text.ts';

/** Private property with the id of the stream of the event's broadcast. Reserved as well. */
export const VIDEO_STREAM_ID = 'videoStreamId';

type Kind = 'private' | 'shared';

/** Keys of the gateway's links to other services: clients read and write the links instead. */
const reservedKeys: Readonly<Record<Kind, ReadonlySet<string>>> = {
  private: new Set([VIDEO_ID, VIDEO_STREAM_ID]),
  shared: new Set(),
};

type PropertyMap = Readonly<Record<string, string>>;

interface Property {
  readonly key: string;
  readonly value: string;
}

const EventProperty = madeType<Property>('EventProperty').rows(
  'An extended property of an event: a key and a value that an application set.',
  {
    key: [
      required('String'),
      'The key, unique among the private or the shared properties of an event. At most 44 characters.',
    ],
    value: ['String', 'The value. At most 1,024 characters.'],
  },
);

/** Field with one of the two maps as a list, in the order of the REST API. */
export function properties(
  t: FieldBuilder<calendar_v3.Schema$Event>,
  kind: Kind,
  description: string,
): Field {
  return computed(
    t,
    [EventProperty],
    {
      paths: [`extendedProperties.${kind}`],
      compute: ({ extendedProperties }) => visibleProperties(extendedProperties?.[kind], kind),
    },
    description,
  );
}

/** The entries of a map without reserved keys. */
const visibleProperties = (map: PropertyMap | null | undefined, kind: Kind): Property[] =>
  Object.entries(map ?? {})
    .filter(([key]) => !reservedKeys[kind].has(key))
    .map(([key, value]) => ({ key, value }));

export const EventPropertyInput = inputObject(
  'EventPropertyInput',
  'An extended property of an event, to set or to search for.',
  {
    key: [required('String'), 'The key of the property. Not blank, and at most 44 characters.'],
    value: [required('String'), 'The value of the property. At most 1,024 characters.'],
  },
);

export const EventPropertyChangesInput = listChangeType('EventPropertyChangesInput', {
  entry: EventPropertyInput,
  key: 'String',
  many: 'properties',
  one: 'property',
  keys: 'key',
});

/** Google Calendar drops a property with a longer key, and shortens a longer value. */
const maxLengths = { key: 44, value: 1024 } as const;

/** @throws InvalidInput for a key or a value that Google Calendar would not keep */
function checkProperty({ key, value }: Property, argument: string): void {
  checkText(`${argument}.key`, key, { maxLength: maxLengths.key, notBlank: true });
  checkText(`${argument}.value`, value, { maxLength: maxLengths.value });
}

/** @throws InvalidInput for a property that no event can have */
export const checkProperties = (entries: readonly Property[], argument: string): void =>
  entries.forEach((entry, index) => checkProperty(entry, `${argument}.${index}`));

const rulesOf = (kind: Kind) => ({
  one: 'property',
  many: 'properties',
  reserved: reservedKeys[kind],
  check: checkProperty,
});

/** Row options for one of the two maps. */
export const propertyMap = (kind: Kind) => keyedMap(rulesOf(kind));

/** Extended properties of events: the maps of the REST API as lists, without reserved keys. */
import type { calendar_v3 } from '@googleapis/calendar';
import { noNeeds } from '../../data/read/needs.ts';
import type { Change } from '../../data/write/change.ts';
import { changeMap } from '../../data/write/keyed-list.ts';
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import type { Field, FieldBuilder } from '../field/field-factory.ts';
import { computed } from '../field/path-field.ts';

/** Private property with the id of the event's video or broadcast. Reserved for the gateway. */
export const VIDEO_ID = 'videoId';

type Kind = 'private' | 'shared';

/** Keys of the gateway's links to other services. Clients cannot read or write them. */
const reservedKeys: Readonly<Record<Kind, ReadonlySet<string>>> = {
  private: new Set([VIDEO_ID]),
  shared: new Set(),
};

type PropertyMap = Readonly<Record<string, string>>;

interface Property {
  readonly key: string;
  readonly value: string;
}

const EventProperty = builder.objectRef<Property>('EventProperty').implement({
  description: 'An extended property of an event: a key and a value that an application set.',
  fields: (t) => ({
    key: t.exposeString('key', {
      nullable: false,
      description:
        'The key, unique among the private or the shared properties of an event. At most 44 characters.',
      extensions: { needs: noNeeds },
    }),
    value: t.exposeString('value', {
      description: 'The value. At most 1,024 characters.',
      extensions: { needs: noNeeds },
    }),
  }),
});

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

export const EventPropertyInput = builder.inputType('EventPropertyInput', {
  description: 'An extended property of an event, to set or to search for.',
  fields: (t) => ({
    key: t.string({
      required: true,
      description: 'The key of the property. At most 44 characters.',
    }),
    value: t.string({
      required: true,
      description: 'The value of the property. At most 1,024 characters.',
    }),
  }),
});

export const EventPropertyChange = builder.inputType('EventPropertyChange', {
  description:
    'Changes to the extended properties of an event, identified by key. Other properties keep their value.',
  fields: (t) => ({
    set: t.field({ type: [EventPropertyInput], description: 'Properties to add or to replace.' }),
    remove: t.field({ type: ['String'], description: 'Keys of properties to remove.' }),
    replaceAll: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Remove every property that `set` does not contain.',
    }),
  }),
});

type PropertyChange = typeof EventPropertyChange.$inferInput;

/** The change for null: removes the properties of clients, not those of the gateway. */
const clearAll: PropertyChange = { replaceAll: true };

/**
 * Row option `change` for one of the event's two maps.
 * @throws InvalidInput for a reserved key, and for a repeated key
 */
export function propertyChange(kind: Kind) {
  return (value: PropertyChange | null, argument: string): Partial<Change> =>
    changeOf(kind, value ?? clearAll, argument);
}

function changeOf(kind: Kind, change: PropertyChange, argument: string): Partial<Change> {
  checkKeys(kind, change, argument);
  // Rejects repeated keys before any call.
  nextMap(kind, change, { current: {}, argument });
  const mapIn = (current: unknown): CurrentMap => ({
    current: (current ?? {}) as PropertyMap,
    argument,
  });
  return {
    apply: (current) => nextMap(kind, change, mapIn(current)),
    patch: (current) => patchMap(kind, change, mapIn(current)),
    ...(change.replaceAll && { patchNeedsCurrent: true as const }),
  };
}

const reservedText = (key: string): string =>
  `the key ${showValue(key)} is reserved: the gateway links events to videos with it; expected another key`;

function checkKeys(kind: Kind, { set, remove }: PropertyChange, argument: string): void {
  const reserved = reservedKeys[kind];
  const wrongSet = set?.find(({ key }) => reserved.has(key));
  if (wrongSet) throw new InvalidInput(`${argument}.set`, reservedText(wrongSet.key));
  const wrongRemove = remove?.find((key) => reserved.has(key));
  if (wrongRemove !== undefined)
    throw new InvalidInput(`${argument}.remove`, reservedText(wrongRemove));
}

interface CurrentMap {
  readonly current: PropertyMap;
  readonly argument: string;
}

function nextMap(
  kind: Kind,
  { set, remove, replaceAll }: PropertyChange,
  { current, argument }: CurrentMap,
): PropertyMap {
  const entries = Object.entries(current);
  const reserved = entries.filter(([key]) => reservedKeys[kind].has(key));
  const others = entries.filter(([key]) => !reservedKeys[kind].has(key));
  const change = { set: set?.map(({ key, value }) => ({ key, value })), remove, replaceAll };
  const next = changeMap(Object.fromEntries(others), change, argument);
  return { ...next, ...Object.fromEntries(reserved) };
}

/** A PATCH keeps the keys that it omits, and removes those that are null. */
function patchMap(
  kind: Kind,
  change: PropertyChange,
  { current, argument }: CurrentMap,
): Readonly<Record<string, string | null>> {
  const next = nextMap(kind, change, { current, argument });
  const removed = Object.keys(current).filter((key) => !Object.hasOwn(next, key));
  return Object.fromEntries([
    ...[...removed, ...(change.remove ?? [])].map((key) => [key, null] as const),
    ...(change.set ?? []).map(({ key, value }) => [key, value] as const),
  ]);
}

/** Words that applications keep on an event: upstream's maps as lists, without the gateway's own key. */
import type { calendar_v3 } from '@googleapis/calendar';
import { changeMap } from '../../data/write/keyed-list.ts';
import { InvalidInput } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import type { Field, FieldBuilder } from '../field/field-factory.ts';
import { computed } from '../field/table.ts';
import type { EventChange } from './event-write.ts';

/** The private property in which the gateway keeps which video or broadcast an event is about. */
export const VIDEO_ID = 'videoId';
type Kind = 'private' | 'shared';

const ownKeys: Readonly<Record<Kind, ReadonlySet<string>>> = {
  private: new Set([VIDEO_ID]),
  shared: new Set(),
};

interface Property {
  readonly key: string;
  readonly value: string;
}

const EventProperty = builder.objectRef<Property>('EventProperty').implement({
  description: 'An entry that an application keeps on an event.',
  fields: (t) => ({
    key: t.exposeString('key', {
      nullable: false,
      description:
        'What it is found by, up to 44 characters; unique among the entries of its kind.',
      extensions: { needs: {} },
    }),
    value: t.exposeString('value', {
      description: 'What the application keeps there, up to 1024 characters.',
      extensions: { needs: {} },
    }),
  }),
});

/** A map of the event as a list, in upstream's order. */
export const properties = (
  t: FieldBuilder<calendar_v3.Schema$Event>,
  kind: Kind,
  description: string,
): Field =>
  computed(
    t,
    [EventProperty],
    [`extendedProperties.${kind}`],
    description,
    ({ extendedProperties }): Property[] =>
      Object.entries(extendedProperties?.[kind] ?? {}).flatMap(([key, value]) =>
        ownKeys[kind].has(key) ? [] : [{ key, value }],
      ),
  );

export const EventPropertyInput = builder.inputType('EventPropertyInput', {
  description: 'An entry to keep on an event, or to look for.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Which entry.' }),
    value: t.string({ required: true, description: 'What it says.' }),
  }),
});

export const EventPropertyChange = builder.inputType('EventPropertyChange', {
  description: 'Changes to the entries of an event, by key; those that are not named stay.',
  fields: (t) => ({
    set: t.field({ type: [EventPropertyInput], description: 'Entries to add or to replace.' }),
    remove: t.field({ type: ['String'], description: 'Keys of entries to drop.' }),
    replaceAll: t.boolean({
      required: true,
      defaultValue: false,
      description: 'Drop every entry that `set` does not name.',
    }),
  }),
});

export interface PropertyChangeValue {
  readonly set?: readonly Property[] | null;
  readonly remove?: readonly string[] | null;
  readonly replaceAll?: boolean | null;
}

type Map = Readonly<Record<string, string>>;

/** @throws InvalidArgument for the gateway's own key, or a key named twice */
export function propertyChange(
  argument: string,
  kind: Kind,
  change: PropertyChangeValue,
): EventChange {
  const { set, remove, replaceAll } = change;
  const own = ownKeys[kind];
  const taken = (key: string): boolean => own.has(key);
  if (set?.some(({ key }) => taken(key)))
    throw new InvalidInput(`${argument}.set`, 'this key belongs to the gateway');
  if (remove?.some(taken))
    throw new InvalidInput(`${argument}.remove`, 'this key belongs to the gateway');
  const entries = set?.map(({ key, value }) => ({ key, value })) ?? [];
  const apply = (current: Map = {}): Map => {
    const [kept, others] = [true, false].map((mine) =>
      Object.entries(current).filter(([key]) => taken(key) === mine),
    );
    return {
      ...changeMap(Object.fromEntries(others!), { set: entries, remove, replaceAll }, argument),
      ...Object.fromEntries(kept!),
    };
  };
  apply();
  // A patch keeps the keys it doesn't name, and drops those it sets to null.
  const patch = (current: Map = {}): Readonly<Record<string, string | null>> => {
    const next = apply(current);
    const gone = [
      ...Object.keys(current).filter((key) => !Object.hasOwn(next, key)),
      ...(remove ?? []),
    ];
    return Object.fromEntries([
      ...gone.map((key) => [key, null] as const),
      ...entries.map(({ key, value }) => [key, value] as const),
    ]);
  };
  return {
    argument,
    path: `extendedProperties.${kind}`,
    apply: apply as EventChange['apply'],
    patch: patch as EventChange['apply'],
    ...(replaceAll ? { reads: true as const } : {}),
  };
}

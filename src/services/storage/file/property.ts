/** Custom properties of files: the maps of the REST API as lists. */
import { InvalidInput } from '../../../engine/api/error.ts';
import {
  type Field,
  type FieldBuilder,
  field,
} from '../../../engine/schema/field/field-factory.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import { madeType } from '../../../engine/schema/field/own-value.ts';
import { listChangeType } from '../../../engine/schema/write/list-change.ts';
import { keyedMap } from '../../../engine/schema/write/map-change.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';

/** Keys of the gateway's links to other services: clients read and write the links instead. */
const reservedKeys: ReadonlySet<string> = new Set([VIDEO_ID]);

interface Property {
  readonly key: string;
  readonly value: string;
}

type WithProperties = {
  readonly [K in 'properties' | 'appProperties']?: Readonly<Record<string, string>> | null;
};

const FileProperty = madeType<Property>('FileProperty').rows(
  'A custom property of a file: a key and a value that an app set.',
  {
    key: [required('String'), 'The key, unique among the properties of the file.'],
    value: ['String', 'The value that the app set.'],
  },
);

export const FilePropertyInput = inputObject(
  'FilePropertyInput',
  'A custom property to set on a file. Key and value together: at most 124 bytes (UTF-8).',
  {
    key: [required('String'), 'The key, unique among the properties in the list.'],
    value: [required('String'), 'The value to store with the key.'],
  },
);

export const FilePropertyChangesInput = listChangeType('FilePropertyChangesInput', {
  entry: FilePropertyInput,
  key: 'String',
  many: 'custom properties',
  one: 'custom property',
  keys: 'key',
});

/** The limit of Drive for one property (Drive API guide "Add custom file properties"). */
const maxPropertyBytes = 124;

/** @throws InvalidInput for a property that is longer than Drive allows */
function checkSize({ key, value }: Property, argument: string): void {
  const bytes = Buffer.byteLength(key) + Buffer.byteLength(value);
  if (bytes > maxPropertyBytes)
    throw new InvalidInput(
      argument,
      `key and value have ${bytes} bytes (UTF-8); expected at most ${maxPropertyBytes}`,
    );
}

const rules = { one: 'property', many: 'properties', check: checkSize };
const appRules = { ...rules, reserved: reservedKeys };

export const propertyMap = keyedMap(rules);

export const appPropertyMap = keyedMap(appRules);

/** Field with one of the two maps as a list, sorted by key. */
export function properties<Shape extends WithProperties>(
  t: FieldBuilder<Shape>,
  map: keyof WithProperties,
  description: string,
): Field {
  return field(t, {
    type: [FileProperty],
    nullable: { list: true, items: false },
    description,
    needs: { kind: 'paths', paths: [map] },
    resolve: (file: Shape): Property[] =>
      Object.entries(file[map] ?? {})
        .filter(([key]) => !(map === 'appProperties' && reservedKeys.has(key)))
        .map(([key, value]) => ({ key, value }))
        .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
  });
}

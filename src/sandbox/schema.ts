/** The resources' shapes, as data: which fields answers and bodies may have. */
import type { Service } from '../upstream/operation.ts';
import data from './data/schema.json' with { type: 'json' };

/** Field -> type: a primitive, `=a|b` (closed values), or another schema; then `[]`, `{}` or `{[]}`. */
export type Schemas = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface Shape {
  readonly fields: Readonly<Record<string, string>>;
  /** Type of the values of an object with free keys. */
  readonly map?: string;
}

const groups: Readonly<Record<Service, keyof typeof data.schema>> = {
  video: 'youtube',
  live: 'youtube',
  storage: 'drive',
  calendar: 'calendar',
};

export const schemasOf = (service: Service): Schemas => data.schema[groups[service]];

interface Signature {
  readonly answer?: string;
  readonly body?: string;
}

/** Names of the schemas of an operation's answer and body. */
export const signatureOf = (key: string): Signature =>
  (data.operation as Readonly<Record<string, Signature>>)[key] ?? {};

/** What an object of this type may hold; arrays are transparent. Undefined: no object. */
export function shapeOf(schemas: Schemas, type: string): Shape | undefined {
  if (type.endsWith('{[]}')) return { fields: {}, map: `${type.slice(0, -4)}[]` };
  if (type.endsWith('{}')) return { fields: {}, map: type.slice(0, -2) };
  const fields = schemas[type.endsWith('[]') ? type.slice(0, -2) : type];
  return fields === undefined ? undefined : { fields };
}

/**
 * The schemas of what the services receive and return, from `rest-schema.json`. The client checks
 * answers against them, and the sandbox checks bodies.
 */
import type { Service } from './operation.ts';
import data from './rest-schema.json' with { type: 'json' };

/**
 * By schema name: the type of each field. A type is a primitive, `=a|b` (documented values) or the
 * name of another schema, followed by `[]` (list), `{}` (map) or `{[]}` (map of lists).
 */
export type Schemas = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The fields that an object may have. */
interface ObjectShape {
  /** Types by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The type of the values, for maps. */
  readonly valueType?: string;
}

const schemaGroups: Readonly<Record<Service, keyof typeof data.schema>> = {
  video: 'youtube',
  live: 'youtube',
  storage: 'drive',
  calendar: 'calendar',
};

/** The schemas of a service. */
export const schemasOf = (service: Service): Schemas => data.schema[schemaGroups[service]];

/** Names of the schemas of an operation's response and request body. */
interface Signature {
  readonly answer?: string;
  readonly body?: string;
}

const signatures: Readonly<Record<string, Signature>> = data.operation;

/** @param key operation key */
export const signatureOf = (key: string): Signature => signatures[key] ?? {};

/** Whether the schemas of an operation are known; it may have neither answer nor body. */
export const hasSignature = (key: string): boolean => Object.hasOwn(signatures, key);

/** The shape of a type, for lists the one of the elements; undefined if it is not an object. */
export function shapeOf(schemas: Schemas, type: string): ObjectShape | undefined {
  if (type.endsWith('{[]}')) return { fields: {}, valueType: `${type.slice(0, -4)}[]` };
  if (type.endsWith('{}')) return { fields: {}, valueType: type.slice(0, -2) };
  const fields = schemas[type.endsWith('[]') ? type.slice(0, -2) : type];
  return fields && { fields };
}

/** The type of a field; undefined if the object has no such field. */
export const fieldTypeOf = ({ fields, valueType }: ObjectShape, name: string): string | undefined =>
  valueType ?? (Object.hasOwn(fields, name) ? fields[name] : undefined);

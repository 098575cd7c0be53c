/** How the schemas of a service are read: what the objects of a type have. */
import type { Schemas } from '../../api/api.ts';

/** The fields that an object may have. */
interface ObjectShape {
  /** Types by name. */
  readonly fields: Readonly<Record<string, string>>;
  /** The type of the values, for maps. */
  readonly valueType?: string;
}

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

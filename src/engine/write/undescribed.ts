/**
 * The values of an entity that no schema describes: a service had them before anybody here knew of
 * them. A request that replaces an object erases what it lacks, so it carries them as they were
 * read.
 */
import { memoize } from '../api/memoize.ts';
import type { Api, Schemas } from '../api/api.ts';
import { covers, objectsAround } from '../read/path.ts';
import { fieldTypeOf, shapeOf } from '../rest/operation/answer-check.ts';
import { type AnyOperation, serviceOf } from '../api/operation.ts';
import { isRecord, type JsonRecord, writablePaths } from './change.ts';

/** The schema of the body of an operation that replaces. */
interface BodySchema {
  readonly operation: AnyOperation;
  readonly schemas: Schemas;
  /** The name of the schema; undefined if the operation has none. */
  readonly type: string | undefined;
}

/** The schema of the body, as the API describes it. */
export const bodySchemaOf = (
  { services, signatures }: Api,
  operation: AnyOperation,
): BodySchema => ({
  operation,
  schemas: services[serviceOf(operation)].schemas,
  type: signatures[operation.key]?.body,
});

/** By operation: the objects that it replaces, those around what it may write. */
const replacedObjectsOf = memoize((operation: AnyOperation) =>
  objectsAround(writablePaths(operation)),
);

/**
 * Adds the values that no schema describes to a body, or to what was picked of an answer.
 * @param target is changed; its objects are its own
 * @param read the entity as it was read
 * @param changed paths whose values, with all that is in them, are none of those that were read
 */
export function addUndescribed(
  target: JsonRecord,
  read: Readonly<JsonRecord>,
  { operation, schemas, type: body }: BodySchema,
  changed: ReadonlySet<string> = new Set(),
): void {
  if (body === undefined) return;
  const replaced = replacedObjectsOf(operation);
  const addBelow = (
    into: JsonRecord,
    from: Readonly<JsonRecord>,
    type: string,
    at: string,
  ): void => {
    const shape = shapeOf(schemas, type);
    if (shape === undefined || shape.valueType !== undefined || type.endsWith('[]')) return;
    for (const [name, value] of Object.entries(from)) {
      const path = at + name;
      const inner = fieldTypeOf(shape, name);
      if (inner === undefined) into[name] ??= value;
      else if (
        replaced.has(path) &&
        isRecord(value) &&
        into[name] !== null &&
        !covers(changed, path)
      ) {
        const below = isRecord(into[name]) ? (into[name] as JsonRecord) : {};
        addBelow(below, value, inner, `${path}.`);
        if (Object.keys(below).length > 0) into[name] = below;
      }
    }
  };
  addBelow(target, read, body, '');
}

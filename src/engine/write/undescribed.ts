/**
 * The values of an entity that no schema describes: a service had them before anybody here knew of
 * them. A request that replaces an object erases what it lacks, so it carries them as they were
 * read.
 */
import { api } from '../api/api.ts';
import { covers } from '../read/path.ts';
import { fieldTypeOf, shapeOf } from '../rest/operation/answer-check.ts';
import { type AnyOperation, serviceOf } from '../rest/operation/operation.ts';
import { isRecord, type JsonRecord } from './change.ts';

/** What a request replaces. */
interface Replaced {
  /** The operation that replaces. */
  readonly operation: AnyOperation;
  /** The paths that the request may write: only objects around them are replaced. */
  readonly writable: readonly string[];
  /** Paths whose values, with all that is in them, are none of those that were read. */
  readonly changed?: ReadonlySet<string>;
}

/**
 * Adds the values that no schema describes to a body, or to what was picked of an answer.
 * @param target is changed; its objects are its own
 * @param read the entity as it was read
 */
export function addUndescribed(
  target: JsonRecord,
  read: Readonly<JsonRecord>,
  { operation, writable, changed = new Set() }: Replaced,
): void {
  const { services, signatures } = api();
  const { body } = signatures[operation.key] ?? {};
  if (body === undefined) return;
  const { schemas } = services[serviceOf(operation)];
  const around = objectsAround(writable);
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
        around.has(path) &&
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

/** The paths of the objects that have one of the paths in them. */
function objectsAround(paths: readonly string[]): ReadonlySet<string> {
  const around = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf('.'); end > 0; end = path.lastIndexOf('.', end - 1))
      around.add(path.slice(0, end));
  return around;
}

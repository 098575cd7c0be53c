/**
 * Which fields the objects of an answer have, and their JSON types: no values, and no keys of maps,
 * which are content as well.
 */
import type { Schemas } from '../src/engine/api/api.ts';
import { fieldTypeOf, shapeOf } from '../src/engine/rest/operation/answer-check.ts';
import { schemasOf, signatureOf } from '../src/services/rest-schema.ts';
import { type AnyOperation, serviceOf } from '../src/engine/api/operation.ts';

/** A field as it was seen. */
export interface SeenField {
  /** JSON types. */
  readonly types: Set<string>;
  /** The number of objects that have the field. */
  count: number;
  /** Whether the schema of the sandbox has the field. */
  readonly isKnown: boolean;
}

/** Tokens belong to the checks of pages. */
const tokens = new Set(['nextPageToken', 'prevPageToken', 'nextSyncToken', 'newStartPageToken']);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** The union over all answers that are added. Paths are like `items[].snippet.title`. */
export class Shape {
  readonly fields = new Map<string, SeenField>();
  /** The number of objects at a path; of the answers themselves at the empty one. */
  readonly objects = new Map<string, number>();
  readonly #schemas: Schemas;
  readonly #type: string | undefined;
  readonly #ids = new Set<string>();

  constructor(operation: AnyOperation) {
    this.#schemas = schemasOf(serviceOf(operation));
    this.#type = signatureOf(operation.key).answer;
  }

  add(answer: Readonly<Record<string, unknown>>): void {
    if (this.#type !== undefined) this.#addObject('', this.#type, answer);
  }

  /** Does not descend where the schema knows no fields: names there could be content. */
  #addObject(path: string, type: string, value: Readonly<Record<string, unknown>>): void {
    const shape = shapeOf(this.#schemas, type);
    const isMap = shape?.valueType !== undefined;
    if (!shape || (!isMap && Object.keys(shape.fields).length === 0)) return;
    this.objects.set(path, (this.objects.get(path) ?? 0) + 1);
    const seen = new Set<string>();
    for (const [name, each] of Object.entries(value)) {
      if (tokens.has(name)) continue;
      const fieldType = fieldTypeOf(shape, name);
      const shownName = isMap ? '(key)' : nameOf(name, fieldType !== undefined);
      const fieldPath = path === '' ? shownName : `${path}.${shownName}`;
      this.#addField(fieldPath, each, fieldType !== undefined, !seen.has(fieldPath));
      seen.add(fieldPath);
      if (fieldType !== undefined) this.#addValue(fieldPath, fieldType, each);
    }
  }

  #addField(path: string, value: unknown, isKnown: boolean, isNew: boolean): void {
    const field = this.fields.get(path) ?? { types: new Set(), count: 0, isKnown };
    this.fields.set(path, field);
    field.types.add(jsonType(value));
    if (isNew) field.count += 1;
  }

  #addValue(path: string, type: string, value: unknown): void {
    if (isObject(value)) return this.#addObject(path, type, value);
    if (!Array.isArray(value)) return;
    for (const element of value as readonly unknown[]) {
      if (this.#isRepeated(path, element)) continue;
      this.#addField(`${path}[]`, element, true, true);
      if (isObject(element)) this.#addObject(`${path}[]`, type, element);
    }
  }

  /** Whether an entity of a list was seen in an earlier answer. */
  #isRepeated(path: string, element: unknown): boolean {
    if (path.includes('.') || !isObject(element) || element['id'] === undefined) return false;
    const id = JSON.stringify(element['id']);
    if (this.#ids.has(id)) return true;
    this.#ids.add(id);
    return false;
  }
}

/** An unknown name is shown if only the service can have given it: it has no signs or digits. */
const nameOf = (name: string, isKnown: boolean): string =>
  isKnown || /^[A-Za-z]{1,60}$/.test(name) ? name : '(other)';

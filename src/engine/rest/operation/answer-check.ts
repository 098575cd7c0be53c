/**
 * The check of each answer where it enters: the types of the values of its REST schema, as far as
 * the `fields` mask selects them. Absent values and null are valid, as the services leave out what
 * an entity lacks, but not as items of lists and values of maps.
 *
 * The error of an invalid value takes its place, so that a field which shows the value fails, and
 * no other one. Code that computes with values asks first whether one of them is invalid: the
 * objects around it have a mark.
 */
import type { Api, Schemas, ServiceSpec } from '../../api/api.ts';
import { LRUCache } from 'lru-cache';
import { type AnyOperation, serviceOf } from '../../api/operation.ts';
import { InvalidValue, joined, markInvalid } from './invalid-value.ts';

/** The selected steps below each step; a step without further ones selects all of its value. */
interface Steps extends Map<string, Steps> {}

/** The selected steps below a value; undefined: all. */
type Selection = Steps | undefined;

/** The step that stands for all fields of an object. */
const anyName = '*';

interface AnswerType {
  /** @param value neither null nor undefined */
  isValid(value: unknown): boolean;
  /**
   * Puts the error in the places of invalid values. Called for invalid values only. Objects and
   * maps are changed in place, lists are copied.
   * @param report is called with the path of each of them, from the value
   * @returns what takes the place of the value
   */
  mend(value: unknown, error: InvalidValue, report: (path: string) => void): unknown;
}

/** A value without parts: a text, a number, a boolean, or one of any type. */
class LeafType implements AnswerType {
  readonly isValid: AnswerType['isValid'];

  constructor(isValid: AnswerType['isValid']) {
    this.isValid = isValid;
  }

  mend(_: unknown, error: InvalidValue, report: (path: string) => void): unknown {
    report('');
    return error;
  }
}

class ListType implements AnswerType {
  readonly #item: AnswerType;

  constructor(item: AnswerType) {
    this.#item = item;
  }

  isValid(value: unknown): boolean {
    if (!Array.isArray(value)) return false;
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index];
      if (item == null || !this.#item.isValid(item)) return false;
    }
    return true;
  }

  mend(value: unknown, error: InvalidValue, report: (path: string) => void): unknown {
    if (!Array.isArray(value)) {
      report('');
      return error;
    }
    return value.map((item: unknown) => {
      if (item != null && this.#item.isValid(item)) return item;
      // An item that is no object has no values: nothing of it can be shown.
      if (isObject(item)) return this.#item.mend(item, error, report);
      report('');
      return error;
    });
  }
}

class MapType implements AnswerType {
  readonly #value: AnswerType;

  constructor(value: AnswerType) {
    this.#value = value;
  }

  isValid(value: unknown): boolean {
    if (!isObject(value)) return false;
    for (const key of Object.keys(value)) {
      const inner = value[key];
      if (inner == null || !this.#value.isValid(inner)) return false;
    }
    return true;
  }

  /** Keys of a map are no steps of a path: who reads any of its values reads an invalid one. */
  mend(value: unknown, error: InvalidValue, report: (path: string) => void): unknown {
    report('');
    if (!isObject(value)) return error;
    for (const [key, inner] of Object.entries(value))
      if (inner == null || !this.#value.isValid(inner))
        value[key] = isObject(inner) ? this.#value.mend(inner, error, () => {}) : error;
    return value;
  }
}

/** An object with the selected ones of its documented fields. */
class ObjectType implements AnswerType {
  readonly #names: readonly string[];
  readonly #types: readonly AnswerType[];

  constructor(fields: readonly (readonly [name: string, type: AnswerType])[]) {
    this.#names = fields.map(([name]) => name);
    this.#types = fields.map(([, type]) => type);
  }

  isValid(value: unknown): boolean {
    if (!isObject(value)) return false;
    const names = this.#names;
    const types = this.#types;
    for (let index = 0; index < names.length; index += 1) {
      const inner = value[names[index]!];
      if (inner == null) continue;
      const type = types[index]!;
      // Most values are texts: a test in place costs less than a call.
      if (type === anyText ? typeof inner !== 'string' : !type.isValid(inner)) return false;
    }
    return true;
  }

  mend(value: unknown, error: InvalidValue, report: (path: string) => void): unknown {
    if (!isObject(value)) {
      report('');
      return this.#filled(error);
    }
    const paths: string[] = [];
    for (const [index, name] of this.#names.entries()) {
      const type = this.#types[index]!;
      const inner = value[name];
      if (inner == null || type.isValid(inner)) continue;
      value[name] = type.mend(inner, error, (path) => {
        paths.push(joined(name, path));
      });
    }
    markInvalid(value, paths, error);
    for (const path of paths) report(path);
    return value;
  }

  /** The error in the place of each selected value, so that each field of the object fails. */
  #filled(error: InvalidValue): object {
    const object: Record<string, unknown> = {};
    for (const [index, name] of this.#names.entries()) {
      const type = this.#types[index]!;
      object[name] = type instanceof ObjectType ? type.#filled(error) : error;
    }
    markInvalid(object, [''], error);
    return object;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const anyText = new LeafType((value) => typeof value === 'string');

const text = (pattern: RegExp): LeafType =>
  new LeafType((value) => typeof value === 'string' && pattern.test(value));

const date = String.raw`\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])`;
const time = String.raw`([01]\d|2[0-4]):[0-5]\d(:([0-5]\d|60)(\.\d+)?)?`;

const label = '[A-Za-z\\d]([A-Za-z\\d-]{0,61}[A-Za-z\\d])?';

const primitives: Readonly<Record<string, LeafType>> = {
  string: anyText,
  id: anyText,
  boolean: new LeafType((value) => typeof value === 'boolean'),
  integer: new LeafType(Number.isSafeInteger),
  number: new LeafType((value) => typeof value === 'number'),
  // A text, since a number is not exact. Smaller ones may come as numbers. Some are unsigned, so
  // that they can have 20 digits.
  int64: new LeafType((value) =>
    typeof value === 'string' ? /^-?\d{1,20}$/.test(value) : Number.isSafeInteger(value),
  ),
  datetime: text(new RegExp(`^${date}T${time}(Z|[+-]\\d\\d:?\\d\\d)$`, 'i')),
  date: text(new RegExp(`^${date}$`)),
  // https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address, as in arguments.
  email: text(new RegExp(`^[\\w.!#$%&'*+/=?^\`{|}~-]+@${label}(\\.${label})*$`)),
  duration: text(/^P(?=\d|T\d)(\d+Y)?(\d+M)?(\d+W)?(\d+D)?(T(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/),
  any: new LeafType(() => true),
};

/**
 * @param type as in `Schemas`
 * @param selection what is selected of the value
 */
function answerType(schemas: Schemas, type: string, selection?: Selection): AnswerType {
  if (type.endsWith('[]')) return new ListType(answerType(schemas, type.slice(0, -2), selection));
  // A value that is not among the documented ones is new: its field is null, with a warning.
  if (type.startsWith('=')) return anyText;
  const shape = shapeOf(schemas, type);
  if (shape === undefined) return primitives[type]!;
  if (shape.valueType !== undefined) return new MapType(answerType(schemas, shape.valueType));
  const isOfAll = selection === undefined || selection.has(anyName);
  const names = isOfAll ? Object.keys(shape.fields) : [...selection.keys()];
  const fields = names.flatMap((name): [string, AnswerType][] => {
    const fieldType = shape.fields[name];
    if (fieldType === undefined) return [];
    return [[name, answerType(schemas, fieldType, selection && selectionBelow(selection, name))]];
  });
  return new ObjectType(fields);
}

/** The selection below a field that a mask names, or that `*` stands for: the sum of both. */
function selectionBelow(selection: Steps, name: string): Selection {
  const named = [selection.get(name), selection.get(anyName)].filter((each) => each !== undefined);
  if (named.some(({ size }) => size === 0)) return undefined;
  const [first, second] = named;
  return second ? union(first!, second) : first;
}

function union(first: Steps, second: Steps): Steps {
  const steps: Steps = new Map(first);
  for (const [name, below] of second) {
    const known = steps.get(name) ?? below;
    // A step without further ones selects all.
    const isWhole = known.size === 0 || below.size === 0;
    steps.set(name, isWhole ? new Map() : union(known, below));
  }
  return steps;
}

/**
 * Checks all types that the description of the API names, once, before an answer needs one.
 * @throws TypeError for a type that is neither a primitive nor a schema
 */
export function checkSchemas({ services, signatures, operations }: Api): void {
  // Services can share their schemas.
  for (const schemas of new Set(Object.values<ServiceSpec>(services).map((each) => each.schemas)))
    checkFields(schemas);
  for (const operation of operations.values()) {
    const { answer = 'any', body = 'any' } = signatures[operation.key] ?? {};
    const { schemas } = services[serviceOf(operation)];
    if (!isType(schemas, answer)) throw noType(`answer of ${operation.key}`, answer);
    if (!isType(schemas, body)) throw noType(`body of ${operation.key}`, body);
  }
}

function checkFields(schemas: Schemas): void {
  for (const [name, fields] of Object.entries(schemas))
    for (const [field, type] of Object.entries(fields))
      if (!isType(schemas, type)) throw noType(`${name}.${field}`, type);
}

/** Whether a text is a type in the notation of `Schemas`. */
function isType(schemas: Schemas, type: string): boolean {
  if (type.startsWith('=') || Object.hasOwn(primitives, type)) return true;
  const name = type.replace(/(\[\]|\{\}|\{\[\]\})+$/, '');
  return Object.hasOwn(primitives, name) || Object.hasOwn(schemas, name);
}

const noType = (place: string, type: string): TypeError =>
  new TypeError(
    `${place}: ${type} is no type; expected the name of a schema, values (=a|b), an enum (=Name) or one of ${Object.keys(primitives).join(', ')}`,
  );

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

/** Whether the answers of an operation can have a field. */
export function answerHas(
  { services, signatures }: Api,
  operation: AnyOperation,
  name: string,
): boolean {
  const { answer = 'any' } = signatures[operation.key] ?? {};
  return services[serviceOf(operation)].schemas[answer]?.[name] !== undefined;
}

/** Maximum number of masks of an operation whose types are kept. */
const maxMasks = 500;

/** By API, operation and mask. */
const typesByMask = new WeakMap<Api, Map<AnyOperation, LRUCache<string, AnswerType>>>();

/**
 * Checks the values of an answer, and puts an error in the place of each invalid one. The answer is
 * changed; its lists may be replaced.
 * @param fields the `fields` mask of the call; undefined: it has none
 * @returns whether all values are valid
 */
export function checkAnswer(
  api: Api,
  operation: AnyOperation,
  fields: string | undefined,
  answer: unknown,
): boolean {
  const type = typeOf(api, operation, fields);
  if (answer == null || type.isValid(answer)) return true;
  type.mend(answer, new InvalidValue(operation), () => {});
  return false;
}

/** Checks each answer of a response with many. */
export async function* checkAnswers<T>(
  api: Api,
  operation: AnyOperation,
  answers: AsyncIterable<T>,
): AsyncGenerator<T, void> {
  for await (const answer of answers) {
    checkAnswer(api, operation, undefined, answer);
    yield answer;
  }
}

function typeOf(api: Api, operation: AnyOperation, fields = ''): AnswerType {
  let operations = typesByMask.get(api);
  if (!operations) typesByMask.set(api, (operations = new Map()));
  let types = operations.get(operation);
  if (!types) operations.set(operation, (types = new LRUCache({ max: maxMasks })));
  let type = types.get(fields);
  if (!type) {
    const { services, signatures } = api;
    const answer = signatures[operation.key]?.answer ?? 'any';
    const { schemas } = services[serviceOf(operation)];
    const selection = fields === '' ? undefined : selectionOf(fields);
    types.set(fields, (type = answerType(schemas, answer, selection)));
  }
  return type;
}

/**
 * Reads a mask: names, `*` for all of them, steps below a name (`a/b`), and several of them in
 * parentheses.
 * @param mask for example `items(id,snippet/title),nextPageToken`
 */
function selectionOf(mask: string): Selection {
  const root: Steps = new Map();
  /** The open lists, to the last of which names after a comma belong. */
  const lists = [root];
  let current = root;
  const tokens = mask.match(/[^(),/]+|[(),/]/g) ?? [];
  for (const [index, token] of tokens.entries()) {
    if (token === ',') current = lists.at(-1)!;
    else if (token === '(') lists.push(current);
    else if (token === ')') lists.pop();
    else if (token !== '/') {
      const below = current.get(token) ?? new Map();
      // Of `a` and `a/b`, the first one selects more.
      const isWhole = current.has(token) && below.size === 0;
      const isLast = !'/('.includes(tokens[index + 1] ?? ',');
      current.set(token, isWhole || isLast ? new Map() : below);
      current = below;
    }
  }
  return root;
}

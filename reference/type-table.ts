/** The types of bodies and answers: `rest-schema.json`, and the paths of each resource. */
import type { ClientName, ClientValue } from './client.ts';
import type { Model, ServiceModel, Types } from './model.ts';
import { namesId, typeParts, type TypeParts } from './type-name.ts';
import { itemsFieldOf, type KeyedOperation } from './operation-table.ts';

/** The content of `rest-schema.json`: only types that an operation sends or returns. */
export function typeTable(model: Model, operations: readonly KeyedOperation[]): object {
  const signatures = operations.map(({ key, operation: { answer, body } }) => [
    key,
    { ...(answer && { answer }), ...(body && { body }) },
  ]);
  const names: readonly ClientName[] = ['youtube', 'drive', 'calendar'];
  const schema = names.map((client) => {
    const { types } = model[client];
    const own = operations.filter((each) => each.client === client);
    const roots = own.flatMap(({ operation: { answer, body } }) => [answer, body]);
    const used = reachable(
      types,
      roots.filter((name) => name !== undefined),
    );
    const kept = Object.entries(types).filter(([name]) => used.has(name));
    const tables = Object.fromEntries(kept.map(([name, fields]) => [name, typesOf(fields)]));
    return [client, tables] as const;
  });
  const all = schema.flatMap(([, types]) => Object.values(types).flatMap(Object.values<string>));
  const used = new Set(all.map((type) => typeParts(type).name));
  const enums = names
    .flatMap((client) => Object.entries(model[client].enums))
    .filter(([name]) => used.has(`=${name}`))
    .map(([name, { values }]) => [name, Object.keys(values)]);
  return {
    operation: Object.fromEntries(signatures),
    enum: Object.fromEntries(enums),
    schema: Object.fromEntries(schema),
  };
}

const typesOf = (fields: Readonly<Record<string, ClientValue>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { type }]) => [
      name,
      idTypeOf(name, type) ?? emailTypeOf(name, type) ?? type,
    ]),
  );

/** The type of what is an id by its name; undefined for any other value. */
function idTypeOf(name: string, type: string): string | undefined {
  if (type === 'string') return namesId(name) ? 'id' : undefined;
  return type === 'string[]' && name.endsWith('Ids') ? 'id[]' : undefined;
}

/** The type of what is an email address by its name; undefined for any other value. */
function emailTypeOf(name: string, type: string): string | undefined {
  if (!/(^e|E)mail(Address(es)?)?$|^dataOwner$/.test(name)) return undefined;
  return { string: 'email', 'string[]': 'email[]' }[type];
}

/** @throws Error if a type is not known */
function reachable(types: Types, roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    const fields = types[name];
    if (!fields) throw new Error(`There is no type ${name}`);
    found.add(name);
    for (const { type } of Object.values(fields)) {
      const inner = typeParts(type).name;
      if (/^[A-Z]/.test(inner)) visit(inner);
    }
  };
  roots.forEach(visit);
  return found;
}

/** A value below a type. */
export interface Leaf {
  /** `[]` is any element of a list, `(key)` any key of a map. */
  readonly path: string;
  readonly type: string;
  /** Says the field or one that it is in. */
  readonly deprecated: boolean;
  readonly readOnly: boolean;
}

interface Place {
  readonly prefix: string;
  /** Names of the types that contain the place: types can be recursive. */
  readonly above: readonly string[];
  readonly deprecated: boolean;
  readonly readOnly: boolean;
}

const top: Place = { prefix: '', above: [], deprecated: false, readOnly: false };

/**
 * The values below a type.
 * @param isWhole whether a value of a type is one leaf, whatever is in it
 */
export function leavesOf(
  types: Types,
  name: string,
  isWhole: (parts: TypeParts, value: ClientValue) => boolean,
  place: Place = top,
): Leaf[] {
  const above = [...place.above, name];
  return Object.entries(types[name]!).flatMap(([field, value]) => {
    const parts = typeParts(value.type);
    const path = place.prefix + field + steps[parts.suffix]!;
    const deprecated = place.deprecated || value.deprecated === true;
    const readOnly = place.readOnly || value.readOnly === true;
    const inner = types[parts.name];
    const hasFields = inner !== undefined && Object.keys(inner).length > 0;
    if (!hasFields || above.includes(parts.name) || isWhole(parts, value))
      return [{ path, type: parts.name, deprecated, readOnly }];
    const below: Place = { prefix: `${path}.`, above, deprecated, readOnly };
    return leavesOf(types, parts.name, isWhole, below);
  });
}

const steps: Readonly<Record<string, string>> = {
  '': '',
  '[]': '[]',
  '{}': '.(key)',
  '{}[]': '[].(key)',
  '{[]}': '.(key)[]',
};

/** Types that GraphQL shows as a whole. */
const wholeTypes: ReadonlySet<string> = new Set(['ThumbnailDetails', 'TeamDrive']);

/**
 * The content of `test/data/<service>-schema.json`: each path of each resource with its type and,
 * maybe, the word `deprecated`. Resources are what operations return, alone or in lists.
 */
export function resourceTable(operations: readonly KeyedOperation[]): object {
  const found = new Map<string, ServiceModel>();
  for (const each of operations) {
    const name = resourceOf(each);
    if (name !== undefined) found.set(name, each.service);
  }
  const isWhole = ({ name }: TypeParts): boolean => found.has(name) || wholeTypes.has(name);
  const tables = [...found].map(([name, { types }]) => {
    const leaves = leavesOf(types, name, isWhole);
    return [name, Object.fromEntries(leaves.map((leaf) => [leaf.path, wordsOf(leaf)]))];
  });
  return Object.fromEntries(tables);
}

/** A documented set of values (`=a|b`) is a text. */
const wordsOf = ({ type, deprecated }: Leaf): string =>
  `${type.startsWith('=') ? 'string' : type}${deprecated ? ' deprecated' : ''}`;

/** Answers that are no resources: results of a call, which nothing reads again. */
const noResources: Readonly<Record<ClientName, readonly string[]>> = {
  youtube: ['ChannelBannerResource', 'ThumbnailSetResponse'],
  drive: ['Channel', 'GeneratedIds', 'StartPageToken'],
  calendar: ['Channel'],
};

function resourceOf({ client, operation, service }: KeyedOperation): string | undefined {
  const { answer } = operation;
  if (answer === undefined || noResources[client].includes(answer)) return undefined;
  const items = itemsFieldOf(operation, service);
  if (items === undefined) return answer;
  return typeParts(service.types[answer]![items]!.type).name;
}

/** Which of our facts a text or a place of a discovery document is about. */
import type { ClientName } from '../client.ts';
import { quotaCostOf } from '../operation-table.ts';
import {
  type Facts,
  type Model,
  type Operation,
  reasonGroups,
  reasonRowsOf,
  type Types,
} from '../model.ts';

/** By name, the facts about it in words. */
type Index = ReadonlyMap<string, readonly string[]>;

export interface Touch {
  /** The facts about the names in a text. */
  readonly ofText: (client: ClientName, text: string) => string[];
  /** The facts about an operation or a type, and one of its parameters, fields or values. */
  readonly ofPlace: (client: ClientName, owner: string, member: string) => string[];
}

/** @param model the clients with the facts laid over them */
export function touchOf(model: Model, { corrections }: Facts): Touch {
  const changed = corrections.flatMap(({ reason, change }) =>
    Object.keys(change).map((path) => ({ path: `${path}/`, reason })),
  );
  const correctionsAt = (path: string): string[] =>
    changed
      .filter((each) => each.path.startsWith(`${path}/`))
      .map(({ reason }) => `correction “${reason}”`);
  const indexes = new Map<string, Index>(
    (['youtube', 'drive', 'calendar'] as const).map((client) => [client, indexOf(model, client)]),
  );

  function ofPlace(client: ClientName, owner: string, member: string): string[] {
    const [kind, name] = owner.split(' ') as [string, string];
    const [place = '', value] = member.split('=');
    const inner = place.slice(1).replaceAll('.', '/');
    const parts =
      kind === 'type'
        ? [client, 'types', name, inner]
        : [client, 'operations', name, inner && 'parameters', inner];
    const { operations, types } = model[client];
    const operation = kind === 'operation' ? operations[name] : undefined;
    return [
      ...(operation ? [showOperation(client, name, operation)] : []),
      ...(kind === 'type' && types[name] ? [showField(name, inner, types[name])] : []),
      ...(value === undefined ? [] : enumsWith(indexes.get(client)!, value)),
      ...correctionsAt(parts.filter(Boolean).join('/')),
    ];
  }

  return {
    ofPlace,
    ofText: (client, text) => {
      const names = new Set([...text.matchAll(namePattern)].map(([name]) => name));
      const parts = [...names].flatMap((name) => [name, ...partsOf(name)]);
      const index = indexes.get(client)!;
      return [...new Set(parts)].flatMap((name) => [
        ...(index.get(name) ?? []),
        ...correctionsAt(`${client}/operations/${name}`),
        ...correctionsAt(`${client}/types/${name}`),
      ]);
    },
  };
}

/** A dotted name, one with a capital or an underscore inside, or one in code. */
const namePattern = /\b[A-Za-z]+(?:\.[A-Za-z]\w*)+|\b\w*[a-z_][A-Z]\w*\b|(?<=`)\w+(?=`)/g;

/** `snippet.imageUrl` is also the field `imageUrl`; `videos.list` is no field `list`. */
const partsOf = (name: string): string[] => [name.slice(name.lastIndexOf('.') + 1)];

const enumsWith = (index: Index, value: string): string[] =>
  (index.get(value) ?? []).filter((fact) => fact.startsWith('enum '));

function indexOf(model: Model, client: ClientName): Index {
  const { operations, types, enums } = model[client];
  const index = new Map<string, string[]>();
  const add = (name: string, fact: string): void =>
    void index.set(name, [...(index.get(name) ?? []), fact]);
  const parameters = new Map<string, string[]>();
  for (const [name, operation] of Object.entries(operations)) {
    add(name, showOperation(client, name, operation));
    for (const parameter of Object.keys(operation.parameters))
      parameters.set(parameter, [...(parameters.get(parameter) ?? []), `${name}?${parameter}`]);
  }
  for (const [name, places] of parameters) add(name, `parameter ${showSome(places)}`);
  const fields = Object.entries(types).flatMap(([type, values]) =>
    Object.keys(values).map((field) => ({ field, place: `${type}.${field}` })),
  );
  for (const [field, places] of Map.groupBy(fields, (each) => each.field))
    add(field, `field ${showSome(places.map(({ place }) => place))}`);
  for (const type of Object.keys(types)) add(type, `type ${type}`);
  for (const [name, { values }] of Object.entries(enums))
    for (const value of Object.keys(values)) add(value, `enum ${name}=${value}`);
  for (const { reasons = [] } of reasonRowsOf(reasonGroups))
    for (const reason of reasons) add(reason, `reason ${reason}`);
  return index;
}

/** The name with what it costs. */
function showOperation(client: ClientName, name: string, operation: Operation): string {
  return `operation ${name} (${quotaCostOf(client, name, operation)} units)`;
}

/** The field with its type, which names its enum; the type alone, if it lacks the field. */
const showField = (type: string, field: string, fields: Types[string]): string =>
  fields[field] ? `field ${type}.${field} (${fields[field].type})` : `type ${type}`;

/** Names such as `pageToken` are everywhere. */
function showSome(places: readonly string[]): string {
  const shown = places.slice(0, 3).join(', ');
  return places.length > 3 ? `${shown} and ${places.length - 3} others` : shown;
}

/** The line with the facts; none if there are none. */
export const touchLines = (facts: readonly string[]): string[] =>
  facts.length > 0 ? [`      touches ${[...new Set(facts)].join('; ')}`] : [];

/**
 * A draft of what people write for an operation without a field: rows to paste. `…` stands for what
 * the client does not state, and for each text: those of the client are for reading, and ours say
 * in our own words what a field is.
 */
import type { Client, ClientName, ClientOperation } from './client.ts';
import { literal } from './literal.ts';
import { itemsFieldOf, serviceNameOf } from './operation-table.ts';
import { typeParts } from './type-name.ts';

interface Draft {
  readonly clientName: ClientName;
  readonly client: Client;
}

type Clients = Readonly<Record<ClientName, Client>>;

/** @throws Error if no client has the operation */
function draftFor(clients: Clients, name: string): Draft {
  const found = Object.entries(clients).find(([, { operations }]) => operations[name]);
  if (!found) throw new Error(`No client has ${name}; expected a name such as videos.list`);
  const [clientName, client] = found as [ClientName, Client];
  return { clientName, client };
}

/**
 * What the client says of an operation and of the types of its answer, by their names.
 * @param name `resource.method`
 * @throws Error if no client has the operation
 */
export function publishedTexts(clients: Clients, name: string): string[] {
  const draft = draftFor(clients, name);
  const { descriptions, operations } = draft.client;
  const type = entityTypeOf(draft, operations[name]!);
  const types = type === undefined ? [] : [type, ...typesBelow(draft, type)];
  const isShown = (place: string): boolean =>
    place === name || types.some((each) => place.startsWith(`${each}.`));
  return Object.entries(descriptions)
    .filter(([place]) => isShown(place))
    .map(([place, text]) => `${place}: ${text}`);
}

/**
 * @param name `resource.method`
 * @throws Error if no client has the operation
 */
export function draftOf(clients: Clients, name: string): string {
  const draft = draftFor(clients, name);
  const { clientName, client } = draft;
  const operation = client.operations[name]!;
  const service = serviceNameOf(clientName, name);
  const type = entityTypeOf(draft, operation);
  const file = `${service}/${kebab(type ?? name)}`;
  return [
    section(`reference/facts.json, operations of ${clientName}`, factRow(name, operation)),
    ...(type === undefined
      ? []
      : [
          section(`src/services/${service}/resources.ts`, resourceDraft(draft, name, type)),
          section(`src/services/${file}/type.ts`, typeDraft(draft, type)),
          section(
            `src/sandbox/${file}.ts, with '${service}:${name}': ${handlerName(name)} in handlers.ts`,
            handlerDraft(draft, name, type),
          ),
        ]),
  ].join('\n\n');
}

const section = (place: string, text: string): string => `// ${place}\n${text}`;

const kebab = (name: string): string =>
  name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

/** The facts that only the page of the method states, and the parameters that a field may send. */
function factRow(name: string, { scopes, parameters }: ClientOperation): string {
  const optional = Object.keys(parameters).filter((each) => !parameters[each]!.required);
  const stated = optional.filter((each) => !/^(id|pageToken|maxResults|pageSize)$/.test(each));
  const facts = {
    why: '…: the page of the method, and when you read it.',
    ...(scopes.length === 0 && { scopes: ['…'] }),
    ...(stated.length > 0 && { notSent: { '…': stated } }),
  };
  return `${JSON.stringify(name)}: ${JSON.stringify(facts)},`;
}

/** The type of the entities that the operation returns; undefined if it returns none. */
function entityTypeOf({ client }: Draft, operation: ClientOperation): string | undefined {
  const { answer = '' } = operation;
  const items = itemsFieldOf(operation, client);
  if (items === undefined) return client.types[answer] && answer;
  return typeParts(client.types[answer]![items]!.type).name;
}

type Field = readonly [name: string, type: string];

const fieldsOf = ({ client }: Draft, type: string): Field[] =>
  Object.entries(client.types[type] ?? {})
    .filter(([name]) => name !== 'kind' && name !== 'etag')
    .map(([name, value]) => [name, value.type]);

/** The field with the own id of an entity: the first text, if none is called `id`. */
function idFieldOf(draft: Draft, type: string): string {
  const texts = fieldsOf(draft, type).filter(([, of]) => of === 'string');
  return (texts.find(([name]) => name === 'id') ?? texts[0] ?? ['id'])[0];
}

function resourceDraft(draft: Draft, name: string, type: string): string {
  const id = idFieldOf(draft, type);
  const { operations } = draft.client;
  const { path, parameters } = operations[name]!;
  const above = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key!);
  const key = [...above.filter((each) => each !== ownNameOf(type, id)), ownNameOf(type, id)];
  const [resource] = name.split('.', 1) as [string];
  const idPath = id === 'id' ? '' : `, ${literal(id)}`;
  const ofList = `${parameters['id'] ? 'batchRead' : 'wholeListRead'}(${name}${idPath})`;
  const ofOne = `{ kind: 'single', operation: ${resource}.get }`;
  return `export const ${type} = resource<${schemaType(draft, type)}>({
  name: '${type}',
  key: ${literal(key)},
  read: ${operations[`${resource}.get`] ? ofOne : ofList},
});`;
}

const schemaType = ({ clientName }: Draft, type: string): string =>
  `${clientName}_v3.Schema$${type}`;

/** The name of the own id of an entity in its key. */
const ownNameOf = (type: string, id: string): string =>
  id === 'id' ? `${lowerFirst(type)}Id` : id;

const lowerFirst = (text: string): string => text[0]!.toLowerCase() + text.slice(1);

const typeImports = ({ clientName }: Draft, type: string): string[] => [
  `import type { ${clientName}_v3 } from '@googleapis/${clientName}';`,
  "import { builder } from '../../../engine/schema/builder.ts';",
  "import { fields, ownKey } from '../../../engine/schema/field/path-field.ts';",
  "import { list } from '../../../engine/schema/list/list.ts';",
  "import { node } from '../../../engine/schema/type/node-interface.ts';",
  "import { Viewer } from '../../shared/viewer.ts';",
  `import { ${type} } from '../resources.ts';`,
  '',
];

/** The types inside the parts of an entity, each before those that have it, and its own. */
function typeDraft(draft: Draft, type: string): string {
  const id = idFieldOf(draft, type);
  const others = fieldsOf(draft, type).filter(([field]) => field !== id);
  const parts = others.filter(([, of]) => isObject(draft, of));
  const own = others.filter(([, of]) => !isObject(draft, of));
  return [
    ...typeImports(draft, type),
    ...innerTypesOf(draft, type).map((inner) => declarationOf(draft, inner)),
    `export function add${type}(): void {`,
    `${type}.implement({`,
    '...node,',
    "description: '…',",
    'fields: (t) => ({',
    `${ownNameOf(type, id)}: ownKey(t, '…'),`,
    ...(own.length === 0
      ? []
      : ['...fields(t, {', ...own.map((each) => rowOf(draft, each)), '}),']),
    ...parts.flatMap(([name, of]) => [`...fields(t, '${name}', {`, ...rowsOf(draft, of), '}),']),
    '}),',
    '});',
    `builder.objectField(Viewer, '…', (t) => list(t, ${type}, {}, '…'));`,
    '}',
  ].join('\n');
}

const isObject = ({ client }: Draft, type: string): boolean => type in client.types;

/** All types inside a type. */
function typesBelow(draft: Draft, type: string, above: readonly string[] = []): string[] {
  const inner = fieldsOf(draft, type)
    .map(([, of]) => typeParts(of).name)
    .filter((name) => isObject(draft, name) && name !== type && !above.includes(name));
  return inner.flatMap((name) => [name, ...typesBelow(draft, name, [...above, type])]);
}

/** Types of the fields of parts, and those inside them. */
function innerTypesOf(draft: Draft, type: string): string[] {
  const inside = (each: string): string[] =>
    fieldsOf(draft, each).flatMap(([, of]) => {
      const { name } = typeParts(of);
      const isShown = isObject(draft, name) && name !== each && !onlyFieldOf(draft, of);
      return isShown ? [...inside(name), name] : [];
    });
  const parts = fieldsOf(draft, type).map(([, of]) => of);
  return [...new Set(parts.flatMap(inside))];
}

const declarationOf = (draft: Draft, type: string): string =>
  [
    `const ${type} = builder.objectType<${schemaType(draft, type)}>('${type}').implement({`,
    "description: '…',",
    'fields: (t) => fields(t, {',
    ...rowsOf(draft, type),
    '}),',
    '});',
    '',
  ].join('\n');

const rowsOf = (draft: Draft, type: string): string[] =>
  fieldsOf(draft, type).map((field) => rowOf(draft, field));

/** @param path of the field, if it is inside an object that has nothing else */
function rowOf(draft: Draft, [name, of]: Field, path?: string): string {
  const only = onlyFieldOf(draft, of);
  if (only) return rowOf(draft, only, `${path ?? name}.${only[0]}`);
  const { name: inner, suffix } = typeParts(of);
  const shown = isObject(draft, inner) ? inner : scalarOf(name);
  const parts = [
    ...(shown === undefined ? [] : [suffix === '[]' ? `[${shown}]` : shown]),
    "'…'",
    ...(path === undefined ? [] : [literal({ path })]),
  ];
  return `${name}: ${parts.length === 1 ? parts[0] : `[${parts.join(', ')}]`},`;
}

/** The field of an object that has no other. */
function onlyFieldOf(draft: Draft, type: string): Field | undefined {
  const [first, ...others] = isObject(draft, type) ? fieldsOf(draft, type) : [];
  return others.length === 0 ? first : undefined;
}

/** The scalar that a name implies, beyond what the schemas of the API state. */
function scalarOf(name: string): string | undefined {
  if (/Ur[li]s?$/.test(name)) return "'URL'";
  return /(Time|At)$/.test(name) ? "'DateTime'" : undefined;
}

const handlerName = (name: string): string =>
  name.replace(
    /^(\w)(\w*)\.(\w+)$/,
    (_, first: string, rest: string, method: string) => method + first.toUpperCase() + rest,
  );

/** A list without rules: its items beside its handler. */
const handlerDraft = (draft: Draft, name: string, type: string): string =>
  [
    "import type { Handler } from '../call/handler.ts';",
    "import { listResponse } from './list-response.ts';",
    '',
    `/** \`${name}\`. */`,
    `export const ${handlerName(name)}: Handler = (call) => listResponse(call, [`,
    `${literal(sampleOf(draft, type))},`,
    ']);',
  ].join('\n');

/** An entity with a value of each path; a type in itself is left out. */
const sampleOf = (draft: Draft, type: string, above: readonly string[] = []): object =>
  Object.fromEntries(
    fieldsOf(draft, type).flatMap(([name, of]) => {
      const { name: inner, suffix } = typeParts(of);
      if (above.includes(inner)) return [];
      const one = isObject(draft, inner)
        ? sampleOf(draft, inner, [...above, type])
        : (samples[inner] ?? '…');
      return [[name, suffix === '[]' ? [one] : one]];
    }),
  );

const samples: Readonly<Record<string, unknown>> = { number: 0, boolean: true };

/** The request bodies of Google's clients, read from the types that their packages declare. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parseAstAsync } from 'vitest/node';
import type { Service } from '../../src/engine/api/register.ts';
import { serviceOf, type AnyOperation } from '../../src/engine/rest/operation/operation.ts';

interface TypeNode {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** A value that a body can have. */
export interface Leaf {
  /** `[]` is any element of a list, `(key)` any key of a map: `localizations.(key).title`. */
  readonly path: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'any';
}

/** The properties of the declared interfaces, by name. */
type Interfaces = ReadonlyMap<string, readonly TypeNode[]>;

const packages: Readonly<Record<Service, string>> = {
  video: '@googleapis/youtube',
  live: '@googleapis/youtube',
  storage: '@googleapis/drive',
  calendar: '@googleapis/calendar',
};

const { resolve } = createRequire(import.meta.url);

const read = new Map<string, Promise<Interfaces>>();

async function interfacesOf(service: Service): Promise<Interfaces> {
  const name = packages[service];
  const found = read.get(name) ?? parse(resolve(`${name}/build/v3.d.ts`));
  read.set(name, found);
  return found;
}

async function parse(path: string): Promise<Interfaces> {
  const program = (await parseAstAsync(readFileSync(path, 'utf8'), { lang: 'dts' })) as unknown;
  const found = new Map<string, readonly TypeNode[]>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) for (const each of node) visit(each);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type, id, body } = node as TypeNode;
    if (type === 'TSInterfaceDeclaration')
      found.set((id as { name: string }).name, (body as { body: TypeNode[] }).body);
    else Object.values(node).forEach(visit);
  };
  visit(program);
  return found;
}

/** The type of a request body. */
interface BodyType {
  readonly name: string;
  /** All values that a body can have. */
  readonly leaves: readonly Leaf[];
}

/**
 * The type of the body of an operation.
 * @throws Error if Google's client has no such operation with a body
 */
export async function bodyTypeOf(operation: AnyOperation): Promise<BodyType> {
  const interfaces = await interfacesOf(serviceOf(operation));
  const [resource, method] = operation.key.slice(operation.key.indexOf(':') + 1).split('.');
  const wanted = `Params$Resource$${resource}$${method}`.toLowerCase();
  const [, properties] =
    [...interfaces].find(([interfaceName]) => interfaceName.toLowerCase() === wanted) ?? [];
  const body = properties?.find((property) => nameOf(property) === 'requestBody');
  if (!body) throw new Error(`Google's client has no body for ${operation.key}.`);
  const annotation = annotationOf(body);
  const { name } = annotation['typeName'] as { name: string };
  const leaves = leavesOf(interfaces, annotation, { path: '', above: [] });
  return { name: name.replace('Schema$', ''), leaves };
}

const nameOf = ({ key }: TypeNode): string | undefined =>
  (key as { name?: string } | undefined)?.name;

const annotationOf = ({ typeAnnotation }: TypeNode): TypeNode =>
  (typeAnnotation as { typeAnnotation: TypeNode }).typeAnnotation;

interface Place {
  readonly path: string;
  /** Names of the interfaces that contain the place: types can be recursive. */
  readonly above: readonly string[];
}

function leavesOf(interfaces: Interfaces, node: TypeNode, place: Place): Leaf[] {
  const { path, above } = place;
  const listed = { above, path: `${path}[]` };
  const below = (properties: readonly TypeNode[], names: readonly string[]): Leaf[] =>
    properties.flatMap((property) =>
      leavesOf(interfaces, annotationOf(property), {
        path: [path, nameOf(property) ?? '(key)'].filter(Boolean).join('.'),
        above: names,
      }),
    );
  switch (node.type) {
    case 'TSUnionType': {
      const first = (node['types'] as TypeNode[]).find(({ type }) => type !== 'TSNullKeyword');
      return leavesOf(interfaces, first!, place);
    }
    case 'TSArrayType':
      return leavesOf(interfaces, node['elementType'] as TypeNode, listed);
    case 'TSTypeLiteral':
      return below(node['members'] as TypeNode[], above);
    case 'TSTypeReference': {
      const { name } = node['typeName'] as { name: string };
      if (name === 'Array') return leavesOf(interfaces, firstArgument(node), listed);
      const properties = interfaces.get(name);
      if (!properties) throw new Error(`Google's client has no type ${name}.`);
      return above.includes(name) ? [] : below(properties, [...above, name]);
    }
    default:
      return [{ path, kind: kinds[node.type] ?? 'any' }];
  }
}

const firstArgument = ({ typeArguments }: TypeNode): TypeNode =>
  (typeArguments as { params: TypeNode[] }).params[0]!;

const kinds: Readonly<Record<string, Leaf['kind']>> = {
  TSStringKeyword: 'string',
  TSNumberKeyword: 'number',
  TSBooleanKeyword: 'boolean',
};

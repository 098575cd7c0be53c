/**
 * The graph as a subgraph of Apollo Federation 2: what a router asks for beside the fields of the
 * schema. Every type that implements `Node` is an entity with the key `id`.
 */
import {
  type ConstDirectiveNode,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  type GraphQLResolveInfo,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isInterfaceType,
  parse,
  print,
  visit,
} from 'graphql';
import { InvalidInput, showValue } from '../api/error.ts';
import type { AnyOperation } from '../api/operation.ts';
import { type Ref, type Resource, typeOf } from '../read/resource.ts';
import { type Context, resourcesOf } from './builder.ts';
import { graphError } from './error/error.ts';
import { countFields } from './field/field-factory.ts';
import { loadEach } from './field/lookup.ts';
import { directive, printContract } from './print.ts';
import { refFrom } from './type/global-id.ts';
import { validEntries } from './field/list-entries.ts';
import { nodeNeeds } from './type/node.ts';

/** The first version with interfaces that implement others. */
const specification = 'https://specs.apollo.dev/federation/v2.3';

interface FederationOptions {
  /** Whether `_service` may show the schema. */
  readonly isOpen: boolean;
  /** For how many seconds an answer of an operation is current. Default: no such time is known. */
  readonly secondsOf?: SecondsOf;
}

/**
 * @param schema sorted, with the interface `Node`
 * @returns a schema with `_service` and `_entities`
 */
export function withFederation(
  schema: GraphQLSchema,
  { isOpen, secondsOf = () => undefined }: FederationOptions,
): GraphQLSchema {
  const query = schema.getQueryType()!;
  const { nodes, ...fields } = query.toConfig().fields;
  const types = nodeTypesOf(schema);
  const all = resourcesOf(schema);
  const resources = new Map(types.map(({ name }) => [name, all.get(name)!]));
  const refOf = (value: unknown, place = 'representation'): Ref =>
    refOfRepresentation(resources, value, place);
  const validRefsIn = (args: Readonly<Record<string, unknown>>): (Ref | undefined)[] =>
    validEntries(representationsIn(args), (value) => refOf(value));
  const entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'Any object that other subgraphs can refer to.',
    types,
    resolveType: (value) => typeOf(value as object)!,
  });
  const service = new GraphQLObjectType({
    name: '_Service',
    description: 'The schema of this subgraph.',
    fields: {
      sdl: {
        type: new GraphQLNonNull(GraphQLString),
        description: 'The schema with the directives of Apollo Federation.',
        resolve: () => (isOpen ? subgraphSdl(schema, resources, secondsOf) : failClosed()),
      },
    },
  });
  const anyType = new GraphQLScalarType({
    name: '_Any',
    description:
      'The type name and the id of an object: `{ "__typename": "<type>", "id": "<id>" }`.',
  });
  const list = new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(anyType)));
  const config = schema.toConfig();
  const federated = new GraphQLObjectType({
    ...query.toConfig(),
    fields: {
      _entities: {
        ...nodes,
        type: new GraphQLNonNull(new GraphQLList(entity)),
        description:
          'The objects that a router names, in the order of `representations`. An entry is null if the object does not exist or is not visible to the caller. An invalid entry is null, too; one error names all of them.',
        args: {
          representations: {
            type: list,
            description: 'Objects by `__typename` and `id`. Maximum: 200.',
          },
        },
        extensions: {
          ...nodes!.extensions,
          needs: nodeNeeds(validRefsIn),
        },
        resolve: countFields((_, args, context, info) =>
          loadEach(
            {
              context: context as Context,
              info: info as GraphQLResolveInfo,
              argument: 'representations',
            },
            representationsIn(args),
            refOf,
          ),
        ),
      },
      _service: {
        type: new GraphQLNonNull(service),
        description: 'The schema of this subgraph, for the composition of a supergraph.',
        extensions: { needs: { kind: 'none' } },
        resolve: () => ({}),
      },
      ...fields,
      nodes: nodes!,
    },
  });
  return new GraphQLSchema({
    ...config,
    query: federated,
    types: [...config.types.filter(({ name }) => name !== query.name), entity, service],
    assumeValid: true,
  });
}

function nodeTypesOf(schema: GraphQLSchema): readonly GraphQLObjectType[] {
  const node = schema.getType('Node');
  return isInterfaceType(node) ? schema.getPossibleTypes(node) : [];
}

const representationsIn = (args: unknown): readonly unknown[] =>
  (args as { readonly representations: readonly unknown[] }).representations;

/** @throws InvalidInput naming the place in the argument */
function refOfRepresentation(
  resources: ReadonlyMap<unknown, Resource>,
  value: unknown,
  place: string,
): Ref {
  const { __typename: name, id } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const resource = resources.get(name);
  if (!resource)
    throw new InvalidInput(
      `${place}.__typename`,
      `${showValue(name)} is not the name of a type that implements Node`,
    );
  if (typeof id !== 'string')
    throw new InvalidInput(`${place}.id`, `${showValue(id)} is not an id; expected a string`);
  return refFrom(resource, id, `${place}.id`);
}

const failClosed = (): never => {
  throw graphError(
    'FORBIDDEN',
    'The schema is not shown where introspection is off. Compose the supergraph with the schema of a gateway that has INTROSPECTION=1: it is the same.',
  );
};

/** Types that are values, and that any other subgraph with Relay connections has, too. */
const sharedTypes: ReadonlySet<string> = new Set(['PageInfo']);

/** As Apollo Server and Hive Gateway read it; the composition of Apollo leaves it out. */
const cacheControl = `
  directive @cacheControl(maxAge: Int, scope: CacheControlScope, inheritMaxAge: Boolean) on FIELD_DEFINITION | OBJECT | INTERFACE | UNION

  enum CacheControlScope { PUBLIC PRIVATE }
`;

type SecondsOf = (operation: AnyOperation) => number | undefined;

/**
 * A hint holds for all callers, and a token can show more of any object than the API key: answers
 * that are public say so in their header `cache-control`.
 */
function directivesOf({ read }: Resource, secondsOf: SecondsOf): readonly ConstDirectiveNode[] {
  const seconds = read.kind === 'local' ? undefined : secondsOf(read.operation);
  return [
    directive('@key(fields: "id")'),
    ...(seconds ? [directive(`@cacheControl(maxAge: ${seconds}, scope: PRIVATE)`)] : []),
  ];
}

/** @param entities the types with the key `id` */
function subgraphSdl(
  schema: GraphQLSchema,
  entities: ReadonlyMap<string, Resource>,
  secondsOf: SecondsOf,
): string {
  const document = visit(parse(printContract(schema)), {
    ObjectTypeDefinition(node) {
      const name = node.name.value;
      const entity = entities.get(name);
      const added = [
        ...(entity ? directivesOf(entity, secondsOf) : []),
        ...(sharedTypes.has(name) ? [directive('@shareable')] : []),
      ];
      if (added.length === 0) return undefined;
      return { ...node, directives: [...(node.directives ?? []), ...added] };
    },
  });
  return `extend schema @link(url: "${specification}", import: ["@key", "@shareable"])\n\n${print(document)}\n${print(parse(cacheControl))}\n`;
}

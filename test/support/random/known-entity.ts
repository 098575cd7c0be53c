/**
 * Random queries in which a link below a list leads to the type of its items, and selects what the
 * list shows of them: a parent of a file among files, the file of a comment among its comments.
 */
import type fc from 'fast-check';
import { type GraphQLField, type GraphQLObjectType, getNamedType, isLeafType } from 'graphql';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import { schema } from '../../../src/services/schema.ts';
import { fieldNeed } from '../oracle/field-need.ts';
import { listFieldOf } from '../oracle/list.ts';
import { notCompared } from '../oracle/rule/field-rule.ts';
import { randomArguments } from './random-argument.ts';
import { anyChance, nodeTypes, type RandomQuery } from './random-query.ts';
import { RandomSource } from './random-source.ts';

type Field = GraphQLField<unknown, unknown>;

/** A field of a type. */
interface Step {
  readonly on: GraphQLObjectType;
  readonly field: Field;
}

/** The fields from a root to a link, which leads to the type of the items of the first list. */
interface Route {
  readonly itemType: GraphQLObjectType;
  readonly lists: readonly Step[];
  readonly link: Step;
}

const fieldsOf = (on: GraphQLObjectType): Step[] =>
  Object.values(on.getFields())
    .filter(({ name }) => !(`${on.name}.${name}` in notCompared))
    .map((field) => ({ on, field }));

const objectNamed = (name: string): GraphQLObjectType => schema.getType(name) as GraphQLObjectType;

/** Lists of nodes, each with the type of its items. */
const listsOf = (on: GraphQLObjectType): (Step & { readonly itemType: GraphQLObjectType })[] =>
  fieldsOf(on).flatMap((step) => {
    const name = listFieldOf(step.field)?.itemType ?? '';
    return nodeTypes.includes(name) ? [{ ...step, itemType: objectNamed(name) }] : [];
  });

const linksTo = ({ name }: GraphQLObjectType, on: GraphQLObjectType): Step[] =>
  fieldsOf(on).filter(({ field }) => field.args.length === 0 && fieldNeed(field)?.link === name);

const routes: readonly Route[] = ['Query', 'Viewer', ...nodeTypes]
  .flatMap((name) => listsOf(objectNamed(name)))
  .flatMap(({ itemType, ...list }) => [
    ...linksTo(itemType, itemType).map((link) => ({ itemType, lists: [list], link })),
    ...listsOf(itemType).flatMap(({ itemType: inner, ...below }) =>
      linksTo(itemType, inner).map((link) => ({ itemType, lists: [list, below], link })),
    ),
  ]);

const leavesOf = (type: GraphQLObjectType): string[] =>
  fieldsOf(type)
    .filter(({ field: { type: of, args } }) => isLeafType(getNamedType(of)) && args.length === 0)
    .map(({ field }) => field.name);

function write(random: RandomSource): RandomQuery {
  const { itemType, lists, link } = random.pick(routes);
  const leaves = random.some(4, () => random.pick(leavesOf(itemType)));
  let body = `${link.field.name} {...F}`;
  for (const [depth, { on, field }] of [...lists.entries()].toReversed()) {
    // One page of few items: more of them lead to items of the page.
    const args = randomArguments(`${on.name}.${field.name}`, field, depth + 1, random);
    body = `${field.name}${args} {nodes {${depth === 0 ? '...F ' : ''}${body}}}`;
  }
  const root = lists[0]!.on;
  if (root.name === 'Viewer') body = `viewer {${body}}`;
  else if (root.name !== 'Query') {
    const id = random.value('ID!', globalId(root.name, random.key(root.name)));
    body = `node(id: ${id}) {... on ${root.name} {${body}}}`;
  }
  const { declarations, variables } = random;
  const head = declarations.length === 0 ? 'query' : `query (${declarations.join(', ')})`;
  const fragment = `fragment F on ${itemType.name} {__typename ${leaves.join(' ')}}`;
  return { document: `${head} {${body}}\n${fragment}`, variables, after: new Map() };
}

/** Any of these queries. */
export const anyKnownQuery: fc.Arbitrary<RandomQuery> = anyChance.map((chance) =>
  write(new RandomSource(chance)),
);

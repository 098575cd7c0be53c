/**
 * Random valid queries over the whole schema, with everything that makes projection hard: aliases,
 * fragments, abstract types, conditions, variables, nested lists.
 */
import fc from 'fast-check';
import {
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isObjectType,
  isUnionType,
} from 'graphql';
import { schema } from '../../../src/services/schema.ts';
import { entityKeys } from './entity-key.ts';
import { notCompared } from '../oracle/rule/field-rule.ts';
import { randomArguments } from './random-argument.ts';
import { type Chance, RandomSource } from './random-source.ts';

export interface RandomQuery {
  readonly document: string;
  readonly variables: Record<string, unknown>;
  /** Variables that take a cursor, null so far, by the response key of their list. */
  readonly after: ReadonlyMap<string, string>;
}

const randomQuery = (chance: Chance): RandomQuery =>
  new QueryWriter(new RandomSource(chance)).write();

/** Numbers below each limit, without a bias to small ones: the last fields are as likely. */
const numbersBelow = new Map<number, () => fc.Arbitrary<number>>();

/** One function for each limit: `fc.gen` compares all parameters that a function has had. */
function evenly(limit: number): () => fc.Arbitrary<number> {
  const known = numbersBelow.get(limit);
  if (known) return known;
  const numbers = fc.noBias(fc.nat(limit - 1));
  const made = (): fc.Arbitrary<number> => numbers;
  numbersBelow.set(limit, made);
  return made;
}

/** A source of any random choices. */
export const anyChance: fc.Arbitrary<Chance> = fc.gen().map(
  (gen) =>
    (limit: number): number =>
      gen(evenly(limit)),
);

/** Any random query; the largest documents are as likely as others. */
export const anyQuery: fc.Arbitrary<RandomQuery> = anyChance.map(randomQuery);

/** Types whose entities random queries look up. */
export const nodeTypes: readonly string[] = Object.keys(entityKeys);

type Field = GraphQLField<unknown, unknown>;

/** Depth of nested objects and number of lists in a document: each multiplies what lies below. */
const maxDepth = 7;
const maxLists = 7;
const maxNestedLists = 3;

/** The position of a selection in a document. */
interface Place {
  /** Number of levels of objects that may follow. */
  readonly depth: number;
  /** Number of lists around it. */
  readonly lists: number;
  /** Whether it is in a fragment on one type of an abstract one. */
  readonly abstract: boolean;
}

const deeper = (place: Place): Place => ({ ...place, depth: Math.max(0, place.depth - 1) });

const isList = ({ args }: Field): boolean => args.some(({ name }) => name === 'after');
const isBranch = ({ type }: Field): boolean => isCompositeType(getNamedType(type));

interface Fragment {
  readonly name: string;
  readonly type: string;
  /** Fragments in abstract places use other response keys and are used there only. */
  readonly abstract: boolean;
  readonly text: string;
}

/** The fields of a type that a selection chooses from. */
interface Choices {
  readonly leaves: readonly Field[];
  /** Fields with selections of their own. */
  readonly branches: readonly Field[];
}

const choicesByType = new Map<GraphQLObjectType, Choices>();

function choicesOf(type: GraphQLObjectType): Choices {
  const known = choicesByType.get(type);
  if (known) return known;
  const fields = Object.values(type.getFields()).filter(
    ({ name }) => !(`${type.name}.${name}` in notCompared),
  );
  const branches = fields.filter(isBranch);
  const choices = {
    leaves: fields.filter((field) => !isBranch(field)),
    // Lists are rare among all fields and fail most often: they are picked twice as often.
    branches: [...branches, ...branches.filter(isList)],
  };
  choicesByType.set(type, choices);
  return choices;
}

class QueryWriter {
  readonly #random: RandomSource;
  readonly #fragments: Fragment[] = [];
  readonly #indexByMeaning = new Map<string, number>();
  readonly #after = new Map<string, string>();
  #listCount = 0;

  constructor(random: RandomSource) {
    this.#random = random;
  }

  write(): RandomQuery {
    const { declarations, variables } = this.#random;
    const depth = 1 + this.#random.chance(maxDepth);
    const body = this.#selection(schema.getQueryType()!, { depth, lists: 0, abstract: false });
    const head = declarations.length === 0 ? 'query' : `query (${declarations.join(', ')})`;
    const fragments = this.#fragments.map(
      ({ name, type, text }) => `fragment ${name} on ${type} {${text}}`,
    );
    const document = [`${head} {${body}}`, ...fragments].join('\n');
    return { document, variables, after: this.#after };
  }

  #selection(type: GraphQLObjectType, place: Place): string {
    const random = this.#random;
    const { leaves, branches } = choicesOf(type);
    const weighted = place.depth > 0 ? branches : [];
    const count = 1 + random.chance(4) + (type.name === 'Query' ? 1 : 0);
    const parts = Array.from({ length: count }, () =>
      this.#part(type, weighted, leaves, place),
    ).filter((part) => part !== '');
    return parts.length === 0 ? '__typename' : parts.join(' ');
  }

  /** One entry of a selection; `''` for a list above the maximum number of lists. */
  #part(
    type: GraphQLObjectType,
    branches: readonly Field[],
    leaves: readonly Field[],
    place: Place,
  ): string {
    const random = this.#random;
    const kind = random.chance(100);
    if (branches.length > 0 && (kind < 45 || leaves.length === 0))
      return this.#field(type, random.pick(branches), place);
    if (kind < 75 && leaves.length > 0) return this.#field(type, random.pick(leaves), place);
    if (kind < 83 && place.depth > 0) return this.#inlineFragment(type, place);
    if (kind < 91 && place.depth > 0 && type.name !== 'Query')
      return `...${this.#fragmentOn(type, place)}${this.#conditions()}`;
    if (kind < 96 && type.getInterfaces().length > 0) return this.#nodeFragment(type, place);
    return '__typename';
  }

  #field(type: GraphQLObjectType, field: Field, place: Place): string {
    const list = isList(field);
    if (list && (this.#listCount >= maxLists || place.lists >= maxNestedLists)) return '';
    if (list) this.#listCount += 1;
    const { name } = field;
    const args = randomArguments(`${type.name}.${name}`, field, place.lists, this.#random);
    const key = this.#responseKey(type.name, name, args, place.abstract);
    const cursor = /after: \$(\w+)/.exec(args)?.[1];
    if (cursor !== undefined) this.#after.set(key, cursor);
    const inside = { ...place, depth: place.depth - 1, lists: place.lists + (list ? 1 : 0) };
    const body = isBranch(field) ? ` {${this.#body(field, inside)}}` : '';
    const head = key === name ? key : `${key}: ${name}`;
    return `${head}${args}${this.#conditions()}${body}`;
  }

  /** One key for each field with the same arguments: selections of the same key can be merged. */
  #responseKey(type: string, name: string, args: string, abstract: boolean): string {
    const meaning = `${type}.${name}${args}`;
    const index = this.#indexByMeaning.get(meaning) ?? this.#indexByMeaning.size;
    this.#indexByMeaning.set(meaning, index);
    if (!abstract && args === '' && this.#random.often(85)) return name;
    return `${abstract ? type : 'a'}_${name}_${index}${this.#random.often(20) ? 'b' : ''}`;
  }

  #body(field: Field, place: Place): string {
    const target = getNamedType(field.type);
    if (isObjectType(target)) return this.#selection(target, { ...place, abstract: false });
    const possible = isAbstractType(target)
      ? schema.getPossibleTypes(target).filter(({ name }) => nodeTypes.includes(name))
      : [];
    const types = this.#random.some(4, () => this.#random.pick(possible));
    const inside = { ...place, abstract: true };
    return [
      isUnionType(target) ? '__typename' : '__typename id',
      ...types.map(
        (type) => `... on ${type.name}${this.#conditions()} {${this.#selection(type, inside)}}`,
      ),
    ].join(' ');
  }

  #inlineFragment(type: GraphQLObjectType, place: Place): string {
    const condition = this.#random.pick([`on ${type.name}`, '']);
    return `...${condition}${this.#conditions()} {${this.#selection(type, deeper(place))}}`;
  }

  #nodeFragment(type: GraphQLObjectType, place: Place): string {
    if (!this.#random.often(50)) return '... on Node {id}';
    return `... on Node {id ... on ${type.name} {${this.#selection(type, deeper(place))}}}`;
  }

  #fragmentOn(type: GraphQLObjectType, place: Place): string {
    const usable = this.#fragments.filter((each) => each.type === type.name && !each.abstract);
    if (usable.length > 0 && this.#random.often(50) && !place.abstract)
      return this.#random.pick(usable).name;
    const text = this.#selection(type, deeper(place));
    const name = `F${this.#fragments.length}${place.abstract ? 'x' : ''}`;
    this.#fragments.push({ name, type: type.name, abstract: place.abstract, text });
    return name;
  }

  #conditions(): string {
    return ['skip', 'include'].map((name) => this.#condition(name)).join('');
  }

  #condition(name: string): string {
    const random = this.#random;
    if (!random.often(5)) return '';
    const value = random.often(60);
    return ` @${name}(if: ${random.often(50) ? random.variable('Boolean!', value) : value})`;
  }
}

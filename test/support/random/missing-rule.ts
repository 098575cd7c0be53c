/** Rules about the schema that the oracle and the random queries lack. */
import {
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isObjectType,
  isRequiredArgument,
} from 'graphql';
import { entityKeys, noEntityKeys, nodeTypesOf } from './entity-key.ts';
import { fieldNeed } from '../oracle/field-need.ts';
import { fieldRules, notCompared } from '../oracle/rule/field-rule.ts';
import { linkRules } from '../oracle/rule/link-rule.ts';
import { listFieldOf } from '../oracle/list.ts';
import { listRules } from '../oracle/rule/list-rule.ts';
import { ruleFor } from '../oracle/oracle.ts';
import { argumentRules, isGenericArgument } from './random-argument.ts';

type Field = GraphQLField<unknown, unknown>;

/** Object types that a query can reach. */
function queryTypes(schema: GraphQLSchema): ReadonlySet<GraphQLObjectType> {
  const found = new Set<GraphQLObjectType>();
  const visit = (type: GraphQLNamedType): void => {
    if (isAbstractType(type)) for (const each of schema.getPossibleTypes(type)) visit(each);
    if (!isObjectType(type) || found.has(type)) return;
    found.add(type);
    for (const field of Object.values(type.getFields())) visit(getNamedType(field.type));
  };
  visit(schema.getQueryType()!);
  return found;
}

const folder = 'test/support/oracle/rule';

/** One sentence for a field whose value the oracle cannot compute. */
function fieldWithoutRule(coordinate: string, field: Field): string[] {
  const { link, wholeList, hasOwnCall = false } = fieldNeed(field) ?? {};
  const calls = hasOwnCall || (field.extensions.operations?.length ?? 0) > 0;
  if (coordinate in notCompared || ruleFor(coordinate, field)) return [];
  if (link)
    return [
      `${coordinate} is a link whose key follows neither from one path nor from its parent's ` +
        `keys: add '${coordinate}' to linkRules in ${folder}/link-rule.ts`,
    ];
  if (listFieldOf(field) ?? wholeList)
    return [
      `${coordinate} is a list whose arguments do not follow from its parent's keys: add ` +
        `'${coordinate}' to listRules in ${folder}/list-rule.ts`,
    ];
  return calls
    ? [
        `${coordinate} makes a REST call of its own and has no rule: add '${coordinate}' to ` +
          `fieldRules in ${folder}/field-rule.ts, or with a reason to notCompared there`,
      ]
    : [];
}

/** One sentence for each required argument that random queries cannot fill in. */
const argumentsWithoutRule = (coordinate: string, field: Field): string[] =>
  coordinate in notCompared || coordinate in argumentRules
    ? []
    : field.args
        .filter((arg) => isRequiredArgument(arg) && !isGenericArgument(coordinate, field, arg))
        .map(
          ({ name }) =>
            `${coordinate}(${name}:) is required and has no random value: add '${coordinate}' to ` +
            'argumentRules in test/support/random/random-argument.ts',
        );

const nodeTypesWithoutKeys = (schema: GraphQLSchema): string[] =>
  nodeTypesOf(schema)
    .filter(({ name }) => !(name in entityKeys) && !(name in noEntityKeys))
    .map(
      ({ name }) =>
        `${name} is a Node, and no list leads to its entities: add keys to otherKeys in ` +
        'test/support/random/entity-key.ts, or a reason to noEntityKeys there',
    );

function coordinatesWithoutField(known: ReadonlySet<string>): string[] {
  const tables = { listRules, linkRules, fieldRules, notCompared, argumentRules };
  return Object.entries(tables).flatMap(([table, rules]) =>
    Object.keys(rules)
      .filter((coordinate) => !known.has(coordinate))
      .map(
        (coordinate) => `${table} names ${coordinate}, which no query can reach: remove the line`,
      ),
  );
}

/** One sentence for each rule that the oracle lacks, and for each that no field needs. */
export function missingRules(schema: GraphQLSchema): string[] {
  const fields = [...queryTypes(schema)].flatMap((type) =>
    Object.values(type.getFields()).map((field) => ({
      coordinate: `${type.name}.${field.name}`,
      field,
    })),
  );
  const known = new Set(fields.map(({ coordinate }) => coordinate));
  return [
    ...fields.flatMap(({ coordinate, field }) => [
      ...fieldWithoutRule(coordinate, field),
      ...argumentsWithoutRule(coordinate, field),
    ]),
    ...nodeTypesWithoutKeys(schema),
    ...coordinatesWithoutField(known),
  ];
}

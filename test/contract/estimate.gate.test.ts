/** The cost estimate of every field that calls a REST operation counts each of its operations. */
import {
  type GraphQLField,
  getNamedType,
  isAbstractType,
  isEnumType,
  isIntrospectionType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { cursorOf } from '../../src/engine/read/list/cursor.ts';
import { schema } from '../../src/services/schema.ts';
import { UploadedFile } from '../../src/engine/schema/upload/file.ts';
import { estimateOfDocument } from '../support/report/estimate.ts';
import { schemaAt } from './rooted-schema.ts';
import { argument, sample } from './sample-argument.ts';

type Field = GraphQLField<unknown, unknown>;

const objects = Object.values(schema.getTypeMap()).filter(
  (type) => isObjectType(type) && !isIntrospectionType(type),
) as GraphQLObjectType[];

const calling = objects.flatMap((type) =>
  Object.values(type.getFields())
    .filter(({ extensions }) => extensions.operations?.length)
    .map((field) => ({ name: `${type.name}.${field.name}`, type, field })),
);

/** A selection of all fields without arguments and REST calls, down to a depth. */
function selectionOf(type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return '';
  if (isAbstractType(type))
    return `{ ${schema
      .getPossibleTypes(type)
      .map((each) => `... on ${each.name} ${selectionOf(each, depth)}`)
      .join(' ')} }`;
  if (!isObjectType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields()).filter(
    ({ args, extensions }) => !args.some(isRequiredArgument) && !extensions.operations?.length,
  );
  const shown = fields.flatMap((each) => {
    const named = getNamedType(each.type);
    if (isLeafType(named)) return [each.name];
    return depth > 0 ? [`${each.name} ${selectionOf(named, depth - 1)}`] : [];
  });
  return `{ __typename ${shown.join(' ')} }`;
}

/** A cursor of some list. */
const cursor = cursorOf({ token: 't', size: 0, offset: 0 }, 'l');

/** The argument that makes a field call the REST API, if it makes no call without arguments. */
function callingArgument({ args, extensions }: Field): string[] {
  const { needs } = extensions;
  // The first page of a list that the answer of the parent contains costs nothing.
  if (needs?.kind === 'list' && needs.embedded?.isWhole) return [`after: "${cursor}"`];
  if (needs?.kind !== 'separateFetch' || needs.withoutArguments === null) return [];
  const { defaults } = needs.withoutArguments;
  const arg = args.find((each) => !isRequiredArgument(each));
  const type = getNamedType(arg!.type);
  const value = isEnumType(type)
    ? type.getValues().find(({ value }) => value !== defaults[arg!.name])!.name
    : sample(arg!.type, 0);
  return [`${arg!.name}: ${value}`];
}

function documentOf(field: Field, branch: number): string {
  const { name, args, type } = field;
  const values = [
    ...args.filter(isRequiredArgument).map((each) => `${each.name}: ${argument(each, branch)}`),
    ...callingArgument(field),
  ];
  const document = `{ ${name}${values.length === 0 ? '' : `(${values.join(', ')})`} ${selectionOf(getNamedType(type), 3)} }`;
  return document.includes('$file') ? `query ($file: Upload!) ${document}` : document;
}

const file = new UploadedFile('image/png', Buffer.alloc(1));

/** No `@oneOf` input has more fields. */
const branches = [0, 1, 2, 3];

describe('a field that calls a REST operation', () => {
  it.each(calling)(
    'has an estimate in the bucket of each of its operations: $name',
    ({ type, field }) => {
      // The operation may depend on the arguments: each variant has its estimate.
      const documents = new Set(branches.map((branch) => documentOf(field, branch)));
      const estimates = [...documents].map((document) =>
        estimateOfDocument(document, { file }, schemaAt(type)),
      );
      expect(Math.min(...estimates.map(({ calls }) => calls))).toBeGreaterThan(0);
      for (const { bucket, units: declared } of field.extensions.operations!) {
        const estimated = Math.max(...estimates.map(({ units }) => units[bucket] ?? -1));
        expect({ bucket, counted: declared === null ? estimated >= 0 : estimated >= 1 }).toEqual({
          bucket,
          counted: true,
        });
      }
    },
  );
  it('is found on the mutation type, and there are more than 50', () => {
    expect(new Set(calling.map(({ type }) => type.name))).toContain('Mutation');
    expect(calling.length).toBeGreaterThan(50);
  });
});

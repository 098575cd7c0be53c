import {
  type GraphQLField,
  type GraphQLInputType,
  GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isIntrospectionType,
  isLeafType,
  isNamedType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLNamedType,
  type GraphQLObjectType,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../src/graph/schema.ts';
import { UploadedFile } from '../../src/graph/upload/file.ts';
import { estimateOfDocument } from '../support/estimate.ts';

type Field = GraphQLField<unknown, unknown>;

const objects = Object.values(schema.getTypeMap()).filter(
  (type) => isObjectType(type) && !isIntrospectionType(type),
) as GraphQLObjectType[];

const calling = objects.flatMap((type) =>
  Object.values(type.getFields())
    .filter(({ extensions }) => extensions.operations?.length)
    .map((field) => ({ name: `${type.name}.${field.name}`, type, field })),
);

/** Any value that the type takes, in writing. @param branch which one, where one of several is given */
function sample(type: GraphQLInputType, branch: number): string {
  const own = getNullableType(type);
  if (isNamedType(own) && own.name === 'URL') return JSON.stringify(addresses[branch]);
  if (isListType(own)) return `[${sample(own.ofType, branch)}]`;
  if (isEnumType(own)) return own.getValues()[0]!.name;
  if (isInputObjectType(own)) {
    const fields = Object.values(own.getFields());
    const asked = own.isOneOf
      ? [fields[branch % fields.length]!]
      : fields.filter(isRequiredInputField);
    return `{ ${asked.map((each) => `${each.name}: ${sample(each.type, branch)}`).join(', ')} }`;
  }
  return samples[(own as GraphQLNamedType).name] ?? '"x"';
}

/** Web addresses of things of three services, and one of nothing. */
const addresses = [
  'https://www.youtube.com/watch?v=abcdefghijk',
  'https://drive.google.com/file/d/abcdefghijkl',
  `https://calendar.google.com/calendar/event?eid=${Buffer.from('abcdef a@b.example').toString('base64url')}`,
  'https://studio.example/',
];

const samples: Readonly<Record<string, string>> = {
  Int: '1',
  Float: '1',
  Boolean: 'true',
  BigInt: '"1"',
  Date: '"2027-03-14"',
  DateTime: '"2027-03-14T09:26:53Z"',
  Duration: '"PT1M"',
  EmailAddress: '"ava@studio.example"',
  LanguageTag: '"de"',
  Upload: '$file',
};

/** All that can be asked of a value without an argument, and of what comes along with it. */
function everything(type: GraphQLNamedType, depth: number): string {
  if (isLeafType(type)) return '';
  if (isAbstractType(type))
    return `{ ${schema
      .getPossibleTypes(type)
      .map((each) => `... on ${each.name} ${everything(each, depth)}`)
      .join(' ')} }`;
  if (!isObjectType(type)) return '{ __typename }';
  const fields = Object.values(type.getFields()).filter(
    ({ args, extensions }) => !args.some(isRequiredArgument) && !extensions.operations?.length,
  );
  const shown = fields.flatMap((each) => {
    const named = getNamedType(each.type);
    if (isLeafType(named)) return [each.name];
    return depth > 0 ? [`${each.name} ${everything(named, depth - 1)}`] : [];
  });
  return `{ __typename ${shown.join(' ')} }`;
}

/** The argument that makes the field call the REST API, if without arguments it does not. */
function deciding({ args, extensions }: Field): string[] {
  const { needs } = extensions;
  if (needs?.kind !== 'separateFetch' || needs.withoutArguments === null) return [];
  const { defaults } = needs.withoutArguments;
  const arg = args.find((each) => !isRequiredArgument(each));
  const type = getNamedType(arg!.type);
  const value = isEnumType(type)
    ? type.getValues().find(({ value }) => value !== defaults[arg!.name])!.name
    : sample(arg!.type, 0);
  return [`${arg!.name}: ${value}`];
}

function asking(field: Field, branch: number): string {
  const { name, args, type } = field;
  const given = [
    ...args.filter(isRequiredArgument).map((each) => `${each.name}: ${sample(each.type, branch)}`),
    ...deciding(field),
  ];
  const document = `{ ${name}${given.length === 0 ? '' : `(${given.join(', ')})`} ${everything(getNamedType(type), 3)} }`;
  return document.includes('$file') ? `query ($file: Upload!) ${document}` : document;
}

/** As if the type were the root: then nothing is priced but the field itself. */
const rootedAt = (query: GraphQLObjectType): GraphQLSchema =>
  new GraphQLSchema({ query, types: Object.values(schema.getTypeMap()) });

const file = new UploadedFile('image/png', Buffer.alloc(1));

/** As many as an input has that takes exactly one of its fields. */
const branches = [0, 1, 2, 3];

describe('a field that calls upstream', () => {
  it.each(calling)(
    'has a price in the bucket of each of its operations: $name',
    ({ type, field }) => {
      // What is called may depend on what is given: each way has its price.
      const prices = branches.map((branch) =>
        estimateOfDocument(asking(field, branch), { file }, rootedAt(type)),
      );
      expect(Math.min(...prices.map(({ requests }) => requests))).toBeGreaterThan(0);
      for (const { bucket, units: stated } of field.extensions.operations!) {
        const foretold = Math.max(...prices.map(({ units }) => units[bucket] ?? -1));
        expect({ bucket, priced: stated === null ? foretold >= 0 : foretold >= 1 }).toEqual({
          bucket,
          priced: true,
        });
      }
    },
  );
  it('is met on every root type, and says so', () => {
    expect(new Set(calling.map(({ type }) => type.name))).toContain('Mutation');
    expect(calling.length).toBeGreaterThan(50);
  });
});

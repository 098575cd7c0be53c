/** Values of arguments, for documents that are estimated and never executed. */
import {
  type GraphQLArgument,
  type GraphQLInputType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNamedType,
  type GraphQLNamedType,
  isRequiredInputField,
} from 'graphql';

/**
 * A value of an input type, as GraphQL.
 * @param branch which field of a `@oneOf` input it has
 */
export function sample(type: GraphQLInputType, branch: number): string {
  const own = getNullableType(type);
  if (isNamedType(own) && own.name === 'URL') return JSON.stringify(addresses[branch]);
  if (isListType(own)) return `[${sample(own.ofType, branch)}]`;
  if (isEnumType(own)) return own.getValues()[0]!.name;
  if (isInputObjectType(own) && !Object.hasOwn(samples, own.name)) {
    const fields = Object.values(own.getFields());
    const chosen = own.isOneOf
      ? [fields[branch % fields.length]!]
      : fields.filter(isRequiredInputField);
    return `{ ${chosen.map((each) => `${each.name}: ${sample(each.type, branch)}`).join(', ')} }`;
  }
  return samples[(own as GraphQLNamedType).name] ?? '"x"';
}

/** Web addresses of entities of three services, and one of no entity. */
const addresses = [
  'https://www.youtube.com/watch?v=abcdefghijk',
  'https://drive.google.com/file/d/abcdefghijkl',
  `https://calendar.google.com/calendar/event?eid=${Buffer.from('abcdef a@b.example').toString('base64url')}`,
  'https://studio.example/',
];

const samples: Readonly<Record<string, string>> = {
  // In the range of all integers: a rejected argument costs nothing.
  Int: '100',
  Float: '1',
  Boolean: 'true',
  BigInt: '"1"',
  Date: '"2027-03-14"',
  DateTime: '"2027-03-14T09:26:53Z"',
  DateTimeOrLocal: '"2027-03-14T09:26:53Z"',
  Duration: '"PT1M"',
  EmailAddress: '"ava@studio.example"',
  // Exactly one of two optional fields.
  EventTimeInput: '{ date: "2027-03-14" }',
  LanguageTag: '"de"',
  TimeOfDay: '"09:30"',
  Upload: '$file',
};

/** The end of a window is later than its start. */
export const argument = ({ name, type }: GraphQLArgument, branch: number): string =>
  name === 'to' ? '"2027-03-15T09:26:53Z"' : sample(type, branch);

/** The script that rewrites documents from the names before (`examples/rename`). */
import { readFileSync } from 'node:fs';
import { buildSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { renamed } from '../../examples/rename/rename.ts';
import { schema } from '../../src/services/schema.ts';

const names = JSON.parse(
  readFileSync(new URL('../../examples/rename/renamed.json', import.meta.url), 'utf8'),
) as Readonly<Record<string, string>>;

/** Whether the schema has what a coordinate names: a type, a field, an argument, an enum value. */
function exists(coordinate: string): boolean {
  const [, typeName, member, argument] = /^(\w+)(?:\.(\w+))?(?:\((\w+):\))?$/.exec(coordinate)!;
  const type = schema.getType(typeName!);
  if (member === undefined || type === undefined) return type !== undefined;
  if (isEnumType(type)) return type.getValue(member) !== undefined;
  if (isInputObjectType(type)) return type.getFields()[member] !== undefined;
  const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[member] : undefined;
  return field !== undefined && (!argument || field.args.some(({ name }) => name === argument));
}

/** The coordinate with the new name, in the type that may have a new one, too. */
const newCoordinate = (coordinate: string): string => {
  const [, type, separator = '', rest = ''] = /^(\w+)(\W?)(.*)$/.exec(coordinate)!;
  if (separator === '') return names[coordinate]!;
  const member = rest.replace(/\w+(?=:\)$)|^\w+$/, names[coordinate]!);
  return `${names[type!] ?? type}.${member}`;
};

it.each(Object.keys(names))('leads from a name that is gone to one that is there: %s', (name) => {
  expect([exists(name), exists(newCoordinate(name))]).toEqual([false, true]);
});

const before = buildSchema(`
  enum EventOrder { START_TIME }
  type TimePeriod { startAt: String endAt: String }
  type Person { busy(orderBy: EventOrder): [TimePeriod] }
  input GoLiveInput { id: ID waitSeconds: Int }
  input EventRefInput { id: ID }
  type Query { person(by: EventRefInput): Person longRunningOperation(waitSeconds: Int): ID }
  type Mutation { goLive(input: GoLiveInput): ID }
`);

it('renames fields, arguments, values and types, and keeps aliases, variables and comments', () => {
  expect(
    renamed(
      `# startAt
query Busy($by: EventRefInput, $waitSeconds: Int) {
  person(by: $by) { busy(orderBy: START_TIME) { startAt: endAt startAt } }
  longRunningOperation(waitSeconds: $waitSeconds)
}
mutation { goLive(input: { waitSeconds: 90 }) }
`,
      before,
    ),
  ).toBe(`# startAt
query Busy($by: EventBy, $waitSeconds: Int) {
  person(by: $by) { busy(orderBy: START) { startAt: to from } }
  longRunningOperation(wait: $waitSeconds)
}
mutation { goLive(input: { wait: "PT90S" }) }
`);
});

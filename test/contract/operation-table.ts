/**
 * `docs/operations.md`: for every REST operation, where it stands in the graph and a test that saw its call arrive.
 * Coordinates come from the schema, witnesses from a run of all tests.
 */
import { readFileSync } from 'node:fs';
import { type GraphQLSchema, isObjectType } from 'graphql';
import { allResources } from '../../src/graph/field/field-factory.ts';
import { catalogue } from '../../src/upstream/catalogue.ts';
import { type AnyOperation, type Service, serviceOf } from '../../src/upstream/operation.ts';
import { neverSent } from './reachable.ts';

export type Witnesses = ReadonlyMap<string, readonly string[]>;

/** Written anew by every run of all tests. */
export const witnessFile = new URL(
  '../../node_modules/.cache/studiograph/witnesses.json',
  import.meta.url,
);

export const tableFile = new URL('../../docs/operations.md', import.meta.url);

/** Fields behind which an operation stands, as `Type.field`, sorted; then the types that `node` reads by it. */
export function coordinatesOf(schema: GraphQLSchema): ReadonlyMap<string, readonly string[]> {
  const types = Object.values(schema.getTypeMap()).filter(isObjectType);
  const fields = types.flatMap((type) =>
    Object.entries(type.getFields()).flatMap(([name, { extensions }]) =>
      [...(extensions.operations ?? []), ...(extensions.retires ? [extensions.retires] : [])].map(
        ({ key }) => [key, `\`${type.name}.${name}\``] as const,
      ),
    ),
  );
  const nodes = allResources()
    .filter(
      ({ name, read }) =>
        read.how !== 'kept' &&
        types.some(
          (type) => type.name === name && type.getInterfaces().some((each) => each.name === 'Node'),
        ),
    )
    .map(({ name, read }) => [read.operation.key, `\`Query.node\` as \`${name}\``] as const);
  const found = new Map<string, string[]>();
  for (const [key, coordinate] of [...fields.toSorted(byText), ...nodes.toSorted(byText)])
    found.set(key, [...(found.get(key) ?? []), coordinate]);
  return found;
}

const byText = ([, a]: readonly [string, string], [, b]: readonly [string, string]): number =>
  a < b ? -1 : 1;

/** The witness that each operation has in a table. */
export function witnessesIn(table: string): ReadonlyMap<string, string> {
  const rows = [...table.matchAll(/^\| `(\w+:\S+)` \| .* \| (.+) \|$/gm)];
  return new Map(
    rows
      .filter(([, , test]) => test !== noneYet && test !== notCalled)
      .map(([, key, test]) => [key!, unescaped(test!)]),
  );
}

const noneYet = 'none yet';
const notCalled = 'never called: retired upstream';

/**
 * @param before the table as it stands: a witness that still saw the call stays
 * @returns the table as text
 */
export function operationTable(
  schema: GraphQLSchema,
  witnesses: Witnesses,
  before: string,
): string {
  const coordinates = coordinatesOf(schema);
  const kept = witnessesIn(before);
  const breadth = breadthOf(witnesses);
  const row = ({ key, units }: AnyOperation): string => {
    const fields = coordinates.get(key)?.join(', ') ?? 'not in the graph yet';
    const all = witnesses.get(key) ?? [];
    const test = all.includes(kept.get(key) ?? '')
      ? kept.get(key)!
      : all.toSorted((a, b) => rank(a, breadth) - rank(b, breadth))[0];
    return `| \`${key}\` | ${units ?? ''} | ${fields} | ${neverSent.includes(key) ? notCalled : escaped(test ?? noneYet)} |`;
  };
  const sections = (['video', 'live', 'storage', 'calendar'] satisfies Service[]).map((service) => {
    const operations = [...catalogue.values()]
      .filter((operation) => serviceOf(operation) === service)
      .toSorted((a, b) => (a.key < b.key ? -1 : 1));
    return [
      `## ${titles[service]} (${operations.length})`,
      '',
      ...head,
      ...operations.map(row),
    ].join('\n');
  });
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

const titles: Readonly<Record<Service, string>> = {
  video: 'Video data service',
  live: 'Live streaming service',
  storage: 'File storage service',
  calendar: 'Calendar service',
};

const head = [
  '| operation | units | in the graph | a test that saw it arrive |',
  '| --- | --- | --- | --- |',
];

const introduction = `# Operations

Every REST operation of the four services, the fields of the graph that may call it, and a test whose GraphQL document made the call arrive upstream and be taken. Made by \`npm run operations\` after a run of all tests; \`test/contract/coverage.test.ts\` keeps it true.`;

/** The fewer operations a test reaches, the more it is about each of them; sweeping tests come last. */
const rank = (test: string, breadth: ReadonlyMap<string, number>): number =>
  breadth.get(test)! + (/^test\/graph\/\w+\/|^test\/server\//.test(test) ? 0 : 1000);

function breadthOf(witnesses: Witnesses): ReadonlyMap<string, number> {
  const breadth = new Map<string, number>();
  for (const test of [...witnesses.values()].flat())
    breadth.set(test, (breadth.get(test) ?? 0) + 1);
  return breadth;
}

const escaped = (text: string): string => text.replaceAll('|', String.raw`\|`);
const unescaped = (text: string): string => text.replaceAll(String.raw`\|`, '|');

export const readTable = (): string => readFileSync(tableFile, 'utf8');

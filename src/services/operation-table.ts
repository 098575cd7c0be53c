/**
 * `docs/operations.md`: every REST operation with its quota units and the fields of the graph that
 * may call it, from the catalogue and the schema, and the parameters that no field sends.
 * `npm run schema` writes it.
 */
import type { GraphQLSchema } from 'graphql';
import { serviceNames } from '../engine/api/api.ts';
import { googleApis } from './api.ts';
import { catalogue } from './catalogue.ts';
import type { Bucket, Service } from '../engine/api/register.ts';
import { type AnyOperation, serviceOf } from '../engine/api/operation.ts';
import type { Param } from '../engine/api/param.ts';
import { exposedOperationsOf } from '../engine/schema/exposed-operation.ts';

const introduction = `# Operations

Every REST operation of the four services, and the fields of the graph that may call it. Units are those of the [bucket](limits.md#googles-quotas) in the heading, unless a row names another. No page of Google states those with \`*\`: they are assumed, like those of similar operations. Written by \`npm run schema\`.`;

const head = ['| operation | units | fields |', '| --- | --- | --- |'];

type Coordinates = ReadonlyMap<string, readonly string[]>;

/** @returns the text of `docs/operations.md` */
export function printOperations(schema: GraphQLSchema): string {
  const { coordinates, retired } = exposedOperationsOf(schema);
  const fieldsOf = ({ key }: AnyOperation): string => {
    const fields = coordinates.get(key)?.join(', ') ?? 'not exposed yet';
    return retired.includes(key) ? `${fields} (never called: retired by YouTube)` : fields;
  };
  const sections = serviceNames(googleApis).map((service) =>
    sectionOf(service, fieldsOf, coordinates),
  );
  return `${[introduction, ...sections].join('\n\n')}\n`;
}

/** @returns the README with the numbers of operations, wherever it states them */
export function withOperationCounts(readme: string, schema: GraphQLSchema): string {
  const { coordinates } = exposedOperationsOf(schema);
  const keys = [...catalogue.keys()];
  const counts = serviceNames(googleApis).map((service) => {
    const own = keys.filter((key) => key.startsWith(`${service}:`));
    const covered = own.filter((key) => coordinates.has(key));
    return [googleApis.services[service].title, `${covered.length} of ${own.length}`] as const;
  });
  return counts.reduce(
    (text, [title, count]) =>
      text.replace(new RegExp(`(\\| ${title} \\| )\\d+ of \\d+`), `$1${count}`),
    readme.replace(/covers \d+ operations/, `covers ${keys.length} operations`),
  );
}

function sectionOf(
  service: Service,
  fieldsOf: (operation: AnyOperation) => string,
  coordinates: Coordinates,
): string {
  const operations = [...catalogue.values()]
    .filter((operation) => serviceOf(operation) === service)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const usual = operations[0]!.bucket;
  const row = (each: AnyOperation): string =>
    `| \`${each.key}\` | ${unitsOf(each, usual)} | ${fieldsOf(each)} |`;
  return [
    `## ${googleApis.services[service].title} (${operations.length}, ${usual})`,
    '',
    ...head,
    ...operations.map(row),
    ...notSentLines(operations.filter(({ key }) => coordinates.has(key))),
  ].join('\n');
}

const unitsOf = ({ units, unitsAreAssumed, bucket }: AnyOperation, usual: Bucket): string =>
  `${units ?? ''}${unitsAreAssumed ? '\\*' : ''}${bucket === usual ? '' : ` ${bucket}`}`;

/** A list of the parameters that no field sends, with the reason. */
function notSentLines(operations: readonly AnyOperation[]): string[] {
  const parameters = operations.flatMap(notSentOf);
  const byReason = [...Map.groupBy(parameters, ({ reason }) => reason)];
  if (byReason.length === 0) return [];
  const lines = byReason.map(
    ([reason, all]) => `- ${all.map(({ text }) => text).join(', ')}: ${reason}`,
  );
  return ['', 'Parameters that no field sends:', '', ...lines];
}

/** The parameters of an operation that no field sends, by their reasons, as queries of a URL. */
function notSentOf({ key, query }: AnyOperation): { text: string; reason: string }[] {
  const names = new Map<string, string[]>();
  for (const [name, { notSent }] of Object.entries(query as Readonly<Record<string, Param>>))
    if (notSent !== undefined) names.set(notSent, [...(names.get(notSent) ?? []), name]);
  return [...names].map(([reason, all]) => ({ text: `\`${key}?${all.join('&')}\``, reason }));
}

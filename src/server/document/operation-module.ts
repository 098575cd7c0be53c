/** `studiograph/operations`: the documents of `schema/operations/`, and what each costs. */
import { type GraphQLSchema, Kind, parse, validateExecutionArgs } from 'graphql';
import { estimateCost } from '../../engine/cost/estimate.ts';

/** A document with one operation. Its first line is a comment. */
interface OperationFile {
  readonly text: string;
}

/** @returns a module of JavaScript; `printOperationTypes` has its types */
export function printOperationModule(
  schema: GraphQLSchema,
  files: readonly OperationFile[],
): string {
  const operations = Object.fromEntries(files.map(({ text }) => entryOf(schema, text)));
  return `/** \`npm run schema\` writes this file. */\nexport const operations = ${JSON.stringify(operations, null, 2)};\n`;
}

function entryOf(schema: GraphQLSchema, document: string) {
  const parsed = parse(document);
  const operation = parsed.definitions.find((each) => each.kind === Kind.OPERATION_DEFINITION)!;
  const prepared = validateExecutionArgs({ schema, document: parsed });
  if (!('schema' in prepared)) throw prepared[0]!;
  const { calls: requests, units } = estimateCost(prepared);
  const name = operation.name!.value;
  const [, description] = /^# (.+)\n/.exec(document)!;
  return [
    name,
    { name, kind: operation.operation, description, document, requests, units },
  ] as const;
}

/** @returns the types of the module */
export function printOperationTypes(files: readonly OperationFile[]): string {
  const names = files.map(({ text }) => /^(?:query|mutation|subscription) (\w+)/m.exec(text)![1]!);
  return types + names.map((name) => `\n  | '${name}'`).join('') + ';\n';
}

const types = `/** Documents to start from. \`npm run schema\` writes this file. */
import type { Bucket } from './extensions.js';

/** A document with one operation. */
export interface Operation {
  readonly name: OperationName;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** What it reads or does, in English. */
  readonly description: string;
  /** Its variables have defaults: ids of the sandbox. */
  readonly document: string;
  /** The most REST calls that it makes with these defaults, without retries. */
  readonly requests: number;
  /** The most quota units that these calls cost, by bucket. */
  readonly units: Readonly<Partial<Record<Bucket, number>>>;
}

/** By the names of the operations. */
export declare const operations: Readonly<Record<OperationName, Operation>>;

export type OperationName =`;

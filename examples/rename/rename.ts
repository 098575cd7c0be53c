/**
 * Rewrites GraphQL documents from the names before to those of CHANGELOG.md, "Unreleased".
 *
 * node rename.ts <schema of before> <file with a document>...
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import {
  type ASTNode,
  buildSchema,
  getNamedType,
  type GraphQLSchema,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** New names by the coordinates of before. */
const names: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('renamed.json', import.meta.url), 'utf8'),
);

/** Units of what was a number and is a duration, by the old name. */
const units: Readonly<Record<string, (count: string) => string>> = {
  broadcastStreamDelayMs: (count) => `PT${Number(count) / 1_000}S`,
  minutes: (count) => `PT${count}M`,
  ttlSeconds: (count) => `PT${count}S`,
  waitSeconds: (count) => `PT${count}S`,
};

/** @returns the document with the new names. Aliases and variables keep theirs. */
export function renamed(document: string, schema: GraphQLSchema): string {
  const info = new TypeInfo(schema);
  const edits: [node: ASTNode, text: string][] = [];
  const rename = (node: ASTNode, coordinate: string): void => {
    if (Object.hasOwn(names, coordinate)) edits.push([node, names[coordinate]!]);
  };
  const convert = (name: string, value: ASTNode): void => {
    if (value.kind === Kind.INT && Object.hasOwn(units, name))
      edits.push([value, `"${units[name]!(value.value)}"`]);
  };
  const visitor = visitWithTypeInfo(info, {
    NamedType: ({ name }) => rename(name, name.value),
    Field: ({ name }) => rename(name, `${info.getParentType()?.name}.${name.value}`),
    Argument: ({ name, value }) => {
      const field = `${info.getParentType()?.name}.${info.getFieldDef()?.name}`;
      rename(name, `${field}(${name.value}:)`);
      convert(name.value, value);
    },
    ObjectField: ({ name, value }) => {
      rename(name, `${getNamedType(info.getParentInputType())?.name}.${name.value}`);
      convert(name.value, value);
    },
    EnumValue: (node) => rename(node, `${getNamedType(info.getInputType())?.name}.${node.value}`),
  });
  visit(parse(document), visitor);
  return edits
    .toSorted(([one], [other]) => other.loc!.start - one.loc!.start)
    .reduce(
      (text, [{ loc }, to]) => text.slice(0, loc!.start) + to + text.slice(loc!.end),
      document,
    );
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const [schema = '', ...files] = process.argv.slice(2);
  const before = buildSchema(readFileSync(schema, 'utf8'), { assumeValid: true });
  for (const file of files) writeFileSync(file, renamed(readFileSync(file, 'utf8'), before));
}

/** The documents of tools, as they are sent. */
import {
  type DocumentNode,
  getNamedType,
  type GraphQLSchema,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { withSelections } from '../added-selection.ts';
import { addCursors } from '../page-cursor.ts';
import { addMissingScopes } from '../token-lack.ts';

/** A document with what the result needs besides. */
export interface ToolDocument {
  readonly query: string;
  /** The names in the result whose values are points in time. */
  readonly timeNames: ReadonlySet<string>;
}

/** Prepares each document once. */
export class ToolDocuments {
  readonly #schema: GraphQLSchema;
  readonly #parsed = new Map<string, DocumentNode>();
  /** Those of agents go with the parsed document. */
  readonly #prepared = new WeakMap<DocumentNode, ToolDocument>();

  constructor(schema: GraphQLSchema) {
    this.#schema = schema;
  }

  /** @param text one of a few: all are kept */
  of(text: string): ToolDocument {
    let parsed = this.#parsed.get(text);
    if (parsed === undefined) {
      parsed = parse(text, { noLocation: true });
      this.#parsed.set(text, parsed);
    }
    return this.prepare(parsed);
  }

  /** @param document of a tool, of the agent or of the operator */
  prepare(document: DocumentNode): ToolDocument {
    let prepared = this.#prepared.get(document);
    if (prepared === undefined) {
      const added = withSelections(document, this.#schema, addCursors, addMissingScopes);
      prepared = { query: print(added), timeNames: timeNamesIn(document, this.#schema) };
      this.#prepared.set(document, prepared);
    }
    return prepared;
  }
}

function timeNamesIn(document: DocumentNode, schema: GraphQLSchema): ReadonlySet<string> {
  const timeNames = new Set<string>();
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Field({ name, alias }) {
        if (getNamedType(info.getType())?.name === 'DateTime') timeNames.add((alias ?? name).value);
      },
    }),
  );
  return timeNames;
}

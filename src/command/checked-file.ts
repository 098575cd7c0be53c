/**
 * The files that `studiograph check` gets: their operations, each with the fragments that it uses,
 * and what is wrong with them. As with graphql-codegen, files see each other's fragments.
 */
import { resolve } from 'node:path';
import {
  type DefinitionNode,
  type DocumentNode,
  ExecutableDefinitionsRule,
  type FragmentDefinitionNode,
  getLocation,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  LoneAnonymousOperationRule,
  NoSchemaIntrospectionCustomRule,
  NoUnusedFragmentsRule,
  type OperationDefinitionNode,
  parse,
  print,
  Source,
  specifiedRules,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
  validate,
  type ValidationRule,
  visit,
} from 'graphql';
import { type OperationFile, readOperationFiles } from '../server/document/operation-files.ts';
import { withArgument } from '../server/error/argument-path.ts';
import { withHint, withOwnMessage } from '../server/error/words.ts';

/** An operation without a fault. */
interface CheckedOperation {
  readonly node: OperationDefinitionNode;
  /** The operation and its fragments, as a client sends them. */
  readonly text: string;
}

/** What a check has found in a file, or in a document of a manifest. */
export interface CheckedFile {
  readonly place: string;
  /** Lines like `file:1:2 message`, in the order of the file. */
  readonly problems: readonly string[];
  readonly operations: readonly CheckedOperation[];
  /** The fragments of a file that has nothing else, and how many operations use each. */
  readonly fragments: readonly (readonly [name: string, uses: number])[];
}

/** @throws OperationFilesError for files that cannot be read */
export function checkFiles(
  paths: readonly string[],
  options: { readonly schema: GraphQLSchema; readonly isOpen: boolean },
): readonly CheckedFile[] {
  return new FileCheck(documentsIn(paths), options).files();
}

/** A document with what it defines. */
interface ReadDocument {
  readonly place: string;
  /** Whether it sees no fragments of others: clients send it as it is in a manifest. */
  readonly isWhole: boolean;
  readonly definitions: readonly DefinitionNode[];
  readonly syntaxError?: GraphQLError;
}

function documentsIn(paths: readonly string[]): ReadDocument[] {
  const files = paths.flatMap((path) =>
    readOperationFiles(path).map((file) => ({
      ...file,
      isWhole: file.place.startsWith(`${path}, `),
    })),
  );
  // A folder and a file in it can both be given.
  return [...new Map(files.map((file) => [resolve(file.place), file])).values()].map(readDocument);
}

function readDocument({
  text,
  place,
  isWhole,
}: OperationFile & { readonly isWhole: boolean }): ReadDocument {
  try {
    const { definitions } = parse(new Source(text, place));
    return { place, isWhole, definitions };
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { place, isWhole, definitions: [], syntaxError: error };
  }
}

/** Of a whole file. */
const fileRules = [
  ExecutableDefinitionsRule,
  LoneAnonymousOperationRule,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
];

const isOperation = (node: DefinitionNode): node is OperationDefinitionNode =>
  node.kind === Kind.OPERATION_DEFINITION;

const isFragment = (node: DefinitionNode): node is FragmentDefinitionNode =>
  node.kind === Kind.FRAGMENT_DEFINITION;

/** An operation or a fragment, and what it uses. */
type Unit = readonly [DefinitionNode, ...FragmentDefinitionNode[]];

/** Where a problem is. */
interface Spot {
  readonly place: string;
  readonly line: number;
  readonly column: number;
}

/** One check of all files. */
class FileCheck {
  readonly #documents: readonly ReadDocument[];
  readonly #schema: GraphQLSchema;
  readonly #rules: readonly ValidationRule[];
  /** What all files see, by its name. */
  readonly #shared: ReadonlyMap<string, readonly FragmentDefinitionNode[]>;
  readonly #uses = new Map<FragmentDefinitionNode, number>();
  /** By the place of a file, and by their texts: operations share fragments, and their errors. */
  readonly #problems = new Map<string, Map<string, Spot>>();

  constructor(
    documents: readonly ReadDocument[],
    { schema, isOpen }: { readonly schema: GraphQLSchema; readonly isOpen: boolean },
  ) {
    this.#documents = documents;
    this.#schema = schema;
    this.#rules = isOpen ? specifiedRules : [...specifiedRules, NoSchemaIntrospectionCustomRule];
    const fragments = documents.flatMap(({ isWhole, definitions }) =>
      isWhole ? [] : definitions.filter(isFragment),
    );
    this.#shared = Map.groupBy(fragments, ({ name }) => name.value);
  }

  files(): CheckedFile[] {
    const operations = new Map(this.#documents.map((each) => [each, this.#operationsOf(each)]));
    for (const document of this.#documents) this.#checkFragments(document);
    for (const fragments of this.#shared.values()) this.#checkCopies(fragments);
    return this.#documents.map((document) => {
      const { place, definitions } = document;
      const problems = [...(this.#problems.get(place) ?? [])].toSorted(
        ([, a], [, b]) => a.line - b.line || a.column - b.column,
      );
      const fragments = definitions.some(isOperation) ? [] : definitions.filter(isFragment);
      return {
        place,
        problems: problems.map(([text]) => text),
        operations: operations.get(document)!,
        fragments: fragments.map((each) => [each.name.value, this.#uses.get(each) ?? 0]),
      };
    });
  }

  #operationsOf(document: ReadDocument): CheckedOperation[] {
    const { place, definitions, syntaxError } = document;
    if (syntaxError) this.#reportError(place, syntaxError);
    const hasAny = definitions.some((each) => isOperation(each) || isFragment(each));
    const wrong = new Set(
      hasAny
        ? this.#validate(place, definitions, fileRules).flatMap(({ nodes = [] }) => nodes)
        : [],
    );
    return definitions.filter(isOperation).flatMap((node) => {
      const unit = this.#unitOf(node, document);
      const [, ...fragments] = unit;
      for (const each of fragments) this.#uses.set(each, (this.#uses.get(each) ?? 0) + 1);
      const errors = this.#validate(place, unit, this.#rules);
      if (errors.length > 0) this.#reportUse(node, place, errors);
      if (errors.length > 0 || wrong.has(node) || (node.name && wrong.has(node.name))) return [];
      return [{ node, text: unit.map(textOf).join('\n\n') }];
    });
  }

  /** Says of an operation that all its errors are in other files. */
  #reportUse(node: OperationDefinitionNode, place: string, errors: readonly GraphQLError[]): void {
    const places = new Set(errors.map(({ source }) => source?.name ?? place));
    if (places.has(place)) return;
    const message = `${titleOf(node)} uses fragments with errors, in ${[...places].join(', ')}`;
    this.#report(spotOf(node), message);
  }

  /** Checks the fragments that no operation uses. */
  #checkFragments(document: ReadDocument): void {
    const { place, definitions } = document;
    const rules = this.#rules.filter((rule) => rule !== NoUnusedFragmentsRule);
    const isLibrary = !definitions.some(isOperation);
    for (const node of definitions.filter(isFragment).filter((each) => !this.#uses.has(each))) {
      this.#validate(place, this.#unitOf(node, document), rules);
      const message = `Fragment "${node.name.value}" is never used.`;
      if (!isLibrary) this.#report(spotOf(node), message);
    }
  }

  /** Copies that are the same do no harm: graphql-codegen accepts them, too. */
  #checkCopies([first, ...others]: readonly FragmentDefinitionNode[]): void {
    const place = placeOf(first!);
    for (const node of others) {
      if (placeOf(node) === place || print(node) === print(first!)) continue;
      const message = `There is another fragment "${node.name.value}", in ${spotText(spotOf(first!))}`;
      this.#report(spotOf(node), message);
    }
  }

  /** @returns a definition with all fragments that it uses: those of its own file come first */
  #unitOf(root: DefinitionNode, { isWhole, definitions }: ReadDocument): Unit {
    const own = Map.groupBy(definitions.filter(isFragment), ({ name }) => name.value);
    const found = new Set<FragmentDefinitionNode>();
    const add = (node: DefinitionNode): void => {
      visit(node, {
        FragmentSpread: ({ name: { value } }) => {
          const [fragment] = own.get(value) ?? (isWhole ? [] : (this.#shared.get(value) ?? []));
          if (fragment === undefined || fragment === root || found.has(fragment)) return;
          found.add(fragment);
          add(fragment);
        },
      });
    };
    add(root);
    return [root, ...found];
  }

  /** @returns the errors, which are reported at the files where they are */
  #validate(
    place: string,
    definitions: readonly DefinitionNode[],
    rules: readonly ValidationRule[],
  ): readonly GraphQLError[] {
    const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
    const errors = validate(this.#schema, document, rules, { maxErrors: Infinity }).map((error) =>
      withHint(this.#schema, withArgument(this.#schema, document, withOwnMessage(error))),
    );
    for (const error of errors) this.#reportError(place, error);
    return errors;
  }

  /** @param checked the file where an error without a place is reported */
  #reportError(checked: string, { source, locations, message }: GraphQLError): void {
    const { line, column } = locations?.[0] ?? { line: 1, column: 1 };
    this.#report({ place: source?.name ?? checked, line, column }, message);
  }

  #report(spot: Spot, message: string): void {
    const problems = this.#problems.get(spot.place) ?? new Map<string, Spot>();
    this.#problems.set(spot.place, problems.set(`${spotText(spot)} ${message}`, spot));
  }
}

const titleOf = ({ name, operation }: OperationDefinitionNode): string =>
  name === undefined ? `The ${operation}` : `Operation "${name.value}"`;

/** All nodes have been read from files. */
const placeOf = ({ loc }: DefinitionNode): string => loc!.source.name;

const textOf = ({ loc }: DefinitionNode): string => loc!.source.body.slice(loc!.start, loc!.end);

const spotOf = ({ loc }: DefinitionNode): Spot => ({
  place: loc!.source.name,
  ...getLocation(loc!.source, loc!.start),
});

const spotText = ({ place, line, column }: Spot): string => `${place}:${line}:${column}`;

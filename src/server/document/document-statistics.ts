/** Size of the operations of a document, with each fragment counted wherever it is spread. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  OperationTypeNode,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** Size of an operation or a selection. Numbers stop growing at 2^53 - 1. */
interface SelectionSize {
  /** Levels of nested fields. */
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  /** Fields of the top level. */
  readonly rootFields: number;
}

/** The size of one operation of a document. */
interface OperationSize extends SelectionSize {
  readonly operation: OperationTypeNode;
}

const empty: SelectionSize = { depth: 0, fields: 0, aliases: 0, rootFields: 0 };

/**
 * Visits each fragment once, however often it is spread. A fragment that spreads itself counts as
 * empty there; validation rejects it.
 */
export function operationSizes({ definitions }: DocumentNode): readonly OperationSize[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition);
  const visitor = new SizeVisitor(fragments);
  return definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? [{ operation: definition.operation, ...visitor.sizeOf(definition.selectionSet) }]
      : [],
  );
}

class SizeVisitor {
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #fragmentSizes = new Map<string, SelectionSize>();

  constructor(fragments: ReadonlyMap<string, FragmentDefinitionNode>) {
    this.#fragments = fragments;
  }

  sizeOf({ selections }: SelectionSetNode): SelectionSize {
    return selections.reduce((total, each) => add(total, this.#sizeOfOne(each)), empty);
  }

  #sizeOfOne(selection: SelectionNode): SelectionSize {
    if (selection.kind === Kind.INLINE_FRAGMENT) return this.sizeOf(selection.selectionSet);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.#fragmentSize(selection.name.value);
    const { selectionSet, alias } = selection;
    const { depth, fields, aliases } =
      selectionSet === undefined ? empty : this.sizeOf(selectionSet);
    return {
      depth: depth + 1,
      fields: fields + 1,
      aliases: aliases + (alias === undefined ? 0 : 1),
      rootFields: 1,
    };
  }

  #fragmentSize(name: string): SelectionSize {
    const known = this.#fragmentSizes.get(name);
    if (known !== undefined) return known;
    // Ends the recursion of a fragment that spreads itself.
    this.#fragmentSizes.set(name, empty);
    const fragment = this.#fragments.get(name);
    const size = fragment === undefined ? empty : this.sizeOf(fragment.selectionSet);
    this.#fragmentSizes.set(name, size);
    return size;
  }
}

const capped = (sum: number): number => Math.min(Number.MAX_SAFE_INTEGER, sum);

const add = (a: SelectionSize, b: SelectionSize): SelectionSize => ({
  depth: Math.max(a.depth, b.depth),
  fields: capped(a.fields + b.fields),
  aliases: capped(a.aliases + b.aliases),
  rootFields: capped(a.rootFields + b.rootFields),
});

/** Counts in the whole document, including unused fragments, and in the longest list literal. */
export function documentStatistics(document: DocumentNode) {
  let directives = 0;
  let longestList = 0;
  visit(document, {
    Directive: () => void (directives += 1),
    ListValue: ({ values }) => void (longestList = Math.max(longestList, values.length)),
  });
  return { directives, longestList };
}

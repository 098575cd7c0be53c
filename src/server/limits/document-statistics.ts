/** How large what a document asks for is, every fragment counted where it is spread. */
import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

/** Of one operation, or of one selection. Numbers beyond 2^53 stay there. */
export interface Measure {
  /** Fields below one another. */
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  /** Fields of the uppermost level. */
  readonly roots: number;
}

const nothing: Measure = { depth: 0, fields: 0, aliases: 0, roots: 0 };
const most = Number.MAX_SAFE_INTEGER;

/**
 * @returns each operation's measure, by kind of operation. A fragment is walked once, however often it is spread.
 * Fragments that spread themselves are cut there: validation refuses them.
 */
export function measure(
  document: DocumentNode,
): readonly (Measure & { readonly operation: string })[] {
  const walk = walker(document);
  return document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? [{ operation: definition.operation, ...walk(definition.selectionSet) }]
      : [],
  );
}

function walker({ definitions }: DocumentNode): (set: SelectionSetNode) => Measure {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION)
      fragments.set(definition.name.value, definition);
  const known = new Map<string, Measure>();
  const sum = ({ selections }: SelectionSetNode): Measure =>
    selections.reduce((total, each) => plus(total, one(each)), nothing);
  function one(selection: SelectionNode): Measure {
    if (selection.kind === Kind.INLINE_FRAGMENT) return sum(selection.selectionSet);
    if (selection.kind === Kind.FRAGMENT_SPREAD) return spread(selection.name.value);
    const { depth, fields, aliases } =
      selection.selectionSet === undefined ? nothing : sum(selection.selectionSet);
    return {
      depth: depth + 1,
      fields: fields + 1,
      aliases: aliases + (selection.alias === undefined ? 0 : 1),
      roots: 1,
    };
  }
  function spread(name: string): Measure {
    const before = known.get(name);
    if (before !== undefined) return before;
    known.set(name, nothing);
    const fragment = fragments.get(name);
    const found = fragment === undefined ? nothing : sum(fragment.selectionSet);
    known.set(name, found);
    return found;
  }
  return sum;
}

const plus = (a: Measure, b: Measure): Measure => ({
  depth: Math.max(a.depth, b.depth),
  fields: Math.min(most, a.fields + b.fields),
  aliases: Math.min(most, a.aliases + b.aliases),
  roots: Math.min(most, a.roots + b.roots),
});

/** Directives in the whole document, and the length of its longest list. */
export function census(document: DocumentNode): {
  readonly directives: number;
  readonly longestList: number;
} {
  let directives = 0;
  let longestList = 0;
  visit(document, {
    Directive: () => void (directives += 1),
    ListValue: ({ values }) => void (longestList = Math.max(longestList, values.length)),
  });
  return { directives, longestList };
}

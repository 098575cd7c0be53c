/**
 * What the schema's extensions state about a field, in terms that tests need. These statements are
 * data; no code of the product that plans calls from them is used. Tests read these facts here and
 * nowhere else, so that a change of the extensions changes one test file.
 */
import {
  type FieldNode,
  getArgumentValues,
  type GraphQLField,
  type GraphQLResolveInfo,
} from 'graphql';

/** A field of an object type, as much of it as these facts need. */
type Field = Pick<GraphQLField<unknown, unknown>, 'extensions'>;

type Needs = NonNullable<Field['extensions']['needs']>;

export interface FieldNeed {
  /** Paths that the field reads in the value of its parent. */
  readonly paths: readonly string[];
  /** Paths that the field reads if the response with its parent is requested anyway. */
  readonly optionalPaths: readonly string[];
  /** Path below which the selection continues in the same response; `''`: at the same position. */
  readonly nested: string | undefined;
  /** The type that the field links to; undefined if it links to several. */
  readonly link: string | undefined;
  /** All types that the field links to by an id. */
  readonly linkTargets: readonly string[];
  /** Whether the key of the linked entity contains keys of the field's parent. */
  readonly linkUsesRef: boolean;
  /** The resource that the field's own call reads, and the path in its response. */
  readonly separateFetch: { readonly resource: string; readonly at: string } | undefined;
  /** `nested` of the field without arguments: then it needs no separate fetch. */
  readonly nestedWithoutArguments: string | undefined;
  /** The list operation whose one response has all items; undefined for all other fields. */
  readonly wholeList: { readonly operation: string; readonly itemType: string } | undefined;
  /**
   * Path of the list's items in the parent's response, which may make the list's own call
   * unnecessary.
   */
  readonly embedded: { readonly at: string; readonly optional: boolean } | undefined;
  /** Whether resolving the field takes a call that the parent's projection does not include. */
  readonly hasOwnCall: boolean;
}

const noFacts: FieldNeed = {
  paths: [],
  optionalPaths: [],
  nested: undefined,
  link: undefined,
  linkTargets: [],
  linkUsesRef: false,
  separateFetch: undefined,
  nestedWithoutArguments: undefined,
  wholeList: undefined,
  embedded: undefined,
  hasOwnCall: false,
};

function factsOf(needs: Needs): FieldNeed {
  const paths = 'paths' in needs ? needs.paths : [];
  switch (needs.kind) {
    case 'nested':
      return { ...noFacts, paths, nested: needs.path };
    case 'link':
      return { ...noFacts, paths, ...linkFacts(needs) };
    case 'list': {
      const { optionalPaths, embedded, operation, itemType, extent } = needs;
      return {
        ...noFacts,
        paths,
        optionalPaths,
        wholeList: extent.kind === 'whole' ? { operation: operation.key, itemType } : undefined,
        embedded: embedded ? { at: embedded.path, optional: embedded.optional } : undefined,
        hasOwnCall: true,
      };
    }
    case 'separateFetch':
      return { ...noFacts, paths, ...separateFetchFacts(needs), hasOwnCall: true };
    case 'calls':
      return { ...noFacts, hasOwnCall: true };
    default:
      return { ...noFacts, paths };
  }
}

function linkFacts({ link, isChain }: Extract<Needs, { kind: 'link' }>): Partial<FieldNeed> {
  const linkTargets = link.targets.map(({ name }) => name);
  if (linkTargets.length > 1 || isChain) return { hasOwnCall: true, linkTargets };
  return { link: linkTargets[0], linkTargets, linkUsesRef: link.usesRef };
}

/** Fields whose value is a whole entity are linked, not read at a path of a response. */
function separateFetchFacts({
  resource,
  path,
  withoutArguments,
}: Extract<Needs, { kind: 'separateFetch' }>): Partial<FieldNeed> {
  if (path === '') return { linkTargets: [resource.name] };
  const instead = withoutArguments?.needs;
  return {
    separateFetch: { resource: resource.name, at: path },
    nestedWithoutArguments: instead?.kind === 'nested' ? instead.path : undefined,
  };
}

/** Facts about a field without its arguments; undefined for a field that states none. */
export function fieldNeed({ extensions }: Field): FieldNeed | undefined {
  return extensions.needs && factsOf(extensions.needs);
}

/**
 * Facts about a field with the arguments that it has at a place of a document: a field that states
 * needs without arguments has these while all its arguments are null or have their defaults.
 */
export function fieldNeedAt(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  { variableValues }: GraphQLResolveInfo,
): FieldNeed | undefined {
  const { needs } = field.extensions;
  if (needs?.kind !== 'separateFetch' || needs.withoutArguments === null) return fieldNeed(field);
  const { needs: instead, defaults } = needs.withoutArguments;
  const args = Object.entries(getArgumentValues(field, node, variableValues));
  const isPlain = args.every(([name, value]) => value == null || value === defaults[name]);
  return factsOf(isPlain ? instead : needs);
}

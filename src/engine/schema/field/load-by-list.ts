/**
 * Loads an entity by a list of it that is selected, too, if each answer of the list has all else
 * that is selected of the entity: one call in place of two.
 */
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../execution/execution.ts';
import { argumentValues } from '../../read/argument-values.ts';
import type { PageAnswer, PageRead } from '../../read/list/page-loader.ts';
import { Paths } from '../../read/path.ts';
import type { Branch, EntityProjection, Projection } from '../../read/walk/projection.ts';
import type { Ref } from '../../read/resource.ts';

/** A list, as a field selects it. */
interface SelectedList {
  // any: each field declares the types of its own arguments.
  readonly given: any;
  readonly execution: Execution;
  readonly projection: Projection;
  /** Identifies the field of the query. */
  readonly field: object;
  readonly info: GraphQLResolveInfo;
}

/** What the answers of a list say of the entity that has the list. */
export interface ParentAnswer {
  /** The paths of the entity, which the answers have at the same places. */
  readonly paths: (given: SelectedList['given']) => readonly string[];
  /**
   * The page that the list reads first.
   * @throws InvalidInput
   */
  readonly firstPage: (list: SelectedList, ref: Ref) => PageRead;
}

type Load = object | null | Promise<object | null>;

/** As `Execution.load`, for a field with the `info`. */
export function loadByList(
  execution: Execution,
  ref: Ref,
  projection: EntityProjection,
  info: GraphQLResolveInfo,
): Load {
  const load = (): Load => execution.load(ref, projection);
  const { paths } = projection;
  if (paths.size === 0 || execution.loaderOf(ref.resource).has(ref, paths)) return load();
  const { branches = [] } = projection as Partial<Projection>;
  const read = branches.map((branch) => pageOf(branch, { execution, ref, paths, info }));
  const first = read.find((page) => page !== undefined);
  if (!first) return load();
  const store = ({ answer }: { readonly answer: PageAnswer | undefined }): void => {
    const own = Object.fromEntries([...paths.set].map((path) => [path, answer?.[path]]));
    // The call for the entity itself finds out whether a value is invalid there, too.
    if (answer && !Object.values(own).some((value) => value instanceof Error))
      execution.loaderOf(ref.resource).prime(ref, own, paths);
  };
  // If the list fails, the entity may exist all the same: its own call says so.
  return execution.pages
    .load(first)
    .then(store, () => {})
    .then(load);
}

interface ListedEntity {
  readonly execution: Execution;
  readonly ref: Ref;
  /** The paths that are requested of the entity. */
  readonly paths: Paths;
  readonly info: GraphQLResolveInfo;
}

/** The first page of a list with the paths of its entity; undefined: its answer lacks some. */
function pageOf(
  { field, node, above, projections }: Branch,
  { execution, ref, paths, info }: ListedEntity,
): PageRead | undefined {
  const { parentAnswer } = field.extensions;
  const projection = projections.values().next().value;
  if (!parentAnswer || !projection || above.length > 0) return undefined;
  try {
    const given = argumentValues(field, node, info.variableValues);
    if (!paths.coveredBy(new Set(parentAnswer.paths(given)))) return undefined;
    const page = parentAnswer.firstPage({ given, execution, projection, field: node, info }, ref);
    return { ...page, paths: Paths.union([page.paths, paths]) };
  } catch {
    // The list has the error of its arguments.
    return undefined;
  }
}

declare module 'graphql' {
  interface GraphQLFieldExtensions<_TSource, _TContext, _TArgs> {
    parentAnswer?: ParentAnswer;
  }
}

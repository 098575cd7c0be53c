/** Lists without pages: all items of one response. */
import type { GraphQLResolveInfo } from 'graphql';
import type { Execution } from '../../execution/execution.ts';
import type { ListNeeds } from '../../read/needs.ts';
import { itemsOf, itemsRead } from '../../read/list/page.ts';
import { Paths } from '../../read/path.ts';
import type { EntityProjection } from '../../read/walk/projection.ts';
import { ownId, refOf, type Resource, type WholeList } from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { validAt } from '../../rest/operation/invalid-value.ts';
import type { Context } from '../builder.ts';
import {
  argumentNamesOf,
  type ParameterNames,
  parametersOf,
  withArgumentNames,
} from '../field/argument-name.ts';
import {
  type CallArguments,
  type ChildListSpec,
  type ListCallSpec,
  parameterCheck,
  parentKeys,
  refAttacher,
  tokenCallsOf,
  tokenNeed,
  variantOf,
  variantOfItems,
  withParameters,
} from '../field/field-call.ts';
import {
  type AnyFieldBuilder,
  type Field,
  field,
  type EntityType,
} from '../field/field-factory.ts';
import { cut, type FirstArgument, firstArgument } from './first-argument.ts';
import { nullOnReasons } from '../field/null-on-reason.ts';

interface CommonSpec extends Pick<ListCallSpec, 'arguments' | 'nullOnReasons' | 'argumentNames'> {
  readonly deprecationReason?: string;
  /** Maximum number of items. */
  readonly maxItems?: number;
  /** REST parameters by the name of the argument, for arguments that have another name. */
  readonly parameters?: ParameterNames;
}

/** A list operation that is called for each parent. */
interface ListSpec
  extends CommonSpec,
    Pick<
      ChildListSpec,
      'operation' | 'paths' | 'args' | 'keyOf' | 'argumentParameters' | 'forCaller'
    > {
  /** Ids of the items if the arguments name them: items are in this order, missing ones null. */
  // any: each field declares the types of its own arguments.
  readonly idsIn?: (given: any) => readonly string[] | undefined;
  /** Default of the argument `first`, of at most `maxItems`. Absent: the list is always whole. */
  readonly defaultFirst?: number;
  /**
   * Returns what selects items before they are counted, and reads `filterPaths` of an item;
   * undefined: the arguments select all.
   */
  readonly filter?: (given: any) => ((item: any) => boolean) | undefined;
  readonly filterPaths?: readonly string[];
}

/**
 * A list without pages. With `operation`: the items of one call for each parent (captions of a
 * video). Without it: all entities of a resource that is read as a whole (languages); the links to
 * these entities share the call.
 */
export function list<Target>(
  t: AnyFieldBuilder,
  target: EntityType<Target>,
  spec: ListSpec | CommonSpec,
  description: string,
): Field {
  const { resource } = target;
  const operation = 'operation' in spec ? spec.operation : resource.read.operation;
  const read: ListReader =
    'operation' in spec ? listCaller(resource, spec) : wholeReader(resource, spec.parameters);
  const first = firstArgument(t, spec);
  const checks = ['operation' in spec ? parameterCheck(spec) : undefined, first.check];
  const names = { ...argumentNamesOf(spec.parameters), ...spec.argumentNames };
  return field(t, {
    type: [target],
    nullable: { list: true, items: 'idsIn' in spec },
    description,
    deprecationReason: spec.deprecationReason,
    args: { ...spec.arguments, ...first.args },
    isNullOnErrorOnly: 'operation' in spec && spec.nullOnReasons === undefined,
    needs: listNeeds(resource, operation, spec),
    check: allOf(checks),
    operations: [operation],
    tokenCalls: 'operation' in spec ? tokenCallsOf(spec) : undefined,
    resolve: (
      parent: unknown,
      given: CallArguments,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const items = read(parent, given, execution, projectionOf(info));
      const named = withArgumentNames(items, given, names, parent);
      return nullOnReasons(named, spec.nullOnReasons, execution, info);
    },
  });
}

/** One check that makes all; undefined if there is none. */
function allOf(
  given: readonly (((args: CallArguments) => void) | undefined)[],
): ((args: CallArguments) => void) | undefined {
  const checks = given.filter((check) => check !== undefined);
  return checks.length === 0 ? undefined : (args) => checks.forEach((check) => check(args));
}

const listNeeds = (
  resource: Resource,
  operation: AnyOperation,
  { maxItems = Infinity, ...spec }: ListSpec | CommonSpec,
): ListNeeds => ({
  kind: 'list',
  operation,
  itemType: resource.name,
  paths: ('paths' in spec && spec.paths) || [],
  optionalPaths: [],
  isByKeys: 'operation' in spec && spec.args === undefined,
  keepsItems: () => false,
  needsToken: tokenNeed({ operation, ...spec }),
  embedded: null,
  extent: { kind: 'whole', maxItems },
});

type ListReader = (
  parent: unknown,
  given: CallArguments,
  execution: Execution,
  projection: EntityProjection,
) => Promise<readonly (object | null)[] | null>;

function listCaller(resource: Resource, spec: ListSpec): ListReader {
  const { operation, maxItems = Infinity, filter, filterPaths = [] } = spec;
  const argsOf = withParameters(spec, spec.args ?? parentKeys(resource.fixed));
  return async (parent, given, execution, projection) => {
    const ref = refOf(parent);
    const args = await argsOf(parent, given, ref, execution);
    if (args === null) return [];
    const select = filter?.(given);
    const { paths, downstream } = projection;
    const needed = select ? { paths: paths.with(...filterPaths), downstream } : projection;
    const read = itemsRead(operation, { ...resource.fixed, ...args }, needed);
    const { answer } = await execution.pages.load(read);
    const variant = variantOfItems(resource, args);
    const attach = refAttacher({ resource, operation, keyOf: spec.keyOf, parent: ref, variant });
    const all = itemsOf(answer ?? {}, operation);
    const selected = select ? all.filter((item) => select(validAt(item, filterPaths))) : all;
    const { first } = given as FirstArgument;
    const items = cut(selected, first, maxItems).map(attach);
    const ids = spec.idsIn?.(given);
    return ids ? inOrderOf(ids, items) : items;
  };
}

/**
 * The items with the ids; null for an id without an item, or the error of an item without a valid
 * id, which could be the one.
 */
function inOrderOf(ids: readonly string[], items: readonly object[]): (object | null)[] {
  const error = items.find((item) => item instanceof Error) ?? null;
  const byId = new Map(
    items.flatMap((item) => (item instanceof Error ? [] : [[ownId(item), item]])),
  );
  return ids.map((id) => byId.get(id) ?? error);
}

function wholeReader(resource: Resource, names: ParameterNames | undefined): ListReader {
  const { read } = resource;
  const idAlone = Paths.of(read.kind === 'wholeList' ? read.idPath : 'id');
  return async (_, given, execution, { paths, downstream }) => {
    const projection = { paths: paths.size > 0 ? paths : idAlone, downstream };
    const ref = { resource, key: [], ...variantOf(parametersOf(given, names)) };
    const whole = (await execution.load(ref, projection)) as WholeList | null;
    return whole?.items ?? null;
  };
}

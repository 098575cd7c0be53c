/**
 * Plans of operations: what a document alone decides about an execution. A plan has the selected
 * fields of every object type that a value can have, with their resolvers, their arguments and the
 * way to complete their values. It is kept when a document is executed again, and used by all later
 * executions.
 */
import {
  type FieldNode,
  getNullableType,
  type GraphQLAbstractType,
  GraphQLBoolean,
  type GraphQLField,
  type GraphQLFieldResolver,
  GraphQLID,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  GraphQLString,
  type GraphQLTypeResolver,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
  type ValidatedExecutionArgs,
  visit,
} from 'graphql';
import {
  collectFields,
  type SelectingNode,
  type SelectionContext,
} from '../../engine/read/walk/selection.ts';
import { invalidValue } from '../../engine/schema/error/error.ts';
import { type ArgumentValues, constantArguments } from './constant-arguments.ts';
import { rejectedResolver } from './rejected-resolver.ts';
import { maxObjectBytes } from '../response/response-limit.ts';
import { LRUCache } from 'lru-cache';
import { hasRejections } from '../../engine/read/load/rejected-field.ts';

/** How the value of a resolver becomes a value of the response. */
export type Completion = LeafCompletion | ListCompletion | ObjectCompletion | AbstractCompletion;

interface Nullability {
  readonly isNullable: boolean;
}

interface LeafCompletion extends Nullability {
  readonly kind: 'leaf';
  /** @throws Error for a value that the type does not have */
  readonly coerce: (value: unknown) => unknown;
}

export interface ListCompletion extends Nullability {
  readonly kind: 'list';
  readonly item: Completion;
}

interface ObjectCompletion extends Nullability {
  readonly kind: 'object';
  readonly selection: SelectionPlan;
}

export interface AbstractCompletion extends Nullability {
  readonly kind: 'abstract';
  readonly resolveType: GraphQLTypeResolver<unknown, unknown>;
  readonly type: GraphQLAbstractType;
  /** @throws Error for a name that is not one of the possible types */
  readonly selectionOf: (typeName: unknown) => SelectionPlan;
}

/** The selected fields of one object type, in the order of the response. */
export interface SelectionPlan {
  readonly type: GraphQLObjectType;
  readonly fields: readonly FieldPlan[];
  /** Of an object without its values, as JSON. */
  readonly maxBytes: number;
}

/** One field of a selection. */
export interface FieldPlan {
  /** Its name in the response. */
  readonly key: string;
  readonly parentType: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
  readonly resolve: GraphQLFieldResolver<unknown, unknown>;
  /** Whether the resolver declares the parameter `info`: for others none is made. */
  readonly takesInfo: boolean;
  /** Whether all objects with the field share one `info`, which has no path. */
  readonly sharesInfo: boolean;
  /** Undefined if they depend on variables. */
  readonly args: ArgumentValues | undefined;
  readonly completion: Completion;
}

/** The plan of an operation, for given values of the variables of its conditions. */
export interface OperationPlan {
  readonly selection: SelectionPlan;
  readonly operation: OperationDefinitionNode;
  /** Whether the root fields run one after the other. */
  readonly isSerial: boolean;
  /** Fields of all its selections. It grows with the types of interfaces and unions. */
  readonly fieldCount: number;
}

/**
 * What a plan is made from. The plan keeps it in memory, so it contains no data of an execution or
 * a caller.
 */
interface PlanSource
  extends Pick<
    ValidatedExecutionArgs,
    'schema' | 'operation' | 'fragmentDefinitions' | 'fieldResolver' | 'typeResolver'
  > {
  /** The values of the variables in `@skip` and `@include`. */
  readonly conditions: ReadonlyMap<string, unknown>;
  /**
   * The values of all variables, with which arguments of the operation are rejected; undefined for
   * an operation without rejected fields. A plan with them is for one execution.
   */
  readonly rejectedWith: ValidatedExecutionArgs['variableValues'] | undefined;
  /** Called when an object of another type has been resolved, and its selection is added. */
  readonly onGrowth: (plan: OperationPlan) => void;
}

class Planner implements OperationPlan {
  readonly selection: SelectionPlan;
  readonly operation: OperationDefinitionNode;
  readonly isSerial: boolean;
  fieldCount = 0;
  readonly #source: PlanSource;
  readonly #context: SelectionContext;
  /** Arguments are made once for all the places that a fragment is spread at: lists can be long. */
  readonly #arguments = new Map<FieldNode, Map<unknown, ArgumentValues | undefined>>();

  constructor(source: PlanSource) {
    const { schema, operation, fragmentDefinitions: fragments, conditions } = source;
    this.#source = source;
    this.#context = { schema, fragments, read: (name) => conditions.get(name) };
    this.operation = operation;
    this.isSerial = operation.operation === 'mutation';
    this.selection = this.#selection(schema.getRootType(operation.operation)!, [operation]);
  }

  #selection(type: GraphQLObjectType, nodes: readonly SelectingNode[]): SelectionPlan {
    const fields: FieldPlan[] = [];
    for (const [key, sameKey] of collectFields(type, nodes, this.#context)) {
      const field = this.#source.schema.getField(type, sameKey[0]!.name.value);
      if (field) fields.push(this.#field(key, type, field, sameKey));
    }
    this.fieldCount += fields.length;
    return { type, fields, maxBytes: maxObjectBytes(fields.map(({ key }) => key)) };
  }

  #field(
    key: string,
    parentType: GraphQLObjectType,
    field: GraphQLField<unknown, unknown>,
    nodes: readonly FieldNode[],
  ): FieldPlan {
    const isTypeName = field === TypeNameMetaFieldDef;
    const resolve = isTypeName
      ? () => parentType.name
      : (this.#rejectedResolver(field, parentType, nodes) ??
        field.resolve ??
        this.#source.fieldResolver);
    return {
      key,
      parentType,
      field,
      nodes,
      resolve,
      takesInfo: resolve.length > 3,
      sharesInfo: field.extensions.sharesInfo === true,
      args: this.#argumentsOf(field, nodes[0]!),
      completion: this.#completion(field.type, nodes),
    };
  }

  #rejectedResolver(
    field: GraphQLField<unknown, unknown>,
    parentType: GraphQLObjectType,
    nodes: readonly FieldNode[],
  ): GraphQLFieldResolver<unknown, unknown> | undefined {
    const { schema, fragmentDefinitions: fragments, rejectedWith: variableValues } = this.#source;
    if (!variableValues) return undefined;
    const isWrite = parentType === schema.getMutationType();
    return rejectedResolver({ field, nodes, isWrite }, { schema, fragments, variableValues });
  }

  #argumentsOf(field: GraphQLField<unknown, unknown>, node: FieldNode): ArgumentValues | undefined {
    if (field.args.length === 0) return noArguments;
    let byField = this.#arguments.get(node);
    if (!byField) this.#arguments.set(node, (byField = new Map()));
    if (!byField.has(field)) byField.set(field, constantArguments(field, node));
    return byField.get(field);
  }

  #completion(type: GraphQLOutputType, nodes: readonly FieldNode[]): Completion {
    const isNullable = !isNonNullType(type);
    const nullable = getNullableType(type);
    if (isListType(nullable))
      return { kind: 'list', isNullable, item: this.#completion(nullable.ofType, nodes) };
    if (isLeafType(nullable)) return { kind: 'leaf', isNullable, coerce: coercion(nullable) };
    if (isObjectType(nullable))
      return { kind: 'object', isNullable, selection: this.#selection(nullable, nodes) };
    const selections = new Map<unknown, SelectionPlan>();
    const selectionOf = (name: unknown): SelectionPlan => {
      let selection = selections.get(name);
      if (selection) return selection;
      const possible = this.#source.schema
        .getPossibleTypes(nullable)
        .find((each) => each.name === name);
      if (!possible)
        throw invalidValue(
          `Runtime Object type "${String(name)}" is not a possible type for "${nullable.name}".`,
        );
      selections.set(name, (selection = this.#selection(possible, nodes)));
      this.#source.onGrowth(this);
      return selection;
    };
    return {
      kind: 'abstract',
      isNullable,
      resolveType: nullable.resolveType ?? this.#source.typeResolver,
      type: nullable,
      selectionOf,
    };
  }
}

const noArguments: ArgumentValues = Object.freeze({});

/** Values that already have the type of the scalar are most values of a response. */
function coercion(type: GraphQLLeafType): (value: unknown) => unknown {
  const coerce = (value: unknown): unknown => {
    const result = type.coerceOutputValue(value);
    if (result == null) throw new Error(`${type.name} has made null of a value.`);
    return result;
  };
  if (type === GraphQLString || type === GraphQLID)
    return (value) => (typeof value === 'string' ? value : coerce(value));
  if (type === GraphQLBoolean)
    return (value) => (typeof value === 'boolean' ? value : coerce(value));
  return coerce;
}

/**
 * Maximum number of fields of all stored plans. A field takes about 800 bytes, so all of them take
 * about 50 MB. The limits of documents and of calls would not bound this memory: a plan has a
 * fragment as often as it is spread, 10,000 fields for an accepted document of 1,200 characters,
 * and an operation has a plan for each combination of its conditions.
 */
const maxFields = 60_000;

/** A plan keeps its document in memory: so many characters of text take as much as a field. */
const charactersPerField = 4;

const plans = new LRUCache<string, OperationPlan>({
  maxSize: maxFields,
  sizeCalculation: ({ fieldCount, operation }) =>
    1 + fieldCount + Math.ceil((operation.loc?.source.body.length ?? 0) / charactersPerField),
});

/** An operation that has plans, by the values of its conditions. */
interface PlannedOperation {
  readonly id: string;
  /** The variables in `@skip` and `@include`. */
  readonly conditions: readonly string[];
  /** The plan of an operation without conditions that no others displace. */
  readonly kept: OperationPlan | undefined;
}

/** Null for an operation without a plan. */
const operations = new WeakMap<OperationDefinitionNode, PlannedOperation | null>();

let lastId = 0;

/** @returns the plan; undefined for an operation that the executor of graphql-js has to run */
export function planOf(args: ValidatedExecutionArgs): OperationPlan | undefined {
  const { operation } = args;
  let planned = operations.get(operation);
  if (planned === undefined) {
    planned = findConditions(args);
    // Plans with rejected fields are for one execution.
    if (!hasRejections(operation)) operations.set(operation, planned);
    // A document that comes only once displaces no plan, and leaves nothing to collect.
    return planned ? planWith(args, planned) : undefined;
  }
  if (planned === null) return undefined;
  const { id, conditions } = planned;
  if (conditions.length === 0) return planned.kept ?? plans.get(id) ?? storePlan(id, args, planned);
  const { coerced } = args.variableValues;
  const values = conditions.map((name) => coerced[name]);
  const key = `${id} ${values.join(' ')}`;
  return plans.get(key) ?? storePlan(key, args, planned);
}

/** Makes and keeps a plan before the first request, unless it depends on values of variables. */
export function keepPlan(args: ValidatedExecutionArgs): void {
  const planned = findConditions(args);
  // Plans with rejected fields are for one execution.
  if (planned?.conditions.length !== 0 || hasRejections(args.operation)) return;
  operations.set(args.operation, { ...planned, kept: planWith(args, planned) });
}

function storePlan(
  key: string,
  args: ValidatedExecutionArgs,
  planned: PlannedOperation,
): OperationPlan {
  const store = (plan: OperationPlan): void => {
    // The size of an entry is calculated only when it is added.
    plans.delete(key);
    plans.set(key, plan);
  };
  const plan = planWith(args, planned, store);
  store(plan);
  return plan;
}

function planWith(
  args: ValidatedExecutionArgs,
  { conditions }: PlannedOperation,
  onGrowth: (plan: OperationPlan) => void = () => {},
): OperationPlan {
  const { schema, operation, fragmentDefinitions, fieldResolver, typeResolver } = args;
  const { variableValues } = args;
  return new Planner({
    schema,
    operation,
    fragmentDefinitions,
    fieldResolver,
    typeResolver,
    conditions: new Map(conditions.map((name) => [name, variableValues.coerced[name]])),
    rejectedWith: hasRejections(operation) ? variableValues : undefined,
    onGrowth,
  });
}

/** @returns null for an operation without a plan */
function findConditions({
  schema,
  operation,
  fragmentDefinitions,
}: ValidatedExecutionArgs): PlannedOperation | null {
  const conditions = new Set<string>();
  let hasPlan = schema.getRootType(operation.operation) != null;
  for (const definition of [operation, ...Object.values(fragmentDefinitions)])
    visit(definition, {
      Field: ({ name, alias }) => {
        // Introspection is rare; an assignment to `__proto__` sets no property.
        if (name.value === '__schema' || name.value === '__type' || alias?.value === '__proto__')
          hasPlan = false;
      },
      Directive: ({ name, arguments: args = [] }) => {
        if (name.value !== 'skip' && name.value !== 'include') {
          hasPlan = false;
          return;
        }
        for (const { value } of args)
          if (value.kind === 'Variable') conditions.add(value.name.value);
      },
    });
  if (!hasPlan) return null;
  lastId += 1;
  return { id: String(lastId), conditions: [...conditions], kept: undefined };
}

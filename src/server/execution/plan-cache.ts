/** Stores the plans of operations for their next executions. */
import { type OperationDefinitionNode, type ValidatedExecutionArgs, visit } from 'graphql';
import { LRUCache } from 'lru-cache';
import { hasRejections } from '../../engine/read/load/rejected-field.ts';
import { makePlan, type OperationPlan } from './operation-plan.ts';

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
    if (hasRejections(operation)) return planned ? planWith(args, planned) : undefined;
    operations.set(operation, planned);
  }
  if (planned === null) return undefined;
  const { id, conditions } = planned;
  if (conditions.length === 0) return plans.get(id) ?? storePlan(id, args, planned);
  const { coerced } = args.variableValues;
  const values = conditions.map((name) => coerced[name]);
  const key = `${id} ${values.join(' ')}`;
  return plans.get(key) ?? storePlan(key, args, planned);
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
  return makePlan({
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
  return { id: String(lastId), conditions: [...conditions] };
}

/**
 * Executes the plan of an operation, with the results of graphql-js. It takes less work than the
 * executor of graphql-js: a value that is there needs no promise, a resolver without the parameter
 * `info` gets none, and paths are made for errors only.
 */
import {
  type ExecutionResult,
  getArgumentValues,
  type GraphQLError,
  locatedError,
  type ValidatedExecutionArgs,
} from 'graphql';
import { invalidValue } from '../../graph/error.ts';
import { completionAt, fieldAt, FieldInfo, Frame, type Key, pathArray } from './frame.ts';
import type {
  AbstractCompletion,
  ArgumentValues,
  Completion,
  FieldPlan,
  ListCompletion,
  OperationPlan,
  SelectionPlan,
} from './operation-plan.ts';

/** Executes an operation. @returns a promise only if a resolver returned one */
export const executePlan = (
  plan: OperationPlan,
  args: ValidatedExecutionArgs,
): ExecutionResult | Promise<ExecutionResult> => new PlanExecution(args).run(plan);

class PlanExecution {
  readonly #args: ValidatedExecutionArgs;
  readonly #errors: GraphQLError[] = [];
  /** Paths of positions that became null by an error, as JSON. */
  #nulled: Set<string> | undefined;
  /** Promises of resolvers that are not settled. */
  #pending = 0;
  #onIdle: (() => void) | undefined;
  /** ArgumentValues that depend on variables. */
  #arguments: Map<FieldPlan, ArgumentValues> | undefined;
  #data: Record<string, unknown> | null = {};

  constructor(args: ValidatedExecutionArgs) {
    this.#args = args;
  }

  run({ selection, isSerial }: OperationPlan): ExecutionResult | Promise<ExecutionResult> {
    const root = new Frame(this.#data!, undefined, '', selection);
    if (isSerial && selection.fields.length > 1) return this.#runSerially(selection, root);
    try {
      this.#executeFields(selection, root, this.#args.rootValue);
    } catch (error) {
      this.#nullRoot(error as GraphQLError);
    }
    if (this.#pending === 0) return this.#result();
    return this.#whenIdle().then(() => this.#result());
  }

  async #runSerially({ fields }: SelectionPlan, root: Frame): Promise<ExecutionResult> {
    try {
      for (const plan of fields) {
        this.#executeField(plan, root, this.#args.rootValue);
        if (this.#pending > 0) await this.#whenIdle();
        if (this.#data === null) break;
      }
    } catch (error) {
      this.#nullRoot(error as GraphQLError);
    }
    if (this.#pending > 0) await this.#whenIdle();
    return this.#result();
  }

  #whenIdle(): Promise<void> {
    return new Promise((resolve) => {
      this.#onIdle = resolve;
    });
  }

  #result(): ExecutionResult {
    const [data, errors] = [this.#data, this.#errors];
    return errors.length === 0 ? { data } : { errors, data };
  }

  /** @throws the located error of a field that must not be null */
  #executeFields({ fields }: SelectionPlan, frame: Frame, source: unknown): void {
    for (let index = 0; index < fields.length; index += 1)
      this.#executeField(fields[index]!, frame, source);
  }

  #executeField(plan: FieldPlan, frame: Frame, source: unknown): void {
    const { key, completion } = plan;
    try {
      const args = plan.args ?? this.#argumentsOf(plan);
      const info = plan.takesInfo ? new FieldInfo(this.#args, plan, frame) : undefined;
      const value = plan.resolve(source, args, this.#args.contextValue, info!);
      if (value instanceof Promise) this.#await(value, completion, frame, key);
      else frame.values[key] = this.#complete(completion, frame, key, value);
    } catch (error) {
      frame.values[key] = this.#nullOrThrow(error, frame, key);
    }
  }

  #argumentsOf(plan: FieldPlan): ArgumentValues {
    this.#arguments ??= new Map();
    let args = this.#arguments.get(plan);
    if (args === undefined) {
      const { variableValues: values, hideSuggestions } = this.#args;
      args = getArgumentValues(plan.field, plan.nodes[0]!, values, undefined, hideSuggestions);
      this.#arguments.set(plan, args);
    }
    return args;
  }

  /** Null keeps the place of the value in the order of the response. */
  #await(value: Promise<unknown>, completion: Completion, frame: Frame, key: Key): void {
    frame.values[key] = null;
    this.#pending += 1;
    value.then(
      (settled) => {
        try {
          frame.values[key] = this.#complete(completion, frame, key, settled);
        } catch (error) {
          this.#nullAbove(error, frame, key);
        }
        this.#endOne();
      },
      (error: unknown) => {
        this.#nullAbove(error, frame, key);
        this.#endOne();
      },
    );
  }

  #endOne(): void {
    this.#pending -= 1;
    if (this.#pending > 0) return;
    this.#onIdle?.();
    this.#onIdle = undefined;
  }

  /** @throws Error for a value that the type does not have, or null where null is not allowed */
  #complete(completion: Completion, frame: Frame, key: Key, value: unknown): unknown {
    if (value == null) {
      if (completion.isNullable) return null;
      const [{ parentType, field }] = fieldAt(frame, key);
      throw new Error(
        `Cannot return null for non-nullable field ${parentType.name}.${field.name}.`,
      );
    }
    if (value instanceof Error) throw value;
    switch (completion.kind) {
      case 'leaf':
        return completion.coerce(value);
      case 'list':
        return this.#completeList(completion, frame, key, value);
      case 'object':
        return this.#completeObject(completion.selection, frame, key, value);
      default:
        return this.#completeAbstract(completion, frame, key, value);
    }
  }

  #completeList(completion: ListCompletion, parent: Frame, key: Key, value: unknown): unknown {
    if (!Array.isArray(value)) {
      const [{ parentType, field }] = fieldAt(parent, key);
      throw invalidValue(`The value of ${parentType.name}.${field.name} is not a list.`);
    }
    const { item } = completion;
    const items: readonly unknown[] = value;
    const values: unknown[] = [];
    const frame = new Frame(values, parent, key, completion);
    for (let index = 0; index < items.length; index += 1) {
      const each = items[index];
      if (each instanceof Promise) {
        this.#await(each, item, frame, index);
        continue;
      }
      try {
        values[index] = this.#complete(item, frame, index, each);
      } catch (error) {
        values[index] = this.#nullOrThrow(error, frame, index);
      }
    }
    return values;
  }

  #completeObject(selection: SelectionPlan, parent: Frame, key: Key, value: unknown): unknown {
    const values = {};
    this.#executeFields(selection, new Frame(values, parent, key, selection), value);
    return values;
  }

  #completeAbstract(
    { resolveType, selectionOf, type }: AbstractCompletion,
    frame: Frame,
    key: Key,
    value: unknown,
  ): unknown {
    const info = new FieldInfo(this.#args, ...fieldAt(frame, key));
    const name = resolveType(value, this.#args.contextValue, info, type);
    return this.#completeObject(selectionOf(name), frame, key, value);
  }

  /**
   * Adds the error of a position that may be null. @returns null
   * @throws the located error of a position that must not be null
   */
  #nullOrThrow(error: unknown, frame: Frame, key: Key): null {
    const located = locate(error, frame, key);
    if (!completionAt(frame, key).isNullable) throw located;
    this.#addError(located, frame, key);
    return null;
  }

  /** Sets the nearest position to null that may be null, and adds the error there. */
  #nullAbove(error: unknown, frame: Frame, key: Key): void {
    const located = locate(error, frame, key);
    let [at, atKey] = [frame, key];
    while (!completionAt(at, atKey).isNullable) {
      if (at.parent === undefined) return this.#nullRoot(located);
      [at, atKey] = [at.parent, at.key];
    }
    at.values[atKey] = null;
    this.#addError(located, at, atKey);
  }

  #nullRoot(error: GraphQLError): void {
    if (this.#data !== null) this.#errors.push(error);
    this.#data = null;
  }

  /** Errors below a position that has become null are not part of the result. */
  #addError(error: GraphQLError, frame: Frame, key: Key): void {
    if (this.#data === null) return;
    const nulled = (this.#nulled ??= new Set());
    const path = pathArray(frame, key);
    for (let length = 1; length <= path.length; length += 1)
      if (nulled.has(JSON.stringify(path.slice(0, length)))) return;
    nulled.add(JSON.stringify(path));
    this.#errors.push(error);
  }
}

const locate = (error: unknown, frame: Frame, key: Key): GraphQLError =>
  locatedError(error, fieldAt(frame, key)[0].nodes, pathArray(frame, key));

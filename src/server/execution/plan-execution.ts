/**
 * Executes the plan of an operation, with the results of graphql-js. It takes less work than the
 * executor of graphql-js: a value that is there needs no promise, a resolver without the parameter
 * `info` gets none, and paths are made for errors and for resolvers that read them.
 */
import type { ExecutionResult, GraphQLError, ValidatedExecutionArgs } from 'graphql';
import { currentAskers, runForField } from '../../engine/trace/call-record.ts';
import { argumentValues } from '../../engine/read/argument-values.ts';
import { invalidValue } from '../../engine/schema/error/error.ts';
import type { ArgumentValues } from './constant-arguments.ts';
import {
  maxBytesOfData,
  maxLeafBytes,
  maxListBytes,
  type SizedResult,
} from '../response/response-limit.ts';
import { completionAt, fieldAt, FieldInfo, Frame, FramePool, type Key, locate } from './frame.ts';
import type {
  AbstractCompletion,
  Completion,
  FieldPlan,
  ListCompletion,
  OperationPlan,
  SelectionPlan,
} from './operation-plan.ts';

/** Executes an operation. @returns no promise if no resolver of a query has returned one */
export const executePlan = (
  plan: OperationPlan,
  args: ValidatedExecutionArgs,
): ExecutionResult | Promise<ExecutionResult> => new PlanExecution(args, plan).run(plan);

/** A position whose value is a promise. */
interface WaitingPosition {
  readonly completion: Completion;
  readonly frame: Frame;
  readonly key: Key;
  /** The next position that waits for the same promise. */
  next: Waiting;
}

type Waiting = WaitingPosition | undefined;

class PlanExecution {
  readonly #args: ValidatedExecutionArgs;
  readonly #root: Frame;
  readonly #errors: GraphQLError[] = [];
  /** The last position that waits for each promise: fields that share a call return one promise. */
  readonly #waiting = new Map<Promise<unknown>, WaitingPosition>();
  #onSettled: (() => void) | undefined;
  /** Values of arguments that depend on variables. */
  #arguments: Map<FieldPlan, ArgumentValues> | undefined;
  #sharedInfos: Map<FieldPlan, FieldInfo> | undefined;
  readonly #frames = new FramePool();
  /** The maximum size of all completed values, also of those that an error has made null. */
  #maxBytes = 0;
  /** Whether calls are recorded with the names of the fields that make them. */
  readonly #namesFields = currentAskers() !== undefined;

  constructor(args: ValidatedExecutionArgs, { selection }: OperationPlan) {
    this.#args = args;
    this.#root = new Frame({}, undefined, '', selection);
    this.#maxBytes = selection.maxBytes;
  }

  run({ selection, isSerial }: OperationPlan): ExecutionResult | Promise<ExecutionResult> {
    if (isSerial && selection.fields.length > 1) return this.#runSerially(selection);
    try {
      this.#executeFields(selection, this.#root, this.#args.rootValue);
    } catch (error) {
      this.#nullRoot(error as GraphQLError);
    }
    return this.#root.isPending ? this.#settled().then(() => this.#result()) : this.#result();
  }

  async #runSerially({ fields }: SelectionPlan): Promise<ExecutionResult> {
    try {
      for (const plan of fields) {
        this.#executeField(plan, this.#root, this.#args.rootValue);
        if (this.#root.isPending) await this.#settled();
        if (this.#root.isDropped) break;
      }
    } catch (error) {
      this.#nullRoot(error as GraphQLError);
    }
    return this.#result();
  }

  /** Resolves when all promises are settled that the response has to wait for. */
  #settled(): Promise<void> {
    return new Promise((resolve) => {
      this.#onSettled = resolve;
    });
  }

  #result(): SizedResult {
    const errors = this.#errors;
    const data = this.#root.isDropped ? null : this.#root.values;
    const maxBytes = this.#maxBytes;
    return errors.length === 0
      ? { data, [maxBytesOfData]: maxBytes }
      : { errors, data, [maxBytesOfData]: maxBytes };
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
      const info = plan.takesInfo ? this.#infoOf(plan, frame) : undefined;
      const value = this.#namesFields
        ? resolveNamed({ plan, frame, args }, source, this.#args.contextValue, info!)
        : plan.resolve(source, args, this.#args.contextValue, info!);
      if (value instanceof Promise) this.#await(value, completion, frame, key);
      else frame.values[key] = this.#complete(completion, frame, key, value);
    } catch (error) {
      frame.values[key] = this.#nullOrThrow(error, frame, key);
    }
  }

  #infoOf(plan: FieldPlan, frame: Frame): FieldInfo {
    if (!plan.sharesInfo) return new FieldInfo(this.#args, plan, frame);
    this.#sharedInfos ??= new Map();
    let info = this.#sharedInfos.get(plan);
    if (!info) this.#sharedInfos.set(plan, (info = new FieldInfo(this.#args, plan)));
    return info;
  }

  #argumentsOf(plan: FieldPlan): ArgumentValues {
    this.#arguments ??= new Map();
    let args = this.#arguments.get(plan);
    if (args === undefined) {
      const { variableValues: values, hideSuggestions } = this.#args;
      args = argumentValues(plan.field, plan.nodes[0]!, values, undefined, hideSuggestions);
      this.#arguments.set(plan, args);
    }
    return args;
  }

  /**
   * Completes a position when its promise is settled. Null keeps its place in the order of the
   * response until then.
   */
  #await(value: Promise<unknown>, completion: Completion, frame: Frame, key: Key): void {
    frame.values[key] = null;
    frame.keep();
    frame.countPending(1);
    const position: WaitingPosition = { completion, frame, key, next: undefined };
    const last = this.#waiting.get(value);
    this.#waiting.set(value, position);
    if (last) last.next = position;
    else this.#completeWhenSettled(value, position);
  }

  #completeWhenSettled(value: Promise<unknown>, first: WaitingPosition): void {
    value.then(
      (settled) => {
        this.#waiting.delete(value);
        for (let at: Waiting = first; at; at = at.next) this.#completeSettled(at, settled);
      },
      (error: unknown) => {
        this.#waiting.delete(value);
        for (let at: Waiting = first; at; at = at.next) this.#failSettled(at, error);
      },
    );
  }

  #completeSettled({ completion, frame, key }: WaitingPosition, value: unknown): void {
    if (frame.isDropped) return ignoreRejections(value);
    try {
      frame.values[key] = this.#complete(completion, frame, key, value);
    } catch (error) {
      this.#nullAbove(error, frame, key);
    }
    this.#settle(frame);
  }

  #failSettled({ frame, key }: WaitingPosition, error: unknown): void {
    if (frame.isDropped) return;
    this.#nullAbove(error, frame, key);
    this.#settle(frame);
  }

  #settle(frame: Frame): void {
    // `drop` has taken the promises of a dropped frame from the counts.
    if (!frame.isDropped) frame.countPending(-1);
    if (this.#root.isPending) return;
    this.#onSettled?.();
    this.#onSettled = undefined;
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
      case 'leaf': {
        const leaf = completion.coerce(value);
        this.#maxBytes += maxLeafBytes(leaf);
        return leaf;
      }
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
      const place = `${parentType.name}.${field.name}`;
      throw invalidValue(`Expected Iterable, but did not find one for field "${place}".`);
    }
    this.#maxBytes += maxListBytes(value.length);
    // A copy has the right length; each item is replaced by its completed value.
    const frame = this.#frames.take(value.slice(), parent, key, completion);
    for (let index = 0; index < value.length; index += 1) {
      const item: unknown = value[index];
      try {
        if (item instanceof Promise) this.#await(item, completion.item, frame, index);
        else frame.values[index] = this.#complete(completion.item, frame, index, item);
      } catch (error) {
        this.#nullItem(error, frame, index, value);
      }
    }
    return this.#frames.release(frame);
  }

  /** @throws the located error of an item that must not be null */
  #nullItem(error: unknown, frame: Frame, index: number, items: readonly unknown[]): void {
    try {
      frame.values[index] = this.#nullOrThrow(error, frame, index);
    } catch (located) {
      frame.drop();
      ignoreRejections(items.slice(index + 1));
      throw located;
    }
  }

  #completeObject(selection: SelectionPlan, parent: Frame, key: Key, value: unknown): unknown {
    const frame = this.#frames.take({}, parent, key, selection);
    this.#maxBytes += selection.maxBytes;
    try {
      this.#executeFields(selection, frame, value);
    } catch (error) {
      frame.drop();
      throw error;
    }
    return this.#frames.release(frame);
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
   * Adds the error of a position that may be null.
   * @returns null
   * @throws the located error of a position that must not be null
   */
  #nullOrThrow(error: unknown, frame: Frame, key: Key): null {
    const located = locate(error, frame, key);
    if (!completionAt(frame, key).isNullable) throw located;
    this.#errors.push(located);
    return null;
  }

  /** Sets the nearest position to null that may be null, and adds the error there. */
  #nullAbove(error: unknown, frame: Frame, key: Key): void {
    const located = locate(error, frame, key);
    let [at, atKey] = [frame, key];
    let dropped: Frame | undefined;
    while (!completionAt(at, atKey).isNullable) {
      if (at.parent === undefined) return this.#nullRoot(located);
      dropped = at;
      [at, atKey] = [at.parent, at.key];
    }
    dropped?.drop();
    at.values[atKey] = null;
    this.#errors.push(located);
  }

  #nullRoot(error: GraphQLError): void {
    this.#root.drop();
    this.#errors.push(error);
  }
}

/** Handles promises of values that are not completed: an unhandled rejection ends the process. */
function ignoreRejections(value: unknown): void {
  if (value instanceof Promise) value.catch(() => {});
  else if (Array.isArray(value)) value.forEach(ignoreRejections);
}

/** A field of one object. */
interface FieldOfObject {
  readonly plan: FieldPlan;
  readonly frame: Frame;
  readonly args: ArgumentValues;
}

/** @returns what the resolver of the field returns: its calls name the field */
const resolveNamed = (
  { plan, frame, args }: FieldOfObject,
  source: unknown,
  context: unknown,
  info: FieldInfo,
): unknown =>
  runForField(responseNames(frame, plan.key), () => plan.resolve(source, args, context, info));

/** The response names of a position, with dots and without the indexes of lists. */
function responseNames({ parent, key: ownKey, shape }: Frame, key: Key): string {
  const above = parent ? responseNames(parent, ownKey) : '';
  if (!('fields' in shape)) return above;
  return above === '' ? String(key) : `${above}.${key}`;
}

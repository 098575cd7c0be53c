/** Positions of a response: its objects and lists, and what resolvers see of them. */
import {
  type GraphQLError,
  type GraphQLResolveInfo,
  locatedError,
  responsePathAsArray,
  type ValidatedExecutionArgs,
} from 'graphql';
import type { Completion, FieldPlan, ListCompletion, SelectionPlan } from './operation-plan.ts';
import { stackless } from '../../engine/api/stackless.ts';
import type { Projection } from '../../engine/read/walk/projection.ts';

type Path = GraphQLResolveInfo['path'];

/** The name of a field in the response, or the index of an item. */
export type Key = string | number;

/**
 * An object or a list of the response. A frame and a key are a position. Most frames are needed
 * only while their values are completed, and are used again for other values after that.
 */
export class Frame {
  values: Record<Key, unknown>;
  /** The position of the object or list; the root has no parent. */
  parent: Frame | undefined;
  key: Key;
  shape: SelectionPlan | ListCompletion;
  /** Whether something refers to the position after its values are completed. */
  isKept = false;
  /** Promises below it that are not settled. */
  #pending = 0;
  /** Whether it has become null because of an error: nothing below it is in the response. */
  #isDropped = false;

  constructor(
    values: object,
    parent: Frame | undefined,
    key: Key,
    shape: SelectionPlan | ListCompletion,
  ) {
    this.values = values as Record<Key, unknown>;
    this.parent = parent;
    this.key = key;
    this.shape = shape;
  }

  /** Keeps the position, and those around it. */
  keep(): void {
    if (this.isKept) return;
    this.isKept = true;
    this.parent?.keep();
  }

  get isPending(): boolean {
    return this.#pending > 0;
  }

  get isDropped(): boolean {
    return this.#isDropped || (this.parent?.isDropped ?? false);
  }

  /** Counts a promise below it, or, with -1, one that is settled. */
  countPending(change: number): void {
    this.#pending += change;
    this.parent?.countPending(change);
  }

  /** Called when it has become null: its promises do not delay the response any more. */
  drop(): void {
    this.countPending(-this.#pending);
    this.#isDropped = true;
  }
}

/** Frames whose values are completed, and which are used again for others. */
export class FramePool {
  /** The parent of each is the next one. */
  #free: Frame | undefined;

  take(values: object, parent: Frame, key: Key, shape: Frame['shape']): Frame {
    const frame = this.#free;
    if (!frame) return new Frame(values, parent, key, shape);
    this.#free = frame.parent;
    frame.values = values as Frame['values'];
    frame.parent = parent;
    frame.key = key;
    frame.shape = shape;
    return frame;
  }

  /** Called when all values are completed or wait for promises. @returns the values */
  release(frame: Frame): Frame['values'] {
    const { values } = frame;
    if (!frame.isKept) {
      frame.parent = this.#free;
      this.#free = frame;
    }
    return values;
  }
}

/** The field that a position belongs to, and the object that has it. */
export function fieldAt(frame: Frame, key: Key): readonly [plan: FieldPlan, object: Frame] {
  if (!('fields' in frame.shape)) return fieldAt(frame.parent!, frame.key);
  return [frame.shape.fields.find((plan) => plan.key === key)!, frame];
}

/** How the value at a position is completed. */
export const completionAt = (frame: Frame, key: Key): Completion =>
  'fields' in frame.shape ? fieldAt(frame, key)[0].completion : frame.shape.item;

/** The path of a position, as graphql-js shows it to resolvers. */
function pathOf({ parent, key: ownKey, shape }: Frame, key: Key): Path {
  const typename = 'fields' in shape ? shape.type.name : undefined;
  return { prev: parent && pathOf(parent, ownKey), key, typename };
}

/** The error of a position. */
export function locate(error: unknown, frame: Frame, key: Key): GraphQLError {
  const [{ nodes }] = fieldAt(frame, key);
  const path = responsePathAsArray(pathOf(frame, key));
  return stackless(() => locatedError(error, nodes, path));
}

/** The argument `info` of a resolver. */
export class FieldInfo implements GraphQLResolveInfo {
  /** Set by `projectionOf`. */
  projection: Projection | undefined = undefined;
  readonly #args: ValidatedExecutionArgs;
  readonly #plan: FieldPlan;
  readonly #object: Frame | undefined;

  /** @param object undefined for an `info` that all objects with the field share */
  constructor(args: ValidatedExecutionArgs, plan: FieldPlan, object?: Frame) {
    this.#args = args;
    this.#plan = plan;
    this.#object = object;
    object?.keep();
  }

  get fieldName(): string {
    return this.#plan.field.name;
  }

  get fieldNodes(): FieldPlan['nodes'] {
    return this.#plan.nodes;
  }

  get returnType(): GraphQLResolveInfo['returnType'] {
    return this.#plan.field.type;
  }

  get parentType(): GraphQLResolveInfo['parentType'] {
    return this.#plan.parentType;
  }

  get path(): Path {
    if (!this.#object) throw new Error('A field that shares its `info` has no path.');
    return pathOf(this.#object, this.#plan.key);
  }

  get schema(): GraphQLResolveInfo['schema'] {
    return this.#args.schema;
  }

  get fragments(): GraphQLResolveInfo['fragments'] {
    return this.#args.fragmentDefinitions;
  }

  get rootValue(): unknown {
    return this.#args.rootValue;
  }

  get operation(): GraphQLResolveInfo['operation'] {
    return this.#args.operation;
  }

  get variableValues(): GraphQLResolveInfo['variableValues'] {
    return this.#args.variableValues;
  }

  /** The context has the signal of the request. */
  getAbortSignal(): undefined {
    return undefined;
  }

  getAsyncHelpers(): never {
    throw new Error('Plans have no helpers for promises.');
  }
}

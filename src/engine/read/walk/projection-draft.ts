/** A projection while the walker makes it. */
import type { FieldNode, GraphQLNamedType } from 'graphql';
import type { Link } from '../needs.ts';
import { Paths } from '../path.ts';
import type { Branch, FieldStep, Choice } from './projection.ts';

/** A position in the answer of the value that is projected. */
export interface AnswerPosition {
  /** The path of the object with a dot behind it; empty for the value itself. */
  readonly prefix: string;
  /** Maximum number of objects at this position. */
  readonly multiplier: number;
  /** Whether the answer has more objects here than the response, or other ones. */
  readonly isCut?: boolean;
  /** The fields from the value to this position. */
  readonly above: readonly FieldStep[];
}

/** The position of the value itself. */
export const ROOT: AnswerPosition = { prefix: '', multiplier: 1, above: [] };

/** A link at a position; its nodes come from all fields under one response key. */
export interface SelectedLink {
  readonly link: Link;
  readonly type: GraphQLNamedType;
  readonly at: AnswerPosition;
  readonly nodes: FieldNode[];
  /** Response names from the value to the fields, with dots. */
  readonly names: string[];
}

/** A projection in the making. */
export interface Draft {
  readonly paths: Set<string>;
  /** Paths of selected objects: requested themselves if nothing below them is. */
  readonly objects: Set<string>;
  readonly optionalPaths: Set<string>;
  readonly downstream: Set<string>;
  readonly links: Map<string, SelectedLink>;
  readonly branches: Branch[];
  /** The choice of the call; undefined: none. */
  readonly choice: Choice | undefined;
  /** The choices of the selected fields. */
  readonly choices: Choice[];
  needsDefault: boolean;
  isLinkedBack: boolean;
  startsCalls: boolean;
  readonly checked: FieldStep[];
}

/**
 * @param choice that of the call
 * @returns an empty draft
 */
export const newDraft = (choice?: Choice): Draft => ({
  paths: new Set(),
  objects: new Set(),
  optionalPaths: new Set(),
  downstream: new Set(),
  links: new Map(),
  branches: [],
  choice,
  choices: [],
  needsDefault: false,
  isLinkedBack: false,
  startsCalls: false,
  checked: [],
});

/** The paths that the finished draft requests. */
export function pathsOf({ paths, objects, optionalPaths }: Draft): Paths {
  const selected = [...paths];
  for (const path of objects)
    if (!selected.some((other) => other.startsWith(`${path}.`))) paths.add(path);
  if (paths.size > 0) for (const path of optionalPaths) paths.add(path);
  return new Paths(paths);
}

/** Adds paths that are relative to a position. */
export function addPaths(
  paths: Iterable<string>,
  { prefix }: AnswerPosition,
  into: Set<string>,
): void {
  for (const path of paths) into.add(prefix + path);
}

/** Projections of a field's value by its object type. */
export type Projections = Branch['projections'];

/** Adds types whose keys the answer contains, and those of the projections below. */
export function addDownstream(
  types: Iterable<string>,
  projections: Projections,
  draft: Draft,
): void {
  for (const type of types) draft.downstream.add(type);
  for (const { downstream } of projections.values())
    for (const type of downstream) draft.downstream.add(type);
}

/** Adds a call that only the executor starts. */
export function addCall(types: readonly string[], projections: Projections, draft: Draft): void {
  draft.startsCalls = true;
  addDownstream(types, projections, draft);
}

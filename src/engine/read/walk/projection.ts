/**
 * A projection: what a selection requests of one value. The walker makes it from a draft, and a
 * read turns it into one with the choices of its call.
 */
import type { FieldNode, GraphQLField, GraphQLNamedType } from 'graphql';
import type { CallNeeds, Link, LinkNeeds, ListNeeds, SeparateFetchNeeds } from '../needs.ts';
import { Paths } from '../path.ts';
import { failedWith, InvalidInput } from '../../api/error.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { checkParameters } from '../../rest/request/request.ts';
import { decodeCursor, type ListPosition, START } from '../list/cursor.ts';
import type { Ref, Resource } from '../resource.ts';

/** The paths, links and calls that the selection below a value requests. */
export interface Projection {
  /** Paths to request of the value's answer. */
  readonly paths: Paths;
  /** Types whose keys the answer contains, at any depth: batches of these types wait for it. */
  readonly downstream: ReadonlySet<string>;
  /** Links to one resource each, which a list can load before its items are resolved. */
  readonly links: readonly LinkedProjection[];
  /** All fields that lead to another answer, links included. */
  readonly branches: readonly Branch[];
  /** Whether a field makes a call of its own, which only the executor starts. */
  readonly startsCalls: boolean;
  /** How the value is read if its call makes the selected choice; undefined: none can. */
  readonly withChoice: ChoiceProjection | undefined;
  /** Fields that lead to no other answer, and whose arguments have a check. */
  readonly checked: readonly FieldStep[];
  /** The error of a rejected field of the selection, at any depth; undefined: it has none. */
  readonly rejection: Error | undefined;
  /** Whether other fields than rejected ones are selected, `__typename` aside. */
  readonly needsAnswer: boolean;
  /** Whether values are selected that only a call without a choice returns. */
  readonly needsDefault: boolean;
  /** Response fields of each value, without those of the items of lists inside. */
  readonly fieldCount: number;
  /** Variables that decided the projection. */
  readonly variables: ReadonlySet<string>;
}

/**
 * A parameter and its value, which decide what one field shows: the language or format of texts
 * (`hl`, `textFormat`), the labels of a file (`includeLabels`). No other value of the answer
 * depends on the parameter, so that the call for an entity or a list makes the choice, too. A call
 * makes one choice; fields with others have calls of their own.
 */
export interface Choice {
  readonly parameter: string;
  /** A list of values is one text. */
  readonly value: string;
}

/** What a selection requests of a value if its call makes a choice, too. */
export interface ChoiceProjection extends Choice {
  readonly projection: Projection;
}

/** The parts of a projection that the loader reads. */
export type EntityProjection = Pick<Projection, 'paths' | 'downstream'> &
  Partial<Pick<Projection, 'withChoice' | 'branches'>>;

/** A link of a projection, and what is requested of the linked entities. */
export interface LinkedProjection {
  /** The path of the linking values in the answer. */
  readonly path: string;
  /** Those of the lists on the path; undefined: all items are shown. */
  readonly limits: Limits | undefined;
  readonly link: Link;
  readonly projection: Projection;
  /** Response names from the value to the fields of the link, with dots. */
  readonly names: readonly string[];
}

/** How many items of lists are shown, by the number of steps of a path that lead to the list. */
export type Limits = ReadonlyMap<number, number>;

export interface FieldStep {
  readonly field: GraphQLField<unknown, unknown>;
  readonly node: FieldNode;
}

export const responseName = ({ node: { alias, name } }: Pick<FieldStep, 'node'>): string =>
  (alias ?? name).value;

/** A field that leads from a value to another answer. */
export interface Branch extends FieldStep {
  /** The name of the object type that has the field. */
  readonly type: string;
  readonly needs: BranchNeeds;
  /** Maximum number of objects with this field, for each value of the projection. */
  readonly multiplier: number;
  /** The fields from the value of the projection to this one, without this one. */
  readonly above: readonly FieldStep[];
  /** Branches of one projection with equal places have the same objects. */
  readonly place: string;
  /** The projections of the field's value by its object type; empty for a scalar. */
  readonly projections: ReadonlyMap<string, Projection>;
}

/** The needs of a field that leads to another answer. */
export type BranchNeeds = LinkNeeds | ListNeeds | SeparateFetchNeeds | CallNeeds;

/** Whether a selection needs no answer: it names ids, or leads by links to ids. */
export const selectsOnlyIds = ({ paths, startsCalls, links }: Projection): boolean =>
  paths.size === 0 && !startsCalls && links.every(({ projection }) => selectsOnlyIds(projection));

/** Whether the value that has the link shows all that is selected of the linked entity. */
export const isShown = ({ shared }: Link, { paths }: Pick<Projection, 'paths'>): boolean =>
  shared !== undefined &&
  paths.size > 0 &&
  [...paths.set].every((path) => path === 'id' || shared.includes(path));

/** Whether the path of an id ends with the name of the key, and is that of the value itself. */
export function namesKey(idPath: string, { key }: Resource): boolean {
  const steps = idPath.split('.');
  return steps.length <= 2 && steps.at(-1)!.toLowerCase().endsWith(key.at(-1)!.toLowerCase());
}

/** With only ids selected, a link costs no call; a lookup costs one, which proves existence. */
export function makesLoad({ needs }: Branch, projection: Projection | undefined): boolean {
  if (needs.kind !== 'link' && needs.kind !== 'calls') return true;
  // Each entity is read for the key of the next one.
  if (needs.kind === 'link' && needs.isChain) return true;
  if (needs.kind === 'link' && projection && isShown(needs.link, projection)) return false;
  if (projection?.paths.size !== 0) return true;
  return needs.kind === 'calls' && selectsOnlyIds(projection);
}

type Operation = Pick<AnyOperation, 'query'>;

/**
 * @param argument of a field, or of a call
 * @returns the argument as the value of a choice: the elements of a list once each, sorted and
 * joined by commas, so that equal sets are equal; undefined for an argument without a value
 */
export function choiceValue(argument: unknown): string | undefined {
  if (typeof argument === 'string') return argument;
  if (!Array.isArray(argument)) return undefined;
  return [...new Set(argument.map(String))].toSorted().join();
}

/** The arguments of a call that makes the choice. */
export const choiceArguments = (
  { parameter, value }: Choice,
  { query }: Operation,
): NonNullable<Ref['args']> => ({
  [parameter]: query[parameter]?.list ? value.split(',') : value,
});

/**
 * How an entity is read with a choice; undefined: the fields have calls of their own. A request for
 * nothing but these fields has no other call to share.
 */
export const entityChoice = (
  { choiceParameter }: Resource,
  { paths, withChoice }: EntityProjection,
): ChoiceProjection | undefined =>
  withChoice?.parameter === choiceParameter && paths.size > 0 ? withChoice : undefined;

/** How a list is read with a choice; undefined: the fields have calls of their own. */
export const listChoice = (
  operation: Operation,
  { withChoice }: EntityProjection,
): ChoiceProjection | undefined =>
  withChoice && sends(operation, withChoice.parameter) ? withChoice : undefined;

const sends = ({ query }: Operation, parameter: string): boolean =>
  query[parameter] !== undefined && query[parameter].notSent === undefined;

/**
 * How a page of a list is read with a choice: a first page with the selected one, any other page
 * with the one that its token is for.
 * @param choiceParameter the parameter of the items' resource
 */
export function choiceAt(
  {
    operation,
    projection,
    choiceParameter = '',
  }: {
    readonly operation: AnyOperation;
    readonly projection: Projection;
    readonly choiceParameter?: string | undefined;
  },
  { token, choice }: ListPosition,
): ChoiceProjection | undefined {
  const selected = listChoice(operation, projection);
  if (token === '' || selected?.value === choice) return selected;
  return choice === undefined
    ? undefined
    : { parameter: choiceParameter, value: choice, projection };
}

/**
 * The projection that the pages of a list behind a cursor are read with.
 * @param after the cursor of the caller, which need not be valid
 */
export function projectionBehind(
  after: unknown,
  operation: AnyOperation,
  projection: Projection,
): Projection {
  const start = (typeof after === 'string' && decodeCursor(after)) || START;
  return choiceAt({ operation, projection }, start)?.projection ?? projection;
}

/**
 * Returns a function that decides whether the call for a page of the list can have made a choice.
 * @param choiceParameter the parameter of the items' resource
 */
export function choiceCheck({
  operation,
  args,
  choiceParameter: parameter = '',
}: {
  readonly operation: AnyOperation;
  readonly args: NonNullable<Ref['args']>;
  readonly choiceParameter?: string | undefined;
}): (value: string) => boolean {
  return (value) => {
    if (!sends(operation, parameter) || value === args[parameter]) return false;
    const made = choiceArguments({ parameter, value }, operation);
    return choiceValue(made[parameter]) === value && maySend(operation, made);
  };
}

function maySend(operation: AnyOperation, args: NonNullable<Ref['args']>): boolean {
  try {
    checkParameters(operation, args);
    return true;
  } catch (error) {
    if (error instanceof InvalidInput) return false;
    throw error;
  }
}

/**
 * Whether a service may have rejected a call for its choice, for example a language that it does
 * not know. What does not depend on the choice is then read without it.
 */
export function mayRejectChoice(
  error: unknown,
  { parameter }: Choice,
  { query }: Operation,
): boolean {
  if (!failedWith(error, 'INVALID_INPUT')) return false;
  const { location } = error.failure;
  // Some rejections name no parameter, or one that the call does not have.
  return location === undefined || location === parameter || !Object.hasOwn(query, location);
}

/**
 * The part of the refs of a page's items that says which choice its call made; null: one that no
 * selected field makes, so that no field may read the answer for what depends on it.
 * @param choice how the page was read
 * @param selected how the list is read
 */
export const choiceOfItems = (
  choice: ChoiceProjection,
  selected: Projection,
  operation: Operation,
): NonNullable<Ref['args']> =>
  choice.projection === selected
    ? { [choice.parameter]: null }
    : choiceArguments(choice, operation);

/** The part of a ref that says which choice the call made whose answer has the entity inside. */
export function choiceVariant(
  { choiceParameter }: Resource,
  around: Ref | undefined,
): Pick<Ref, 'args'> | undefined {
  const value = choiceParameter === undefined ? undefined : around?.args?.[choiceParameter];
  return value === undefined ? undefined : { args: { [choiceParameter!]: value } };
}

/** A position in the answer of the value that is projected. */
export interface AnswerPosition {
  /** The path of the object with a dot behind it; empty for the value itself. */
  readonly prefix: string;
  /** Maximum number of objects at this position. */
  readonly multiplier: number;
  /** Those of the lists above, of which the answer can have more items than the response. */
  readonly limits?: Limits | undefined;
  /** Whether the response can have other objects here than the answer. */
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

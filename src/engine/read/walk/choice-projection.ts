/**
 * A choice is a parameter and its value, which decide what one field shows: the language or format
 * of texts (`hl`, `textFormat`), the labels of a file (`includeLabels`). No other value of the
 * answer depends on the parameter, so that the call for an entity or a list makes the choice, too.
 * A call makes one choice; fields with others have calls of their own.
 */
import { InvalidInput, UpstreamError } from '../../rest/call/error.ts';
import type { AnyOperation } from '../../rest/operation/operation.ts';
import { checkParameters } from '../../rest/request/request.ts';
import { decodeCursor, type ListPosition, START } from '../list/cursor.ts';
import type { Choice, ChoiceProjection, EntityProjection, Projection } from './projection.ts';
import type { Ref, Resource } from '../resource.ts';

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
  if (!(error instanceof UpstreamError) || error.code !== 'INVALID_INPUT') return false;
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

/** The REST call behind one page of a feed: its arguments, its `fields` mask, its failures. */
import type { Api } from '../../api/api.ts';
import { checkAnswer } from '../../rest/operation/answer-check.ts';
import { failedWith, InvalidInput, UpstreamError } from '../../api/error.ts';
import { type AnyOperation, type PageSpec, takesParts } from '../../api/operation.ts';
import type { Execution } from '../../execution/execution.ts';
import { itemsOf } from '../../read/list/page.ts';
import { getter, Paths } from '../../read/path.ts';
import type { PageAnswer } from '../../read/list/page-loader.ts';
import type { EntityProjection } from '../../read/walk/projection.ts';
import { isKey } from '../../read/resource.ts';
import type { FeedOwner, FeedPage, FeedPosition, SourceOptions } from './source.ts';

/** The part of the call that is the same for all pages. */
interface PageCall
  extends Pick<
    SourceOptions,
    'pageSize' | 'minimumPath' | 'wholeFields' | 'extraFields' | 'argumentNames' | 'owner'
  > {
  readonly operation: AnyOperation;
  /** The operation's arguments, without paging, `part` and `fields`. */
  readonly args: Readonly<Record<string, unknown>>;
  /** Fields of the answer beside its items: tokens and times. */
  readonly answerFields: readonly string[];
}

const defaultIntervalMs = 60_000;

/** @returns the options that are properties of a source, with every default filled in */
export function withDefaults(operation: AnyOperation, options: SourceOptions) {
  return {
    maxItems: options.pageSize ?? pageOf(operation).maxSize ?? 0,
    intervalMs: options.intervalMs ?? defaultIntervalMs,
    versionOf: options.versionOf ?? ((item: object) => JSON.stringify(item)),
    watch: options.watch,
  };
}

/**
 * Calls the list operation once.
 * @throws UpstreamError; a rejected position is `INVALID_INPUT` of the argument `after`
 */
export async function callPage(
  call: PageCall,
  execution: Execution,
  position: FeedPosition,
  selection?: EntityProjection,
): Promise<PageAnswer> {
  const { operation } = call;
  try {
    const downstream = selection?.downstream ?? new Set();
    const request = requestOf(call, position, selection);
    const answer = await execution.sharedCall(operation, request, downstream);
    return (answer ?? {}) as PageAnswer;
  } catch (error) {
    throw withOwner(withArgument(error, position, call.argumentNames), call.owner);
  }
}

/** @returns the arguments of the call */
export function requestOf(
  call: PageCall,
  position: FeedPosition,
  selection?: EntityProjection,
): Readonly<Record<string, unknown>> {
  const { operation, args, pageSize = operation.page?.maxSize } = call;
  const { size } = pageOf(operation);
  return {
    ...args,
    ...(size === undefined || pageSize === undefined ? {} : { [size]: pageSize }),
    ...position,
    ...selected(call, selection),
  };
}

/** The items of a page of a feed that have their key, and the number of the others. */
export function keyedItems(
  answer: PageAnswer,
  operation: AnyOperation,
  minimumPath = 'id',
): Pick<FeedPage, 'items' | 'leftOut'> {
  const all = itemsOf(answer, operation);
  const idOf = getter(minimumPath);
  const items = all.filter((item) => isKey(idOf(item)));
  return items.length === all.length ? { items } : { items, leftOut: all.length - items.length };
}

/** Checks items that were stored, which makes the errors of invalid values again. */
export function restoredItems(
  api: Api,
  items: readonly object[],
  operation: AnyOperation,
  wholeFields: string | undefined,
): readonly object[] {
  const answer: PageAnswer = { [pageOf(operation).items]: items };
  checkAnswer(api, operation, wholeFields, answer);
  return itemsOf(answer, operation);
}

/** @returns how the operation's list is paged; an operation without pages is no feed */
export function pageOf({ key, page }: AnyOperation): PageSpec {
  if (page === undefined) throw new TypeError(`${key} is not a paged list`);
  return page;
}

/** @returns a text field of the answer; undefined where it is missing or empty */
export function textOf(answer: PageAnswer, name: string | undefined): string | undefined {
  const value = name === undefined ? undefined : answer[name];
  if (value instanceof Error) throw value;
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `part` and `fields`: of the selection, or of whole items. */
function selected(
  { operation, answerFields, minimumPath = 'id', wholeFields, extraFields = [] }: PageCall,
  selection: EntityProjection | undefined,
): Readonly<Record<string, unknown>> {
  const hasParts = takesParts(operation);
  if (selection === undefined) {
    const { parts = [], ownerOnlyParts = [] } = operation;
    return {
      ...(hasParts && { part: parts.filter((part) => !ownerOnlyParts.includes(part)) }),
      ...(wholeFields !== undefined && { fields: wholeFields }),
    };
  }
  const { items } = pageOf(operation);
  const itemPaths = selection.paths.below('items').with(minimumPath);
  const objects = extraFields.map((name) => ({ name, paths: selection.paths.below(name) }));
  const objectPaths = objects.flatMap(({ name, paths }) => [...paths.under(name).set]);
  const fields = Paths.of(...answerFields, ...itemPaths.under(items).set, ...objectPaths).mask;
  const { parts } = Paths.union([itemPaths, ...objects.map(({ paths }) => paths)]);
  return hasParts ? { part: parts, fields } : { fields };
}

/** A client knows the position as the argument `after`, and parameters by their arguments. */
function withArgument(
  error: unknown,
  position: FeedPosition,
  names: Readonly<Record<string, string>> = {},
): unknown {
  // Parameters come from responses: names of object methods must not match.
  const argumentOf = (parameter: string): string | undefined => {
    if (Object.hasOwn(position, parameter)) return 'after';
    return Object.hasOwn(names, parameter) ? names[parameter] : undefined;
  };
  if (error instanceof InvalidInput) {
    const argument = argumentOf(error.argument);
    return argument === undefined ? error : error.at(argument);
  }
  if (!failedWith(error, 'INVALID_INPUT')) return error;
  const argument = rejectsPosition(error) ? 'after' : argumentOf(error.failure.location ?? '');
  return argument === undefined ? error : new UpstreamError({ ...error.failure, argument }, error);
}

/** Whether the reason says that the position is at fault, and no parameter is named. */
const rejectsPosition = ({ failure }: UpstreamError): boolean =>
  failure.location === undefined && failure.meaning?.rejectsPageToken === true;

/** The REST API does not say which object is missing; a page reads one object alone. */
export function withOwner(error: unknown, owner: FeedOwner | undefined): unknown {
  if (owner === undefined || !(error instanceof UpstreamError)) return error;
  const { failure } = error;
  return failure.code === 'NOT_FOUND' && failure.id === undefined
    ? new UpstreamError({ ...failure, ...owner }, error)
    : error;
}

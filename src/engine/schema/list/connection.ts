/**
 * Paged lists as connections. The walker sees the same shape for all responses: `items`, `total`.
 */
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { FieldArguments, ListNeeds } from '../../read/needs.ts';
import { checkCursor } from '../../read/list/cursor.ts';
import { locatedAtToken } from '../../read/list/given-token.ts';
import { checkFirst, type List, MAX_FIRST, type Paging } from '../../read/list/list.ts';
import type { Resource } from '../../read/resource.ts';
import { projectionOf } from '../../read/walk/walker.ts';
import type { Warning } from '../../trace/response-extensions.ts';
import type { AnyOperation } from '../../api/operation.ts';
import { type Context, Query } from '../builder.ts';
import { type ArgumentNames, nameArgumentsIn } from '../field/argument-name.ts';
import { callsBeforeOf, parameterCheck, tokenCallsOf, tokenNeed } from '../field/field-call.ts';
import { connectionReader, firstPageReader, resourceOf } from './connection-read.ts';
import type { ConnectionCall, ConnectionSpec } from './connection-spec.ts';
import type { ConnectionType } from './connection-type.ts';
import { type AnyFieldBuilder, type Field, field } from '../field/field-factory.ts';
import { nullOrThrow } from '../field/null-on-reason.ts';

/** A paged list: `first` (1 to 500) items after a cursor, from the minimum number of pages. */
export function connection(
  t: AnyFieldBuilder,
  target: ConnectionType,
  spec: ConnectionSpec,
  description: string,
): Field {
  const { operation, pointerPath, before = [] } = spec;
  const resource = resourceOf(target);
  if (
    t.owner === Query &&
    resource &&
    resource.key.length > 1 &&
    !spec.keyOf &&
    pointerPath === undefined
  )
    throw new TypeError(
      `the list of ${operation.key} has no parent; keyOf has to make the key of ${resource.name} (${resource.key.join(', ')})`,
    );
  const names: ArgumentNames = { ...cursorNames(operation), ...spec.argumentNames };
  const nullReasons = spec.nullOnReasons ?? [];
  const reader = {
    read: connectionReader(target, spec),
    onIncomplete: ({ stoppedBy, leftOut = 0 }: List, { execution, info }: ConnectionCall): void => {
      const warn = (code: Warning['code'], value: unknown): void =>
        execution.warn({ code, path: responsePathAsArray(info.path), value: String(value) });
      if (stoppedBy) {
        const { limit, reason, code } = stoppedBy.failure;
        warn('LIST_STOPPED', limit ?? reason ?? code);
      }
      if (leftOut > 0) warn('INVALID_ITEMS', leftOut);
    },
    onError: (error: unknown, { parent, given, execution, info }: ConnectionCall): null => {
      // With a resolved argument, a missing object is not the parent.
      const object = before.length > 0 ? undefined : parent;
      return nullOrThrow(
        nameArgumentsIn(locatedAtToken(error, operation), given, names, object),
        nullReasons,
        execution,
        info,
      );
    },
  };
  return field(t, {
    type: target.type,
    description,
    deprecationReason: spec.deprecationReason,
    args: { ...spec.arguments, ...pagingArguments(t, operation, spec.onePage) },
    isNullOnErrorOnly: nullReasons.length === 0,
    needs: connectionNeeds(target, spec),
    check: connectionCheck(spec),
    parentAnswer: spec.shared && {
      shared: spec.shared,
      firstPage: firstPageReader(target, spec),
    },
    operations: [
      operation,
      ...(pointerPath === undefined ? [] : [resource!.read.operation]),
      ...before,
    ],
    tokenCalls: tokenCallsOf(spec),
    resolve: (parent: unknown, given: Paging, { execution }: Context, info: GraphQLResolveInfo) => {
      const field = info.fieldNodes[0]!;
      const call = { parent, given, execution, projection: projectionOf(info), field, info };
      return execution.pages.lists.share(call, reader);
    },
  });
}

/** Returns a function that checks what the arguments alone show to be wrong. */
function connectionCheck(spec: ConnectionSpec): (given: Paging) => void {
  const checkParameters = parameterCheck(spec);
  return (given) => {
    checkParameters?.(given);
    spec.segments?.(given);
    checkFirst(given.first, spec.onePage);
    checkCursor(given.after);
  };
}

function connectionNeeds(target: ConnectionType, spec: ConnectionSpec): ListNeeds {
  const { operation, embedded, paths = [], optionalPaths = [] } = spec;
  const ofEmbedded = embedded?.paths ?? [];
  const isOptional = embedded?.optional === true;
  const resource = resourceOf(target);
  return {
    kind: 'list',
    operation,
    itemType: target.node.name,
    paths: isOptional ? paths : [...paths, ...ofEmbedded],
    optionalPaths: isOptional ? [...optionalPaths, ...ofEmbedded] : optionalPaths,
    isByKeys: spec.args === undefined,
    commonKeys: resource ? resource.key.length - 1 : 0,
    commonPaths: spec.commonPaths,
    keepsItems: (given) => embedded === undefined && isPlain(spec, resource, given),
    needsToken: tokenNeed(spec),
    embedded: embedded
      ? {
          path: embedded.path,
          optional: isOptional,
          isWhole: embedded.ignoresParent
            ? (given) => embedded.isComplete(undefined, given) && given['after'] == null
            : null,
        }
      : null,
    extent: extentOf(spec, resource),
  };
}

/** Whether the items are no variants of the entities. */
function isPlain(
  spec: ConnectionSpec,
  resource: Resource | undefined,
  given: FieldArguments,
): boolean {
  const { variantParameters = [] } = resource ?? {};
  const parameters = spec.argumentParameters?.(given) ?? {};
  return variantParameters.every((name) => parameters[name] == null);
}

function extentOf(
  { onePage, sameForAllParents, pointerPath, segments, ...spec }: ConnectionSpec,
  resource: Resource | undefined,
): ListNeeds['extent'] {
  if (onePage !== undefined) return { kind: 'onePage', maxItems: onePage };
  return {
    kind: 'paged',
    sameForAllParents: sameForAllParents === true,
    callsBefore: callsBeforeOf(spec),
    pointsTo: pointerPath === undefined ? null : resource!,
    segmentCount: segments ? (given) => segments(given)?.length ?? 1 : null,
  };
}

/**
 * Page token and page size come from the cursor; `first` was checked before. Without a cursor no
 * argument is at fault.
 */
const cursorNames = ({ page }: AnyOperation): ArgumentNames =>
  Object.fromEntries(
    [page?.token, page?.size].flatMap((name) => (name === undefined ? [] : [[name, ['after']]])),
  );

/** Each call reads one page of the REST API. */
const pageText = ({ page }: AnyOperation, max: number): string =>
  (page?.maxSize ?? max) < max ? ` One call reads at most ${page!.maxSize}.` : '';

const pagingArguments = (t: AnyFieldBuilder, operation: AnyOperation, max = MAX_FIRST) => ({
  first: t.arg.int({
    defaultValue: 20,
    required: true,
    description: `Return at most this number of items. Default: 20. Minimum: 1, maximum: ${max}.${pageText(operation, max)}`,
  }),
  after: t.arg.string({
    description:
      'Return only items after this cursor of the same list. Default: the beginning of the list.',
  }),
});

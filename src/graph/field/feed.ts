/**
 * Fields of feeds. A feed has two forms: a query field that returns one page after a cursor, and a
 * subscription field that sends every new page. `src/data/feed/` defines sources.
 */
import type { ObjectRef } from '@pothos/core';
import {
  getNamedType,
  type GraphQLResolveInfo,
  isInterfaceType,
  responsePathAsArray,
} from 'graphql';
import type { Execution } from '../../data/execution.ts';
import { type FeedBatch, readFeed } from '../../data/feed/batch.ts';
import { notACursor } from '../../data/feed/cursor.ts';
import type { FeedSource } from '../../data/feed/source.ts';
import { decodeParts } from '../../data/read/cursor.ts';
import { type CallNeeds, noNeeds } from '../../data/read/needs.ts';
import type { Resource } from '../../data/read/resource.ts';
import { projectionOf } from '../../data/read/walker.ts';
import { errorAt } from '../../upstream/invalid-value.ts';
import type { KnownReason } from '../../upstream/catalogue.ts';
import type { AnyOperation } from '../../upstream/operation.ts';
import { builder, type Context, type Types } from '../builder.ts';
import { type AnyFieldBuilder, type Field, field, isEntityType } from './field-factory.ts';
import { nameArgumentsIn, withArgumentNames } from './argument-name.ts';
import { refAttacher } from './child-list.ts';
import { nullOnReasons } from './null-on-reason.ts';
import { subscriptionError, withGraphErrors } from './subscription-error.ts';

/** An object type whose values are pages of a feed. */
type FeedPageType = ObjectRef<Types, FeedBatch>;

/** The type of a feed's pages. */
interface FeedPageSpec {
  /** The GraphQL type of the items. */
  readonly item: { readonly name: string };
  /** The name of the field with the items. */
  readonly items: string;
  readonly description: string;
  readonly itemsDescription: string;
  readonly cursorDescription?: string;
  /** Maximum number of items of one page. */
  readonly maxItems: number;
  /**
   * Fields that the pages of this feed have beside items and cursor. A tuple gives the field
   * another name and description.
   */
  readonly shows?: readonly (PageField | readonly [PageField, name: string, text: string])[];
  /** Objects of the answer beside the items, by the names of their fields. */
  readonly extra?: Readonly<Record<string, ExtraField>>;
}

/** An object of the answer beside the items. */
interface ExtraField {
  readonly type: { readonly name: string };
  /** The resource of the object. */
  readonly resource: Resource;
  /** Its name in the answer. */
  readonly path: string;
  readonly description: string;
}

/** Fields of pages that only some feeds have. Boolean fields are never null. */
const pageFields = {
  hasMore: ['Boolean', 'Whether the next page can be read at once.'],
  pollAfterMs: [
    'Int',
    'Milliseconds to wait before the next page is read. Null if the REST API states none.',
  ],
  endedAt: ['DateTime', 'When the feed ended. Null while it continues.'],
  reset: [
    'Boolean',
    'Whether the cursor was too old. If true, discard all earlier items: the next pages contain all items again.',
  ],
} as const;

type PageField = keyof typeof pageFields;

/** Declares the type of a feed's pages. */
export function feedPageType(name: string, spec: FeedPageSpec): FeedPageType {
  const { item, items, shows = [], extra = {} } = spec;
  const withRef = isEntityType(item) ? refsOf(item.resource) : (value: object) => value;
  return builder.objectRef<FeedBatch>(name).implement({
    description: spec.description,
    fields: (t) => ({
      [items]: field(t, {
        type: [item],
        nullable: false,
        description: spec.itemsDescription,
        needs: { kind: 'nested', path: 'items', paths: [], maxItems: spec.maxItems },
        resolve: (batch: FeedBatch, _: unknown, context: Context, info: GraphQLResolveInfo) =>
          readableItems(batch, context, info).map(withRef),
      }),
      cursor: field(t, {
        type: 'String',
        description:
          spec.cursorDescription ??
          'The cursor at the end of this page. Pass as `after` to read the next page. Null if the feed cannot be continued.',
        needs: noNeeds,
        resolve: (batch: FeedBatch) => batch.cursor,
      }),
      ...Object.fromEntries(
        shows.map((shown) =>
          typeof shown === 'string'
            ? [shown, pageField(t, shown)]
            : [shown[1], pageField(t, shown[0], shown[2])],
        ),
      ),
      ...Object.fromEntries(
        Object.entries(extra).map(([name, each]) => [name, extraField(t, each)]),
      ),
    }),
  });
}

/** Entities of a page get their refs; the `id` of each is always requested. */
const refsOf = (resource: Resource): ((value: object) => object) =>
  refAttacher({ resource, operation: resource.read.operation, parent: undefined });

/**
 * The items of a page whose types are known. One of the others must not cost the client the rest of
 * the page, which it gets only once: a warning says how many are left out.
 */
function readableItems(
  { items, leftOut = 0 }: FeedBatch,
  { execution }: Context,
  info: GraphQLResolveInfo,
): readonly object[] {
  const type = getNamedType(info.returnType);
  const { typePaths = [] } = isInterfaceType(type) ? type.extensions : {};
  const readable = items.filter((item) => errorAt(item, typePaths) === undefined);
  const count = leftOut + items.length - readable.length;
  if (count > 0) {
    const path = responsePathAsArray(info.path);
    execution.warn({ code: 'INVALID_ITEMS', path, value: String(count) });
  }
  return readable;
}

function extraField(t: AnyFieldBuilder, { type, resource, path, description }: ExtraField): Field {
  const withRef = refsOf(resource);
  return field(t, {
    type,
    description,
    needs: { kind: 'nested', path, paths: [`${path}.id`], maxItems: 1 },
    resolve: ({ extra }: FeedBatch) => {
      const value = extra?.[path] as object | null | undefined;
      return value == null ? null : withRef(value);
    },
  });
}

function pageField(
  t: AnyFieldBuilder,
  name: PageField,
  description: string = pageFields[name][1],
): Field {
  const [type] = pageFields[name];
  const isFlag = type === 'Boolean';
  return field(t, {
    type,
    nullable: !isFlag,
    description,
    needs: noNeeds,
    resolve: (batch: FeedBatch) => batch[name] ?? (isFlag ? false : null),
  });
}

/** @typeParam Args the GraphQL arguments beside `after` */
interface FeedSpec<Args extends object = object> {
  readonly type: FeedPageType;
  /** Operations that one page may call. */
  readonly operations: readonly AnyOperation[];
  /** GraphQL arguments beside `after`. */
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly afterDescription?: string;
  /** The name of the argument with the cursor, in the query form. Default: `after`. */
  readonly cursorArgument?: 'since';
  /**
   * May call operations of `operations`, to resolve a well-known id.
   * @throws InvalidInput for arguments that are rejected before any call
   */
  readonly source: (
    parent: unknown,
    args: Args,
    execution: Execution,
  ) => FeedSource | Promise<FeedSource>;
  /** Checks the arguments alone, for the query form. @throws InvalidInput */
  readonly check?: (args: Args) => unknown;
  /** Error reasons of the REST API that the query form turns into null with a warning. */
  readonly nullOnReasons?: readonly KnownReason[];
}

interface CursorArguments {
  readonly after?: string | null;
  readonly since?: string | null;
}

/** The query form of a feed: exactly one page. */
export function feed<Args extends object>(
  t: AnyFieldBuilder,
  spec: FeedSpec<Args>,
  description: string,
): Field {
  const { cursorArgument = 'after' } = spec;
  return field(t, {
    ...fieldOptions(t, spec, description, cursorArgument),
    check: (args: Args & CursorArguments) => {
      try {
        checkCursor(args[cursorArgument]);
        spec.check?.(args);
      } catch (error) {
        throw nameArgumentsIn(error, args, { after: cursorArgument });
      }
    },
    resolve: (
      parent: unknown,
      args: Args & CursorArguments,
      { execution }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const cursor = args[cursorArgument];
      const page = (async () => {
        checkCursor(cursor);
        const source = await spec.source(parent, args, execution);
        return readFeed(execution, source, cursor, projectionOf(info));
      })();
      const named = withArgumentNames(page, args, { after: cursorArgument }, parent);
      return nullOnReasons(named, spec.nullOnReasons, execution, info);
    },
  });
}

/**
 * Rejects a text that is no cursor before the source is made, which may take a call.
 * @throws InvalidInput
 */
function checkCursor(cursor: string | null | undefined): void {
  if (cursor != null && decodeParts(cursor) === undefined) throw notACursor(cursor);
}

/** Says in the description of a subscription which calls are in the cost of an event. */
export const costText =
  '`extensions.cost` of an event contains only the calls that the selection needs beyond the changes, not those of the poller.';

/** Says in the description of a subscription when it fails. */
export const failureText =
  'Ends with an error after eight failed reads, which take two to seven minutes: subscribe again with the last cursor.';

/** Says in the description of a subscription when the gateway reads the changes of a service. */
export const pollingText = (service: string): string =>
  `The gateway receives a notification of each change from ${service} if it has a public address, and reads the changes every ten seconds if not.`;

const advice = 'Subscribe again with the last cursor.';

/** The subscription form of a feed: each event is a page with an execution of its own. */
export function feedSubscription<Args extends object>(
  t: AnyFieldBuilder,
  spec: FeedSpec<Args>,
  description: string,
): Field {
  const options = {
    ...fieldOptions(t, spec, description),
    nullable: false,
    subscribe: async (
      _: unknown,
      args: Args & CursorArguments,
      { execution, feeds }: Context,
      info: GraphQLResolveInfo,
    ) => {
      const { identity } = execution;
      try {
        checkCursor(args.after);
        const source = await spec.source(undefined, args, execution);
        const batches = feeds.subscribe({ identity, source, after: args.after });
        return withGraphErrors(batches, { args, info, advice });
      } catch (error) {
        throw subscriptionError(error, advice);
      }
    },
    resolve: (batch: FeedBatch) => batch,
  };
  return field(t, options);
}

/** One page calls each operation at most once. */
const pageNeeds = (operations: readonly AnyOperation[]): CallNeeds => ({
  kind: 'calls',
  costOf: () => ({ calls: operations.map((each) => [each, 1]), loads: [], values: 1 }),
});

const fieldOptions = (
  t: AnyFieldBuilder,
  spec: Omit<FeedSpec, 'source' | 'check'>,
  description: string,
  cursorArgument: keyof CursorArguments = 'after',
) => ({
  type: spec.type,
  description,
  args: {
    ...spec.arguments,
    [cursorArgument]: t.arg.string({
      description:
        spec.afterDescription ??
        'Continue after this cursor of the same feed. Default: the beginning of the feed.',
    }),
  },
  needs: pageNeeds(spec.operations),
  operations: spec.operations,
});

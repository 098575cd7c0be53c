/**
 * The types of the pages of feeds. All have the same shape: items, `cursor`, `hasMore`, `reset` and
 * `pollAfter`; a feed can add what else its answers have.
 */
import {
  getNamedType,
  type GraphQLResolveInfo,
  isInterfaceType,
  responsePathAsArray,
} from 'graphql';
import type { FeedBatch } from '../../feed/batch.ts';
import { noNeeds } from '../../read/needs.ts';
import type { Warning } from '../../trace/response-extensions.ts';
import type { Resource } from '../../read/resource.ts';
import { errorAlong } from '../../rest/operation/invalid-value.ts';
import { builder, type Context, type ObjectType } from '../builder.ts';
import { durationText } from '../type/duration.ts';
import { refAttacher } from '../field/field-call.ts';
import { type AnyFieldBuilder, type Field, field, isEntityType } from '../field/field-factory.ts';

export type FeedPageType = ObjectType<FeedBatch>;

interface FeedPageSpec {
  /** The GraphQL type of the items. */
  readonly item: { readonly name: string };
  /** The name of the field with the items. */
  readonly items: string;
  readonly description: string;
  readonly itemsDescription: string;
  /**
   * The value of an item that the schema has no type for, because the REST API has added it since;
   * undefined for all others. Such items are left out, with a warning.
   */
  // any: each feed knows the type of its items.
  readonly unknownValue?: (item: any) => string | undefined;
  /** Maximum number of items of one page. */
  readonly maxItems: number;
  /** Descriptions of the fields of all pages, where this feed has more to say. */
  readonly texts?: Partial<Readonly<Record<CommonField, string>>>;
  /** Whether the REST API does not always say if more items are ready: `hasMore` is then null. */
  readonly moreUnknown?: true;
  /** The field with the time at which the feed ended, where the REST API states it. */
  readonly ended?: readonly [name: string, description: string];
  /** Objects of the answer beside the items, by the names of their fields. */
  readonly extra?: Readonly<Record<string, ExtraField>>;
}

/** An object of the answer beside the items. */
interface ExtraField {
  readonly type: { readonly name: string };
  readonly resource: Resource;
  /** Its name in the answer. */
  readonly path: string;
  readonly description: string;
}

/** The fields that the pages of all feeds have beside the items, with their descriptions. */
const commonTexts = {
  cursor:
    'The cursor at the end of this page. Pass as `after` to read the next page. Null if the feed cannot be continued.',
  hasMore: 'Whether the next page can be read at once. False if this page is up to date.',
  reset:
    'Whether the cursor was too old. If true, discard all earlier items: the next pages contain all items again.',
  pollAfter: 'The time to wait before the next page is read. Null if the REST API states none.',
} as const;

type CommonField = keyof typeof commonTexts;

export function feedPageType(name: string, spec: FeedPageSpec): FeedPageType {
  const { item, items, extra = {}, unknownValue = () => undefined } = spec;
  const withRef = isEntityType(item) ? refsOf(item.resource) : (value: object) => value;
  return builder.objectType<FeedBatch>(name).implement({
    description: spec.description,
    fields: (t) => ({
      [items]: field(t, {
        type: [item],
        nullable: false,
        description: spec.itemsDescription,
        needs: { kind: 'nested', path: 'items', paths: [], maxItems: spec.maxItems },
        resolve: (batch: FeedBatch, _: object, context: Context, info: GraphQLResolveInfo) =>
          itemsOfKnownType(batch, unknownValue, context, info).map(withRef),
      }),
      ...commonFields(t, spec),
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
 * the page, which it gets only once: warnings name what is left out.
 */
function itemsOfKnownType(
  { items, leftOut = 0 }: FeedBatch,
  unknownValue: NonNullable<FeedPageSpec['unknownValue']>,
  { execution }: Context,
  info: GraphQLResolveInfo,
): readonly object[] {
  const type = getNamedType(info.returnType);
  const { typePaths = [] } = isInterfaceType(type) ? type.extensions : {};
  const readable = items.filter((item) => errorAlong(item, typePaths) === undefined);
  const count = leftOut + items.length - readable.length;
  const warn = (code: Warning['code'], value: string): void =>
    execution.warn({ code, path: responsePathAsArray(info.path), value });
  if (count > 0) warn('INVALID_ITEMS', String(count));
  return readable.filter((item) => {
    const value = unknownValue(item);
    if (value !== undefined) warn('UNKNOWN_VALUE', value);
    return value === undefined;
  });
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

function commonFields(t: AnyFieldBuilder, spec: FeedPageSpec): Readonly<Record<string, Field>> {
  const { texts, moreUnknown = false, ended } = spec;
  const { cursor, hasMore, reset, pollAfter } = { ...commonTexts, ...texts };
  const show = (
    type: 'String' | 'Boolean' | 'Duration' | 'DateTime',
    description: string,
    resolve: (batch: FeedBatch) => unknown,
    nullable = true,
  ): Field => field(t, { type, nullable, description, needs: noNeeds, resolve });
  const hasMoreOf = (batch: FeedBatch) => batch.hasMore ?? (moreUnknown ? null : false);
  return {
    cursor: show('String', cursor, (batch) => batch.cursor),
    hasMore: show('Boolean', hasMore, hasMoreOf, moreUnknown),
    reset: show('Boolean', reset, (batch) => batch.reset ?? false, false),
    pollAfter: show('Duration', pollAfter, ({ pollAfterMs }) =>
      pollAfterMs === undefined ? null : durationText(pollAfterMs),
    ),
    ...(ended && { [ended[0]]: show('DateTime', ended[1], (batch) => batch.endedAt ?? null) }),
  };
}

/** The types of the pages of feeds: items, cursor, and what else an answer has. */
import type { ObjectRef } from '@pothos/core';
import {
  getNamedType,
  type GraphQLResolveInfo,
  isInterfaceType,
  responsePathAsArray,
} from 'graphql';
import type { FeedBatch } from '../../data/feed/batch.ts';
import { noNeeds } from '../../data/read/needs.ts';
import type { Warning } from '../../data/warning.ts';
import type { Resource } from '../../data/read/resource.ts';
import { errorAlong } from '../../upstream/invalid-value.ts';
import { builder, type Context, type Types } from '../builder.ts';
import { refAttacher } from './child-list.ts';
import { type AnyFieldBuilder, type Field, field, isEntityType } from './field-factory.ts';

/** An object type whose values are pages of a feed. */
export type FeedPageType = ObjectRef<Types, FeedBatch>;

/** The type of a feed's pages. */
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
  const { item, items, shows = [], extra = {}, unknownValue = () => undefined } = spec;
  const withRef = isEntityType(item) ? refsOf(item.resource) : (value: object) => value;
  return builder.objectRef<FeedBatch>(name).implement({
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

/** Connection and edge types of paged lists, after Relay's cursor connections. */
import { type NestedNeeds, ownValue } from '../../read/needs.ts';
import { cursorBehind, endCursorOf, type List } from '../../read/list/list.ts';
import { getter } from '../../read/path.ts';
import type { AnyOperation, TotalSpec } from '../../api/operation.ts';
import { builder, type ObjectType } from '../builder.ts';
import {
  type AnyFieldBuilder,
  type Field,
  field,
  type EntityType,
} from '../field/field-factory.ts';

const pageInfo = builder.objectType<List>('PageInfo').implement({
  description: 'Pagination information of a connection. Connections are paged forward only.',
  fields: (t) => ({
    hasNextPage: t.expose('Boolean', 'hasNextPage', {
      nullable: false,
      description:
        'Whether items exist after this page. A page with fewer than `first` items may still have a next page.',
    }),
    hasPreviousPage: t.expose('Boolean', 'hasPreviousPage', {
      nullable: false,
      description:
        'Whether the page starts after a cursor: true if `after` was given. Backward paging is not supported.',
    }),
    startCursor: t.field({
      type: 'String',
      description: 'The cursor of the first item of the page. Null if the page is empty.',
      resolve: (list: List) => (list.nodes.length > 0 ? cursorBehind(list, 0) : null),
    }),
    endCursor: t.field({
      type: 'String',
      description:
        'The cursor at which the next page starts. Pass as `after` to read the next page. Null if the page is empty and is the last page. A cursor is a position: after a write that adds, removes or moves items, read the list again from the start.',
      resolve: endCursorOf,
    }),
  }),
});

/** The connection type of a node type, for all lists of it. */
export interface ConnectionType {
  readonly type: ObjectType<List>;
  readonly node: ItemType;
  /** The path of an item that is requested for every selection. */
  readonly minimumPath: string;
}

/** The type of an entity, or of a value that exists in the list only: a search result, a member. */
type ItemType = EntityType<unknown> | ObjectType<unknown>;

/**
 * Fields of a connection with values that the responses have beside the items, by path. A Boolean
 * is true if the value of any page is true; a String is the value of the first page.
 */
type PageFields = Readonly<
  Record<string, readonly [type: 'Boolean' | 'String', description: string]>
>;

interface ConnectionOptions {
  /**
   * The operation whose responses state the total number of items, and the description of the field
   * with this number: `totalCount` if it is exact, else `estimatedCount`.
   */
  readonly counted?: readonly [operation: AnyOperation, description: string];
  readonly pageFields?: PageFields;
  /** The path of an item to request if nothing of the item is selected. Default: its `id`. */
  readonly minimumPath?: string;
}

/** Declares the connection and edge types of a node type, for all lists of it. */
export function connectionType(
  node: ItemType,
  plural: string,
  { counted, pageFields = {}, minimumPath = 'id' }: ConnectionOptions = {},
): ConnectionType {
  // The cost estimate counts items where it counts the list.
  const needs: NestedNeeds = {
    kind: 'nested',
    path: 'items',
    paths: [`items.${minimumPath}`],
    maxItems: 1,
  };
  const edge = builder.objectType<Edge>(`${node.name}Edge`).implement({
    description: `An entry of a page of ${plural}, with a cursor.`,
    fields: (t) => ({
      node: field(t, {
        type: node,
        nullable: false,
        description: `The item at this position in the list of ${plural}.`,
        needs,
        resolve: ({ list, index }: Edge) => list.nodes[index],
      }),
      cursor: t.field({
        type: 'String',
        nullable: false,
        description:
          'The cursor of this item. Pass as `after` to continue the list after this item.',
        resolve: ({ list, index }: Edge) => cursorBehind(list, index),
      }),
    }),
  });
  const type = builder.objectType<List>(`${node.name}Connection`).implement({
    description: `A page of ${plural}.`,
    fields: (t) => ({
      nodes: field(t, {
        type: [node],
        nullable: false,
        description: `The ${plural} of this page, without cursors.`,
        needs,
        resolve: ({ nodes }: List) => nodes,
      }),
      edges: field(t, {
        type: [edge],
        nullable: false,
        description: `The ${plural} of this page, each with a cursor.`,
        needs: ownValue,
        resolve: (list: List): Edge[] => list.nodes.map((_, index) => ({ list, index })),
      }),
      pageInfo: field(t, {
        type: pageInfo,
        nullable: false,
        description: 'Pagination information of this page.',
        needs: ownValue,
        resolve: (list: List) => list,
      }),
      ...(counted ? totalField(t, counted[0].page!.total!, counted[1]) : {}),
      ...pageFieldsOf(t, pageFields),
    }),
  });
  return { type, node, minimumPath };
}

interface Edge {
  readonly list: List;
  readonly index: number;
}

function totalField(
  t: AnyFieldBuilder,
  total: TotalSpec,
  description: string,
): Record<string, Field> {
  const name = total.exact ? 'totalCount' : 'estimatedCount';
  const read = getter(total.path);
  const resolve = ({ answers, hasSegments }: List): unknown =>
    hasSegments ? null : (read(answers.at(-1)) ?? null);
  const needs = { kind: 'paths', paths: ['total'] } as const;
  return { [name]: field(t, { type: 'Int', description, needs, resolve }) };
}

const pageFieldsOf = (t: AnyFieldBuilder, pageFields: PageFields): Record<string, Field> =>
  Object.fromEntries(
    Object.entries(pageFields).map(([path, [type, description]]) => {
      const read = getter(path);
      const resolve = ({ answers }: List): unknown => {
        if (type === 'String') return read(answers[0]);
        const values = answers.map(read);
        return values.find((value) => value instanceof Error) ?? values.includes(true);
      };
      return [
        path,
        field(t, { type, description, needs: { kind: 'paths', paths: [path] }, resolve }),
      ];
    }),
  );

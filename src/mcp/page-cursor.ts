/**
 * Cursors of the items of lists. A result that is too long for an agent is cut behind any item of a
 * page, and `endCursor` is the cursor of the last item of the whole page: with it, an agent would
 * miss what was cut. Therefore documents of tools also select the cursor of each item, which costs
 * no call, by a name that the result does not show.
 */
import {
  type FieldNode,
  getNamedType,
  type GraphQLOutputType,
  isObjectType,
  Kind,
  parse,
} from 'graphql';
import type { AddedSelection } from './added-selection.ts';

/** Begins the name; its rest is the variable that gets a cursor of the list, if there is one. */
const prefix = 'mcpCursors';

/** Cursors of the items of one page. */
export interface PageCursors {
  readonly cursors: readonly string[];
  /** The variable for the cursor; undefined if the document has none. */
  readonly variable: string | undefined;
}

/** Whether a name in a result is one of these. */
export const isCursorName = (name: string): boolean => name.startsWith(prefix);

/** @returns the cursors that an object of a result has; undefined if it is no page of a list */
export function cursorsIn(object: object): PageCursors | undefined {
  const entry = Object.entries(object).find(([name]) => isCursorName(name));
  if (entry === undefined || !Array.isArray(entry[1])) return undefined;
  const edges = entry[1] as readonly { readonly cursor: string }[];
  const variable = entry[0].slice(prefix.length + 1);
  return { cursors: edges.map(({ cursor }) => cursor), variable: variable || undefined };
}

/** Adds the cursors of a list whose items are selected. */
export const addCursors: AddedSelection = (field, type) =>
  selectsItems(field) && hasCursors(type) ? [cursorField(field)] : undefined;

/** Selected without items, a list can be answered without a call. */
const selectsItems = ({ selectionSet }: FieldNode): boolean =>
  selectionSet!.selections.some(
    (each) => each.kind === Kind.FIELD && ['nodes', 'edges'].includes(each.name.value),
  );

function hasCursors(type: GraphQLOutputType | null | undefined): boolean {
  const list = getNamedType(type);
  if (!isObjectType(list)) return false;
  const edge = getNamedType(list.getFields()['edges']?.type);
  return isObjectType(edge) && 'cursor' in edge.getFields();
}

function cursorField({ arguments: given = [] }: FieldNode): FieldNode {
  const after = given.find(({ name }) => name.value === 'after')?.value;
  const rest = after?.kind === Kind.VARIABLE ? `_${after.name.value}` : '';
  const { definitions } = parse(`{ ${prefix}${rest}: edges { cursor } }`, { noLocation: true });
  const [operation] = definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
  return operation.selectionSet.selections[0] as FieldNode;
}

/**
 * What each answer has shown until a call is sent: no call is needed to read it again.
 */
import type { Json } from './direct-call.ts';
import { maskPaths } from './mask.ts';
import { operationNamed } from './operation.ts';

/** A call of the gateway, and its place in the order of all that was sent and answered. */
export interface OrderedCall {
  /** Key of the operation. */
  readonly operation: string;
  readonly path: string;
  /** The query string as sent. */
  readonly search: string;
  /** Values of the query parameters by name. */
  readonly query: Readonly<Record<string, readonly string[]>>;
  readonly sentAt: number;
  readonly answeredAt: number;
}

/** Parameters that decide what an entity shows: without them, it can show something else. */
const variantParameters = [
  'hl',
  'includeLabels',
  'timeZone',
  'maxAttendees',
  'useDomainAdminAccess',
];

const isVariant = ({ query }: OrderedCall): boolean =>
  query['textFormat']?.[0] === 'html' || variantParameters.some((name) => name in query);

const idsIn = ({ query }: OrderedCall): string[] =>
  query['id']?.flatMap((list) => list.split(',')) ?? [];

const isGet = ({ operation }: OrderedCall): boolean => operation.endsWith('.get');

/** Whether the items of the list are entities as the other call reads them. */
const lists = ({ operation }: OrderedCall, read: OrderedCall): boolean =>
  operation === read.operation ||
  operation.replace(/\.(list|instances)$/, '.get') === read.operation;

/** The paths of each entity that a call requests; of a call without items those of its answer. */
function pathsOf(call: OrderedCall): string[] {
  const items = operationNamed(call.operation).pages?.items;
  const paths = maskPaths(call.query['fields']![0]!);
  if (isGet(call) || items === undefined) return paths;
  return paths.flatMap((path) =>
    path.startsWith(`${items}.`) ? [path.slice(items.length + 1)] : [],
  );
}

/** Whether the set has the path, or an object around it; every item of a list proves its id. */
const isIn = (paths: ReadonlySet<string>, path: string): boolean =>
  path === 'id' ||
  path.split('.').some((_, index, steps) => paths.has(steps.slice(0, index + 1).join('.')));

/** The entities that a call reads: by its path, or by its ids. */
const readBy = (call: OrderedCall): string[] =>
  isGet(call) ? [decodeURIComponent(call.path)] : idsIn(call);

/**
 * Whether the answer of a list was there when a read was decided on: the list ran alone, or another
 * call was sent and answered after it. Lists that run at the same time are not waited for.
 */
const precedes = (list: OrderedCall, read: OrderedCall, calls: readonly OrderedCall[]): boolean =>
  list.answeredAt < read.sentAt &&
  (calls.some((call) => list.answeredAt < call.sentAt && call.answeredAt < read.sentAt) ||
    calls.every(
      (call) => call === list || call.answeredAt < list.sentAt || call.sentAt > list.answeredAt,
    ));

/**
 * One sentence for each entity that a call has read although the answer of a list before it had
 * shown all that it requests.
 * @param answerOf reads an address again
 */
export async function readAgain(
  calls: readonly OrderedCall[],
  answerOf: (address: string) => Promise<Json>,
): Promise<string[]> {
  const found: string[] = [];
  const reads = calls.filter((call) => readBy(call).length > 0 && !isVariant(call));
  for (const read of reads) {
    const { ownerOnlyParts } = operationNamed(read.operation);
    const paths = pathsOf(read);
    if (paths.some((path) => ownerOnlyParts.includes(path.split('.', 1)[0]!))) continue;
    for (const list of calls) {
      if (readBy(list).length > 0 || !lists(list, read) || isVariant(list)) continue;
      const shown = new Set(pathsOf(list));
      if (!precedes(list, read, calls) || !paths.every((path) => isIn(shown, path))) continue;
      const answer = await answerOf(`${list.path}?${list.search}`);
      const items =
        (answer[operationNamed(list.operation).pages!.items] as Json[] | undefined) ?? [];
      const above = decodeURIComponent(list.path).replace(/\/[^/]+\/instances$/, '');
      const known = new Set(items.map(({ id }) => (isGet(read) ? `${above}/${id}` : id)));
      const again = readBy(read).filter((each) => known.has(each));
      found.push(...again.map((each) => `${each} was shown by ${list.path}?${list.search}`));
    }
  }
  return found;
}

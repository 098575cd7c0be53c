/**
 * The query `q` of `drives.list`. Callers without the access of an administrator may search by name
 * only.
 */
import {
  instantOf,
  parseSearch,
  type SearchOperator,
  type SearchTerm,
  type SearchTree,
  throwInvalidSearch,
} from '../search/parser.ts';
import type { DriveEntity, FileGrant } from '../state.ts';

type DriveFilter = (drive: DriveEntity) => boolean;

/** What a search needs to know. */
interface DriveSearch {
  readonly isAdmin: boolean;
  readonly hidden: (drive: DriveEntity) => boolean;
  readonly members: (drive: DriveEntity) => readonly FileGrant[];
  readonly orgUnitId: string;
}

type MakeFilter = (term: SearchTerm, search: DriveSearch) => DriveFilter;

const comparisons: Partial<Record<SearchOperator, (a: number, b: number) => boolean>> = {
  '=': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};

/** @param limit NaN for values that the field does not have */
function comparing(
  operator: SearchOperator,
  limit: number,
  read: (drive: DriveEntity) => number,
): DriveFilter {
  const compare = comparisons[operator];
  if (!compare || Number.isNaN(limit)) return throwInvalidSearch();
  return (drive) => compare(read(drive), limit);
}

/** `=` and `!=` of a value. */
function matching(operator: SearchOperator, isEqual: DriveFilter): DriveFilter {
  if (operator === '=') return isEqual;
  return operator === '!=' ? (drive) => !isEqual(drive) : throwInvalidSearch();
}

/** @param role counts only members with the role */
const countField =
  (role?: FileGrant['role']): MakeFilter =>
  ({ operator, value, quoted }, { members }) =>
    comparing(
      operator,
      quoted ? Number.NaN : Number(value),
      (drive) => members(drive).filter((member) => !role || member.role === role).length,
    );

const nameField: MakeFilter = ({ operator, value, quoted }) => {
  const wanted = value.toLowerCase();
  if (!quoted) return throwInvalidSearch();
  if (operator === 'contains') return ({ name }) => name.toLowerCase().includes(wanted);
  return matching(operator, ({ name }) => name.toLowerCase() === wanted);
};

/** The fields that only administrators search. */
const adminFields: Readonly<Record<string, MakeFilter>> = {
  createdTime: (term) =>
    comparing(term.operator, instantOf(term), ({ createdTime }) => Date.parse(createdTime)),
  hidden: ({ operator, value, quoted }, { hidden }) =>
    quoted || !/^(true|false)$/.test(value)
      ? throwInvalidSearch()
      : matching(operator, (drive) => String(hidden(drive)) === value),
  memberCount: countField(),
  organizerCount: countField('organizer'),
  orgUnitId: ({ operator, value, quoted }, { orgUnitId }) =>
    quoted ? matching(operator, () => value === orgUnitId) : throwInvalidSearch(),
};

function filterOf(tree: SearchTree, search: DriveSearch): DriveFilter {
  if (tree.kind === 'not') {
    const inner = filterOf(tree.of, search);
    return (drive) => !inner(drive);
  }
  if (tree.kind === 'term') return termFilter(tree.term, search);
  const left = filterOf(tree.left, search);
  const right = filterOf(tree.right, search);
  return tree.kind === 'and'
    ? (drive) => left(drive) && right(drive)
    : (drive) => left(drive) || right(drive);
}

function termFilter(term: SearchTerm, search: DriveSearch): DriveFilter {
  if (term.field === 'name') return nameField(term, search);
  const field = Object.hasOwn(adminFields, term.field) ? adminFields[term.field] : undefined;
  return field && search.isAdmin ? field(term, search) : throwInvalidSearch();
}

/** @throws ApiError 400 for a query that the caller may not use or that cannot be parsed */
export const driveFilter = (q: string | undefined, search: DriveSearch): DriveFilter =>
  q === undefined ? () => true : filterOf(parseSearch(q), search);

/** What the terms of `q` mean for a file, as one person sees it. */
import type { User } from '../user.ts';
import { type Effective, isTrashed, permissionsOf } from './access.ts';
import { type Operator, refuseSearch, type Search, type Term } from './search-syntax.ts';
import { sharedWith } from './show.ts';
import type { StorageState, StoredFile } from './state.ts';

interface Context {
  readonly state: StorageState;
  readonly user: User;
}

type Test = (file: StoredFile) => boolean;

interface Field {
  readonly operators: readonly Operator[];
  readonly test: (term: Term, context: Context) => Test;
}

const equal = (operator: Operator, same: boolean): boolean => (operator === '!=' ? !same : same);

const text = (
  read: (file: StoredFile) => string,
  contains: (whole: string, part: string) => boolean,
): Field => ({
  operators: ['contains', '=', '!='],
  test: ({ operator, value, quoted }) => {
    if (!quoted) return refuseSearch();
    return (file) =>
      operator === 'contains' ? contains(read(file), value) : equal(operator, read(file) === value);
  },
});

/** `contains` finds beginnings of words only. */
const startsWord = (whole: string, part: string): boolean => {
  const escaped = part.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?:^|[^\\p{L}\\p{N}])${escaped}`, 'u').test(whole.toLowerCase());
};

const moment = (read: (file: StoredFile, context: Context) => string | undefined): Field => ({
  operators: ['=', '!=', '<', '<=', '>', '>='],
  test: ({ operator, value, quoted }, context) => {
    const limit =
      quoted && /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(value)
        ? instant(value)
        : Number.NaN;
    if (Number.isNaN(limit)) return refuseSearch();
    return (file) => {
      const at = read(file, context);
      return at !== undefined && ordered(operator, Date.parse(at), limit);
    };
  },
});

/** UTC where the text names no zone. */
const instant = (value: string): number =>
  Date.parse(/T.*(Z|[+-]\d\d:\d\d)$/.test(value) || !value.includes('T') ? value : `${value}Z`);

function ordered(operator: Operator, at: number, limit: number): boolean {
  if (operator === '<') return at < limit;
  if (operator === '<=') return at <= limit;
  if (operator === '>') return at > limit;
  return operator === '>=' ? at >= limit : equal(operator, at === limit);
}

const flag = (read: (file: StoredFile, context: Context) => boolean): Field => ({
  operators: ['=', '!='],
  test: ({ operator, value, quoted }, context) => {
    if (quoted || !/^(true|false)$/.test(value)) return refuseSearch();
    return (file) => equal(operator, read(file, context) === (value === 'true'));
  },
});

const people = (fits: (permission: Effective) => boolean): Field => ({
  operators: ['in'],
  test:
    ({ value }, { state, user }) =>
    (file) =>
      permissionsOf(state, file).some(
        (permission) =>
          permission.email === (value === 'me' ? user.email : value) && fits(permission),
      ),
});

const property = (name: 'properties' | 'appProperties'): Field => ({
  operators: ['has'],
  test:
    ({ key, value }) =>
    ({ fields }) =>
      Object.hasOwn(fields[name] ?? {}, key!) && fields[name]![key!] === value,
});

const visibilityOf = (permissions: readonly Effective[]): string => {
  const open =
    permissions.find(({ type }) => type === 'anyone') ??
    permissions.find(({ type }) => type === 'domain');
  if (!open) return 'limited';
  return `${open.type}${open.discoverable ? 'CanFind' : 'WithLink'}`;
};

const visibilities = new Set([
  'anyoneCanFind',
  'anyoneWithLink',
  'domainCanFind',
  'domainWithLink',
  'limited',
]);

const words = (value: string): readonly string[] =>
  value.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whole words, all of them; in double quotes, one after the other. */
function inText(file: StoredFile, value: string): boolean {
  const { name, description } = file.fields;
  const text = ` ${words([name, description, file.text].join(' ')).join(' ')} `;
  if (/^".*"$/.test(value)) return text.includes(` ${words(value).join(' ')} `);
  return words(value).every((word) => text.includes(` ${word} `));
}

const fields: Readonly<Record<string, Field>> = {
  name: text(({ fields }) => fields.name, startsWord),
  mimeType: text(
    ({ fields }) => fields.mimeType,
    (whole, part) => whole.startsWith(part),
  ),
  fullText: {
    operators: ['contains'],
    test: ({ value, quoted }) => (quoted ? (file) => inText(file, value) : refuseSearch()),
  },
  createdTime: moment(({ createdTime }) => createdTime),
  modifiedTime: moment(({ modifiedTime }) => modifiedTime),
  viewedByMeTime: moment(({ viewedAt }, { user }) => viewedAt.get(user.email)),
  sharedWithMeTime: moment((file, { state, user }) => sharedWith(state, user, file)),
  trashed: flag((file, { state }) => isTrashed(state, file)),
  starred: flag(({ starredBy }, { user }) => starredBy.has(user.email)),
  sharedWithMe: flag((file, { state, user }) => sharedWith(state, user, file) !== undefined),
  parents: {
    operators: ['in'],
    test:
      ({ value }, { state, user }) =>
      ({ parent }) =>
        parent !== undefined && parent === (value === 'root' ? state.roots.get(user.email) : value),
  },
  owners: people(({ role }) => role === 'owner'),
  writers: people(({ role }) => role !== 'reader' && role !== 'commenter'),
  readers: people(() => true),
  properties: property('properties'),
  appProperties: property('appProperties'),
  visibility: {
    operators: ['=', '!='],
    test: ({ operator, value }, { state }) => {
      if (!visibilities.has(value)) return refuseSearch();
      return (file) => equal(operator, visibilityOf(permissionsOf(state, file)) === value);
    },
  },
  'shortcutDetails.targetId': {
    operators: ['=', '!='],
    test:
      ({ operator, value }) =>
      ({ targetId }) =>
        equal(operator, targetId === value),
  },
};

/** Whether a file is found. Refuses fields, operators and values that do not go together. */
export function testOf(search: Search, context: Context): Test {
  if (search.kind === 'not') {
    const inner = testOf(search.of, context);
    return (file) => !inner(file);
  }
  if (search.kind === 'term') {
    const { term } = search;
    const field = Object.hasOwn(fields, term.field) ? fields[term.field]! : refuseSearch();
    return field.operators.includes(term.operator) ? field.test(term, context) : refuseSearch();
  }
  const left = testOf(search.left, context);
  const right = testOf(search.right, context);
  return search.kind === 'and'
    ? (file) => left(file) && right(file)
    : (file) => left(file) || right(file);
}

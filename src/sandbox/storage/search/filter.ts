/** Whether a file matches the query `q`, as one person sees it. */
import {
  type EffectivePermission,
  folderIdOf,
  isTrashed,
  permissionsOf,
} from '../permission/access.ts';
import { sharedWithMeTime } from '../file/serializer.ts';
import {
  compare,
  equals,
  type FileFilter,
  hasWords,
  type SearchContext,
  type SearchField,
  type TextTest,
  wordsOf,
} from './field.ts';
import { labelField } from './label.ts';
import { instantOf, type SearchTerm, type SearchTree, throwInvalidSearch } from './parser.ts';
import type { FileEntity } from '../state.ts';

const isExactly: TextTest = (text, value) => text === value;

function textField(
  read: (file: FileEntity) => string,
  contains: TextTest,
  isEqual = isExactly,
): SearchField {
  return {
    operators: ['contains', '=', '!='],
    filterOf({ operator, value, quoted }) {
      if (!quoted) return throwInvalidSearch();
      if (operator === 'contains') return (file) => contains(read(file), value);
      return (file) => equals(operator, isEqual(read(file), value));
    },
  };
}

/** In any case: Achrou/goindex-theme-acrou#86, and rclone's backend for Drive (2026). */
const isSameName: TextTest = (name, value) => name.toLowerCase() === value.toLowerCase();

function timeField(
  read: (file: FileEntity, context: SearchContext) => string | undefined,
): SearchField {
  return {
    operators: ['=', '!=', '<', '<=', '>', '>='],
    filterOf(term, context) {
      const limit = instantOf(term);
      return (file) => {
        const time = read(file, context);
        return time !== undefined && compare(term.operator, Date.parse(time), limit);
      };
    },
  };
}

function booleanField(read: (file: FileEntity, context: SearchContext) => boolean): SearchField {
  return {
    operators: ['=', '!='],
    filterOf({ operator, value, quoted }, context) {
      if (quoted || !/^(true|false)$/.test(value)) return throwInvalidSearch();
      return (file) => equals(operator, read(file, context) === (value === 'true'));
    },
  };
}

/** @param isIncluded whether a permission counts for the field */
function peopleField(isIncluded: (permission: EffectivePermission) => boolean): SearchField {
  return {
    operators: ['in'],
    filterOf({ value }, { state, user }) {
      const email = value === 'me' ? user.email : value.toLowerCase();
      return (file) =>
        permissionsOf(state, file).some(
          (permission) => permission.email === email && isIncluded(permission),
        );
    },
  };
}

function propertyField(name: 'properties' | 'appProperties'): SearchField {
  return {
    operators: ['has'],
    filterOf({ key, value }) {
      return ({ fields }) =>
        Object.hasOwn(fields[name] ?? {}, key!) && fields[name]![key!] === value;
    },
  };
}

const visibilities = new Set([
  'anyoneCanFind',
  'anyoneWithLink',
  'domainCanFind',
  'domainWithLink',
  'limited',
]);

const visibilityOf = (permissions: readonly EffectivePermission[]): string => {
  const open =
    permissions.find(({ type }) => type === 'anyone') ??
    permissions.find(({ type }) => type === 'domain');
  if (!open) return 'limited';
  return `${open.type}${open.discoverable ? 'CanFind' : 'WithLink'}`;
};

/** Whether a file contains all words; a value in double quotes must occur as a phrase. */
function matchesFullText(file: FileEntity, value: string): boolean {
  const { name, description } = file.fields;
  const text = ` ${wordsOf([name, description, file.text].join(' ')).join(' ')} `;
  const words = wordsOf(value);
  if (/^".*"$/.test(value)) return text.includes(` ${words.join(' ')} `);
  return words.every((word) => text.includes(` ${word} `));
}

const searchFields: Readonly<Record<string, SearchField>> = {
  name: textField(({ fields }) => fields.name, hasWords, isSameName),
  mimeType: textField(
    ({ fields }) => fields.mimeType,
    (mimeType, prefix) => mimeType.startsWith(prefix),
  ),
  fullText: {
    operators: ['contains'],
    filterOf: ({ value, quoted }) =>
      quoted ? (file) => matchesFullText(file, value) : throwInvalidSearch(),
  },
  createdTime: timeField(({ createdTime }) => createdTime),
  modifiedTime: timeField(({ modifiedTime }) => modifiedTime),
  viewedByMeTime: timeField(({ viewedAt }, { user }) => viewedAt.get(user.email)),
  sharedWithMeTime: timeField((file, { state, user }) => sharedWithMeTime(state, user, file)),
  trashed: booleanField((file, { state }) => isTrashed(state, file)),
  starred: booleanField(({ starredBy }, { user }) => starredBy.has(user.email)),
  sharedWithMe: booleanField(
    (file, { state, user }) => sharedWithMeTime(state, user, file) !== undefined,
  ),
  parents: {
    operators: ['in'],
    filterOf: ({ value }, { state, user }) => {
      const id = folderIdOf(state, user, value);
      return ({ parent }) => parent !== undefined && parent === id;
    },
  },
  owners: peopleField(({ role }) => role === 'owner'),
  writers: peopleField(({ role }) => role !== 'reader' && role !== 'commenter'),
  readers: peopleField(() => true),
  properties: propertyField('properties'),
  appProperties: propertyField('appProperties'),
  visibility: {
    operators: ['=', '!='],
    filterOf: ({ operator, value, quoted }, { state }) => {
      if (!quoted || !visibilities.has(value)) return throwInvalidSearch();
      return (file) => equals(operator, visibilityOf(permissionsOf(state, file)) === value);
    },
  },
  // Google's guide "Search for files with a specific label or field value", August 2025. That no
  // file has a label that does not exist, and that other values are refused, is assumed.
  labels: {
    operators: ['in'],
    filterOf: ({ value }) => {
      const [, id] = /^labels\/(.+)$/.exec(value) ?? [];
      return id === undefined ? throwInvalidSearch() : ({ labels }) => labels.has(id);
    },
  },
  'shortcutDetails.targetId': {
    operators: ['=', '!='],
    filterOf: ({ operator, value, quoted }) =>
      quoted ? ({ targetId }) => equals(operator, targetId === value) : throwInvalidSearch(),
  },
};

/**
 * The filter of a query.
 * @throws ApiError 400 for an unknown field, or an operator or value that it does not support
 */
export function searchFilter(tree: SearchTree, context: SearchContext): FileFilter {
  if (tree.kind === 'not') {
    const inner = searchFilter(tree.of, context);
    return (file) => !inner(file);
  }
  if (tree.kind === 'term') return termFilter(tree.term, context);
  const left = searchFilter(tree.left, context);
  const right = searchFilter(tree.right, context);
  return tree.kind === 'and'
    ? (file) => left(file) && right(file)
    : (file) => left(file) || right(file);
}

function termFilter(term: SearchTerm, context: SearchContext): FileFilter {
  const field = Object.hasOwn(searchFields, term.field)
    ? searchFields[term.field]
    : labelField(term.field);
  if (!field?.operators.includes(term.operator)) return throwInvalidSearch();
  return field.filterOf(term, context);
}

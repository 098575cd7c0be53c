/** Filter of file lists, translated into Drive's query language. All values are quoted. */
import { InvalidInput, showValue } from '../../../engine/api/error.ts';
import { enumeration } from '../../../engine/schema/field/enumeration.ts';
import { inputObject, required } from '../../../engine/schema/field/input-row.ts';
import { mapChecked } from '../../../engine/schema/write/invalid-inputs.ts';
import { elementId } from '../../../engine/schema/type/element-id.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { checkWellFormed, searchText } from '../../../engine/schema/type/text.ts';
import {
  checkTimeRange,
  TimeRangeInput,
  type WindowArguments,
} from '../../../engine/schema/type/time-window.ts';
import { FOLDER, SHORTCUT } from '../mime-type.ts';
import { File } from '../resources.ts';
import { FileTrash, FileVisibility } from '../enums.ts';

/** A value that ends with a slash is a prefix of MIME types. */
const FileType = enumeration(
  'FileType',
  'A kind of file, as a group of MIME types.',
  {
    [FOLDER]: 'Folders, which contain other files.',
    'application/vnd.google-apps.document': 'Google Docs documents.',
    'application/vnd.google-apps.spreadsheet': 'Google Sheets spreadsheets.',
    'application/vnd.google-apps.presentation': 'Google Slides presentations.',
    'application/pdf': 'Files in PDF format.',
    [SHORTCUT]: 'Shortcuts to other files.',
    'image/': 'Images of any format.',
    'video/': 'Videos of any format.',
    'audio/': 'Audio files of any format.',
  },
  {
    names: {
      [FOLDER]: 'FOLDER',
      'application/vnd.google-apps.document': 'DOCUMENT',
      'application/vnd.google-apps.spreadsheet': 'SPREADSHEET',
      'application/vnd.google-apps.presentation': 'PRESENTATION',
      'application/pdf': 'PDF',
      [SHORTCUT]: 'SHORTCUT',
      'image/': 'IMAGE',
      'video/': 'VIDEO',
      'audio/': 'AUDIO',
    },
  },
);

const FilePropertyFilter = inputObject(
  'FilePropertyFilter',
  'A custom property that files must have.',
  {
    key: [required('String'), 'The key to look for, compared exactly.'],
    value: [required('String'), 'The value that the file must have under the key.'],
  },
);

export const FileFilter = inputObject(
  'FileFilter',
  'A filter for files. Files must match all fields.',
  {
    name: [
      'String',
      'Return only files with this name. Google Drive ignores case: `Report` also finds `report`.',
    ],
    nameContains: [
      'String',
      'Return only files whose name has, for each word of this text, a word that begins with it, in any case, order and place: `plan b` also finds `Budget plan`. An empty text has no effect.',
    ],
    search: [
      'String',
      'Return only files with these words in the name, the description or the content. Words in double quotes must occur as a phrase. Results have the most relevant files first; not supported together with `orderBy`. An empty text has no effect.',
    ],
    mimeTypes: [
      ['String'],
      'Return only files of any of these MIME types, for example `image/png`, or `image/*` for all images. Default: all types. An empty list has no effect.',
    ],
    types: [
      [FileType],
      'Return only files of any of these kinds. Default: all kinds. An empty list has no effect.',
    ],
    isFolder: [
      'Boolean',
      'Return only folders (true), or only files that are not folders (false).',
    ],
    parentId: [
      'ID',
      'Return only files directly inside the folder with this id: a global id, a Google Drive id, or `root` for the root folder of My Drive.',
    ],
    ownerEmail: ['EmailAddress', 'Return only files that the user with this email address owns.'],
    ownedByMe: [
      'Boolean',
      'Return only files that the caller owns (true), or only files of other owners (false).',
    ],
    writerEmail: [
      'EmailAddress',
      'Return only files that the user or group with this email address can change, as writer or in a higher role.',
    ],
    readerEmail: [
      'EmailAddress',
      'Return only files that the user or group with this email address can read, in any role.',
    ],
    sharedWithMe: [
      'Boolean',
      'Return only files that other users shared with the caller (true), or only all other files (false).',
    ],
    visibility: [FileVisibility, 'Return only files with this visibility.'],
    createdAt: [TimeRangeInput, 'Return only files that were created in this range of time.'],
    viewedByMeAt: [
      TimeRangeInput,
      'Return only files that the caller last opened in this range of time.',
    ],
    properties: [
      [FilePropertyFilter],
      'Return only files that have all of these properties, visible to all apps.',
    ],
    appProperties: [
      [FilePropertyFilter],
      'Return only files that have all of these properties of the app that the access token was issued for.',
    ],
    labelIds: [
      ['ID'],
      'Return only files that have all of the labels with these Google Drive ids. An empty list has no effect.',
    ],
    shortcutTargetId: [
      'ID',
      'Return only shortcuts to the file with this id: a global id or a Google Drive id.',
    ],
    modifiedAt: [
      TimeRangeInput,
      'Return only files that were last modified in this range of time.',
    ],
    trash: [FileTrash, 'Whether files in the trash are returned.', { default: 'exclude' }],
    starred: [
      'Boolean',
      'Return only files that the caller has starred (true) or not starred (false).',
    ],
  },
);

type FilterValue = typeof FileFilter.$inferType;

/** Quotes a value for the query language; escapes quotes and backslashes. */
export const quote = (value: string): string => `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** The term for files that are directly in a folder. */
export const inFolder = (id: string): string => `${quote(id)} in parents`;

/** The term for files for which a user or group has one of the roles of a field. */
export const peopleTerm = (email: string, field: 'owners' | 'writers' | 'readers'): string =>
  `${quote(email)} in ${field}`;

const propertyTerms = (
  field: 'properties' | 'appProperties',
  properties: readonly (typeof FilePropertyFilter.$inferType)[],
): string | undefined =>
  joinTerms(
    properties.map(
      ({ key, value }) => `${field} has { key=${quote(key)} and value=${quote(value)} }`,
    ),
  );

/** @throws InvalidInput for an empty range */
function rangeTerms(field: string, range: WindowArguments, argument: string): string | undefined {
  checkTimeRange(range, argument);
  const { from, to } = range;
  return joinTerms([
    ...(from == null ? [] : [`${field} >= ${quote(from)}`]),
    ...(to == null ? [] : [`${field} < ${quote(to)}`]),
  ]);
}

/** The term for a MIME type, or for a prefix of several, which ends with a slash. */
const mimeTypeTerm = (type: string): string =>
  `mimeType ${type.endsWith('/') ? 'contains' : '='} ${quote(type)}`;

/**
 * Returns a MIME type, or for `image/*` the prefix of its types. Drive itself knows no wildcards.
 * @throws InvalidInput for another wildcard
 */
function mimeTypeOrPrefix(mimeType: string, index: number): string {
  const isPrefix = /^[^*/]+\/\*$/.test(mimeType);
  if (!isPrefix && /\*|\/$/.test(mimeType))
    throw new InvalidInput(
      `filter.mimeTypes.${index}`,
      `${showValue(mimeType)} is not a MIME type; expected for example image/png, or image/* for all images`,
    );
  return isPrefix ? mimeType.slice(0, -1) : mimeType;
}

/** @throws InvalidInput for text that is no id */
const labelTerm = (id: string, index: number): string =>
  `${quote(`labels/${elementId('FileLabel', id, `filter.labelIds.${index}`)}`)} in labels`;

const terms: {
  readonly [K in keyof FilterValue]-?: (value: NonNullable<FilterValue[K]>) => string | undefined;
} = {
  name: (name) => `name = ${quote(name)}`,
  nameContains: (word) => searchText(word) && `name contains ${quote(word)}`,
  search: (words) => searchText(words) && `fullText contains ${quote(words)}`,
  mimeTypes: (mimeTypes) => anyOf(mapChecked(mimeTypes, mimeTypeOrPrefix).map(mimeTypeTerm)),
  types: (types) => anyOf(types.map(mimeTypeTerm)),
  isFolder: (isFolder) => `mimeType ${isFolder ? '=' : '!='} ${quote(FOLDER)}`,
  parentId: (id) => inFolder(upstreamId(File.resource, id, 'filter.parentId')),
  ownerEmail: (email) => peopleTerm(email, 'owners'),
  ownedByMe: (ownedByMe) => `${ownedByMe ? '' : 'not '}'me' in owners`,
  writerEmail: (email) => peopleTerm(email, 'writers'),
  readerEmail: (email) => peopleTerm(email, 'readers'),
  sharedWithMe: (sharedWithMe) => `sharedWithMe = ${sharedWithMe}`,
  visibility: (visibility) => `visibility = ${quote(visibility)}`,
  createdAt: (range) => rangeTerms('createdTime', range, 'filter.createdAt'),
  viewedByMeAt: (range) => rangeTerms('viewedByMeTime', range, 'filter.viewedByMeAt'),
  properties: (properties) => propertyTerms('properties', properties),
  appProperties: (properties) => propertyTerms('appProperties', properties),
  // Google's guide "Search for files with a specific label or field value", August 2025.
  labelIds: (ids) => joinTerms(mapChecked(ids, labelTerm)),
  shortcutTargetId: (id) =>
    `shortcutDetails.targetId = ${quote(upstreamId(File.resource, id, 'filter.shortcutTargetId'))}`,
  modifiedAt: (range) => rangeTerms('modifiedTime', range, 'filter.modifiedAt'),
  trash: (trash) => (trash === 'include' ? undefined : `trashed = ${trash === 'only'}`),
  starred: (starred) => `starred = ${starred}`,
};

const defaultFilter: FilterValue = { trash: 'exclude' };

/**
 * Returns the terms of a filter. Default: files that are not in the trash.
 * @throws InvalidInput for a value that is not of its form
 */
export const filterTerms = (filter: FilterValue | null | undefined): string[] =>
  Object.entries(terms).flatMap(([name, term]) => {
    const value = (filter ?? defaultFilter)[name as keyof FilterValue];
    checkWellFormed(`filter.${name}`, value);
    return value == null ? [] : ((term as (value: unknown) => string | undefined)(value) ?? []);
  });

/**
 * Combines a query in Drive's language with a filter: files must match both. A query without a
 * filter is sent unchanged.
 * @throws InvalidInput for a query with an unbalanced quote or parenthesis, and for text that is
 * not well-formed
 */
export function searchQuery(
  query: string | null | undefined,
  filter: FilterValue | null | undefined,
): string | undefined {
  const trimmed = searchText(query)?.trim();
  if (trimmed === undefined) return joinTerms(filterTerms(filter));
  checkWellFormed('query', trimmed);
  checkBalance(trimmed);
  return filter ? joinTerms([`(${trimmed})`, ...filterTerms(filter)]) : trimmed;
}

/** A quoted value with its escapes, a quote that nothing closes, or a parenthesis. */
const delimiters = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|['"()]/gs;

/**
 * Checks that each quote and parenthesis is closed: text that a filter is added to would otherwise
 * change the meaning of both.
 */
function checkBalance(query: string): void {
  let depth = 0;
  for (const [delimiter] of query.matchAll(delimiters)) {
    if (delimiter === "'" || delimiter === '"')
      throw new InvalidInput(
        'query',
        `${showValue(query)} has a quote that is not closed; expected values like 'it\\'s'`,
      );
    if (delimiter === '(') depth += 1;
    if (delimiter === ')') depth -= 1;
    if (depth < 0) break;
  }
  if (depth !== 0)
    throw new InvalidInput(
      'query',
      `${showValue(query)} has unbalanced parentheses; expected one ")" for each "("`,
    );
}

/** Joins terms by `or`; undefined without terms. */
const anyOf = (all: readonly string[]): string | undefined =>
  all.length > 1 ? `(${all.join(' or ')})` : all[0];

/** A query of which `checkBalance` approves, with all quoted values empty. */
export const withoutValues = (query: string): string =>
  query.replaceAll(delimiters, (delimiter) => (delimiter.length > 1 ? "''" : delimiter));

/** Joins terms by `and`; undefined without terms, which matches all files. */
export const joinTerms = (all: readonly string[]): string | undefined =>
  all.length === 0 ? undefined : all.join(' and ');

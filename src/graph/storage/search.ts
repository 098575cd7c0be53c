/** Filter of file lists, translated into Drive's query language. All values are quoted. */
import { InvalidInput, showValue } from '../../upstream/error.ts';
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { upstreamId } from '../global-id.ts';
import { searchText } from '../text.ts';
import { FOLDER, SHORTCUT } from './mime-type.ts';
import { File } from './resource.ts';

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
);

export const FileFilter = builder.inputType('FileFilter', {
  description: 'A filter for files. Files must match all fields.',
  fields: (t) => ({
    name: t.string({ description: 'Return only files with exactly this name.' }),
    nameContains: t.string({
      description: 'Return only files whose name contains a word that begins with this text.',
    }),
    mimeType: t.string({ description: 'Return only files of exactly this MIME type.' }),
    type: t.field({ type: FileType, description: 'Return only files of this kind.' }),
    isFolder: t.boolean({
      description: 'Return only folders (true), or only files that are not folders (false).',
    }),
    parentId: t.id({
      description:
        'Return only files directly inside the folder with this id: a global id, a Google Drive id, or `root` for the root folder of My Drive.',
    }),
    ownerEmail: t.field({
      type: 'EmailAddress',
      description: 'Return only files that the user with this email address owns.',
    }),
    ownedByMe: t.boolean({
      description:
        'Return only files that the caller owns (true), or only files of other owners (false).',
    }),
    modifiedAfter: t.field({
      type: 'DateTime',
      description: 'Return only files that were modified after this time.',
    }),
    modifiedBefore: t.field({
      type: 'DateTime',
      description: 'Return only files that were modified before this time.',
    }),
    trashed: t.boolean({
      defaultValue: false,
      description:
        'Return only files in the trash (true), or only files outside the trash (false). Null: both.',
    }),
    starred: t.boolean({
      description: 'Return only files that the caller has starred (true) or not starred (false).',
    }),
  }),
});

type FilterValue = typeof FileFilter.$inferInput;

/** Quotes a value for the query language; escapes quotes and backslashes. */
const quote = (value: string): string => `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** The term for files that are directly in a folder. */
export const inFolder = (id: string): string => `${quote(id)} in parents`;

const terms: {
  readonly [K in keyof FilterValue]-?: (value: NonNullable<FilterValue[K]>) => string | undefined;
} = {
  name: (name) => `name = ${quote(name)}`,
  nameContains: (word) => searchText(word) && `name contains ${quote(word)}`,
  mimeType: (mimeType) => `mimeType = ${quote(mimeType)}`,
  type: (type) => `mimeType ${type.endsWith('/') ? 'contains' : '='} ${quote(type)}`,
  isFolder: (isFolder) => `mimeType ${isFolder ? '=' : '!='} ${quote(FOLDER)}`,
  parentId: (id) => inFolder(upstreamId(File.resource, id, 'filter.parentId')),
  ownerEmail: (email) => `${quote(email)} in owners`,
  ownedByMe: (ownedByMe) => `${ownedByMe ? '' : 'not '}'me' in owners`,
  modifiedAfter: (instant) => `modifiedTime > ${quote(instant)}`,
  modifiedBefore: (instant) => `modifiedTime < ${quote(instant)}`,
  trashed: (trashed) => `trashed = ${trashed}`,
  starred: (starred) => `starred = ${starred}`,
};

const defaultFilter: FilterValue = { trashed: false };

/** Returns the terms of a filter. Default: files that are not in the trash. */
export const filterTerms = (filter: FilterValue | null | undefined): string[] =>
  Object.entries(terms).flatMap(([name, term]) => {
    const value = (filter ?? defaultFilter)[name as keyof FilterValue];
    return value == null ? [] : ((term as (value: unknown) => string | undefined)(value) ?? []);
  });

/**
 * Combines a query in Drive's language with a filter: files must match both. A query without a
 * filter is sent unchanged.
 * @throws InvalidInput for a query with an unbalanced quote or parenthesis
 */
export function searchQuery(
  query: string | null | undefined,
  filter: FilterValue | null | undefined,
): string | undefined {
  const trimmed = searchText(query)?.trim();
  if (trimmed === undefined) return joinTerms(filterTerms(filter));
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

/** Joins terms by `and`; undefined without terms, which matches all files. */
export const joinTerms = (all: readonly string[]): string | undefined =>
  all.length === 0 ? undefined : all.join(' and ');

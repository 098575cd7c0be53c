/** Filter of file lists, translated into Drive's query language. All values are quoted. */
import { builder } from '../builder.ts';
import { enumeration } from '../field/enumeration.ts';
import { upstreamId } from '../global-id.ts';
import { FOLDER, SHORTCUT } from './mime-type.ts';
import { File } from './resource.ts';

/** A value that ends with a slash is a prefix of content types. */
const FileType = enumeration(
  'FileType',
  'Kinds of files that people tell apart.',
  {
    [FOLDER]: 'What holds other files.',
    'application/vnd.google-apps.document': 'Texts of the online editor.',
    'application/vnd.google-apps.spreadsheet': 'Tables of the online editor.',
    'application/vnd.google-apps.presentation': 'Slides of the online editor.',
    'application/pdf': 'PDF documents.',
    [SHORTCUT]: 'Entries that only point to another file.',
    'image/': 'Pictures of any format.',
    'video/': 'Films of any format.',
    'audio/': 'Sound of any format.',
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
  description: 'Which files to list: those for which all holds that is given.',
  fields: (t) => ({
    name: t.string({ description: 'Files of exactly this name.' }),
    nameContains: t.string({ description: 'A word of the name, or how one begins.' }),
    mimeType: t.string({ description: 'Files of exactly this content type.' }),
    type: t.field({ type: FileType, description: 'Files of this kind.' }),
    isFolder: t.boolean({
      description: 'True: folders alone, as by `type`; false: everything but folders.',
    }),
    parentId: t.id({
      description:
        "What lies directly in this folder; `root` is the top of the caller's own drive.",
    }),
    ownerEmail: t.field({ type: 'EmailAddress', description: 'Files that this person owns.' }),
    ownedByMe: t.boolean({
      description: "True: the caller's own files; false: those of others alone.",
    }),
    modifiedAfter: t.field({ type: 'DateTime', description: 'Changed later than this instant.' }),
    modifiedBefore: t.field({
      type: 'DateTime',
      description: 'Changed earlier than this instant.',
    }),
    trashed: t.boolean({
      defaultValue: false,
      description: 'True: only what is in the trash; false: only what is not; null: both.',
    }),
    starred: t.boolean({ description: 'Whether the caller has given it a star.' }),
  }),
});

type FilterValue = typeof FileFilter.$inferInput;

/** Quotes a value for the query language; escapes quotes and backslashes. */
const quote = (value: string): string => `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`;

/** The term for files that are directly in a folder. */
export const inFolder = (id: string): string => `${quote(id)} in parents`;

const terms: {
  readonly [K in keyof FilterValue]-?: (value: NonNullable<FilterValue[K]>) => string;
} = {
  name: (name) => `name = ${quote(name)}`,
  nameContains: (word) => `name contains ${quote(word)}`,
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
    return value == null ? [] : [(term as (value: unknown) => string)(value)];
  });

/**
 * Combines a query in Drive's language with a filter: files must match both. A query without a
 * filter is sent unchanged.
 */
export function searchQuery(
  query: string | null | undefined,
  filter: FilterValue | null | undefined,
): string | undefined {
  const trimmed = query?.trim();
  if (!trimmed) return joinTerms(filterTerms(filter));
  return filter ? joinTerms([`(${trimmed})`, ...filterTerms(filter)]) : trimmed;
}

/** Joins terms by `and`; undefined without terms, which matches all files. */
export const joinTerms = (all: readonly string[]): string | undefined =>
  all.length === 0 ? undefined : all.join(' and ');

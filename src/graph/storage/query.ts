/** Root fields for files. */
import { InvalidInput } from '../../upstream/error.ts';
import { files } from '../../upstream/storage/index.ts';
import { builder } from '../builder.ts';
import { connection } from '../field/connection.ts';
import { enumeration } from '../field/enumeration.ts';
import { lookup } from '../field/lookup.ts';
import { fileConnection } from './file.ts';
import { FileOrder, orderParameter } from './order.ts';
import { includeAllDrives, File } from './resource.ts';
import { callsForFile, fileRef } from './file-id.ts';
import { FileFilter, searchQuery } from './search.ts';

const FileCorpus = enumeration('FileCorpus', 'Where to search for files.', {
  user: "The caller's own files, and what others share with them.",
  domain: "What is shared with everybody in the caller's organization.",
  drive: 'One shared drive; it needs `driveId`.',
  allDrives: 'All of it at once, slow and sometimes incomplete: see `incompleteSearch`.',
});

const FileSpace = enumeration('FileSpace', 'A part of the storage that holds files of its own.', {
  drive: 'What people see and arrange.',
  appDataFolder: 'The hidden folder of the app that the access token was issued for.',
});

interface FilesArguments {
  readonly query?: string | null;
  readonly filter?: typeof FileFilter.$inferInput | null;
  readonly orderBy?: readonly (typeof FileOrder.$inferInput)[] | null;
  readonly corpus?: string | null;
  readonly driveId?: string | null;
  readonly spaces?: readonly string[] | null;
}

function listParameters({
  query,
  filter,
  orderBy,
  corpus,
  driveId,
  spaces,
}: FilesArguments): Record<string, unknown> {
  const corpora = corpus ?? (driveId == null ? undefined : 'drive');
  if ((corpora === 'drive') !== (driveId != null))
    throw new InvalidInput('driveId', 'requires the corpus DRIVE, which requires a `driveId`');
  return {
    ...includeAllDrives,
    q: searchQuery(query, filter),
    orderBy: orderParameter(orderBy),
    corpora,
    driveId: driveId ?? undefined,
    spaces: spaces?.length ? spaces.join(',') : undefined,
  };
}

/** Adds the types and fields of this module to the schema. */
export function addQuery(): void {
  builder.queryFields((t) => ({
    file: lookup(
      t,
      File,
      {
        arguments: {
          id: t.arg.id({
            required: true,
            description:
              "Its global id, the id in its address, or `root`: the top of the caller's own drive.",
          }),
        },
        ref: ({ id }: { readonly id: string }, execution) => fileRef(execution, id),
        callsBefore: ({ id }: { readonly id: string }) => callsForFile(id),
      },
      'A file or folder by its id.',
    ),
    files: connection(
      t,
      fileConnection,
      {
        operation: files.list,
        args: (_, args: FilesArguments) => listParameters(args),
        argumentNames: { q: ['query', 'filter'], corpora: 'corpus' },
        arguments: {
          query: t.arg.string({
            description:
              "A search in the storage service's own language, `fullText contains 'harbor'`. Alone it is all that counts, the trash is searched too; beside a filter both must hold.",
          }),
          filter: t.arg({
            type: FileFilter,
            description:
              'Which files; with neither filter nor query all that are not in the trash.',
          }),
          orderBy: t.arg({
            type: [FileOrder],
            description:
              'The most important key first; not together with a search in the contents.',
          }),
          corpus: t.arg({
            type: FileCorpus,
            description: 'Where to search: without it USER, or DRIVE where a `driveId` is given.',
          }),
          driveId: t.arg.id({ description: 'The shared drive to search.' }),
          spaces: t.arg({
            type: [FileSpace],
            description: 'Which parts of the storage; without it DRIVE.',
          }),
        },
      },
      'Files and folders that the caller may see, wherever they lie.',
    ),
  }));
}

/** Root fields for files. */
import type { Execution } from '../../../engine/execution/execution.ts';
import { InvalidInput, upstreamError } from '../../../engine/api/error.ts';
import { checkResourceKey } from '../resource-key-header.ts';
import { files } from '../operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import { connection } from '../../../engine/schema/list/connection.ts';
import { lookup } from '../../../engine/schema/field/lookup.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { upstreamId } from '../../../engine/schema/type/global-id.ts';
import { searchText } from '../../../engine/schema/type/text.ts';
import { fileConnection } from './type.ts';
import { FileOrderInput, orderParameter } from '../search/order.ts';
import { includeAllDrives, File, SharedDrive } from '../resources.ts';
import { callsForFile, fileRef } from './id.ts';
import { resourceKeyArgument } from '../resource-key.ts';
import { FileFilter, searchQuery } from '../search/filter.ts';
import { spacesParameter } from '../search/space.ts';
import { FileCorpus, FileSpace } from '../enums.ts';

interface FileArguments {
  readonly id: string;
  readonly resourceKey?: string | null;
}

interface FilesArguments {
  readonly query?: string | null;
  readonly filter?: typeof FileFilter.$inferType | null;
  readonly orderBy?: readonly (typeof FileOrderInput.$inferType)[] | null;
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
    throw new InvalidInput(
      'driveId',
      driveId == null
        ? 'is missing; the corpus DRIVE needs a driveId'
        : 'is only allowed with the corpus DRIVE; expected corpus: DRIVE, or no corpus',
    );
  return {
    ...includeAllDrives,
    q: searchQuery(query, filter),
    orderBy: orderParameter(orderBy, { query, filter }),
    corpora,
    driveId: driveId == null ? undefined : upstreamId(SharedDrive.resource, driveId, 'driveId'),
    spaces: spacesParameter(spaces),
  };
}

/**
 * Without a query and a filter the list has the files of the caller. Google Drive answers callers
 * without a token with an empty list, which looks like an account without files.
 * @throws UpstreamError UNAUTHENTICATED
 */
function checkCaller({ query, filter }: FilesArguments, { identities }: Execution): void {
  const isOfCaller = searchText(query) === undefined && filter == null;
  if (isOfCaller && identities.of(files.list).token === undefined)
    throw upstreamError(files.list, 'UNAUTHENTICATED');
}

export function addFileList(): void {
  builder.queryFields((t) => ({
    file: lookup(
      t,
      File,
      {
        arguments: {
          id: [
            required('ID'),
            'The global id or the Google Drive id of the file, or `root` for the root folder of My Drive. `root` costs one more call.',
          ],
          resourceKey: resourceKeyArgument,
        },
        ref: async ({ id, resourceKey }: FileArguments, execution) => {
          if (resourceKey != null) checkResourceKey('resourceKey', resourceKey);
          const ref = await fileRef(execution, id);
          execution.knownHeaders.add(ref.key[0], resourceKey);
          return ref;
        },
        callsBefore: ({ id }: { readonly id: string }) => callsForFile(id),
      },
      'The file, folder or shortcut with the given id. Error `NOT_FOUND` if there is no such file or the caller may not see it.',
    ),
    files: connection(
      t,
      fileConnection,
      {
        operation: files.list,
        args: (_, args: FilesArguments, __, execution: Execution) => {
          const parameters = listParameters(args);
          checkCaller(args, execution);
          return parameters;
        },
        argumentNames: {
          q: ['query', 'filter'],
          corpora: 'corpus',
          // Drive locates a missing folder of `q` at `fileId`. It can also be one in `query`.
          fileId: ['query', 'filter.parentId'],
        },
        arguments: {
          query: [
            'String',
            "Return only files that match this query in the query language of Google Drive, for example `fullText contains 'harbor'`, or `labels/LABEL_ID.FIELD_ID = 'final'` for a value of a label field. A query without a filter also finds files in the trash. With a filter, files must match both.",
          ],
          filter: [
            FileFilter,
            'Return only files that match this filter. Default without a query: files that are not in the trash.',
          ],
          orderBy: [
            [FileOrderInput],
            'Sort keys, most important key first. Not supported together with a full-text query.',
          ],
          corpus: [
            FileCorpus,
            'Search this set of files. Default: `DRIVE` if `driveId` is given, otherwise `USER`.',
          ],
          driveId: [
            'ID',
            'Search only this shared drive: a global id or a Google Drive id. Sets the default of `corpus` to `DRIVE`. Not allowed with another corpus.',
          ],
          spaces: [
            [FileSpace],
            'Search these storage spaces. `PHOTOS` is not supported. Default: `DRIVE`.',
          ],
        },
      },
      'Search files. By default the files that the caller owns and the files shared with the caller; see `corpus`. Without an access token: only public files, and only with `query` or `filter`; else error `UNAUTHENTICATED`.',
    ),
  }));
}

/** Links between videos and the files that they were made of. */
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../engine/execution/execution.ts';
import type { Ref } from '../../engine/read/resource.ts';
import { upstreamError } from '../../engine/api/error.ts';
import { files } from '../storage/operations.ts';
import { builder } from '../../engine/schema/builder.ts';
import { findFirst } from '../../engine/schema/field/field-call.ts';
import { computed, fields } from '../../engine/schema/field/path-field.ts';
import { File, includeAllDrives } from '../storage/resources.ts';
import { filterTerms, joinTerms } from '../storage/search/filter.ts';
import { Video } from '../video/resources.ts';
import { VIDEO_ID, videoIdOfFile } from '../shared/video-id.ts';

/**
 * The arguments of the call for the files that name a video. The order decides between several: a
 * copy of a file is later than the file.
 * @throws UpstreamError UNAUTHENTICATED: without a token, Google Drive shows no properties of apps,
 * and its empty list would look like a video without a file
 */
function filesOfVideo({ key: [videoId] }: Ref, { identities }: Execution) {
  if (identities.of(files.list).token === undefined)
    throw upstreamError(files.list, 'UNAUTHENTICATED');
  const appProperties = [{ key: VIDEO_ID, value: videoId! }];
  return {
    ...includeAllDrives,
    corpora: 'allDrives',
    q: joinTerms(filterTerms({ appProperties, trash: 'exclude' })),
    orderBy: 'createdTime',
    // One file would do, but pages before the last can be empty, and small ones more often.
    pageSize: 100,
  };
}

export function addSourceFile(): void {
  builder.objectFields(File, (t) => ({
    videoId: computed(
      t,
      'ID',
      { paths: ['appProperties'], compute: videoIdOfFile },
      'The YouTube id of the video that was made of the file. Null if the file names no video. The video may not exist. Visible only to the app that made the link.',
    ),
    ...fields(t, {
      video: [
        Video,
        'The YouTube video that was made of the file. Found by the `videoId` that `publishFileAsVideo`, `createFile`, `copyFile`, `updateFile` or `createUploadSession` wrote, never by a similar name. Visible only to the app that made the link.',
        {
          paths: ['appProperties'],
          key: (file: drive_v3.Schema$File) => {
            const id = videoIdOfFile(file);
            return id === null ? null : [id];
          },
        },
      ],
    }),
  }));

  builder.objectFields(Video, (t) => ({
    sourceFile: findFirst(
      t,
      File,
      {
        operation: files.list,
        args: (_: unknown, __: unknown, ref, execution) => filesOfVideo(ref!, execution),
        keyOf: ({ id }) => [id],
        // Pages before the last can be empty.
        sparse: true,
      },
      'The file that the video was made of: in My Drive and in all shared drives of the caller, the oldest file whose `videoId` names the video. Files in the trash do not count. Null if there is no such file. Finds only links that were made with an access token of the same app. Costs one call for each video.',
    ),
  }));
}

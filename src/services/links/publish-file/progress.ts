/** Subscription `publicationProgress`: the steps of `publishFileAsVideo`. */
import { detachedFrom } from '../../../engine/execution/detached-execution.ts';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { upstreamError } from '../../../engine/api/error.ts';
import { files } from '../../storage/operations.ts';
import { channels } from '../../video/operations.ts';
import { builder } from '../../../engine/schema/builder.ts';
import {
  addProgressSubscription,
  reportField,
  reportFields,
} from '../../../engine/schema/feed/progress.ts';
import { refFrom } from '../../../engine/schema/type/global-id.ts';
import { videoIdOfFile } from '../../shared/video-id.ts';
import { File } from '../../storage/resources.ts';
import { Video } from '../../video/resources.ts';
import { keepGoing } from './follower.ts';
import { type PublicationReport, PublicationStepEnum } from './report.ts';
import { hasEnded, publicationKey, reportOf } from './publication.ts';
import { fields } from '../../../engine/schema/field/path-field.ts';

export const PublicationProgress = builder.objectRef<PublicationReport>('PublicationProgress');

const filePaths = Paths.of('id', 'appProperties');

/** The first event: what has been done so far. @throws UpstreamError `NOT_FOUND` */
async function firstReport(ref: Ref, execution: Execution, key: string) {
  const [id = ''] = ref.key;
  const file: { readonly appProperties?: Record<string, string> | null } | null =
    await execution.load(ref, { paths: filePaths, downstream: new Set() });
  if (file === null) throw upstreamError(files.get, 'NOT_FOUND', { id, type: File.resource.name });
  const found = await execution.workflows?.relays.find(key).catch(() => undefined);
  const record = found && !hasEnded(found) ? found : undefined;
  const report: PublicationReport = {
    ...reportOf(ref, record),
    step: 'subscribed',
    videoId: record?.resultId ?? videoIdOfFile(file) ?? undefined,
  };
  return { report, isOver: false };
}

/** Adds the types and fields of this module to the schema. */
export function addPublicationProgress(): void {
  PublicationProgress.implement({
    description:
      'The state of a publication: of the payload of `publishFileAsVideo`, and an event of `publicationProgress`.',
    fields: (t) => ({
      ...reportFields(t, PublicationStepEnum),
      fileId: reportField(t, 'ID', ['fileId', 'The Google Drive id of the file.'], false),
      ...fields(t, {
        file: [
          File,
          'The file that is published.',
          { key: ({ fileId }: PublicationReport) => [fileId] },
        ],
        video: [
          Video,
          'The video that was made of the file. Null until YouTube has all bytes, and if the video was deleted.',
          { key: ({ videoId }: PublicationReport) => (videoId === undefined ? null : [videoId]) },
        ],
      }),
      transferredBytes: reportField(t, 'BigInt', [
        'transferredBytes',
        'The number of bytes that have been sent to YouTube. After an interruption, the number can be smaller than before. Null if no bytes are being transferred.',
      ]),
      totalBytes: reportField(t, 'BigInt', [
        'totalBytes',
        'The size of the file that is being transferred. Bytes. Null if no bytes are being transferred.',
      ]),
      videoId: reportField(t, 'ID', [
        'videoId',
        'The YouTube id of the video. Null until YouTube has all bytes.',
      ]),
    }),
  });
  addProgressSubscription('publicationProgress', (t) => ({
    type: PublicationProgress,
    description:
      "The progress of `publishFileAsVideo` for a file and the caller's channel, from the moment of the subscription. Reports mutations of all access tokens of the channel, in the same gateway process, or in any process of the gateway if they share a store. As long as somebody is subscribed, a transfer whose process has died is continued by another one. Ends after `FINISHED`. After an interruption, subscribe again: the first event has the bytes and the video so far. Error `NOT_FOUND` if there is no such file or the caller may not see it.",
    args: {
      fileId: t.arg.id({
        required: true,
        description: 'The file of the mutation: a global id or a Google Drive id.',
      }),
    },
    operation: files.get,
    operations: [files.get, channels.list],
    calls: () => [
      [files.get, 1],
      [channels.list, 1],
    ],
    ref: ({ fileId }: { readonly fileId: string }) => refFrom(File.resource, fileId, 'fileId'),
    owner: (ref, execution) => publicationKey(execution, ref),
    first: firstReport,
    follow: (file, execution, key) => {
      const { identities, workflows: services } = execution;
      const detached = detachedFrom(execution);
      const end = new AbortController();
      if (services) void keepGoing({ key, file, identities, services, detached }, end.signal);
      return () => end.abort();
    },
  }));
}

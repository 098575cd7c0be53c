/** `publishFileAsVideo` as a workflow: its steps, what subscribers see, and what the store has. */
import { hash } from 'node:crypto';
import type { drive_v3 } from '@googleapis/drive';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import type { RelayRecord } from '../../../engine/transfer/relays.ts';
import type { StepReport } from '../../../engine/schema/feed/progress.ts';
import { workflow } from '../../../engine/schema/write/workflow.ts';
import { videoIdOfFile } from '../../shared/video-id.ts';
import { File } from '../../storage/resources.ts';
import { channels, videos } from '../../video/operations.ts';
import { Video } from '../../video/resources.ts';
import { ownChannel } from '../own-channel.ts';

/** Steps that change something, in their order, with what they have done. */
const changingSteps = {
  uploadStarted: 'YouTube has accepted the metadata, and waits for the bytes.',
  videoCreated: 'YouTube has all bytes, and has created the video.',
  fileLinked: 'The file names the video, so that a repeated mutation finds the video.',
} as const;

/** A step that changes something. */
export type PublicationStep = keyof typeof changingSteps;

export const publicationSteps = Object.keys(changingSteps) as readonly PublicationStep[];

/** A step that is reported, beside the end. */
type ReportedStep = PublicationStep | 'transferring';

/** Absent, if nothing is being transferred or there is no video. Numbers are decimal. */
type PublicationValue = 'fileId' | 'transferredBytes' | 'totalBytes' | 'videoId';

export const publicationWorkflow = workflow<ReportedStep, PublicationValue>({
  name: 'publication',
  description:
    'The state of a publication: of the payload of `publishFileAsVideo`, and an event of `publicationProgress`.',
  stepDescription: 'A step of `publishFileAsVideo`.',
  steps: {
    ...changingSteps,
    transferring: 'Bytes flow from Google Drive to YouTube. Reported about once a second.',
  },
  subject: File,
  objects: {
    file: [File, 'The file that is published.', { fileId: 'The Google Drive id of the file.' }],
    video: [
      Video,
      'The video that was made of the file. Null until YouTube has all bytes, if the mutation failed before, and if the video was deleted.',
      { videoId: 'The YouTube id of the video. Null until YouTube has all bytes.' },
    ],
  },
  values: {
    transferredBytes: [
      'BigInt',
      'The number of bytes that have been sent to YouTube. After an interruption, the number can be smaller than before. Null if no bytes are being transferred.',
    ],
    totalBytes: [
      'BigInt',
      'The size of the file that is being transferred. Bytes. Null if no bytes are being transferred.',
    ],
  },
  subscription: {
    description:
      "The progress of `publishFileAsVideo` for a file and the caller's channel, from the moment of the subscription. The first event has the bytes and the video so far. Reports mutations of all access tokens of the channel, in the same gateway process, or in any process of the gateway if they share a store. As long as somebody is subscribed, a transfer whose process has died is continued by another one. Ends after `FINISHED`; after `FAILED`, the same mutation continues the transfer, if the error can pass. After an interruption, subscribe again. Error `NOT_FOUND` if there is no such file or the caller may not see it.",
    argument: ['id', 'The file of the mutation: a global id or a Google Drive id.'],
    alsoCalls: [channels.list],
    forCaller: [channels.list],
    owner: (file, execution) => publicationKey(execution, file),
    paths: Paths.of('id', 'appProperties'),
    first: async (file: drive_v3.Schema$File, { execution, owner }) => {
      const found = await execution.workflows?.relays.find(owner).catch(() => undefined);
      const values = found && !hasEnded(found) ? valuesOf(found) : {};
      return { videoId: videoIdOfFile(file) ?? undefined, ...values };
    },
  },
});

/**
 * The key of a publication: the same for all tokens of the channel, so that a refreshed token
 * continues it. Costs a call, which also proves the token.
 * @param read makes the call; default: a call of its own
 * @throws UpstreamError FORBIDDEN if the caller has no channel
 */
export async function publicationKey(
  execution: Execution,
  file: Ref,
  read?: Parameters<typeof ownChannel>[2],
): Promise<string> {
  const parts = [...(await ownChannel(execution, videos.insert, read)), ...file.key];
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

/** Whether a publication needs nothing more. */
export const hasEnded = ({ isFinished, failure }: RelayRecord): boolean =>
  isFinished === true || failure !== undefined;

/** The values of reports, from the record of a publication in the store. */
export const valuesOf = ({ received, total, resultId, failure }: RelayRecord) => ({
  transferredBytes: String(resultId === undefined ? received : total),
  totalBytes: String(total),
  ...(resultId !== undefined && { videoId: resultId }),
  errorCode: failure?.code,
  errorMessage: failure?.message,
});

/** The state of a publication. @param record absent: the store has nothing of it */
export function stateOf(file: Ref, record: RelayRecord | undefined): StepReport {
  if (record === undefined) return publicationWorkflow.report(file, 'uploadStarted');
  const { code: errorCode, message: errorMessage } = record.failure ?? record.stopped ?? {};
  const values = { ...valuesOf(record), errorCode, errorMessage };
  const report = publicationWorkflow.report(file, stepOf(record), values);
  const { savedAt } = record;
  return savedAt === undefined ? report : { ...report, at: new Date(savedAt).toISOString() };
}

function stepOf({ isFinished, failure, stopped, resultId, received }: RelayRecord) {
  if (isFinished) return 'finished';
  if (failure ?? stopped) return 'failed';
  if (resultId !== undefined) return 'videoCreated';
  return received > 0 ? 'transferring' : 'uploadStarted';
}

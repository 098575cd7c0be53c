/** `publishFileAsVideo`: the bytes of a file in Google Drive become a video on YouTube. */
import { hash } from 'node:crypto';
import { timeLimit } from '../../../engine/caller/clock.ts';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { leaseMs } from '../../../engine/store/lease.ts';
import type { RelayRecord, RelayRun } from '../../../engine/transfer/relays.ts';
import { newBody } from '../../../engine/write/change.ts';
import type { WriteOutcome, WriteRequest } from '../../../engine/write/strategy.ts';
import { upstreamError } from '../../../engine/api/error.ts';
import { asDownload } from '../../../engine/api/operation.ts';
import { files } from '../../storage/operations.ts';
import { channels, videos } from '../../video/operations.ts';
import { allowedWaitMs, checkWait, waitMsOf, waitRow } from '../../../engine/schema/write/wait.ts';
import { changes, parameters } from '../../../engine/schema/write/write-input.ts';
import { nullOnFailure } from '../../../engine/schema/write/write-payload.ts';
import { MutationError } from '../../../engine/schema/error/mutation-error.ts';
import { File } from '../../storage/resources.ts';
import { checkNewVideo, newVideoParameters, videoRows } from '../../video/video/write/input.ts';
import { Video } from '../../video/resources.ts';
import { downloadArguments, type PublishedFile, readPublishedFile } from './source.ts';
import {
  hasEnded,
  publicationKey,
  publicationSteps,
  publicationWorkflow,
  stateOf,
} from './declaration.ts';
import {
  endsUpload,
  follow,
  type PublicationEnd,
  type PublicationJob,
  publicationOf,
  type PublicationRequest,
  publish,
} from './publication.ts';

/** The mutation does not wait unless the input says so. */
const defaultWaitMs = 0;

export const publishFileAsVideo = publicationWorkflow.mutation('publishFileAsVideo', {
  description:
    "Publish a file of Google Drive as a video on the caller's channel. The bytes flow from Google Drive to YouTube through the gateway, without the client. The mutation returns when the transfer has begun: `video` is null and `publicationProgress` says how far it is; with `wait`, it waits for the end. `publicationProgress` reports the rest. May be repeated after any error, and sent twice at once: the transfer continues after the bytes that YouTube has, also if the access token was refreshed or, where processes share a store, the process of the gateway has died, and a file is uploaded once. If the process dies, the transfer stops until the mutation is repeated or somebody is subscribed. At the end, the file names the video in an app property, so that a repeated mutation returns the video unchanged; if that video was deleted, it publishes the file again. The file must have bytes of a type that YouTube takes, and the caller must be allowed to download and to edit the file. Error `CONFLICT` if the file is being published with other values, or changes during the transfer; error `PARTLY_DONE` if the transfer stops and can be continued.",
  inputDescription: 'Input of `publishFileAsVideo`: the file, and the metadata of the video.',
  operation: videos.insert,
  target: File,
  id: {
    argument: 'fileId',
    description: 'The file to publish: a global id or a Google Drive id.',
  },
  // Also those after the response. Beside the first read of the file: its version at the begin and
  // the end of the download, and twice its link.
  calls: [
    [files.get, 5],
    [asDownload(files.get), 2],
    [videos.list, 2],
    [channels.list, 1],
    [videos.insert, 1],
    [files.update, 1],
  ],
  waitMs: (planned) => waitMsOf(planned, defaultWaitMs),
  run: publishFile,
  input: changes(videos.insert, videoRows),
  parameters: parameters(videos.insert, newVideoParameters),
  settings: waitRow('the end of the transfer', defaultWaitMs),
  validate: (input) => {
    checkNewVideo(input);
    checkWait(input);
  },
  result: 'The file, which names the video when everything is done.',
  progress: nullOnFailure(
    'The state of the publication when the mutation ends: `TRANSFERRING` if it goes on.',
  ),
});

async function publishFile(request: WriteRequest): Promise<WriteOutcome> {
  const { execution } = request;
  const waitMs = allowedWaitMs(request, defaultWaitMs);
  const file = await readPublishedFile(execution, request.ref!);
  if (file.videoId !== undefined && (await videoExists(execution, file.videoId)))
    return {
      ref: file.ref,
      extra: publicationWorkflow.report(file.ref, 'finished', { videoId: file.videoId }),
    };
  const started = await jobOf(request, file);
  const run = await begin(started, execution);
  const { job } = started;
  const { relays } = job.services;
  const end = waitMs > 0 ? await endOf(job, run, execution, waitMs) : undefined;
  // Other executions have written.
  execution.invalidate();
  if (end) return outcomeOf(file.ref, end);
  return { ref: file.ref, extra: stateOf(file.ref, await relays.find(job.key)) };
}

async function videoExists(execution: Execution, id: string): Promise<boolean> {
  const ref = { resource: Video.resource, key: [id] };
  return (await execution.load(ref, { paths: Paths.of('id'), downstream: new Set() })) !== null;
}

interface StartedJob {
  /** What goes on when the request has ended. */
  readonly job: PublicationJob;
  readonly request: PublicationRequest;
  /** Digest of the values of the video. */
  readonly input: string;
  /** Resolves when an upload has begun, or is continued. */
  readonly started: Promise<void>;
}

async function jobOf(request: WriteRequest, file: PublishedFile): Promise<StartedJob> {
  const { execution, changes: given, parameters: sent } = request;
  const key = await publicationKey(execution, file.ref);
  const job = publicationOf(file.ref, execution, key);
  const { clock, relays } = job.services;
  const { body, parts } = newBody(given);
  const input = hash('sha256', JSON.stringify([body, sent]), 'base64url');
  const { promise: started, resolve: onStart } = Promise.withResolvers<void>();
  const { contentType, total, version } = file;
  const start = async (): Promise<RelayRecord> => {
    await checkDownload(request, file);
    const args = { ...sent, part: parts, body };
    const upload = { contentType, length: total };
    const target = await execution.startUpload(videos.insert, args, upload);
    const expiresAt = clock.wallTime() + relays.ttlMs;
    return { input, target, contentType, total, version, received: 0, expiresAt };
  };
  const continues = async ({ resultId, isFinished, ...record }: RelayRecord): Promise<boolean> => {
    if (resultId === undefined) return record.input === input && record.version === version;
    // A video that the file names was looked for, and does not exist.
    if (resultId === file.videoId) return false;
    return isFinished === true || (await videoExists(execution, resultId));
  };
  return { job, request: { start, continues, onStart }, input, started };
}

/** Reads a byte before anything is created: Google Drive refuses what it takes for malware. */
async function checkDownload(
  { execution: { identities, usage, workflows } }: WriteRequest,
  { ref }: PublishedFile,
): Promise<void> {
  const { media, stopping: signal } = workflows!;
  const caller = { identities, usage, signal, headers: { range: 'bytes=0-0' } };
  const { body } = await media.open(files.get, downloadArguments(ref), caller);
  body.on('error', () => {}).destroy();
}

/** Time in ms between two attempts while another request starts the same publication. */
const startMs = 250;

/** Time in ms after which the turn of a process that has died can be taken. */
const takeOverMs = 2 * leaseMs;

/**
 * Begins a publication, or continues it.
 * @returns undefined if another replica, or another request, runs it
 * @throws the error of the start; MutationError CONFLICT if another input runs
 */
async function begin(started: StartedJob, execution: Execution): Promise<RelayRun | undefined> {
  const { job, request } = started;
  const { relays, clock } = job.services;
  for (;;) {
    const run = await relays.begin(job.key, publish({ ...job, request }));
    if (run) {
      const failed = await Promise.race([started.started, run.ended]);
      if (failed === undefined) return run;
      if (!failed.isInterrupted) throw failed.error;
    }
    const record = await relays.find(job.key);
    if (record && !hasEnded(record)) {
      checkInput(started, record);
      // The process that has the turn may have died.
      void follow(job, timeLimit(clock, takeOverMs).signal);
      return undefined;
    }
    if (!(await execution.pause(startMs, relays.stopping)))
      throw upstreamError(videos.insert, 'UPSTREAM_TIMEOUT');
  }
}

/** @throws MutationError CONFLICT if another input runs */
function checkInput({ input, job: { file } }: StartedJob, record: RelayRecord): void {
  if (record.input === input) return;
  throw new MutationError(
    'CONFLICT',
    'fileId: the file is being published with other values. Wait until it is published, and change the video with updateVideo.',
    { path: ['fileId'], current: file },
  );
}

/** Waits for the end. @returns undefined if the publication goes on */
async function endOf(
  job: PublicationJob,
  run: RelayRun | undefined,
  execution: Execution,
  waitMs: number,
): Promise<PublicationEnd | undefined> {
  const stop = new AbortController();
  const waiting = execution.pause(waitMs, execution.workflows?.stopping).then(() => undefined);
  const end = follow(job, stop.signal, run);
  try {
    return await Promise.race([end, waiting]);
  } finally {
    stop.abort();
  }
}

/** @throws the error of a publication that has failed */
function outcomeOf(ref: Ref, { record, error }: PublicationEnd): WriteOutcome {
  if (error !== undefined) throw failureOf(ref, record, error);
  if (record?.failure) throw storedError(record.failure);
  if (!record?.isFinished)
    throw new MutationError(
      'GONE',
      'The gateway has lost the state of the transfer. Repeat the mutation.',
    );
  return { ref, extra: stateOf(ref, record) };
}

/** The error by which another run has ended: also that the outcome of its upload is unknown. */
const storedError = ({ code, message }: NonNullable<RelayRecord['failure']>): Error =>
  code === 'UPSTREAM_TIMEOUT'
    ? upstreamError(videos.insert, code, { outcome: 'UNKNOWN' })
    : new MutationError(code as MutationError['code'], message);

/** The error of a run: `PARTLY_DONE` if the same mutation continues. */
function failureOf(ref: Ref, record: RelayRecord | undefined, error: unknown): unknown {
  if (record === undefined || hasEnded(record) || endsUpload(error)) return error;
  const count = record.resultId === undefined ? 1 : 2;
  const facts = {
    done: publicationSteps.slice(0, count),
    remaining: publicationSteps.slice(count),
    ref,
    note: 'Repeat the mutation to continue.',
    extra: stateOf(ref, record),
  };
  return publicationWorkflow.partlyDone(facts, error);
}

/** How far something is that takes long. */
import * as z from 'zod/mini';
import { typeOfId } from '../../engine/schema/type/global-id.ts';
import { agentTool, input } from './agent-tool.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const upload = `query ($id: ID!) {
  uploadSession(id: $id) {
    state receivedBytes totalBytes expiresAt failureReason
    result {
      kind: __typename
      ... on File { id name mimeType size webViewLink }
      ... on Video { id title url }
      ... on Node { id }
    }
  }
}`;

const videoFields = 'id title url privacyStatus uploadStatus failureReason rejectionReason';

const publication = `query ($id: ID!) {
  file(id: $id) {
    name
    videoId
    video { ${videoFields} }
    publicationProgress { step at transferredBytes totalBytes videoId errorCode errorMessage }
  }
}`;

const processing = `query ($id: ID!) { video(id: $id) { ${videoFields} } }`;

/** What is known of it at a time. */
interface Standing {
  readonly hasEnded: boolean;
  readonly bytes?: { readonly received: number; readonly total: number | undefined };
  readonly parts: object;
}

export const follow = agentTool({
  name: 'follow',
  title: 'Follow',
  description:
    'Say how far an upload, the publication of a file, or the processing of a video is; waits some seconds for its end.',
  input: {
    id: input.text('`follow` of the answer that began it, or a video.', 1_000),
    seconds: z._default(input.whole('Left out: 20.', 0, 50), 20),
  },
  answer: {
    state: ['string', 'running, done or failed.'],
    result: 'object',
    next: ['string', 'What to do if it is not done.'],
  },
  run: async ({ id, seconds }, run) => {
    const read = readers[typeOfId(id) ?? ''];
    if (!read)
      throw ToolFailure.ofInput('id', 'nothing that can be followed; expected that in `follow`');
    let standing = await read(id, run);
    const { clock, signal } = run.call;
    const end = clock.now() + seconds * 1_000;
    let reported = -1;
    for (let pauseMs = 500; !standing.hasEnded; pauseMs = Math.min(pauseMs * 2, 8_000)) {
      const { received = 0, total } = standing.bytes ?? {};
      // Clients want a number that grows.
      if (received > reported) await run.call.report({ progress: received, total, message });
      reported = Math.max(reported, received);
      const leftMs = end - clock.now();
      if (leftMs <= 0 || signal.aborted) break;
      await clock.sleep(Math.min(pauseMs, leftMs), signal);
      standing = await read(id, run);
    }
    return standing.parts;
  },
});

const message = 'Bytes have been transferred.';

type Reader = (id: string, run: ToolRun) => Promise<Standing>;

interface Upload {
  readonly uploadSession: {
    readonly state: 'COMPLETED' | 'FAILED' | 'OPEN';
    readonly receivedBytes: string;
    readonly totalBytes: string | null;
    readonly expiresAt: string;
    readonly failureReason: string | null;
    readonly result: object | null;
  } | null;
}

const states = { COMPLETED: 'done', FAILED: 'failed', OPEN: 'running' } as const;

const nextOfUpload = {
  COMPLETED: undefined,
  FAILED: 'Nothing was made. Begin a new upload.',
  OPEN: 'It waits for bytes, which a program sends to its uploadUrl.',
} as const;

/** A video, as far as its file and its processing say. */
interface Published {
  readonly id: string;
  readonly uploadStatus: string | null;
}

const videoStates: Readonly<Record<string, string>> = {
  PROCESSED: 'done',
  DELETED: 'failed',
  FAILED: 'failed',
  REJECTED: 'failed',
};

interface PublishedFile {
  readonly file: {
    readonly name: string | null;
    readonly videoId: string | null;
    readonly video: Published | null;
    readonly publicationProgress: Progress | null;
  } | null;
}

interface Progress {
  readonly step: string;
  readonly at: string;
  readonly transferredBytes: string | null;
  readonly totalBytes: string | null;
  /** Present as soon as YouTube has all bytes. */
  readonly videoId: string | null;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
}

const repeat = 'Repeat the call that began it, with the same arguments';

function publicationStanding({
  name,
  videoId,
  video,
  publicationProgress: progress,
}: NonNullable<PublishedFile['file']>): Standing {
  // A file can name the video of an earlier publication.
  const isOfFile = progress === null || progress.videoId === videoId;
  if ((video && isOfFile) || progress?.step === 'FINISHED')
    return { hasEnded: true, parts: { state: 'done', result: video } };
  if (progress === null) {
    const why = 'No publication of the file is known, by this account in the last day.';
    return { hasEnded: true, parts: { state: 'failed', of: name, why, next: `${repeat}.` } };
  }
  const { step, at, transferredBytes, totalBytes } = progress;
  const parts = { of: name, transferredBytes, totalBytes, at };
  if (step === 'FAILED') {
    const failure = { why: progress.errorMessage, ...failureOf(progress) };
    return { hasEnded: true, parts: { state: 'failed', ...parts, ...failure } };
  }
  const bytes = { received: Number(transferredBytes), total: Number(totalBytes) };
  const next = 'Follow again.';
  return { hasEnded: false, bytes, parts: { state: 'running', ...parts, next } };
}

/** What remains, and how it can be done. */
function failureOf({ errorCode, videoId, transferredBytes, totalBytes }: Progress): object {
  const remaining = videoId
    ? 'YouTube has all bytes; only the file does not name the video yet.'
    : `${Number(totalBytes) - Number(transferredBytes)} of ${totalBytes} bytes`;
  const next = `${repeat}: it continues after the bytes that YouTube has, or begins again if it must.`;
  // YouTube may have made a video that nobody knows of.
  const isUnknown = errorCode === 'UPSTREAM_TIMEOUT' && !videoId;
  return { remaining, next: isUnknown ? `Look for the video in the channel first. ${next}` : next };
}

const readers: Readonly<Record<string, Reader>> = {
  UploadSession: async (id, run) => {
    const { uploadSession } = await run.read<Upload>(upload, { id });
    if (!uploadSession) throw new ToolFailure();
    const { state, receivedBytes, totalBytes, expiresAt, failureReason, result } = uploadSession;
    return {
      hasEnded: state !== 'OPEN',
      bytes: {
        received: Number(receivedBytes),
        total: totalBytes === null ? undefined : Number(totalBytes),
      },
      parts: {
        state: states[state],
        ...(state === 'OPEN' && { receivedBytes, totalBytes, expiresAt }),
        why: failureReason,
        result,
        next: nextOfUpload[state],
      },
    };
  },
  Video: async (id, run) => {
    const { video } = await run.read<{ readonly video: Published | null }>(processing, { id });
    if (!video) throw new ToolFailure();
    const state = videoStates[video.uploadStatus ?? ''] ?? 'running';
    return { hasEnded: state !== 'running', parts: { state, result: video } };
  },
  File: async (id, run) => {
    const { file } = await run.read<PublishedFile>(publication, { id });
    if (!file) throw new ToolFailure();
    return publicationStanding(file);
  },
};

/** Helpers of the tests of `publishFileAsVideo`: files in Google Drive, and what YouTube has. */
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { videoState } from '../../../src/sandbox/video/state.ts';
import { send } from '../client/byte-client.ts';
import { ask } from '../gateway/sandbox.ts';
import { bytesFrom, digestOf } from '../upstream/upload-server.ts';

/** Bytes of a chunk in which services send and receive. */
export const block = 64 * 1024;

/**
 * Bytes of a part, for `partBytes` of the gateway. The product sends 16 times as many: see
 * `byte-relay.test.ts`.
 */
export const partBytes = 32 * block;

type Input = Readonly<Record<string, unknown>>;

/** A file of this length in the Google Drive of Ava, with the bytes of `bytesFrom`. */
export async function createVideoFile(
  sandbox: Sandbox,
  length: number,
  { token = 'studio-owner', type = 'video/mp4' } = {},
): Promise<string> {
  const { json } = await send(`${sandbox.url}/upload/drive/v3/files?uploadType=media&fields=id`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      'content-length': String(length),
    },
    body: bytesFrom(length),
  });
  return json.id;
}

/** The fields of the payload that tests look at. */
const publishSelection = `
  video { videoId title privacyStatus }
  file { fileId }
  publicationProgress { step transferredBytes totalBytes videoId errorCode }
  errors { __typename code message reason path ... on PartlyDoneError { done remaining } }`;

export const publishDocument = `mutation ($input: PublishFileAsVideoInput!) {
  publishFileAsVideo(input: $input) { ${publishSelection} } }`;

/** Metadata of a video. */
export const metadata: Input = {
  title: 'Harbour at night 🎬',
  description: 'From the pier.',
  privacyStatus: 'UNLISTED',
  tags: ['harbour', 'night'],
};

/** What the services have of a publication. */
interface PublishedState {
  /** The id of the video that the file names. */
  readonly linked: string | undefined;
  /** The titles of the videos of the channel that were made since the sandbox started. */
  readonly titles: readonly string[];
  /** SHA-256 of the files that YouTube has received. */
  readonly received: readonly string[];
}

interface Publication {
  /** Title of its video. */
  readonly title?: unknown;
  /** Length of its file. Default: files of any length. */
  readonly length?: number;
}

/** Reads over REST, without the gateway, and at the sandbox what has no REST operation. */
export async function publishedState(
  sandbox: Sandbox,
  fileId: string,
  { title = metadata['title'], length }: Publication = {},
): Promise<PublishedState> {
  const path = `/drive/v3/files/${fileId}?fields=appProperties&supportsAllDrives=true`;
  const { body } = await ask(sandbox.url + path);
  const { videos } = videoState(sandbox.simulation());
  return {
    linked: body.appProperties?.videoId,
    titles: [...videos.values()].map(({ snippet }) => snippet.title).filter((one) => one === title),
    received: sandbox
      .uploads()
      .filter(({ operation }) => operation === 'video:videos.insert')
      .filter(({ size }) => length === undefined || size === length)
      .map(({ sha256 }) => sha256),
  };
}

/** The state after a whole publication of a file of this length. */
export const wholeState = async (
  length: number,
  videoId: string,
  title = metadata['title'] as string,
): Promise<PublishedState> => ({
  linked: videoId,
  titles: [title],
  received: [await digestOf(length)],
});

/**
 * Lets the first part of the next publication pass: of the downloads, the first one only reads a
 * byte.
 * @returns lets the other parts pass
 */
export function holdAfterPart(sandbox: Sandbox): () => void {
  const match = { pathIncludes: 'alt=media' };
  const { promise, resolve } = Promise.withResolvers<void>();
  sandbox.fault({ match, delayMs: 0, times: 1 });
  sandbox.fault({ match, cutAfter: partBytes, times: 1 });
  sandbox.fault({ match, until: promise });
  return resolve;
}

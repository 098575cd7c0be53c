/** Content of files: of a text, of bytes that somebody else has, and of videos. */
import * as z from 'zod/mini';
import { HttpError } from '../../server/error/http-error.ts';
import { agentError, type AgentError } from '../tool-result.ts';
import { agentTool, input } from './agent-tool.ts';
import { quoted } from './quoted.ts';
import { targetFolder } from './target-folder.ts';
import { ToolFailure } from './tool-failure.ts';
import type { ToolRun } from './tool-run.ts';

const text = (about: string, max = 2_000) => z.optional(input.text(about, max));

const privacies = ['private', 'unlisted', 'public'] as const;

const uploadInput = {
  name: text('Of the new file or the video.', 500),
  id: text('The file that gets a new version.'),
  folder: text('For the new file; left out: My Drive.'),
  text: text('The content; left out: get an uploadUrl.', 200_000),
  mimeType: text(
    'Left out: text/plain, or as before. application/vnd.google-apps.document: a Doc.',
  ),
  bytes: z.optional(input.whole('The size without text, if known.', 0, 5e12)),
  asVideoOf: text('Instead: the file to publish; a mark in it counts as a change.'),
  description: text('Of the video.', 5_000),
  privacy: z.optional(input.choice(privacies, 'Of the video; left out: private.')),
};

type UploadInput = z.output<z.ZodMiniObject<typeof uploadInput>>;

const open = `mutation ($input: CreateUploadSessionInput!) {
  createUploadSession(input: $input) {
    uploadSession { id uploadUrl expiresAt }
    errors { code message path }
  }
}`;

const publish = `mutation ($input: PublishFileAsVideoInput!) {
  publishFileAsVideo(input: $input) {
    file { id name }
    publicationProgress { step transferredBytes totalBytes }
    video { id url title privacyStatus uploadStatus }
    errors { code message path ... on PartlyDoneError { done remaining } }
  }
}`;

const created = `query ($id: ID!) {
  uploadSession(id: $id) {
    state
    result { ... on File { id name mimeType size modifiedAt webViewLink } }
  }
}`;

interface Session {
  readonly id: string;
  readonly uploadUrl: string;
  readonly expiresAt: string;
}

export const upload = agentTool({
  name: 'upload',
  title: 'Upload',
  tier: 'write',
  description:
    'Make a file in Drive, or a new version, of a text; or get a URL to which a program sends bytes. Or publish a file of Drive on YouTube (one of 100 uploads a day); public asks first.',
  input: uploadInput,
  answer: {
    file: 'object',
    video: 'object',
    progress: 'object',
    uploadUrl: ['string', 'A secret: takes the bytes by HTTP PUT, without a token.'],
    follow: ['string', 'The id by which to follow what goes on.'],
  },
  run: async (given, run) => {
    if (given.asVideoOf !== undefined) return publishFile(given.asVideoOf, given, run);
    for (const name of ['description', 'privacy'] as const)
      if (given[name] !== undefined)
        throw ToolFailure.ofInput(
          name,
          'only with asVideoOf; upload the file first, then publish it by another call',
        );
    const bytes = given.text === undefined ? undefined : Buffer.from(given.text);
    const session = await openSession(given, bytes?.length ?? given.bytes, run);
    if (bytes) return sendText(session, bytes, run);
    const { id: follow, uploadUrl, expiresAt } = session;
    const how =
      'Send the bytes by HTTP PUT, without an authorization header. Then the file is in Drive; asVideoOf in another call publishes it.';
    return { uploadUrl, how, expiresAt, follow };
  },
});

/** Types of editors, with those that they are made of. */
const sources: Readonly<Record<string, string>> = {
  'application/vnd.google-apps.spreadsheet': 'text/csv',
};

/** @returns the types of the bytes and of the file, if it is another */
function typesOf(mimeType = 'text/plain'): object {
  const isEditor = mimeType.startsWith('application/vnd.google-apps.');
  if (!isEditor) return { contentType: mimeType };
  return { contentType: sources[mimeType] ?? 'text/plain', mimeType };
}

/** A new version has the type of the one before, unless another is given. */
async function typeOfFile(id: string, run: ToolRun): Promise<string | undefined> {
  const { file } = await run.read<{ readonly file: { readonly mimeType: string | null } | null }>(
    'query ($id: ID!) { file(id: $id) { mimeType } }',
    { id },
  );
  if (!file) throw new ToolFailure();
  return file.mimeType ?? undefined;
}

async function openSession(
  given: UploadInput,
  size: number | undefined,
  run: ToolRun,
): Promise<Session> {
  const { id, name, folder } = given;
  if (given.text === undefined && given.mimeType === undefined)
    throw ToolFailure.ofInput('mimeType', 'missing; bytes need it, and a text goes into text');
  const length = size === undefined ? {} : { contentLength: String(size) };
  const done = 'Opened an upload.';
  if (id !== undefined) {
    for (const argument of ['name', 'folder'] as const)
      if (given[argument] !== undefined)
        throw ToolFailure.ofInput(argument, 'not for a new version of a file');
    const known = await run.idOf('id', id);
    const types = typesOf(given.mimeType ?? (await typeOfFile(known, run)));
    return opened(done, { fileContent: { id: known, ...types, ...length } }, run);
  }
  if (name === undefined)
    throw ToolFailure.ofInput('name', 'missing; expected the name of the file');
  const target = folder && (await targetFolder(await run.idOf('folder', folder), run));
  if (target) run.ask(target.effect);
  const parentId = target ? target.fileId : undefined;
  return opened(done, { newFile: { name, parentId, ...typesOf(given.mimeType), ...length } }, run);
}

async function opened(done: string, kind: object, run: ToolRun): Promise<Session> {
  const payload = await run.write<{ readonly uploadSession: Session }>(done, open, { input: kind });
  return payload.uploadSession;
}

interface SentText {
  readonly uploadSession: {
    readonly state: 'COMPLETED' | 'FAILED' | 'OPEN';
    readonly result: object | null;
  } | null;
}

/** A second time finds out what became of the first one, if its answer was lost. */
const maxAttempts = 2;

async function sendText(session: Session, bytes: Buffer, run: ToolRun): Promise<object> {
  const { id: follow, uploadUrl } = session;
  for (let attempt = 1; ; attempt += 1) {
    const problem = await problemOf(run.call.sendFile(uploadUrl, bytes));
    const { uploadSession } = await run.read<SentText>(created, { id: follow });
    const state = uploadSession?.state;
    if (state === 'COMPLETED') return { file: uploadSession?.result };
    if (state === 'FAILED' || attempt === maxAttempts)
      throw new ToolFailure([unsent(state === 'FAILED', follow, problem)]);
  }
}

/** What went wrong, for which the session has no words. */
type Problem = Partial<Pick<HttpError, 'code' | 'message'>>;

const problemOf = (sent: Promise<void>): Promise<Problem> =>
  sent.then(
    () => ({}),
    (error: unknown) => (error instanceof HttpError ? error : {}),
  );

function unsent(isDefinite: boolean, follow: string, problem: Problem): AgentError {
  const { code = 'UPSTREAM_UNAVAILABLE', message = 'The text was not taken.' } = problem;
  return isDefinite
    ? agentError(code, message, { next: 'Tell the user why; nothing was made.' })
    : agentError(code, message, { outcome: 'UNKNOWN', follow, next: unknown });
}

const unknown = 'Look for the file before you upload the text again.';

interface Publication {
  readonly file: { readonly id: string };
  readonly publicationProgress: object | null;
  readonly video: object | null;
}

async function publishFile(file: string, given: UploadInput, run: ToolRun): Promise<object> {
  const { name, description, privacy = 'private' } = given;
  for (const argument of ['id', 'folder', 'text', 'mimeType', 'bytes'] as const)
    if (given[argument] !== undefined) throw ToolFailure.ofInput(argument, 'not with asVideoOf');
  if (name === undefined) throw ToolFailure.ofInput('name', 'missing; expected the title');
  const fileId = await run.idOf('asVideoOf', file);
  run.ask(privacy === 'public' && `Publishes the video ${quoted(name)} for everybody.`);
  const published = await run.write<Publication>('Began to publish the file.', publish, {
    input: {
      fileId,
      title: name,
      description,
      privacyStatus: privacy.toUpperCase(),
      wait: `PT${waitSeconds}S`,
    },
  });
  const { publicationProgress: progress, video } = published;
  return video ? { video } : { progress, follow: published.file.id };
}

/** Short files need no second call. */
const waitSeconds = 10;

/** Writes to the file storage. */
import type { drive_v3 } from '@googleapis/drive';
import type { Paths } from '../../data/read/path.ts';
import type { Ref } from '../../data/read/resource.ts';
import type { Execution } from '../../data/execution.ts';
import { merged } from '../../data/write/update.ts';
import { UpstreamError } from '../../upstream/error.ts';
import { files } from '../../upstream/storage/index.ts';
import { blaming } from '../error-path.ts';
import { changes } from '../field/change.ts';
import { mutation } from '../field/mutation.ts';
import { upstreamId } from '../global-id.ts';
import { isDocument, SHORTCUT } from './mime.ts';
import { demanded } from './id.ts';
import { appPropertyMap, FilePropertyInput, propertyMap } from './property.ts';
import { allDrives, File } from './resource.ts';

const idIn = (given: string, _: unknown, argument: string): string =>
  upstreamId(File.resource, given, argument);

const newFile = changes(files.create, {
  mimeType: [
    'String',
    'mimeType',
    'Its content type; `application/vnd.google-apps.folder` makes a folder.',
  ],
  parentId: [
    'ID',
    'parents',
    "The folder to put it into; left out or `root`, the top of the caller's own drive.",
    (...given) => [idIn(...given)],
  ],
  description: ['String', 'description', 'A short text to show beside it.'],
  starred: ['Boolean', 'starred', 'Whether to star it for the caller.'],
  shortcutTargetId: ['ID', 'shortcutDetails.targetId', 'Makes a shortcut to this file.', idIn],
  properties: [
    [FilePropertyInput],
    'properties',
    'Entries for every app to see.',
    (given, _, argument) => propertyMap(given, argument),
  ],
  appProperties: [
    [FilePropertyInput],
    'appProperties',
    'Entries for the app alone which the access token was issued for.',
    (given, _, argument) => appPropertyMap(given, argument),
  ],
});

mutation('createFile', {
  description:
    'Creates a file without content, a folder or a shortcut. The id is made beforehand, so that an answer that was lost on its way never leads to a second file; only documents of the online editors take no such id, and are not asked for again.',
  operations: [files.generateIds, files.create, files.get],
  inputDescription: 'What the new file is to be.',
  input: (t) => ({
    name: t.string({ required: true, description: 'What to call it.' }),
    ...newFile.inputs(t),
  }),
  node: ['file', File, 'The new file.'],
  run: async ({ name, ...input }, execution, wanted) => {
    const changes = newFile.changesOf(input);
    const body: drive_v3.Schema$File = { name, ...merged({}, [], changes) };
    if (body.shortcutDetails) body.mimeType ??= SHORTCUT;
    // A folder that isn't found is called a file; with a target beside it, it could be either.
    const meant: Record<string, string> = body.shortcutDetails ? {} : { fileId: 'parents' };
    return { ref: await blaming(changes, create(execution, body, wanted.with('id')), meant) };
  },
});

/** Creates it under an id of ours where upstream takes one. The answer is asked for all that the client wants of the file. */
async function create(
  execution: Execution,
  body: drive_v3.Schema$File,
  wanted: Paths,
): Promise<Ref> {
  const id = isDocument(body.mimeType ?? '')
    ? undefined
    : await newId(execution, body.mimeType === SHORTCUT ? 'shortcuts' : 'files');
  const answer = await execution
    .send(
      files.create,
      { ...allDrives, fields: wanted.mask, body: { ...(id !== undefined && { id }), ...body } },
      { idempotent: id !== undefined },
    )
    .catch((error: unknown) => lookFor(execution, id, wanted, error));
  const ref: Ref = { resource: File.resource, key: [demanded(files.create, id ?? answer.id)] };
  execution.invalidate(ref, answer, wanted);
  return ref;
}

async function newId(execution: Execution, type: 'files' | 'shortcuts'): Promise<string> {
  const { ids } = await execution.send(files.generateIds, { count: 1, type, fields: 'ids' });
  return demanded(files.generateIds, ids?.[0]);
}

/** Whether it came to be although the answer was lost, or a repeat found the id taken: nobody else knows that id. */
async function lookFor(
  execution: Execution,
  id: string | undefined,
  wanted: Paths,
  error: unknown,
): Promise<drive_v3.Schema$File> {
  const lost = error instanceof UpstreamError && error.failure.outcome === 'UNKNOWN';
  if (!lost || id === undefined) throw error;
  return execution.send(files.get, { ...allDrives, fileId: id, fields: wanted.mask }).catch(() => {
    throw error;
  });
}

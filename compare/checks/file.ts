/** Files in a folder of its own: names, revisions, parents, properties, repeated ids, deletion. */
import { comments, files, permissions, revisions } from '../../src/services/storage/operations.ts';
import { folderType, ownName } from '../own-entity.ts';
import type { Check, Session } from '../session.ts';

const shortcutType = 'application/vnd.google-apps.shortcut';
const all = { fields: '*' };

const textFile = (text: string) => ({ type: 'text/plain', text });

/** An empty folder, which is removed with all in it. */
export const makeFolder = (session: Session): Promise<string> =>
  session.make('folder', { body: { name: ownName(), mimeType: folderType } });

async function run(session: Session): Promise<void> {
  const folderId = await makeFolder(session);
  const created = await session.need(
    files.create,
    { ...all, body: { name: 'a.txt', parents: [folderId], appProperties: { a: '1', b: '2' } } },
    { step: 'file with content', file: textFile('one') },
  );
  session.observeFields(files.create, created, 'file with content');
  const fileId = created.id!;
  await session.attempt(() => observeName(session, fileId));
  await session.attempt(() => observeRevisions(session, fileId));
  await session.attempt(() => observeParents(session, folderId, fileId));
  await session.attempt(() => observeRepeatedId(session, folderId));
  await session.attempt(() => observeSearch(session, folderId));
  await session.attempt(async () => {
    const body = { type: 'anyone', role: 'reader' };
    const args = { fileId, sendNotificationEmail: false, body };
    await session.send(permissions.create, args, { step: 'link without an e-mail' });
  });
  await session.attempt(async () => {
    const download = await session.need(files.download, { fileId });
    session.observeWord(files.download, 'name of the operation', {
      present: download.name !== undefined,
      absent: true,
    });
  });
  await session.attempt(async () => {
    const body = { content: 'x' };
    await session.send(comments.create, { fileId, body }, { step: 'without fields' });
    const comment = await session.need(comments.create, { fileId, ...all, body });
    session.observeFields(comments.create, comment);
  });
  await session.send(files.delete, { fileId }, { step: 'file' });
  await session.send(files.delete, { fileId }, { step: 'file again' });
  await session.send(files.get, { fileId }, { step: 'deleted' });
  await session.remove('folder', folderId);
}

async function observeName(session: Session, fileId: string): Promise<void> {
  const renamed = await session.need(
    files.update,
    {
      fileId,
      fields: 'name,originalFilename,appProperties',
      body: { name: 'b.txt', appProperties: { a: null } },
    },
    { step: 'name' },
  );
  session.observeWord(files.update, 'originalFilename of a renamed file', {
    absent: renamed.originalFilename === undefined,
    kept: renamed.originalFilename === 'a.txt',
    'the new name': renamed.originalFilename === 'b.txt',
  });
  session.observeWord(files.update, 'property that the body sets to null', {
    removed: Object.keys(renamed.appProperties ?? {}).join() === 'b',
    kept: Object.keys(renamed.appProperties ?? {}).length === 2,
  });
}

async function observeRevisions(session: Session, fileId: string): Promise<void> {
  await session.need(
    files.update,
    { fileId, body: {} },
    { step: 'content', file: textFile('two') },
  );
  const list = await session.need(revisions.list, { fileId, ...all });
  session.observeFields(revisions.list, list);
  const ids = (list.revisions ?? []).map(({ id }) => id!);
  session.observeNumber(revisions.list, 'behaviour', 'revisions after an upload', ids.length);
  const [revisionId = '', newest = ''] = ids;
  const args = { fileId, revisionId };
  const download = async (step: string): Promise<void> =>
    void (await session.send(revisions.get, { ...args, alt: 'media' }, { step }));
  const keep = async (keepForever: boolean): Promise<void> =>
    void (await session.send(
      revisions.update,
      { ...args, body: { keepForever } },
      { step: keepForever ? 'kept forever' : 'no longer kept forever' },
    ));
  await download('content of an earlier revision');
  await keep(true);
  await download('content of a kept revision');
  await keep(false);
  await session.send(revisions.delete, args, { step: 'earlier revision' });
  await session.send(revisions.delete, { fileId, revisionId: newest }, { step: 'only revision' });
}

async function observeParents(session: Session, folderId: string, fileId: string): Promise<void> {
  const parents = [folderId];
  const inner = await session.need(
    files.create,
    { body: { name: 'c', mimeType: folderType, parents } },
    { step: 'folder in a folder' },
  );
  const moved = { fileId, addParents: inner.id!, body: {} };
  await session.send(files.update, moved, { step: 'second parent' });
  const shortcut = await session.need(
    files.create,
    {
      ...all,
      body: { name: 'd', mimeType: shortcutType, parents, shortcutDetails: { targetId: fileId } },
    },
    { step: 'shortcut' },
  );
  session.observeFields(files.create, shortcut, 'shortcut');
}

async function observeRepeatedId(session: Session, folderId: string): Promise<void> {
  const { ids } = await session.need(files.generateIds, { count: 1 });
  const body = { id: ids![0]!, name: 'e', parents: [folderId] };
  await session.send(files.create, { body }, { step: 'generated id' });
  await session.send(files.create, { body }, { step: 'generated id again' });
}

/** Seconds between the searches: a new file is not found at once. */
const searchDelays = [0, 2, 4] as const;

async function observeSearch(session: Session, folderId: string): Promise<void> {
  const body = { name: 'Ab-ops-U-DO_2022.txt', parents: [folderId] };
  await session.need(files.create, { body }, { step: 'file to search' });
  const terms = {
    'name in other letters': "name = 'ab-OPS-u-do_2022.txt'",
    'words of the name apart': "name contains 'Ab-ops-DO_'",
  };
  for (const [step, term] of Object.entries(terms)) {
    const args = { q: `'${folderId}' in parents and ${term}`, fields: 'files(id)' };
    const seconds = await session.waitUntil(searchDelays, async () => {
      const { files: found = [] } = await session.need(files.list, args, { isUnobserved: true });
      return found.length > 0;
    });
    session.observeWord(files.list, step, { 'not found': seconds === undefined, found: true });
  }
}

export const fileCheck: Check = {
  name: 'new files',
  writes: true,
  calls: [
    ...Array.from({ length: 7 }, () => files.create),
    ...Array.from({ length: 3 }, () => files.update),
    revisions.list,
    revisions.get,
    revisions.get,
    revisions.update,
    revisions.update,
    revisions.delete,
    revisions.delete,
    files.generateIds,
    ...Array.from({ length: 2 * searchDelays.length }, () => files.list),
    permissions.create,
    files.download,
    comments.create,
    comments.create,
    files.get,
    ...Array.from({ length: 3 }, () => files.delete),
  ],
  run,
};

/** What a second account may read and do, and what two accounts do at once. */
import type { AnyOperation, Args } from '../../src/engine/api/operation.ts';
import { acl, calendars } from '../../src/services/calendar/operations.ts';
import { files, permissions } from '../../src/services/storage/operations.ts';
import { captions, commentThreads, videos } from '../../src/services/video/operations.ts';
import { Unchecked } from '../client.ts';
import { folderType, ownName } from '../own-entity.ts';
import type { Check, Session } from '../session.ts';
import { makeFolder } from './file.ts';
import { privateVideo, second, secondAccount } from './lookup.ts';

/** Seconds between the reads of what is shared with the second account. */
const accessDelays = [0, 1, 2, 4] as const;

const unobserved = { ...second, isUnobserved: true } as const;

/** @throws {Unchecked} if the second account cannot read something after a while */
async function awaitAccess<O extends AnyOperation>(
  session: Session,
  operation: O,
  args: Args<O>,
): Promise<void> {
  const read = async (): Promise<boolean> =>
    (await session.send(operation, args, unobserved)).data !== undefined;
  if ((await session.waitUntil(accessDelays, read)) === undefined)
    throw new Unchecked('What is shared has not reached the second account.');
}

/** Shares a file with the second account, without an email, and waits until that can read it. */
async function share(session: Session, fileId: string, role: string): Promise<string> {
  const body = { type: 'user', role, emailAddress: await session.find(secondAccount) };
  const args = { fileId, sendNotificationEmail: false, body };
  const { id } = await session.need(permissions.create, args, { step: 'second account' });
  await awaitAccess(session, files.get, { fileId, fields: 'id' });
  return id!;
}

const privateVideoCheck: Check = {
  name: 'private video of another account',
  needs: 'second',
  calls: [videos.list, videos.list, videos.getRating, commentThreads.list, captions.list],
  lookups: [secondAccount, privateVideo],
  run: async (session) => {
    // Reads of the owner would look like a difference.
    await session.find(secondAccount);
    const id = await session.find(privateVideo);
    const { items = [] } = await session.need(videos.list, { part: ['id'], id }, second);
    session.observeWord(videos.list, 'video', { absent: items.length === 0, present: true });
    const ownerPart = { part: ['fileDetails'], id };
    const reads = [
      () => session.send(videos.list, ownerPart, { ...second, step: 'part of the owner' }),
      () => session.send(videos.getRating, { id }, second),
      () => session.send(commentThreads.list, { part: ['id'], videoId: id }, second),
      () => session.send(captions.list, { part: ['id'], videoId: id }, second),
    ];
    for (const read of reads) await session.attempt(async () => void (await read()));
  },
};

/** A file in a folder of its own, which is removed with it. */
async function makeFile(session: Session): Promise<{ fileId: string; folderId: string }> {
  const folderId = await makeFolder(session);
  const body = { name: 'a.txt', parents: [folderId] };
  const { id } = await session.need(files.create, { body }, { step: 'file' });
  return { fileId: id!, folderId };
}

/** Two writes of which neither takes a right from the other: a link, and the own permission. */
async function writePermissionsAtOnce(session: Session): Promise<void> {
  await session.find(secondAccount);
  const { fileId, folderId } = await makeFile(session);
  const own = await share(session, fileId, 'writer');
  const step = 'at once';
  const link = { fileId, body: { type: 'anyone', role: 'reader' } };
  const ends = await Promise.allSettled([
    session.send(permissions.create, link, { step }),
    session.send(permissions.delete, { fileId, permissionId: own }, { ...second, step }),
  ]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const args = { fileId, fields: 'permissions(id,type)' };
  const { permissions: left = [] } = await session.need(permissions.list, args);
  const applied = [left.some(({ type }) => type === 'anyone'), !left.some(({ id }) => id === own)];
  const count = applied.filter(Boolean).length;
  session.observeWord(permissions.list, 'writes at once', {
    'both take effect': count === 2,
    'only one takes effect': count === 1,
    'none takes effect': true,
  });
  await session.remove('folder', folderId);
}

const parallelCheck: Check = {
  name: 'permissions that two accounts write at once',
  writes: true,
  needs: 'second',
  lookups: [secondAccount],
  calls: [
    files.create,
    files.create,
    permissions.create,
    ...accessDelays.map(() => files.get),
    permissions.create,
    permissions.delete,
    permissions.list,
    files.delete,
  ],
  run: writePermissionsAtOnce,
};

/** Nobody can have an address of this domain (RFC 2606). */
const nobody = 'nobody@example.invalid';

/** Uses no second account: only who gives one has agreed to sharing and to e-mails. */
const undeliverableCheck: Check = {
  name: 'permission whose email cannot be delivered',
  writes: true,
  needs: 'second',
  calls: [files.create, files.create, permissions.create, permissions.list, files.delete],
  run: async (session) => {
    const { fileId, folderId } = await makeFile(session);
    const body = { type: 'user', role: 'reader', emailAddress: nobody };
    await session.send(permissions.create, { fileId, sendNotificationEmail: true, body });
    const args = { fileId, fields: 'permissions(emailAddress)' };
    const { permissions: left = [] } = await session.need(permissions.list, args);
    session.observeWord(permissions.list, 'permission', {
      present: left.some(({ emailAddress }) => emailAddress?.toLowerCase() === nobody),
      absent: true,
    });
    await session.remove('folder', folderId);
  },
};

const dataOwnerCheck: Check = {
  name: 'deletion of a calendar by an owner who is not the data owner',
  writes: true,
  needs: 'second',
  lookups: [secondAccount],
  calls: [
    calendars.insert,
    acl.insert,
    ...accessDelays.map(() => calendars.get),
    calendars.delete,
    calendars.get,
    calendars.delete,
  ],
  run: async (session) => {
    const value = await session.find(secondAccount);
    const body = { summary: ownName(), timeZone: 'UTC' };
    const calendarId = await session.make('calendar', { body });
    const rule = { role: 'owner', scope: { type: 'user', value } };
    await session.need(acl.insert, { calendarId, sendNotifications: false, body: rule });
    await awaitAccess(session, calendars.get, { calendarId });
    await session.send(calendars.delete, { calendarId }, { ...second, step: 'by another owner' });
    const after = { step: 'after the deletion' };
    const { data } = await session.send(calendars.get, { calendarId }, after);
    if (data) await session.remove('calendar', calendarId);
  },
};

const limitedFolderCheck: Check = {
  name: 'folder with limited access',
  writes: true,
  needs: 'second',
  lookups: [secondAccount],
  calls: [
    files.create,
    files.create,
    files.create,
    permissions.create,
    ...accessDelays.map(() => files.get),
    files.get,
    files.list,
    files.get,
    files.delete,
  ],
  run: async (session) => {
    await session.find(secondAccount);
    const outer = await makeFolder(session);
    const limited = { name: 'limited', mimeType: folderType, inheritedPermissionsDisabled: true };
    const body = { ...limited, parents: [outer] };
    const { id: inner } = await session.need(files.create, { body }, { step: 'limited folder' });
    const within = { body: { name: 'a.txt', parents: [inner!] } };
    const { id: file } = await session.need(files.create, within, { step: 'file in it' });
    await share(session, outer, 'reader');
    const folderArgs = { fileId: inner!, fields: 'id,name,capabilities(canListChildren)' };
    await session.attempt(async () => {
      const step = 'the folder for a reader of the one above';
      await session.send(files.get, folderArgs, { ...second, step });
    });
    await session.attempt(async () => {
      const step = 'its content';
      const args = { q: `'${inner!}' in parents`, fields: 'files(id)' };
      const { data } = await session.send(files.list, args, { ...second, step });
      if (data) session.observeNumber(files.list, 'behaviour', step, data.files?.length ?? 0);
    });
    await session.attempt(async () => {
      const args = { fileId: file!, fields: 'id' };
      await session.send(files.get, args, { ...second, step: 'a file in it' });
    });
    await session.remove('folder', outer);
  },
};

export const secondAccountChecks: readonly Check[] = [
  privateVideoCheck,
  parallelCheck,
  undeliverableCheck,
  dataOwnerCheck,
  limitedFolderCheck,
];

/** A playlist of its own: conditions, what an update erases, repeated deletion. */
import { playlistItems, playlists } from '../../src/services/video/operations.ts';
import { ownName } from '../own-entity.ts';
import type { Check, Session } from '../session.ts';
import { unknown } from './lookup.ts';
import { quoted } from './read-behaviour.ts';

const part = ['snippet', 'status'];

/** A new entity does not appear in lists at once. Seconds between the reads. */
const appearance = [0, 1, 2, 4] as const;

const body = (id: string, snippet: object): object => ({
  id,
  snippet: { title: ownName(), ...snippet },
});

async function run(session: Session): Promise<void> {
  const id = await session.make('playlist', {
    part,
    body: {
      snippet: { title: ownName(), description: 'x' },
      status: { privacyStatus: 'private' },
    },
  });
  const etag = await readEtag(session, id);
  const update = async (step: string, snippet: object, headers = {}) =>
    session.send(
      playlists.update,
      { part: ['snippet'], body: body(id, snippet) },
      { step, headers },
    );
  const ifMatch = { 'if-match': quoted(etag) };
  await session.attempt(
    async () => void (await update('fresh etag', { description: 'y' }, ifMatch)),
  );
  await session.attempt(
    async () => void (await update('stale etag', { description: 'z' }, ifMatch)),
  );
  await session.attempt(async () => {
    const { data } = await update('without the description', {});
    if (data)
      session.observeWord(playlists.update, 'description that the body lacks', {
        erased: !data.snippet?.description,
        kept: true,
      });
  });
  await session.attempt(async () => {
    const args = { part: ['status'], body: body(id, {}) };
    await session.send(playlists.update, args, { step: 'body with a part that is not named' });
  });
  await session.attempt(async () => {
    const resourceId = { kind: 'youtube#video', videoId: unknown.video };
    const snippet = { playlistId: id, resourceId };
    const args = { part: ['snippet'], body: { snippet } };
    await session.send(playlistItems.insert, args, { step: 'unknown video' });
  });
  await session.remove('playlist', id);
  await session.send(playlists.delete, { id }, { step: 'again' });
}

async function readEtag(session: Session, id: string): Promise<string> {
  const args = { part: playlists.list.parts, id };
  let etag: string | undefined;
  await session.waitUntil(appearance, async () => {
    const { items = [] } = await session.need(playlists.list, args, { isUnobserved: true });
    session.observeFields(playlists.list, items.length > 0 ? { items } : undefined);
    etag = items[0]?.etag ?? undefined;
    return items.length > 0;
  });
  return etag ?? '';
}

export const playlistCheck: Check = {
  name: 'new playlist',
  writes: true,
  calls: [
    playlists.insert,
    ...appearance.map(() => playlists.list),
    ...Array.from({ length: 4 }, () => playlists.update),
    playlistItems.insert,
    playlists.delete,
    playlists.delete,
  ],
  run,
};

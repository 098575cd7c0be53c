/** A private broadcast of its own, without a stream: it cannot go live. */
import { liveBroadcasts } from '../../src/services/live/operations.ts';
import { videos } from '../../src/services/video/operations.ts';
import { ownName } from '../own-entity.ts';
import type { Check, Session } from '../session.ts';
import { unknown } from './lookup.ts';
import { quoted } from './read-behaviour.ts';

/** Seconds between the reads of the video: a minute in all. */
const videoDelays = [0, 1, 1, 1, 1, 1, 1, 1, 1, 7, 15, 30] as const;

const day = 86_400_000;

/** @param days from now */
const snippet = (days: number): object => ({
  title: ownName(),
  scheduledStartTime: new Date(Date.now() + days * day).toISOString(),
});

async function run(session: Session): Promise<void> {
  const id = await session.make('broadcast', {
    part: ['snippet', 'status', 'contentDetails'],
    body: {
      snippet: snippet(1),
      status: { privacyStatus: 'private', selfDeclaredMadeForKids: false },
      contentDetails: { enableAutoStart: false, enableAutoStop: false },
    },
  });
  await session.attempt(() => observeVideo(session, id));
  await session.attempt(() => observeConditions(session, id));
  await session.attempt(async () => {
    const args = { id, part: ['id'], broadcastStatus: 'testing' };
    await session.send(liveBroadcasts.transition, args, { step: 'testing without a stream' });
  });
  await session.attempt(async () => {
    const args = { id, part: ['id'], streamId: unknown.word };
    await session.send(liveBroadcasts.bind, args, { step: 'unknown stream' });
  });
  await session.attempt(async () => {
    const args = { part: ['contentDetails'], body: { id, contentDetails: { enableDvr: true } } };
    await session.send(liveBroadcasts.update, args, { step: 'without monitorStream' });
  });
  await session.attempt(() => observeReset(session, id));
  await session.attempt(async () => {
    const body = { id, monetizationDetails: { adsMonetizationStatus: 'on' } };
    const args = { part: ['monetizationDetails'], body };
    await session.send(liveBroadcasts.update, args, { step: 'ads' });
  });
  await session.remove('broadcast', id);
  await session.send(liveBroadcasts.delete, { id }, { step: 'again' });
}

async function observeVideo(session: Session, id: string): Promise<void> {
  const args = { part: ['id'], id };
  const seconds = await session.waitUntil(videoDelays, async () => {
    const { items = [] } = await session.need(videos.list, args, { isUnobserved: true });
    return items.length > 0;
  });
  session.observeWord(videos.list, 'video of a new broadcast', {
    'not within a minute': seconds === undefined,
    'at once': seconds! < 0.9,
    'within a minute': true,
  });
  if (seconds !== undefined)
    session.measured.push({ what: 'until the video of a new broadcast appears', seconds });
}

async function observeConditions(session: Session, id: string): Promise<void> {
  const args = { part: liveBroadcasts.list.parts, id };
  const answer = await session.need(liveBroadcasts.list, args);
  session.observeFields(liveBroadcasts.list, answer);
  const headers = { 'if-match': quoted(answer.items?.[0]?.etag ?? '') };
  for (const step of ['fresh etag', 'stale etag']) {
    const body = { id, snippet: snippet(step === 'fresh etag' ? 2 : 3) };
    await session.send(liveBroadcasts.update, { part: ['snippet'], body }, { step, headers });
  }
}

/** What an update does with a category and with blocked countries that its body lacks. */
async function observeReset(session: Session, id: string): Promise<void> {
  const part = ['snippet', 'contentDetails'];
  const contentDetails = {
    monitorStream: { enableMonitorStream: true, broadcastStreamDelayMs: 0 },
  };
  const availabilityConfig = { globalConfig: { excludedRegionCodes: ['NO'] } };
  const update = (step: string, category: object, regions: object) => {
    const body = {
      id,
      snippet: { ...snippet(4), ...category },
      contentDetails: { ...contentDetails, ...regions },
    };
    return session.need(liveBroadcasts.update, { part, body }, { step });
  };
  const set = await update('category and regions', { categoryId: '20' }, { availabilityConfig });
  session.observeFields(liveBroadcasts.update, set, 'category and regions');
  const reset = await update('without category and regions', {}, {});
  session.observeWord(liveBroadcasts.update, 'category that the body lacks', {
    absent: reset.snippet?.categoryId === undefined,
    kept: reset.snippet?.categoryId === '20',
    'another one': true,
  });
  session.observeWord(liveBroadcasts.update, 'regions that the body lacks', {
    erased: reset.contentDetails?.availabilityConfig === undefined,
    kept: true,
  });
}

export const broadcastCheck: Check = {
  name: 'new broadcast',
  writes: true,
  calls: [
    liveBroadcasts.insert,
    ...videoDelays.map(() => videos.list),
    liveBroadcasts.list,
    ...Array.from({ length: 6 }, () => liveBroadcasts.update),
    liveBroadcasts.transition,
    liveBroadcasts.bind,
    liveBroadcasts.delete,
    liveBroadcasts.delete,
  ],
  run,
};

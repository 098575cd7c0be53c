/** Responses depend on the caller, and not on concurrent requests. */
import { expect, it } from 'vitest';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { openStudio } from '../../support/studio.ts';

/** Data that differs by caller: own entities, drafts, shared files, calendars with busy times. */
const document = `{
  viewer { channel { title } playlists(first: 10) { nodes { title } } broadcasts(first: 20) { nodes { title } } calendars(first: 10) { nodes { summary accessRole } } }
  videos(ids: ["${ids.video.trailer}", "${ids.video.privateCut}", "${ids.video.strangersPrivate}"]) { title tags channel { title } }
  root: file(id: "root") { id name children(first: 20) { nodes { name } } }
  file(id: "${ids.file.benDiary}") { name permissions { nodes { role } } }
  primary: calendar(id: "primary") { id summary }
  event(by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.launchMeeting}" } }) { summary attachments { file { name } } broadcast { title } }
}`;

const callers = [
  'studio-owner',
  'studio-guest',
  'studio-reader',
  'no-channel',
  'studio-expired',
  null,
] as const;

it('returns the same response to each caller alone and among concurrent requests', async () => {
  const studio = await openStudio();
  const answerFor = async (token: string | null): Promise<unknown> => {
    const headers: Record<string, string> =
      token === null ? {} : { authorization: `Bearer ${token}` };
    return (await studio.gateway.query(document, {}, headers)).body.data;
  };
  const alone = new Map<string | null, unknown>();
  for (const token of callers) alone.set(token, await answerFor(token));
  // The reader is the owner with fewer scopes, and this query returns the same data for both.
  expect(new Set([...alone.values()].map((data) => JSON.stringify(data))).size).toBe(
    callers.length - 1,
  );
  const order = Array.from({ length: 120 }, (_, index) => callers[(index * 7) % callers.length]!);
  const answers = await Promise.all(order.map(answerFor));
  answers.forEach((data, index) => expect(data).toEqual(alone.get(order[index]!)));
  await studio.close();
});

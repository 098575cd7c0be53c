/**
 * A fake YouTube with one live chat, in which a given number of messages is written every second.
 * A page has the messages since the page before. Every video has the same title.
 */
import { responseOf, serveCounted } from './counted-server.ts';

/** Messages a second. */
const rate = Number(process.argv[2]);

/** `pollingIntervalMillis` of each page. */
const intervalMs = Number(process.argv[3]);

const start = performance.now();

const message = (index: number): object => ({
  id: `message-${index}`,
  snippet: {
    type: 'textMessageEvent',
    liveChatId: 'chat',
    authorChannelId: `UC${String(index % 1_000).padStart(22, '0')}`,
    publishedAt: new Date().toISOString(),
    hasDisplayContent: true,
    displayMessage: `Message ${index}, which has the length of a usual chat message`,
    textMessageDetails: { messageText: `Message ${index}` },
  },
  authorDetails: { displayName: `Viewer ${index % 1_000}`, isChatModerator: false },
});

const video = responseOf(JSON.stringify({ items: [{ id: 'video', snippet: { title: 'Title' } }] }));

serveCounted((url) => {
  const { pathname, searchParams } = new URL(url, 'http://upstream');
  if (pathname.endsWith('/videos')) return video;
  const from = Number(searchParams.get('pageToken') ?? 0);
  const to = Math.floor(((performance.now() - start) / 1_000) * rate);
  const items = Array.from({ length: Math.max(0, to - from) }, (_, index) => message(from + index));
  const page = { items, nextPageToken: String(to), pollingIntervalMillis: intervalMs };
  return responseOf(JSON.stringify(page));
});

/**
 * What a chat costs and how late its messages are, by polls and by a stream: the same messages to
 * as many subscribers, for some minutes each.
 * `node test/soak/chat-units.ts [minutes] [subscribers] [replicas]`
 */
import { setTimeout as wait } from 'node:timers/promises';
import { ids } from '../../src/sandbox/seed/ids.ts';
import { catalogue } from '../../src/services/catalogue.ts';
import { type EventStream, openEventStream } from '../support/client/event-stream.ts';
import { bundleGateway } from '../support/gateway/bundle.ts';
import { startRedis } from '../support/gateway/redis.ts';
import { startReplicas } from '../support/gateway/replicas.ts';

const chat = ids.chat.nightShift;
const query = `subscription { chatMessages(liveChatId: "${chat}") { messages { displayText } } }`;

/** Milliseconds between two messages. */
const paceMs = 1_000;

/** Subscribes. @returns a function that waits for the messages, and returns their delays in ms */
async function subscribe(url: string, messageCount: number): Promise<() => Promise<number[]>> {
  const stream = await openEventStream(url, { query, token: 'studio-owner' });
  await stream.until(1);
  return () => delaysOf(stream, messageCount);
}

async function delaysOf({ until, leave }: EventStream, messageCount: number): Promise<number[]> {
  const delays: number[] = [];
  for (let events = 1; delays.length < messageCount; events += 1) {
    const { data, errors } = (await until(events))[events - 1];
    if (errors) throw new Error(JSON.stringify(errors));
    for (const { displayText } of data.chatMessages.messages) {
      const sentAt = /^sent at (.+)$/.exec(displayText ?? '')?.[1];
      if (sentAt !== undefined) delays.push(performance.now() - Number(sentAt));
    }
  }
  leave();
  return delays;
}

async function measure(source: string): Promise<void> {
  const redis = await startRedis();
  const env = { LIVE_CHAT_SOURCE: source, REDIS_URL: redis.url };
  await using gateway = await startReplicas({ count, env });
  const { sandbox, url } = gateway;
  const messageCount = (minutes * 60_000) / paceMs;
  const opened = Array.from({ length: subscribers }, () => subscribe(url, messageCount));
  const all = (await Promise.all(opened)).map((delays) => delays());
  for (let count = 0; count < messageCount; count += 1) {
    await wait(paceMs);
    sandbox.postChatMessages(chat, [{ text: `sent at ${performance.now()}` }]);
  }
  const delays = (await Promise.all(all)).flat().toSorted((a, b) => a - b);
  const operations = sandbox.calls().map(({ operation }) => catalogue.get(operation!)!);
  const units = operations.reduce((sum, each) => sum + (each.units ?? 0), 0);
  const at = (share: number): string => delays[Math.floor(share * (delays.length - 1))]!.toFixed(0);
  process.stdout.write(
    `${source}: ${operations.length} calls, ${units} units, ${delays.length} messages received, delay p50 ${at(0.5)} ms, p95 ${at(0.95)} ms\n`,
  );
  await redis.close();
}

const [minutes = 10, subscribers = 500, count = 1] = process.argv.slice(2).map(Number);
await bundleGateway();
for (const source of ['poll', 'stream']) await measure(source);

/**
 * Many subscribers of one live chat, half by server-sent events and half by WebSocket: counts the
 * polls that they cause, checks that each of them receives the same messages in the same order, and
 * measures the memory of the gateway.
 */
import { request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { ask, type Child, spawn } from './child.ts';
import type { Usage } from './usage.ts';

/** Milliseconds between two polls, as YouTube states it. */
const intervalMs = 2_000;

const seconds = 60;

/** One poll at once, and one after each interval. */
const maxPolls = 1 + (seconds * 1_000) / intervalMs;

const query = `subscription {
  chatMessages(liveChatId: "chat") {
    messages { messageId displayText authorDetails { displayName } }
    cursor
  }
}`;

const authorization = 'Bearer bench';

/** A subscriber of the chat. */
interface Subscriber {
  /** Ids of the messages received. */
  readonly ids: string[];
  /** Errors in events, or the HTTP status of a rejection. */
  readonly errors: string[];
  readonly leave: () => void;
}

/** Collects the messages of events. */
class Received {
  readonly ids: string[] = [];
  readonly errors: string[] = [];
  hasLeft = false;

  readonly add = ({ data, errors = [] }: Event): void => {
    for (const { message } of errors) this.errors.push(message);
    for (const { messageId } of data?.chatMessages.messages ?? []) this.ids.push(messageId);
  };

  readonly fail = (error: unknown): void => {
    if (!this.hasLeft) this.errors.push(error instanceof Error ? error.message : String(error));
  };
}

function subscribeByEvents({ url }: Child): Subscriber {
  const received = new Received();
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    authorization,
  };
  const options = { method: 'POST', headers, agent: false };
  const sent = request(`${url}/graphql`, options, (response) => {
    if (response.statusCode !== 200) received.fail(`status ${response.statusCode}`);
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (text + chunk).split('\n');
      text = lines.pop()!;
      for (const line of lines)
        if (line.startsWith('data: {')) received.add(JSON.parse(line.slice(6)) as Event);
    });
    response.on('error', received.fail);
  });
  sent.on('error', received.fail).end(JSON.stringify({ query }));
  const leave = (): void => {
    received.hasLeft = true;
    sent.destroy();
  };
  return { ids: received.ids, errors: received.errors, leave };
}

function subscribeBySocket({ url }: Child): Subscriber {
  const received = new Received();
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    connectionParams: { authorization },
    retryAttempts: 0,
  });
  const next = (event: unknown): void => received.add(event as Event);
  client.subscribe({ query }, { next, error: received.fail, complete: () => {} });
  const leave = (): void => {
    received.hasLeft = true;
    void client.dispose();
  };
  return { ids: received.ids, errors: received.errors, leave };
}

interface Event {
  readonly data?: {
    readonly chatMessages: { readonly messages: readonly { readonly messageId: string }[] };
  };
  readonly errors?: readonly { readonly message: string }[];
}

/**
 * Sets the exit code to 1 if there are more polls than the interval allows, or if a subscriber
 * misses a message.
 * @param messagesPerSecond written in the chat
 */
export async function measureChat(subscriberCount = 500, messagesPerSecond = 20): Promise<void> {
  const upstream = await spawn('./chat-upstream.ts', `${messagesPerSecond}`, `${intervalMs}`);
  const gateway = await spawn('./gateway.ts', upstream.url);
  await wait(1_000);
  const before = await ask<Usage>(gateway.process, 'collect');
  await ask(gateway.process, 'watch');
  const subscribers = Array.from({ length: subscriberCount }, (_, index) =>
    index % 2 === 0 ? subscribeByEvents(gateway) : subscribeBySocket(gateway),
  );
  await wait(seconds * 1_000 - 100);
  const { calls } = await ask<{ readonly calls: number }>(upstream.process);
  const during = await ask<Usage>(gateway.process, 'collect');
  for (const { leave } of subscribers) leave();
  await wait(2_000);
  await ask(upstream.process);
  await wait(2 * intervalMs);
  const { calls: lateCalls } = await ask<{ readonly calls: number }>(upstream.process);
  const after = await ask<Usage>(gateway.process, 'collect');
  for (const { process: child } of [gateway, upstream]) child.disconnect();

  const errors = new Set(subscribers.flatMap((each) => each.errors));
  const received = new Set(subscribers.map(({ ids }) => ids.join()));
  const { length: count } = subscribers[0]!.ids;
  console.log(
    `\nC  ${subscriberCount} subscribers of one chat, ${seconds} s, poll interval ${intervalMs} ms`,
  );
  console.log(
    `  polls     ${calls} (at most ${maxPolls}), ${lateCalls} after the last one has left`,
  );
  console.log(`  messages  ${count} for each subscriber, ${received.size} different sequences`);
  console.log(
    `  heap      ${mib(before.heapMb)} before, ${mib(during.heapMb)} at the end, ${mib(after.heapMb)} after`,
  );
  console.log(
    `  process   ${mib(before.rssMb)} before, ${mib(during.peakMb)} at most, ${mib(after.rssMb)} after`,
  );
  console.log(`  CPU       ${(during.cpuMs - before.cpuMs).toFixed(0)} ms`);
  for (const error of errors) console.log(`  error     ${error}`);
  const isComplete = count > 0 && received.size === 1 && errors.size === 0;
  if (calls > maxPolls || lateCalls > 0 || !isComplete) process.exitCode = 1;
}

const mib = (value: number): string => `${value.toFixed(0)} MiB`;

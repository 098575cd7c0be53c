/**
 * Feeds of a sandbox whose entities a test changes, with what their subscribers have to receive.
 * Each change has a number, which is in the name of the entity.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../../../src/sandbox/random.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { storageState } from '../../../src/sandbox/storage/state.ts';
import { eventsOn } from '../scenario/calendar.ts';
import type { FollowedFeed } from '../client/feed-client.ts';
import { ask } from '../gateway/sandbox.ts';

/** A version of an entity, as a subscriber receives it. */
export interface Version {
  readonly id: string;
  /** Number of the change that made it; `deleted` for the last version of a deleted entity. */
  readonly change: number;
}

/** The number of a change that deleted an entity: nothing follows it. */
const deleted = Number.POSITIVE_INFINITY;

/**
 * Maximum number of entities, of those that change: the changes of half a minute fit on a page of
 * events. A change that is made between two pages of a list can be on the second one, and come
 * again with the sync token, which is that of the first one.
 */
const maxPresent = 100;

const nameOf = (change: number): string => `change ${change}`;

/** @returns NaN for a name that no test gave */
const numberIn = (name: string | null | undefined): number =>
  Number(/^change (\d+)$/.exec(name ?? '')?.[1] ?? Number.NaN);

/** Whether each number is larger than the one before: none comes twice. */
const isRising = (numbers: readonly number[]): boolean =>
  numbers.every((number, index) => index === 0 || number > numbers[index - 1]!);

/** The writes behind the changes of a feed. */
interface Writes {
  /** @returns the id of the new entity */
  readonly create: (name: string) => Promise<string>;
  /** Left out: the entities never change. */
  readonly rename?: (id: string, name: string) => Promise<void>;
  readonly delete?: (id: string) => Promise<void>;
  /** @returns the name of an entity; undefined if the service has it no longer */
  readonly nameNow: (id: string) => string | undefined;
}

/** A feed, its changes so far, and what is wrong with what a subscriber has received. */
export class ChangingFeed implements FollowedFeed<Version> {
  /** Whether the path of a call is that of its polls. */
  readonly pollPath: string;
  readonly query: string;
  readonly read: FollowedFeed<Version>['read'];
  /** Number of changes. */
  count = 0;
  readonly #writes: Writes;
  readonly #random: Random;
  /** The changes of each entity. */
  readonly #made = new Map<string, number[]>();
  /** Entities that have not been deleted. */
  readonly #present: string[] = [];

  constructor(
    { pollPath, query, read }: Pick<ChangingFeed, 'pollPath' | 'query' | 'read'>,
    writes: Writes,
    random: Random,
  ) {
    this.pollPath = pollPath;
    this.query = query;
    this.read = read;
    this.#writes = writes;
    this.#random = random;
  }

  /** Makes the next change: a new entity, or another version of one. */
  async change(): Promise<void> {
    const { create, rename, delete: remove } = this.#writes;
    this.count += 1;
    const { count } = this;
    const { length } = this.#present;
    const kind = this.#random.int(0, 3);
    const index = this.#random.int(0, Math.max(0, length - 1));
    const id = this.#present[index]!;
    if (!rename || !remove || length < 10 || (kind === 0 && length < maxPresent)) {
      const created = await create(nameOf(count));
      this.#present.push(created);
      this.#made.set(created, [count]);
    } else if (kind < 2) {
      this.#present.splice(index, 1);
      await remove(id);
      this.#made.get(id)!.push(deleted);
    } else {
      await rename(id, nameOf(count));
      this.#made.get(id)!.push(count);
    }
  }

  /** The number of entities whose last version a subscriber does not have. */
  missing(received: readonly Version[]): number {
    const last = new Map(received.map(({ id, change }) => [id, change]));
    return [...this.#made].filter(([id, changes]) => last.get(id) !== changes.at(-1)).length;
  }

  /**
   * What is wrong with what a subscriber has received since before the first change: each entity
   * comes in versions that it had, in their order, none twice, and at last as the service has it.
   */
  faultsIn(received: readonly Version[]): readonly string[] {
    const versions = Map.groupBy(received, ({ id }) => id);
    const numbers = received.map(({ change }) => change).filter((change) => change > 0);
    // Messages have one order; of changes, only those of one entity have.
    if (this.#writes.rename === undefined && !isRising(numbers))
      return [`the messages came in the order ${numbers.join()}`];
    return [...this.#made].flatMap(([id, changes]) => {
      const got = (versions.get(id) ?? []).map(({ change }) => change);
      const isRight =
        isRising(got) &&
        got.every((change) => changes.includes(change)) &&
        got.at(-1) === this.#changeNow(id);
      return isRight ? [] : [`${id} had the changes ${changes.join()}, received ${got.join()}`];
    });
  }

  #changeNow(id: string): number {
    const name = this.#writes.nameNow(id);
    return name === undefined ? deleted : numberIn(name);
  }
}

/** Changes all feeds again and again. @param paceMs time in ms between two changes of a feed */
export async function keepChanging(
  feeds: readonly ChangingFeed[],
  paceMs: number,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await Promise.all(feeds.map((feed) => feed.change()));
    await wait(paceMs);
  }
}

/** Sends a write. @returns the body of the answer */
async function write(url: string, method: string, body?: object): Promise<any> {
  const answer = await ask(url, { method, body });
  if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status}`);
  return answer.body;
}

/** The changes of files, all in one folder. */
export function changingFiles(sandbox: Sandbox, random: Random): ChangingFeed {
  const url = `${sandbox.url}/drive/v3/files`;
  const parents = [ids.file.scripts];
  const query = `subscription ($after: String) { fileChanges(after: $after) {
    changes { ... on FileChanged { fileId file { name } } ... on FileRemoved { fileId } } cursor
  } }`;
  const read: ChangingFeed['read'] = ({ fileChanges: { changes, cursor } }) => ({
    items: changes.map(({ fileId: id, file }: any) => ({
      id,
      change: file ? numberIn(file.name) : deleted,
    })),
    cursor,
  });
  return new ChangingFeed(
    { pollPath: '/drive/v3/changes', query, read },
    {
      create: async (name) => (await write(url, 'POST', { name, parents })).id,
      rename: async (id, name) => write(`${url}/${id}`, 'PATCH', { name }),
      delete: async (id) => write(`${url}/${id}`, 'DELETE'),
      nameNow: (id) => storageState(sandbox.simulation()).files.get(id)?.fields.name,
    },
    random,
  );
}

/** The changes of the events of one calendar. */
export function changingEvents(sandbox: Sandbox, random: Random): ChangingFeed {
  const { release } = ids.calendar;
  const path = `/calendar/v3/calendars/${release}/events`;
  const url = sandbox.url + path;
  const time = { start: { date: '2026-05-01' }, end: { date: '2026-05-02' } };
  const query = `subscription ($after: String) {
    eventChanges(calendarId: "${release}", after: $after) {
      changes { eventId ... on EventChanged { event { summary } } } cursor
  } }`;
  const read: ChangingFeed['read'] = ({ eventChanges: { changes, cursor } }) => ({
    items: changes.map(({ eventId: id, event }: any) => ({
      id,
      change: event ? numberIn(event.summary) : deleted,
    })),
    cursor,
  });
  return new ChangingFeed(
    { pollPath: path, query, read },
    {
      create: async (summary) => (await write(url, 'POST', { ...time, summary })).id,
      rename: async (id, summary) => write(`${url}/${id}`, 'PATCH', { summary }),
      delete: async (id) => write(`${url}/${id}`, 'DELETE'),
      nameNow: (id) => {
        const event = eventsOn(sandbox, release).get(id);
        return event?.status === 'cancelled' ? undefined : event?.summary;
      },
    },
    random,
  );
}

/** The messages of one chat. */
export function changingChat(sandbox: Sandbox, random: Random): ChangingFeed {
  const chat = ids.chat.nightShift;
  const names = new Map<string, string>();
  const query = `subscription ($after: String) {
    chatMessages(liveChatId: "${chat}", after: $after) {
      messages { messageId displayText } cursor
  } }`;
  const read: ChangingFeed['read'] = ({ chatMessages: { messages, cursor } }) => ({
    items: messages.map(({ messageId: id, displayText }: any) => ({
      id,
      change: numberIn(displayText),
    })),
    cursor,
  });
  return new ChangingFeed(
    { pollPath: '/youtube/v3/liveChat/messages', query, read },
    {
      create: async (text) => {
        const id = sandbox.postChatMessages(chat, [{ text }])![0]!;
        names.set(id, text);
        return id;
      },
      nameNow: (id) => names.get(id),
    },
    random,
  );
}

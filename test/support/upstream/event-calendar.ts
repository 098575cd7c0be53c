/**
 * A calendar as Google Calendar serves it to a client that synchronises: full list, then changes.
 */
import { syncTokenList } from '../../../src/engine/feed/source/sync-token-list.ts';
import type { FeedSource, SourceOptions } from '../../../src/engine/feed/source/source.ts';
import { events } from '../../../src/services/calendar/operations.ts';
import { type FeedAnswer, type FeedHandler, rejected } from '../feed/feed-harness.ts';

export const calendarSource = (options: SourceOptions = {}): FeedSource =>
  syncTokenList(events.list, { calendarId: 'team' }, options);

export interface CalendarEvent {
  readonly id: string;
  readonly status: 'confirmed' | 'cancelled';
  /** Number of the change that made this version. */
  readonly change: number;
}

export class EventCalendar {
  readonly #events = new Map<string, CalendarEvent>();
  #changes = 0;
  /** Sync tokens of earlier changes have expired. */
  #oldest = 0;
  pageSize = 3;

  put(...ids: readonly string[]): void {
    for (const id of ids) this.#change(id, 'confirmed');
  }

  delete(...ids: readonly string[]): void {
    for (const id of ids) this.#change(id, 'cancelled');
  }

  /** Expires all sync tokens returned so far. */
  expireTokens(): void {
    this.#oldest = this.#changes += 1;
  }

  /** Ids and changes of the existing events. */
  get truth(): ReadonlyMap<string, number> {
    const confirmed = [...this.#events.values()].filter(({ status }) => status === 'confirmed');
    return new Map(confirmed.map(({ id, change }) => [id, change]));
  }

  readonly answer: FeedHandler = ({ query }): FeedAnswer => {
    const pageToken = query.get('pageToken')?.split(' ').slice(1).map(Number);
    const since = Number(query.get('syncToken')?.slice('sync '.length) ?? pageToken?.[2] ?? 0);
    if (query.has('syncToken') && since < this.#oldest) return rejected(410, 'fullSyncRequired');
    const [start = since, until = this.#changes] = pageToken ?? [];
    const found = [...this.#events.values()]
      .filter(({ change }) => change > start && change <= until)
      // The full list leaves out deleted events.
      .filter(({ status }) => since > 0 || status === 'confirmed')
      .toSorted((a, b) => a.change - b.change);
    const items = found.slice(0, this.pageSize);
    const next =
      items.length < found.length
        ? { nextPageToken: `page ${items.at(-1)!.change} ${until} ${since}` }
        : { nextSyncToken: `sync ${until}` };
    return { body: { items, ...next } };
  };

  #change(id: string, status: CalendarEvent['status']): void {
    this.#changes += 1;
    this.#events.delete(id);
    this.#events.set(id, { id, status, change: this.#changes });
  }
}

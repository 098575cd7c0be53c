/**
 * The event of one run of `prepareBroadcast`. Its private properties say what an earlier run has
 * made: so any replica can continue, also after the process of that run has died.
 */
import type { calendar_v3 } from '@googleapis/calendar';
import type { SendOptions } from '../../../engine/execution/calls.ts';
import type { Execution } from '../../../engine/execution/execution.ts';
import { Paths } from '../../../engine/read/path.ts';
import type { Ref } from '../../../engine/read/resource.ts';
import { checkApplied, NotApplied } from '../../../engine/write/acknowledgement.ts';
import { changesNothing } from '../../../engine/write/update/applied-change.ts';
import type { Change, JsonRecord } from '../../../engine/write/change.ts';
import {
  conditionHeaders,
  Conflict,
  writeConditionally,
} from '../../../engine/write/update/conditional-write.ts';
import { insert } from '../../../engine/write/insert/insert.ts';
import type { InsertNotes } from '../../../engine/lock/insert-notes.ts';
import type { WriteRequest } from '../../../engine/write/strategy.ts';
import { events } from '../../calendar/operations.ts';
import { liveBroadcasts } from '../../live/operations.ts';
import type { AnyOperation } from '../../../engine/api/operation.ts';
import { upstreamError } from '../../../engine/api/error.ts';
import { clientEventId } from '../../calendar/event/write/create.ts';
import { newEventReasons } from '../../calendar/event/write/input.ts';
import { VIDEO_ID } from '../../shared/video-id.ts';
import { Event } from '../../calendar/resources.ts';
import { type ErrorPlaces, withErrorPath } from '../../../engine/schema/error/error-path.ts';
import { deleteMade, type EventLink, insertAt, loadNow } from './made.ts';

type EventJson = calendar_v3.Schema$Event;

type Links = Readonly<Record<string, string | undefined>>;

const paths = Paths.of(
  'id',
  'etag',
  'status',
  'summary',
  'start',
  'end',
  'attendees',
  'extendedProperties.private',
);

const strategy = insert({ clientId: clientEventId });

/** What the answer of a PATCH of a link has to show. */
const linkFields = 'id,etag,extendedProperties/private';

const linksIn = ({ extendedProperties }: EventJson): Links => extendedProperties?.private ?? {};

export class PreparedEvent {
  /** Also of an event that does not exist yet. */
  readonly ref: Ref;
  /** Whether this run has created it, or tried to. */
  isCreated = false;
  readonly #write: WriteRequest;
  /** The argument that names the event. */
  readonly #argument: string;
  /** As it was read last; null: it does not exist; undefined: it has to be read. */
  #json: EventJson | null | undefined;
  #linksBefore: Links = {};
  /** The ids that this run has set, or tried to. */
  readonly #ownLinks: Record<string, string | undefined> = {};
  #deadLinks: readonly EventLink[] = [];

  constructor(write: WriteRequest, ref: Ref, argument: string) {
    this.#write = write;
    this.ref = ref;
    this.#argument = argument;
  }

  get execution(): Execution {
    return this.#write.execution;
  }

  get #arguments() {
    const [calendarId = '', eventId = ''] = this.ref.key;
    return { calendarId, eventId };
  }

  get #places(): ErrorPlaces {
    const { eventId: id } = this.#arguments;
    return { values: [], changedId: id, idArgument: this.#argument, id, type: 'Event' };
  }

  /**
   * Reads the event unless it is known.
   * @param compared changes whose values are read, too
   * @returns null for an event that does not exist
   */
  async read(compared: readonly Change[] = []): Promise<EventJson | null> {
    if (this.#json === undefined) {
      const all = paths.with(...compared.map(({ path }) => path));
      this.#json = await loadNow<EventJson>(this.execution, this.ref, all);
    }
    return this.#json;
  }

  /** Whether the event exists, and has not been deleted. */
  async exists(): Promise<boolean> {
    const json = await this.read();
    return json !== null && json.status !== 'cancelled';
  }

  /** Whether an earlier run has created the event and deleted it again. */
  async wasUndone(): Promise<boolean> {
    return (await this.#notes?.find(this.#undoneKey)) !== undefined;
  }

  get #notes(): InsertNotes | undefined {
    return this.execution.workflows?.inserts;
  }

  get #undoneKey(): string {
    return JSON.stringify([events.delete.key, ...this.ref.key]);
  }

  /** No event can have the id. */
  setMissing(): void {
    this.#json = null;
  }

  async #links(): Promise<Links> {
    return linksIn((await this.read()) ?? {});
  }

  /** The id that the event has from this run or an earlier one. */
  async linked(link: EventLink): Promise<string | undefined> {
    return (await this.#links())[link];
  }

  /** Whether another event of the calendar has the id. @throws UpstreamError */
  async isNamedByOther(link: EventLink, id: string): Promise<boolean> {
    const { calendarId, eventId } = this.#arguments;
    const { items = [] } = await this.execution.send(events.list, {
      calendarId,
      privateExtendedProperty: [`${link}=${id}`],
      maxResults: 2,
      fields: 'items/id',
    });
    return items.some((found) => found.id !== eventId);
  }

  /** Notes what has to be restored. */
  async noteLinks(): Promise<void> {
    this.#linksBefore = await this.#links();
  }

  /**
   * Creates the event, or restores the one that an earlier run has deleted; without attendees:
   * nobody gets an email.
   */
  async create(changes: readonly Change[], status: EventJson['status']): Promise<void> {
    this.isCreated = true;
    const deleted = await this.read();
    this.#json = undefined;
    if (deleted) return this.#restore(deleted, status ?? 'confirmed');
    const { calendarId, eventId } = this.#arguments;
    const id: Change = { argument: 'event.new.newEventId', path: 'id', apply: () => eventId };
    await insertAt(this.execution, strategy, {
      operation: events.insert,
      resource: Event.resource,
      parentKey: [calendarId],
      changes: [...changes.filter(({ path }) => path !== id.path), id],
      parameters: { sendUpdates: 'none' },
      selected: paths,
      places: {
        values: changes,
        reasons: newEventReasons,
        idArgument: 'event.new.calendarId',
        id: calendarId,
        type: 'Calendar',
      },
    });
    // The cache has the answer.
    this.#json = await this.execution.load(this.ref, { paths, downstream: new Set() });
  }

  /**
   * No other event can have the id of a deleted one, but another status restores that one with its
   * values. Source: the description of `status` in the reference of events, 2026-11-29.
   */
  async #restore({ etag }: EventJson, status: string): Promise<void> {
    try {
      await this.#patch({ status, attendees: [] }, { headers: conditionHeaders(etag) });
    } catch (error) {
      throw withErrorPath(this.execution.api, error, this.#places);
    }
    if (!(await this.exists()))
      throw new NotApplied(this.ref, [this.#argument], 'the new status of the deleted event');
    await this.#notes?.delete(this.#undoneKey);
  }

  /**
   * @param sendUpdates who learns of it: attendees may have been added
   * @throws the error of the deletion. The event then stays without the ids of what was deleted.
   */
  async delete(sendUpdates: unknown): Promise<void> {
    const args = { ...this.#arguments, sendUpdates };
    const isThere = (): Promise<boolean> => {
      this.#json = undefined;
      return this.exists();
    };
    try {
      const shown = { ref: this.ref, isThere };
      const isOwn = await deleteMade(this.execution, events.delete, args, shown);
      // What another client has deleted stays deleted.
      if (isOwn) await this.#notes?.set(this.#undoneKey, []);
    } catch (error) {
      this.isCreated = false;
      for (const link of this.#deadLinks) await this.unlink(link).catch(() => {});
      throw error;
    }
  }

  /**
   * Sets an id. A PATCH keeps the other properties. Nobody gets an email.
   * @throws Conflict if another client has set another one since the event was read; NotApplied if
   * the service ignores it
   */
  async link(link: EventLink, id: string | undefined): Promise<void> {
    const before = await this.linked(link);
    this.#ownLinks[link] = id;
    const path = `extendedProperties.private.${link}`;
    const change: Change = { argument: this.#argument, path, apply: () => id };
    await this.#writeInTurn([change], async (current, condition) => {
      const found = linksIn(current)[link];
      if (found === id) return current;
      if (found !== before) throw new Conflict(this.ref);
      const body = { extendedProperties: { private: { [link]: id ?? null } } };
      const { etag = null, ...answer } = await this.#patch(body, condition);
      // An answer that does not show it proves nothing.
      if (linksIn(answer)[link] !== id && (await this.linked(link)) !== id)
        throw new NotApplied(this.ref, [this.#argument], `the private property ${link}`);
      const links = { ...linksIn(current), [link]: id } as Record<string, string>;
      return { ...current, etag, extendedProperties: { private: links } };
    });
  }

  /** Writes the event, unless it has changed meanwhile. Afterwards it is what `send` returns. */
  async #writeInTurn(
    changes: readonly Change[],
    send: (current: EventJson, condition: SendOptions) => Promise<EventJson | undefined>,
    values: readonly Change[] = [],
  ): Promise<void> {
    const initial = (this.#json ?? undefined) as JsonRecord | undefined;
    const read = async (): Promise<JsonRecord> => {
      this.#json = undefined;
      const event = await this.read();
      if (event === null) throw upstreamError(events.get, 'NOT_FOUND');
      return event as JsonRecord;
    };
    const sendOnce = (current: JsonRecord, condition: SendOptions) => {
      this.#json = undefined;
      return send(current, condition) as Promise<JsonRecord | undefined>;
    };
    try {
      const write = { initial, read, changes, send: sendOnce };
      this.#json = await writeConditionally(this.#patching, write);
    } catch (error) {
      throw withErrorPath(this.execution.api, error, { ...this.#places, values });
    }
  }

  get #patching(): WriteRequest {
    return { ...this.#write, operation: events.patch, ref: this.ref };
  }

  /** @returns the links of the event, and its new version; or the given fields */
  #patch(
    body: object,
    condition: SendOptions,
    more: { readonly fields?: string; readonly sendUpdates?: unknown } = {},
  ): Promise<EventJson> {
    const args = { ...this.#arguments, sendUpdates: 'none', fields: linkFields, body, ...more };
    return this.execution.send<AnyOperation>(events.patch, args, condition) as Promise<EventJson>;
  }

  /** What the id names was deleted. */
  onDeleted(link: EventLink): void {
    if (Object.hasOwn(this.#ownLinks, link)) this.#deadLinks = [...this.#deadLinks, link];
  }

  /**
   * Restores an id, unless another client has set another one. An event that this run has created
   * is deleted as a whole.
   */
  async unlink(link: EventLink): Promise<void> {
    if (this.isCreated || (await this.linked(link)) !== this.#ownLinks[link]) return;
    try {
      await this.link(link, this.#linksBefore[link]);
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
    }
  }

  /** Whether the event has the attendees, with all given values. */
  async hasAttendees(added: Change): Promise<boolean> {
    const current = ((await this.read()) ?? {}) as JsonRecord;
    return changesNothing([added], { current, showsAll: true });
  }

  /** Adds attendees to those that the event has by then. @throws NotApplied */
  async addAttendees(added: Change, sendUpdates: unknown): Promise<void> {
    this.#json = undefined;
    const send = async ({ attendees }: EventJson, condition: SendOptions): Promise<undefined> => {
      const body = { attendees: added.apply(attendees) };
      const more = { sendUpdates, fields: 'id,attendees' };
      const patched = await this.#patch(body, condition, more);
      const answer = (patched.attendees ? patched : ((await this.read()) ?? {})) as JsonRecord;
      checkApplied(this.#patching, { changes: [added], previous: { attendees }, answer });
      return undefined;
    };
    await this.#writeInTurn([added], send, [added]);
  }

  /**
   * Takes the turn of the event again if it was lost.
   * @throws Conflict if another run has begun since
   */
  async keepTurn(): Promise<void> {
    const { turns } = this.execution;
    if (turns.isHeld(this.ref)) return;
    const before = await this.linked(VIDEO_ID);
    await turns.retake(this.ref, liveBroadcasts.insert);
    if (this.#json !== null) this.#json = undefined;
    if ((await this.linked(VIDEO_ID)) !== before) throw new Conflict(this.ref);
  }
}

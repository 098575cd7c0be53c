/** What the package `studiograph/sandbox` shows of a sandbox. */
import type { AddOptions } from './call/add-entity.ts';
import type { EntityName } from './call/entity-name.ts';
import type { RecordedCall, RecordedUpload } from './call/recorder.ts';
import type { SeriesModel } from './calendar/state.ts';
import type { Fault } from './fault.ts';
import type { ChatMessageDraft, ChatSettings } from './live/chat/control.ts';
import type { NotificationFaults, SentNotification } from './notification-sender.ts';
import type { SignInSettings } from './sign-in/control.ts';
import type { DownloadSettings } from './storage/state.ts';
import type { User } from './user.ts';

/** Options of `startSandbox`. */
export interface SandboxOptions {
  /** Default: 0, any free port. */
  readonly port?: number;
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** The instant that all seeded dates are relative to. Default: the current time. */
  readonly now?: Date;
  /** Determines seeded numbers and texts, but not ids. */
  readonly seed?: string;
  /**
   * Whether there is nothing but the users, with their channels, root folders and primary
   * calendars. Default: false, the data of a media studio.
   */
  readonly empty?: boolean;
  /** Faults from the start, and after each reset. */
  readonly faults?: readonly Fault[];
  /** Simulated seconds per second. Default: 0, the clock advances by a second for each write. */
  readonly clockSpeed?: number;
  /**
   * How many simulated milliseconds a broadcast is `testStarting` or `liveStarting`. Default: until
   * the first list of broadcasts.
   */
  readonly startingMs?: number;
  /** After how many simulated milliseconds the video of a new broadcast appears. Default: 0. */
  readonly videoDelayMs?: number;
}

/** A client of a sign-in with Google, and the endpoints. */
interface OAuthClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
}

/** An entity with an id. */
export type Added<T> = T & { readonly id: string };

/** A person with an access token. */
type SandboxUser = Pick<User, 'token' | 'description' | 'email' | 'channelId'>;

/** A running sandbox. */
export interface StandIn {
  readonly url: string;
  /** The base addresses of the services. */
  readonly bases: { readonly video: string; readonly storage: string; readonly calendar: string };
  /** The accepted API key. */
  readonly apiKey: string;
  /** The people with the accepted access tokens. */
  readonly users: readonly SandboxUser[];
  /** The registered client, and the endpoints by which users sign in. */
  readonly oauthClient: OAuthClient;
  /** All calls since the start, the last reset or `clearCalls`. */
  calls(): readonly RecordedCall[];
  /** All completed uploads since the start, the last reset or `clearCalls`. */
  uploads(): readonly RecordedUpload[];
  /**
   * The number of requests to the endpoints of sign-ins since then: by the type of the grant for
   * tokens, such as `refresh_token`, else by path, such as `/revoke`.
   */
  signIns(): Readonly<Record<string, number>>;
  clearCalls(): void;
  /** Restores the initial state. @param now a new start instant */
  reset(now?: Date): void;
  /**
   * Adds an entity with the shape that its resource has in the REST API of the service. Fields that
   * are not given have default values. Fields that clients cannot write, such as `statistics` of a
   * video, can be given as well, as far as the sandbox stores them. The call is neither recorded
   * nor does it meet faults.
   * @param name of the resource in Google's clients
   * @param entity its fields, and keys of its path such as `calendarId` of an event
   * @returns the resource as the person who made it reads it
   * @throws Error for unknown fields, and for what the service would reject
   */
  add<T extends object>(name: EntityName, entity?: T, options?: AddOptions): Added<T>;
  /**
   * Changes fields of a channel, a video, a playlist, a broadcast or a stream, also those that
   * clients cannot write.
   * @param entity its id and the fields; objects are merged, lists replaced
   * @param options `as`: the access token of who reads the result
   * @returns the resource
   * @throws Error for unknown ids and fields
   */
  change<T extends { readonly id: string }>(
    name: EntityName,
    entity: T,
    options?: Pick<AddOptions, 'as'>,
  ): T;
  /**
   * Adds a fault, behind those that are active. A gateway sends calls that failed again after
   * pauses, which slow tests of errors: `retryAttempts: 1` of `createStudiograph` ends that.
   * After `quotaExceeded` it sends no calls of the same bucket, also after a reset of the sandbox:
   * such a test needs a gateway of its own.
   * @throws Error that names the field, its value and what is accepted
   */
  fault(fault: Fault): void;
  clearFaults(): void;
  /**
   * Sets the status of a stream, as an encoder that starts or stops would.
   * @param status `created`, `ready`, `active`, `inactive` or `error`
   * @param afterMs simulated time until then. Default: 0, at once
   * @returns whether the stream exists and the status is one of these
   */
  setStreamStatus(id: string, status: string, afterMs?: number): boolean;
  /**
   * Sets the health of a stream until its status changes.
   * @param status `good`, `ok`, `bad`, `noData` or `revoked`
   * @param afterMs simulated time until then. Default: 0, at once
   * @returns whether the stream exists and the status is one of these
   */
  setStreamHealth(id: string, status: string, afterMs?: number): boolean;
  /** Sets the option `startingMs` for later transitions, until the next reset. */
  setStartingTime(ms: number | undefined): void;
  /** Sets the option `videoDelayMs` for later broadcasts, until the next reset. */
  setVideoDelay(ms: number): void;
  /**
   * Sets how long later operations of `files.download` take and whether they fail, until the next
   * reset. By default they succeed at the first `operations.get`.
   */
  setDownloads(settings: DownloadSettings): void;
  /** The simulated time. */
  now(): Date;
  /** Advances the simulated clock; everything that is due until then happens in order. */
  advance(ms: number): void;
  /**
   * Lets the simulated clock run until `stopClock` or a reset.
   * @param speed simulated seconds per second. Default: 1
   */
  runClock(speed?: number): void;
  stopClock(): void;
  /**
   * Posts messages in a live chat, of all types, now or later.
   * @returns the ids of those posted now; undefined if there is no such chat, or if it has ended
   */
  postChatMessages(
    liveChatId: string,
    messages: readonly ChatMessageDraft[],
  ): readonly string[] | undefined;
  /** Sets limits of a live chat until the next reset. @returns whether the chat exists */
  setChat(liveChatId: string, settings: ChatSettings): boolean;
  /** All notifications of channels since the start or the last reset, with lost ones. */
  notifications(): readonly SentNotification[];
  /** Lets later notifications get lost or arrive twice, with these probabilities. */
  setNotificationFaults(faults: NotificationFaults): void;
  /** Resolves when everything that is to be sent now has a response, or none. */
  notificationsSettled(): Promise<void>;
  /** Makes all page tokens of Drive changes so far invalid. */
  expireChangeTokens(): void;
  /** Makes all codes and access tokens of sign-ins so far invalid. */
  expireTokens(): void;
  /**
   * Sets what later sign-ins are like, or ends what a person has allowed.
   * @throws Error for a value that a switch does not have
   */
  setSignIn(settings: SignInSettings): void;
  /** Makes all sync tokens of Calendar so far invalid. */
  expireSyncTokens(): void;
  /**
   * Changes a setting of Calendar, as a person would in its user interface.
   * @param email address of the person
   * @returns whether the person has the setting
   */
  setCalendarSetting(email: string, id: string, value: string): boolean;
  /** Sets what changes of series do to their exceptions, until the next reset. Default: nothing. */
  setSeriesModel(model: Partial<SeriesModel>): void;
  close(): Promise<void>;
}

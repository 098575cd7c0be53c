/** The public types of the package: what a host gives to a gateway, and what it gets. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { OwnFieldOf, SchemaExtensionOf } from '../engine/schema/schema-extension.ts';
import type { StandIn } from '../sandbox/stand-in.ts';
import type { SettingOptions } from './setting-options.ts';

/** The access tokens of the user who sends a request, and for whom the user acts on YouTube. */
export interface Caller {
  /** The token for all services that have none of their own here. */
  readonly token?: string | undefined;
  readonly youtubeToken?: string | undefined;
  readonly driveToken?: string | undefined;
  readonly calendarToken?: string | undefined;
  /** The header `x-content-owner`. */
  readonly contentOwner?: string | undefined;
  /** The header `x-content-owner-channel`. */
  readonly contentOwnerChannel?: string | undefined;
  /** What resolvers of own fields get beside it, such as the user of the host's session. */
  readonly session?: unknown;
}

/** A request as the host has it: one of `fetch`, or one of `nodeHandler` and `upgrade`. */
export type HostRequest = Request | IncomingMessage;

/** Who asks: the third argument of resolvers of own fields. */
export interface OwnFieldContext {
  /** What `identify` has returned. */
  readonly caller: Caller | undefined;
  /** The request, or that which has opened the WebSocket; `identify` had the same. */
  readonly request: HostRequest;
}

/** A resolver of an own field. */
export type OwnField = OwnFieldOf<OwnFieldContext>;

/** Types and fields of a host. */
export type SchemaExtension = SchemaExtensionOf<OwnFieldContext>;

/** What a gateway reads of a running sandbox. */
export type RunningSandbox = Pick<StandIn, 'apiKey' | 'bases' | 'oauthClient' | 'users'>;

/** Options of `createStudiograph`: the settings, and what only a host has. */
export interface StudiographOptions extends Omit<SettingOptions, 'sandbox' | 'nodeEnv'> {
  /**
   * As `process.env.NODE_ENV` has it: `production` turns off introspection, the explorer, traces of
   * operations and suggestions in errors. Others are `development` and `test`. Default:
   * `development`.
   */
  readonly nodeEnv?: string | undefined;
  /**
   * Whether to start a sandbox, or one that runs, which `close` leaves running, and whose answers
   * are not stored without the option `cache`. Default: on if no service has a base URL; off in
   * production.
   * @example createStudiograph({ sandbox: await startSandbox() })
   */
  readonly sandbox?: boolean | RunningSandbox | undefined;
  /**
   * The path at which the host serves the gateway, such as `/api`; all else is answered 404.
   * Default: the path of `publicUrl`, which a proxy may have removed; what Express and Connect have
   * removed needs no option.
   */
  readonly basePath?: string | undefined;
  /**
   * The tokens of the user of the host's session; undefined for nobody. With this hook, the headers
   * and the message `connection_init` by which clients name tokens are ignored. If it fails, the
   * request is answered with 500. Shared caches tell callers apart by `cookie` and the headers of
   * tokens: if the hook reads others, add them to `vary` of the responses. If it returns something
   * else, the request is answered with 500, too.
   */
  readonly identify?:
    | ((request: HostRequest) => Caller | undefined | Promise<Caller | undefined>)
    | undefined;
  /** Fields of the host. */
  readonly extend?: SchemaExtension | undefined;
  /** Takes the lines of the log, one JSON object each. Default: standard error. */
  readonly log?: { write(line: string): void } | undefined;
}

/** A gateway within the process of its host. */
export interface Studiograph {
  /**
   * Answers a request. Rejects if its signal aborts before there is a response, and for a transfer
   * that gives way to another.
   */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers a request of `node:http`, whose body nobody has read. Never throws. */
  readonly nodeHandler: (req: IncomingMessage, res: ServerResponse) => void;
  /**
   * Opens a WebSocket: for the event `upgrade` of a server. Those at other paths are for its other
   * listeners; if none answers within a second, it is 404. Never throws.
   */
  readonly upgrade: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** The users of the sandbox, with their tokens; none without a sandbox. */
  readonly users: readonly { readonly token: string; readonly description: string }[];
  /**
   * Ends subscriptions and WebSockets, waits for requests that run, ten seconds at most, and for
   * writes, and closes all connections to the services. New requests are answered with 503 and
   * `OVERLOADED`. Close the server of the host before.
   */
  readonly close: () => Promise<void>;
}

/**
 * Numbers of the configuration that are no settings, because nobody has had a reason to change
 * them. Most were settings in earlier versions. Tests change them.
 */
import { defaultSettings } from './engine/rest/settings.ts';

const { retry, breaker } = defaultSettings;

/** By the names that they have in the configuration. Of calls, the client has them. */
export const constants = {
  CONNECT_TIMEOUT_MS: defaultSettings.connectTimeoutMs,
  RETRY_BASE_MS: retry.baseDelayMs,
  RETRY_RATE_LIMIT_BASE_MS: retry.rateLimitBaseDelayMs,
  RETRY_CAP_MS: retry.maxDelayMs,
  RETRY_BUDGET_FLOOR: retry.budgetFloor,
  BREAKER_SLOW_MS: breaker.slowMs,
  BREAKER_PROBE_MS: breaker.probeMs,
  /** Maximum time that a batch waits for running calls that may add ids to it. */
  BATCH_MAX_WAIT_MS: 25,
  /** Maximum number of concurrent reads of one request. */
  READS_AT_ONCE: 128,
  /**
   * Maximum time to receive a whole request, or a message of a WebSocket, the first one from its
   * opening. Requests are checked every second.
   */
  RECEIVE_TIMEOUT_MS: 13_000,
  /**
   * Maximum number of entries and elements in the JSON of a request or message. They are counted
   * while it arrives, before it is parsed.
   */
  MAX_JSON_VALUES: 10_000,
  MAX_DOCUMENT_BYTES: 100 * 1024,
  /** Maximum number of fields of an operation, with fragments expanded. */
  MAX_FIELDS: 10_000,
  /** Maximum number of root fields of a mutation, with fragments expanded. */
  MAX_ROOT_MUTATIONS: 10,
  /** Maximum number of directives in a document. */
  MAX_DIRECTIVES: 20,
  /** Maximum number of fields of a response. A list beyond it becomes null with an error. */
  MAX_RESPONSE_FIELDS: 100_000,
  /** Maximum number of concurrent operations of one WebSocket. Others get an error. */
  MAX_WEBSOCKET_OPERATIONS: 100,
  /**
   * Interval at which the gateway sends pings over a WebSocket. One whose client has not answered
   * by the next ping is closed.
   */
  WEBSOCKET_PING_MS: 30_000,
  /** Maximum time of an open WebSocket without operations. */
  WEBSOCKET_IDLE_TIMEOUT_MS: 300_000,
  /**
   * Maximum time without a transferred byte in an upload or download, or while a client does not
   * read what waits for it.
   */
  STREAM_IDLE_TIMEOUT_MS: defaultSettings.mediaIdleTimeoutMs,
  /**
   * Maximum time from the creation of an upload session to the last byte of its file. A publication
   * of a file that has stopped can be continued for this time.
   */
  UPLOAD_SESSION_TTL_MS: 86_400_000,
  /**
   * Maximum number of questions of tools that wait for users; others are taken from callers that
   * have more.
   */
  MAX_AGENT_QUESTIONS: 256,
};

/** What resolvers get beside the value of their object and their arguments. */
import type { DocumentNode, GraphQLError } from 'graphql';
import type { Execution } from '../execution/execution.ts';
import type { FeedHub } from '../feed/hub.ts';
import type { Rejections } from '../read/load/rejected-field.ts';

/**
 * Context of one execution. Each event of a subscription is an execution of its own, because
 * loaders cache the values that they have read.
 */
export interface Context {
  readonly execution: Execution;
  /** Subscriptions to feeds; all executions of the process share it. */
  readonly feeds: FeedHub;
  readonly requestId: string;
  /** What a host knows of who asks, for the resolvers of its own fields. */
  readonly hostContext?: object | undefined;
  readonly documents: DocumentReader;
  /** Fields whose arguments were rejected before the execution. Absent: there are none. */
  rejections?: Rejections;
  /** Errors of fields that have a value nevertheless: `readEntries`. Absent: there are none. */
  fieldErrors?: GraphQLError[];
  /**
   * Lets others use the CPU, and resolves when its own turn comes; rejects if the operation has
   * ended, or has to give way. Left out: nobody else waits.
   */
  readonly yieldTurn?: (() => Promise<void>) | undefined;
}

/** Reads documents that are values of arguments. */
export interface DocumentReader {
  /**
   * Parses and validates a document.
   * @throws GraphQLError for a document that would be rejected as a request
   */
  readonly parse: (source: string) => DocumentNode;
  /** Whether errors about a document may contain no suggestions, which reveal the schema. */
  readonly hideSuggestions: boolean;
}

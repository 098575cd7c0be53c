/**
 * The entries of a list that are rejected before any call, such as ids that no entity can have.
 * They are null, the other entries are answered, and one error at the list names them all: a list
 * of 200 wrong ids is one mistake of the client, not 200.
 */
import { type GraphQLResolveInfo, locatedError, responsePathAsArray } from 'graphql';
import { InvalidInput } from '../../api/error.ts';
import { stackless } from '../../api/stackless.ts';
import { RejectedEntries } from '../error/rejected-entries.ts';
import type { Context } from '../resolver-context.ts';

/** The place of a list of entries: an argument of a root field. */
export interface ListPlace {
  readonly context: Context;
  readonly info: GraphQLResolveInfo;
  readonly argument: string;
}

/**
 * Reads the entries of a list, and adds the error of those that are rejected to the response.
 * @param read throws InvalidInput for an entry that is rejected
 * @returns what was read; null for an entry that is rejected
 */
export function readEntries<Entry, Value>(
  { context, info, argument }: ListPlace,
  entries: readonly Entry[],
  read: (entry: Entry, place: string) => Value,
): (Value | null)[] {
  const rejected = new Map<number, InvalidInput>();
  const values = entries.map((entry, index) => {
    try {
      return read(entry, `${argument}.${index}`);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      rejected.set(index, error);
      return null;
    }
  });
  if (rejected.size > 0) {
    const error = new RejectedEntries(argument, rejected, entries.length);
    const path = responsePathAsArray(info.path);
    (context.fieldErrors ??= []).push(stackless(() => locatedError(error, info.fieldNodes, path)));
  }
  return values;
}

/** What `read` returns for each entry, for the estimate; undefined for one that is rejected. */
export const validEntries = <Entry, Value>(
  entries: readonly Entry[],
  read: (entry: Entry) => Value,
): (Value | undefined)[] =>
  entries.map((entry) => {
    try {
      return read(entry);
    } catch {
      return undefined;
    }
  });

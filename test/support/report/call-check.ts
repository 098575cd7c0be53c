/** Rules that hold for the REST calls of every GraphQL request that a test makes. */
import type { RecordedCall } from '../../../src/sandbox/call/recorder.ts';
import { catalogue } from '../../../src/services/catalogue.ts';

/**
 * A query makes no call twice for the same id. Calls with other arguments differ, as do calls for
 * parts that only the owner may read; failed calls may be repeated.
 * @throws Error if a call was repeated
 */
export function expectNoRepeatedCalls(calls: readonly RecordedCall[]): void {
  const seen = new Set<string>();
  for (const call of calls) {
    if (call.status === 0 || call.status >= 400 || call.broken) continue;
    // Read again until the operation is done.
    if (call.operation === 'storage:operations.get') continue;
    for (const key of callKeys(call)) {
      if (seen.has(key)) throw new Error(`called twice: ${key}`);
      seen.add(key);
    }
  }
}

interface FreeBusyRequest {
  readonly items: readonly { readonly id: string }[];
}

/** What a call requests, one key for each of its ids. */
function callKeys({ operation = '', path, query, body, user }: RecordedCall): string[] {
  const { part, fields: _, id, ...rest } = query;
  // The only read with a body.
  if (operation === 'calendar:freebusy.query') {
    const { items, ...window } = body as FreeBusyRequest;
    return items.map((item) => JSON.stringify([operation, window, item, user]));
  }
  const guarded = catalogue
    .get(operation)
    ?.ownerOnlyParts?.filter((each) => part?.join().split(',').includes(each));
  const ids = id?.flatMap((list) => list.split(',')) ?? [''];
  return ids.map((each) => JSON.stringify([operation, path, each, rest, guarded, user]));
}

/**
 * Every call of an operation that takes a content owner names the one of the request, and no call
 * names one where the request has none.
 * @param headers headers of the GraphQL request
 * @throws Error for a call that names another content owner, or none
 */
export function expectContentOwner(
  headers: Readonly<Record<string, string>>,
  calls: readonly RecordedCall[],
): void {
  const owner = headers['authorization'] && headers['x-content-owner'];
  const channel = owner && headers['x-content-owner-channel'];
  for (const { operation = '', query } of calls) {
    const takes = catalogue.get(operation)?.query ?? {};
    // Operations of captions have a newer name for the parameter beside the old one.
    const ownerName = 'onBehalfOf' in takes ? 'onBehalfOf' : 'onBehalfOfContentOwner';
    const expected = {
      ...(owner && ownerName in takes && { [ownerName]: [owner] }),
      ...(channel && channelName in takes && { [channelName]: [channel] }),
    };
    const sent = Object.fromEntries(
      Object.entries(query).filter(([name]) => name.startsWith('onBehalfOf')),
    );
    if (JSON.stringify(sent) !== JSON.stringify(expected))
      throw new Error(
        `${operation} sent ${JSON.stringify(sent)} instead of ${JSON.stringify(expected)}`,
      );
  }
}

const channelName = 'onBehalfOfContentOwnerChannel';

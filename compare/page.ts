/** The check of a list's pages: their sizes, and which tokens they have. */
import type { AnyOperation } from '../src/engine/api/operation.ts';
import { type ArgumentSource, argumentsOf } from './check.ts';
import type { Arguments } from './rest-request.ts';
import type { Check, Lookup, Session } from './session.ts';

type Page = Readonly<Record<string, unknown>>;

/**
 * Observes the default page size, the maximum, what happens above it and with zero, and the tokens
 * of the second and of the last page. The forms of the tokens are not compared.
 */
export const checkPages = (
  operation: AnyOperation,
  source: ArgumentSource,
  lookups: readonly Lookup[] = [],
): Check => ({
  name: `${operation.key}: pages`,
  calls: Array.from({ length: 6 }, () => operation),
  lookups,
  run: async (session) => {
    const args = await argumentsOf(source, session);
    const { size = '', maxSize = 1, token = '' } = operation.page!;
    const read = (step: string, more: Arguments): Promise<Page | undefined> =>
      readPage(session, operation, { args: { ...args, ...more }, step });
    await read('default size', {});
    const largest = await read('maximum size', { [size]: maxSize });
    await read('above the maximum', { [size]: maxSize + 1 });
    await read('size 0', { [size]: 0 });
    if (largest) observeTokens(session, operation, largest);
    const first = await read('first of two', { [size]: 1 });
    const next = first?.['nextPageToken'];
    if (next === undefined) return;
    const second = await read('second page', { [size]: 1, [token]: next });
    session.observeWord(
      operation,
      'second page',
      { 'has prevPageToken': second?.['prevPageToken'] !== undefined, 'only forwards': true },
      'pageToken',
    );
  },
});

async function readPage(
  session: Session,
  operation: AnyOperation,
  { args, step }: { readonly args: Arguments; readonly step: string },
): Promise<Page | undefined> {
  const { data } = await session.send(operation, args, { step });
  const page = data as Page | undefined;
  const size = page && sizeOf(operation, page);
  if (size !== undefined) session.observeNumber(operation, 'pageSize', step, size);
  return page;
}

/** The page size, as the page states it or as a full page shows; undefined on a last page. */
function sizeOf({ page }: AnyOperation, data: Page): number | undefined {
  const { resultsPerPage } = (data['pageInfo'] ?? {}) as { readonly resultsPerPage?: unknown };
  if (typeof resultsPerPage === 'number') return resultsPerPage;
  const items = data[page!.items];
  return data['nextPageToken'] !== undefined && Array.isArray(items) ? items.length : undefined;
}

/** A last page and one before it cannot be compared: each has a step of its own. */
function observeTokens(session: Session, operation: AnyOperation, data: Page): void {
  const isLast = data['nextPageToken'] === undefined;
  session.observeWord(
    operation,
    isLast ? 'last page' : 'page before the last',
    {
      nextSyncToken: data['nextSyncToken'] !== undefined,
      newStartPageToken: data['newStartPageToken'] !== undefined,
      'no other token': true,
    },
    'pageToken',
  );
}

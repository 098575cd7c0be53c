/**
 * The REST calls that GraphQL documents of the tests have caused. Each test process appends to
 * files of its own; the tests of the project `coverage` read them when all others have run.
 */
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { RecordedUpload, RecordedCall } from '../../../src/sandbox/call/recorder.ts';

/** A recorded call, as much of it as the official client needs to make the same. */
export interface LoggedCall
  extends Pick<RecordedCall, 'method' | 'path' | 'search' | 'query' | 'body' | 'upload'> {
  readonly operation: string;
  /** MIME type of the content that came with the call. */
  readonly mediaType?: string;
}

type Log = 'operation' | 'parameter' | 'call';

const logged = new Set<string>();

/**
 * @param calls the calls of one document; only successful ones are logged
 * @param uploads the files of these calls, in their order
 */
export function logCalls(calls: readonly RecordedCall[], uploads: readonly RecordedUpload[]): void {
  const files = [...uploads];
  for (const call of calls) {
    const { operation, status, query, upload } = call;
    const file = upload && upload.protocol !== 'resumable' ? files.shift() : undefined;
    if (operation === undefined || status === 0 || status >= 400) continue;
    // The bytes of an upload go to a URL that the service chooses.
    if ('upload_id' in query) continue;
    append('operation', operation);
    for (const name of Object.keys(query)) append('parameter', `${operation}?${name}`);
    logCall({ ...call, operation }, file);
  }
}

/** Logs one call for each operation, set of parameters and way of upload. */
function logCall(call: LoggedCall, file: RecordedUpload | undefined): void {
  const kind = kindOf(call);
  if (logged.has(kind)) return;
  logged.add(kind);
  const { operation, method, path, search, query, body, upload } = call;
  const mediaType = file?.type;
  const line = { operation, method, path, search, query, body, upload, mediaType };
  append('call', JSON.stringify(line));
}

const kindOf = ({ operation, query, upload }: LoggedCall): string =>
  `${operation} ${Object.keys(query).toSorted().join()} ${upload?.protocol}`;

function append(log: Log, line: string): void {
  if (logged.has(line)) return;
  logged.add(line);
  appendFileSync(join(inject('coverageFolder'), `${log}-${process.pid}`), `${line}\n`);
}

/** The lines of all processes, sorted, each once. */
function linesOf(log: Log): string[] {
  const folders = [inject('coverageFolder'), inject('earlierCoverage') ?? []].flat();
  const files = folders.flatMap((folder) =>
    readdirSync(folder).flatMap((name) => (name.startsWith(`${log}-`) ? join(folder, name) : [])),
  );
  const lines = files.flatMap((file) => readFileSync(file, 'utf8').trimEnd().split('\n'));
  return [...new Set(lines)].toSorted();
}

/** Keys of the operations called so far in this run, sorted. */
export const loggedOperations = (): string[] => linesOf('operation');

/** `operation?parameter` of the parameters sent so far in this run, sorted. */
export const loggedParameters = (): string[] => linesOf('parameter');

/** One of the calls logged so far in this run for each operation and set of parameters. */
export function loggedCalls(): LoggedCall[] {
  const calls = linesOf('call').map((line) => JSON.parse(line) as LoggedCall);
  return [...new Map(calls.map((call) => [kindOf(call), call])).values()];
}

/** Runs checks against the sandbox and the services, and makes the report. */
import { startSandbox } from '../src/sandbox/sandbox.ts';
import type { Bases } from '../src/config.ts';
import { Client, Unchecked } from './client.ts';
import { correctionsOf } from './correction.ts';
import { compareObservations, type Difference } from './difference.ts';
import { findOwn, kindsOf, removeOwn } from './own-entity.ts';
import { neededBy, type OtherTokens, otherTokens, variableOf } from './other-token.ts';
import { unitsOf } from './plan.ts';
import type { Measurement, Report, UncheckedEntry } from './report.ts';
import { type Check, type Found, Session } from './session.ts';

export interface RunOptions {
  readonly checks: readonly Check[];
  /** Checks that do not run, since there is no token for them. */
  readonly leftOut?: readonly Check[];
  /** Of the services. */
  readonly bases: Bases;
  readonly token: string;
  /** Those that the checks need. */
  readonly otherTokens: OtherTokens;
  /** Ends the run after the calls that are under way; what checks have made is removed. */
  readonly signal: AbortSignal;
  /** Receives lines to read: which check runs, and what is left of earlier runs. */
  readonly print: (line: string) => void;
  /** The first pause before a call is repeated. Default: a second. */
  readonly retryDelayMs?: number;
}

/** Both sides, each with its client and the results of its lookups. */
interface Side {
  readonly name: 'sandbox' | 'service';
  readonly client: Client;
  readonly found: Found;
}

/**
 * @throws {Interrupted} after an interruption
 * @throws {InvalidToken} if the services do not accept the token
 */
export async function run(options: RunOptions): Promise<Report> {
  const { signal, checks, leftOut = [], retryDelayMs = 1_000 } = options;
  const startedAt = new Date().toISOString();
  // The times of `npm run sandbox`.
  const sandbox = await startSandbox({ clockSpeed: 1, startingMs: 5_000, videoDelayMs: 5_000 });
  const sideOf = (
    name: Side['name'],
    account: Pick<RunOptions, 'bases' | 'token' | 'otherTokens'>,
  ): Side => ({
    name,
    client: new Client({ ...account, signal, retryDelayMs }),
    found: new Map(),
  });
  const service = sideOf('service', options);
  const sandboxTokens = Object.entries(otherTokens).map(([name, { sandboxToken }]) => [
    name,
    sandboxToken,
  ]);
  const sandboxAccount = {
    bases: sandbox.bases,
    token: sandbox.users[0]!.token,
    otherTokens: Object.fromEntries(sandboxTokens) as OtherTokens,
  };
  const sides = [sideOf('sandbox', sandboxAccount), service] as const;
  const results: Results = { differences: [], undecided: [], unchecked: [], measurements: [] };
  for (const check of leftOut) {
    const reason = `no ${variableOf(check)}`;
    results.unchecked.push({ check: check.name, side: 'service', reason });
  }
  const wrote = checks.some(({ writes }) => writes);
  try {
    if (wrote) await removeLeftovers(service.client, checks, results, options.print);
    for (const check of checks) {
      const { enter, leave } = check.needs ? otherTokens[check.needs] : {};
      enter?.(sandbox);
      await runCheck(check, sides, results, options.print);
      leave?.(sandbox);
    }
    const units = unitsOf(
      [...service.client.calls].flatMap(([operation, count]) =>
        Array.from({ length: count }, () => operation),
      ),
    );
    const corrections = correctionsOf(results.differences, startedAt);
    return { version: 1, startedAt, wrote, checks: checks.length, units, ...results, corrections };
  } finally {
    for (const { client } of sides) await client.close();
    await sandbox.close();
  }
}

interface Results {
  readonly differences: Difference[];
  readonly undecided: Difference[];
  readonly unchecked: UncheckedEntry[];
  readonly measurements: Measurement[];
}

/** Removes what killed runs have left. */
async function removeLeftovers(
  client: Client,
  checks: readonly Check[],
  { unchecked }: Results,
  print: RunOptions['print'],
): Promise<void> {
  for (const kind of kindsOf(neededBy(checks)))
    try {
      const ids = await findOwn(client, kind);
      for (const id of ids)
        if (await removeOwn(client, kind, id)) print(`Removed a ${kind} of an earlier run.`);
        else print(`A ${kind} of an earlier run could not be removed.`);
    } catch (error) {
      if (!(error instanceof Unchecked)) throw error;
      const reason = error.message;
      unchecked.push({ check: `a ${kind} of earlier runs`, side: 'service', reason });
    }
}

async function runCheck(
  check: Check,
  sides: readonly [Side, Side],
  results: Results,
  print: RunOptions['print'],
): Promise<void> {
  if (check.writes) print(`${check.name} ...`);
  const sessions = sides.map(({ client, found }) => new Session(client, found, check));
  const [sandbox, service] = sessions as [Session, Session];
  // Both end, with all removals, before an error ends the run.
  const ends = await Promise.allSettled(sessions.map((session) => runOn(session, check)));
  for (const kind of service.left)
    print(`A ${kind} of this run may be left; the next run with --write removes it.`);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  const { certain, undecided } = compareObservations(
    check.name,
    [sandbox.observations, service.observations],
    check.writes ?? false,
  );
  results.differences.push(...certain);
  results.undecided.push(...undecided);
  for (const [index, { name }] of sides.entries())
    for (const reason of sessions[index]!.unchecked)
      results.unchecked.push({ check: check.name, side: name, reason });
  results.measurements.push(...measurementsOf(check.name, sandbox, service));
}

async function runOn(session: Session, check: Check): Promise<void> {
  try {
    await session.attempt(() => check.run(session));
  } finally {
    await session.removeMade();
  }
}

function measurementsOf(check: string, sandbox: Session, service: Session): Measurement[] {
  const names = new Set([...sandbox.measured, ...service.measured].map(({ what }) => what));
  return [...names].map((what) => {
    const secondsOf = ({ measured }: Session, side: Side['name']): object => {
      const seconds = measured.find((each) => each.what === what)?.seconds;
      return seconds === undefined ? {} : { [side]: seconds };
    };
    return { check, what, ...secondsOf(sandbox, 'sandbox'), ...secondsOf(service, 'service') };
  });
}

/**
 * Writes that depend on a read, by a process that is stopped between any two of their calls and
 * loses its lock meanwhile. The service ignores `If-Match`: only the locks protect the changes.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/sandbox.ts';
import { catalogue } from '../../../../src/services/catalogue.ts';
import { isRead } from '../../../../src/engine/api/operation.ts';
import { type EditingProxy, startEditingProxy } from '../../../support/proxy/editing-proxy.ts';
import { StoppableClock, type TakenLeases } from '../../../support/gateway/lost-lease.ts';
import { start } from '../../../support/gateway/sandbox.ts';
import { SharedMemory, SharedMemoryStore } from '../../../support/gateway/shared-store.ts';
import { openStudio, type Result, type Studio } from '../../../support/gateway/studio.ts';
import { type Case, caseOf, cases, fullInput } from '../case/case.ts';
import type { Input } from '../fixture/fixture.ts';
import { codeOf, type Outcome, run } from '../case/run.ts';

const memory = new SharedMemory();
const replace = memory.store.replace.bind(memory.store);

let sandbox: Sandbox;
let proxy: EditingProxy;
let opened: Awaited<ReturnType<typeof openStudio>>;
let studio: Studio;
let clock: StoppableClock;

beforeAll(async () => {
  sandbox = await startSandbox({ now: start });
  proxy = await startEditingProxy(sandbox.url);
  proxy.ignoreConditions();
  const bases = Object.fromEntries(
    Object.entries(sandbox.bases).map(([name, url]) => [name, url.replace(sandbox.url, proxy.url)]),
  );
  const env = { REQUEST_DEADLINE_MS: '60000' };
  opened = await openStudio({ sandbox, bases, env, sharedStore: new SharedMemoryStore(memory) });
  // No estimate has the calls that repeat a write.
  studio = {
    ...opened,
    query: async (document, variables) => {
      const headers = { authorization: 'Bearer studio-owner' };
      return (await opened.gateway.query(document, variables, headers)).body as Result;
    },
  };
  // From now on the caller is accepted, and its writes take locks.
  await studio.query('{ viewer { channel { title } } }');
});

beforeEach(() => {
  sandbox.reset(start);
  clock = new StoppableClock();
});

afterEach(() => {
  proxy.edit(undefined);
  proxy.editWrites(undefined);
  vi.restoreAllMocks();
});

afterAll(async () => {
  await opened.close();
  await proxy.close();
  await sandbox.close();
});

/** Writes that read an entity in its turn before they write it. */
const readingKinds: ReadonlySet<Case['kind']> = new Set([
  'patch',
  'replaceParts',
  'replaceIfMatch',
  'replaceByState',
]);

/** Of mutations whose full input needs no read: inputs that do. */
const readingInputs: Readonly<Record<string, readonly (() => Promise<Input>)[]>> = {
  updateFile: [
    async () => ({ properties: { replaceAll: [{ key: 'season', value: '4' }] } }),
    async () => ({ name: 'New', ifVersion: await versionOfFile() }),
  ],
};

async function versionOfFile(): Promise<string> {
  const { id } = caseOf('updateFile').fixture.target!;
  const { data } = await studio.query('query ($id: ID!) { file(id: $id) { version } }', { id });
  sandbox.clearCalls();
  return data.file.version as string;
}

async function inputsOf(each: Case): Promise<readonly Input[]> {
  const { [each.name]: reading } = readingInputs;
  if (reading === undefined) return [fullInput(each)];
  const inputs = await Promise.all(reading.map((make) => make()));
  return inputs.map((input) => ({ ...each.fixture.target, ...input }));
}

/** Whether each of the calls from one on is a read. */
const readsFrom = (first: number): readonly boolean[] =>
  sandbox
    .calls()
    .slice(first)
    .map(({ operation }) => isRead(catalogue.get(operation!)!));

interface Interrupted {
  readonly outcome: Outcome;
  readonly taken: TakenLeases;
  /** Calls while another process had the lock. */
  readonly sentMeanwhile: number;
  /** Whether each of the calls after that was a read. */
  readonly after: readonly boolean[];
}

/** Resolves when the process has asked for one of the leases so many times. */
function asked(keys: readonly string[], times: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let count = 0;
  vi.spyOn(memory.store, 'replace').mockImplementation((kind, key, change) => {
    if (kind === 'lease' && keys.includes(key) && change.expected === undefined) count += 1;
    if (count === times) resolve();
    return replace(kind, key, change);
  });
  return promise;
}

/** Runs a mutation whose process loses its lock before it has an answer. @param step from 1 */
async function runInterrupted(each: Case, input: Input, step: number): Promise<Interrupted> {
  const lost = Promise.withResolvers<TakenLeases>();
  let count = 0;
  const onAnswer = (): void => {
    count += 1;
    if (count === step) lost.resolve(clock.loseLeases(memory, 'write '));
  };
  proxy.edit(onAnswer);
  proxy.editWrites(onAnswer);
  const running = run(studio, each, input);
  const taken = await lost.promise;
  const before = sandbox.calls().length;
  // Without the lock, the process asks for it again and again, and sends nothing.
  await Promise.race([asked(taken.keys, 2), running]);
  const sentMeanwhile = sandbox.calls().length - before;
  taken.release();
  const outcome = await running;
  return { outcome, taken, sentMeanwhile, after: readsFrom(before + sentMeanwhile) };
}

const isWrite = (isReading: boolean): boolean => !isReading;

const names = cases.filter(({ kind }) => readingKinds.has(kind)).map(({ name }) => name);

/** Mutations of each kind of write that were interrupted. */
const interrupted = new Set<Case['kind']>();

describe('a process that loses its lock between two calls of a write', { tags: ['R39'] }, () => {
  it.each(names)('writes nothing that it has read before: %s', async (name) => {
    const each = caseOf(name);
    for (const input of await inputsOf(each)) {
      sandbox.reset(start);
      expect(codeOf(await run(studio, each, input))).toBeUndefined();
      const reads = readsFrom(0);
      for (let step = 1; step < reads.length; step += 1) {
        // A read that follows is fresh in any case.
        if (reads[step]) continue;
        interrupted.add(each.kind);
        sandbox.reset(start);
        const { outcome, taken, sentMeanwhile, after } = await runInterrupted(each, input, step);
        expect(taken.keys).not.toEqual([]);
        expect([step, sentMeanwhile, after[0]]).toEqual([step, 0, true]);
        expect(after.filter(isWrite)).toHaveLength(reads.slice(step).filter(isWrite).length);
        expect(codeOf(outcome)).toBeUndefined();
      }
    }
  });
  it('was tried with each kind of write that reads in its turn', () => {
    expect(interrupted).toEqual(readingKinds);
  });
});

/** A temporary copy of the working tree, in which a fault is put and tests run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Mutant, occurrencesIn } from './mutant.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folders that are not copied. */
const omitted = new Set(['node_modules', '.git', 'dist', 'dist-bench', 'generated']);

export interface FailedTest {
  /** Path from the repository's root. */
  readonly file: string;
  /** With the names of the groups around it. */
  readonly name: string;
}

/** What a run of test files has shown. */
export interface TestRun {
  readonly failed: readonly FailedTest[];
  /** The number of tests that have succeeded. */
  readonly passed: number;
  /** Files that could not be loaded, with their errors. */
  readonly unloaded: readonly string[];
  /** Whether the run had to be ended, because it took too long. */
  readonly isCut: boolean;
}

/** The report of Vitest, as much of it as is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly ancestorTitles: readonly string[];
      readonly title: string;
    }[];
  }[];
}

interface TestOptions {
  /** Time in ms after which the run is ended. */
  readonly maxMs: number;
  readonly workers?: number;
  /** The tests to run, with the names of the groups around them. Default: all. */
  readonly names?: readonly string[];
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const noReport: Report = { testResults: [] };

/** Delete it by `dispose`; the end of this process deletes it as well. */
export class ProjectCopy {
  readonly #folder: string;
  #child: ChildProcess | undefined;
  readonly #onExit = (): void => this.dispose();

  private constructor(folder: string) {
    this.#folder = folder;
    process.once('exit', this.#onExit);
  }

  static async create(): Promise<ProjectCopy> {
    const copy = new ProjectCopy(await mkdtemp(join(tmpdir(), 'studiograph-mutant-')));
    await cp(root, copy.#folder, {
      recursive: true,
      filter: (source) => !omitted.has(basename(source)),
    });
    for (const each of ['node_modules', 'dist'])
      await symlink(join(root, each), join(copy.#folder, each));
    return copy;
  }

  /**
   * Puts the fault in, runs the work and takes the fault out.
   * @throws Error if the text of the mutant does not occur exactly once
   */
  async withFault<T>(mutant: Mutant, work: () => Promise<T>): Promise<T> {
    const path = join(this.#folder, mutant.file);
    const source = await readFile(path, 'utf8');
    const count = occurrencesIn(source, mutant);
    if (count !== 1)
      throw new Error(`${mutant.name}: its text occurs ${count} times in ${mutant.file}`);
    // A string as the replacement would have patterns such as `$&`.
    await writeFile(
      path,
      source.replace(mutant.text, () => mutant.replacement),
    );
    try {
      return await work();
    } finally {
      await writeFile(path, source);
    }
  }

  /** Runs test files; without `names` until one test fails. */
  async test(
    files: readonly string[],
    { maxMs, workers = 1, names }: TestOptions,
  ): Promise<TestRun> {
    const reportFile = join(this.#folder, 'report.json');
    rmSync(reportFile, { force: true });
    const packages = join(root, 'node_modules');
    const args = [
      join(packages, 'vitest/vitest.mjs'),
      'run',
      `--maxWorkers=${workers}`,
      ...(names === undefined
        ? ['--bail=1']
        : ['--testNamePattern', `^(?:${names.map(escapeRegExp).join('|')})$`]),
      '--reporter=json',
      `--outputFile=${reportFile}`,
      ...files,
    ];
    const child = spawn(process.execPath, args, {
      cwd: this.#folder,
      // A group of its own, so that the processes that tests have started end with it.
      detached: true,
      stdio: 'ignore',
      env: {
        ...process.env,
        PATH: `${join(packages, '.bin')}:${process.env['PATH']}`,
        // Each run loads all modules, of which one has changed.
        NODE_COMPILE_CACHE: join(this.#folder, 'compiled'),
      },
    });
    this.#child = child;
    let isCut = false;
    const timer = setTimeout(() => {
      isCut = true;
      this.#end();
    }, maxMs);
    await once(child, 'exit');
    clearTimeout(timer);
    // Processes of the gateway that a failed test has left.
    this.#end();
    this.#child = undefined;
    const text = await readFile(reportFile, 'utf8').catch(() => undefined);
    return { ...this.#read(text === undefined ? noReport : (JSON.parse(text) as Report)), isCut };
  }

  dispose(): void {
    process.removeListener('exit', this.#onExit);
    this.#end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #read({ testResults }: Report): Omit<TestRun, 'isCut'> {
    const nameOf = (path: string): string => path.replace(`${this.#folder}/`, '');
    const failed = testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ ancestorTitles, title }) => ({
          file: nameOf(name),
          // As `--testNamePattern` has it.
          name: [...ancestorTitles, title].join(' > '),
        })),
    );
    const passed = testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed').length;
    const unloaded = testResults
      .filter(
        ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
      )
      .map(({ name, message }) => `${nameOf(name)}: ${message}`);
    return { failed, passed, unloaded };
  }

  #end(): void {
    const pid = this.#child?.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group has ended.
    }
  }
}

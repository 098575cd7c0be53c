/**
 * Executes a Dockerfile without a container engine: copies its files into folders of this machine
 * and runs its commands there, as the user of the image if this process may.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';

interface Instruction {
  readonly word: string;
  readonly rest: string;
}

const parseDockerfile = (source: string): Instruction[] =>
  source
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ word: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1).trim() }));

/**
 * @returns whether .dockerignore excludes a path of the context; the last line that matches the
 * path or a folder above it decides
 */
export function ignoredBy(source: string): (path: string) => boolean {
  const lines = source.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return (path) => {
    const steps = path.split('/').map((_, index, all) => all.slice(0, index + 1).join('/'));
    const last = lines.findLast((line) =>
      // The star of Docker also stands for a dot.
      steps.some((step) => line === '*' || matchesGlob(step, line.replace(/^!/, ''))),
    );
    return last !== undefined && !last.startsWith('!');
  };
}

/** A build stage after its last instruction. */
interface Stage {
  /** The folder on this machine that is `/` of the image. */
  root: string;
  workdir: string;
  env: Readonly<Record<string, string>>;
  user: string;
  command: readonly string[];
  health: readonly string[];
}

export type Image = Readonly<Stage>;

/** A user of this machine, for `child_process`. */
interface User {
  readonly uid: number;
  readonly gid: number;
}

/** Folders of the base image that belong to its user `node`. */
const home = { path: 'home/node', uid: 1000, gid: 1000 };

/** @returns the environment of a program of the stage, with its paths on this machine */
export const envOf = ({ env, root }: Image): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).map(([name, value]) => [
      name,
      value.startsWith('/') ? join(root, value) : value,
    ]),
  );

/** @returns the user of the stage; nothing if this process may not run programs as that one */
export function userOf({ user }: Image): User | undefined {
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  if (process.getuid!() !== 0 || uid === 0) return undefined;
  // Its folder can be one that others may not enter, such as the home of root.
  const { status } = spawnSync(process.execPath, ['--version'], { uid, gid });
  return status === 0 ? { uid, gid } : undefined;
}

/**
 * @param context root of the repository
 * @param scratch an empty folder for the stages
 * @param args build arguments
 */
export function buildImage(
  context: string,
  scratch: string,
  args: Readonly<Record<string, string>> = {},
): Image {
  const stages = new Map<string, Stage>();
  const ignored = ignoredBy(readFileSync(join(context, '.dockerignore'), 'utf8'));
  let stage: Stage | undefined;
  for (const { word, rest } of parseDockerfile(readFileSync(join(context, 'Dockerfile'), 'utf8'))) {
    if (word === 'FROM') {
      const name = / AS (\S+)$/i.exec(rest)?.[1] ?? String(stages.size);
      stage = {
        root: join(scratch, name),
        workdir: '/',
        env: {},
        user: 'root',
        command: [],
        health: [],
      };
      stages.set(name, stage);
      mkdirSync(join(stage.root, home.path), { recursive: true });
      if (process.getuid!() === 0) chownSync(join(stage.root, home.path), home.uid, home.gid);
    } else take(stage!, { word, rest }, { context, ignored, stages, args });
  }
  return stage!;
}

interface BuildContext {
  readonly context: string;
  readonly ignored: (path: string) => boolean;
  readonly stages: ReadonlyMap<string, Stage>;
  readonly args: Readonly<Record<string, string>>;
}

function take(stage: Stage, { word, rest }: Instruction, build: BuildContext): void {
  if (word === 'WORKDIR') mkdirSync(join(stage.root, (stage.workdir = rest)), { recursive: true });
  else if (word === 'ENV')
    stage.env = {
      ...stage.env,
      ...Object.fromEntries(
        [...rest.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [
          key!,
          value!.replace(/\$(\w+)/, (_, name: string) => build.args[name] ?? ''),
        ]),
      ),
    };
  else if (word === 'USER') stage.user = rest;
  else if (word === 'CMD') stage.command = JSON.parse(rest) as string[];
  else if (word === 'HEALTHCHECK')
    stage.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4)) as string[];
  else if (word === 'COPY') copy(stage, rest, build);
  else if (word === 'RUN')
    for (const command of rest.split(' && ')) run(command, stage, build.context);
  else if (!['EXPOSE', 'ARG', 'LABEL'].includes(word))
    throw new Error(`unsupported instruction: ${word}`);
}

function copy(stage: Stage, rest: string, { context, ignored, stages }: BuildContext): void {
  const words = rest.split(/\s+/);
  const from = /^--from=(\S+)$/.exec(words[0]!)?.[1];
  const [sources, target] = [words.slice(from === undefined ? 0 : 1, -1), words.at(-1)!];
  for (const source of sources) {
    const base = from === undefined ? context : stages.get(from)!.root;
    const into = join(
      stage.root,
      stage.workdir,
      target.endsWith('/') ? join(target, source) : target,
    );
    const isCopied = (path: string): boolean =>
      from !== undefined || !ignored(relative(context, path));
    if (!isCopied(join(base, source))) throw new Error(`${source} is excluded by .dockerignore`);
    cpSync(join(base, source), into, { recursive: true, filter: isCopied });
  }
}

function run(command: string, stage: Stage, context: string): void {
  const cwd = join(stage.root, stage.workdir);
  if (command === 'npm ci') symlinkSync(join(context, 'node_modules'), join(cwd, 'node_modules'));
  else if (command.startsWith('npm run '))
    execFileSync('npm', command.split(' ').slice(1), { cwd, stdio: 'pipe' });
  else if (command.includes(' node ')) {
    const path = `${join(context, 'node_modules/.bin')}:${process.env['PATH']}`;
    execFileSync('sh', ['-c', command], {
      cwd,
      env: { ...envOf(stage), PATH: path },
      ...userOf(stage),
    });
  } else throw new Error(`unsupported command in RUN: ${command}`);
}

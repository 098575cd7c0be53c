/** The frontend of `frontend-page.ts`: a folder with its files, and how tests run them. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type CodegenConfig, generate } from '@graphql-codegen/cli';
import { afterAll, beforeAll } from 'vitest';
import { installUnbuilt, linkPackages } from '../tool/package.ts';
import { pageFiles } from './frontend-page.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const execute = promisify(execFile);

/** Programs that write files of the frontend. */
type Tool = 'codegen' | 'introspection' | 'relay' | 'tada';

/** A module of the frontend. Its types are checked by `frontend.test.ts`. */
// biome-ignore lint/suspicious/noExplicitAny: the files do not exist when types are checked
export type Module = Record<string, any>;

/** The frontend in a folder. */
interface Frontend {
  readonly folder: string;
  /** Imports a file of the page. */
  readonly load: (path: string) => Promise<Module>;
  /** Imports several files, and returns all their exports. */
  readonly loadAll: (paths: readonly string[]) => Promise<Module>;
  /** Runs a program, for files that were written after the opening. */
  readonly run: (tool: Tool) => Promise<unknown>;
  /** Writes another file. */
  readonly write: (path: string, text: string) => Promise<void>;
}

const tools: Readonly<Record<Tool, (frontend: Frontend) => Promise<unknown>>> = {
  async codegen({ folder, load }) {
    const { default: config } = (await load('codegen.ts')) as { default: CodegenConfig };
    await generate({ ...config, cwd: folder, silent: true }, true);
  },
  introspection: ({ folder }) => execute(process.execPath, ['introspection.ts'], { cwd: folder }),
  relay: ({ folder }) => {
    const compiler = createRequire(import.meta.url).resolve('relay-compiler/cli.js');
    return execute(process.execPath, [compiler], { cwd: folder });
  },
  tada: ({ folder }) => execute(process.execPath, ['tada.ts'], { cwd: folder }),
};

/** Writes the files of the page, and lets the tools write theirs. */
async function openFrontend(
  names: readonly Tool[],
): Promise<Frontend & { close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'studiograph-frontend-'));
  const write = async (path: string, text: string): Promise<void> => {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  linkPackages(folder, await readdir(join(root, 'node_modules')));
  installUnbuilt(folder);
  await mkdir(join(folder, 'src/generated'), { recursive: true });
  await write('package.json', '{ "type": "module" }');
  for (const [path, text] of pageFiles) await write(path, text);
  const load = (path: string): Promise<Module> => import(join(folder, path));
  const loadAll = async (paths: readonly string[]): Promise<Module> => {
    const modules = await Promise.all(paths.map(load));
    return Object.fromEntries(modules.flatMap((module) => Object.entries(module)));
  };
  const frontend: Frontend = {
    folder,
    load,
    loadAll,
    run: (tool) => tools[tool](frontend),
    write,
  };
  for (const name of names) await frontend.run(name);
  return { ...frontend, close: () => rm(folder, { recursive: true, force: true }) };
}

/** Opens the frontend before the tests of a file, and removes it after them. */
export function useFrontend(...names: readonly Tool[]): Frontend {
  let frontend: Awaited<ReturnType<typeof openFrontend>>;
  beforeAll(async () => {
    frontend = await openFrontend(names);
  });
  afterAll(() => frontend.close());
  return {
    get folder() {
      return frontend.folder;
    },
    load: (path) => frontend.load(path),
    loadAll: (paths) => frontend.loadAll(paths),
    run: (tool) => frontend.run(tool),
    write: (path, text) => frontend.write(path, text),
  };
}

/**
 * Replaces each `graphql` tag of a file by an import of the file that the compiler wrote for it, as
 * `babel-plugin-relay` does.
 */
export async function replaceTags({ folder, write }: Frontend, path: string): Promise<void> {
  const imports: string[] = [];
  const text = (await readFile(join(folder, path), 'utf8')).replace(
    /graphql`\s*(?:query|mutation|fragment) (\w+).*?`/gs,
    (_, name: string) => {
      imports.push(`import ${name}Node from './__generated__/${name}.graphql';`);
      return `${name}Node`;
    },
  );
  await write(path, `${imports.join('\n')}\n${text}`);
}

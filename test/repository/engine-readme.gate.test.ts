/**
 * The example in `src/engine/README.md`, as it is there: its types, and what it does against a
 * service on loopback.
 *
 * The names of the services are a type of the whole program (`Register`), so that files of another
 * service do not compile in the program of this repository. So the example is written to a folder
 * with a program of its own, which has the engine, too: a check of its types shows that no file of
 * the engine depends on the names of our services. It runs in a process of its own, since a process
 * has one API and one schema.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch } from '../support/gateway/program.ts';
import { checkTypes } from '../support/report/type-check.ts';
import { type HttpServer, httpServer } from '../support/http-server.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(join(root, 'src/engine/README.md'), 'utf8');

/** The files of the example: names from their first lines, and contents. */
const files = [...readme.matchAll(/```ts\n\/\/ (\S+)\n([^]*?)```/g)].map(
  ([, name, code]) => [name!, code!] as const,
);

/** The content of the first block of code that starts with the text. */
const block = (start: string): string =>
  new RegExp(`${start}([^]*?)\`\`\``).exec(readme)![1]!.trim();

/** Contains the folder of the example, beside the engine. */
let folder: string;

beforeAll(() => {
  // In the repository, for its packages; Git and the tools ignore folders of this name.
  mkdirSync(join(root, 'generated'), { recursive: true });
  folder = mkdtempSync(join(root, 'generated/engine-readme-'));
  symlinkSync(join(root, 'src/engine'), join(folder, 'engine'));
  mkdirSync(join(folder, 'todo'));
  for (const [name, code] of files) writeFileSync(join(folder, name), code);
  const program = {
    extends: '../../tsconfig.json',
    compilerOptions: { incremental: false, tsBuildInfoFile: null },
    include: ['engine', 'todo'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(program));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the README of the engine', () => {
  it('has the files of the example in all its blocks of TypeScript', () => {
    expect(files.map(([name]) => name)).toEqual([
      'todo/operations.ts',
      'todo/api.ts',
      'todo/schema.ts',
      'todo/main.ts',
    ]);
    expect(readme.split('```ts\n')).toHaveLength(files.length + 1);
  });
  it('has lines of code of at most 100 columns', () => {
    const lines = files.flatMap(([, code]) => code.split('\n'));
    expect(lines.filter(({ length }) => length > 100)).toEqual([]);
  });
  it('names files that exist', () => {
    const named = [...readme.matchAll(/`([\w/-]+\/[\w-]+\.ts)`/g)].map(([, path]) => path!);
    expect(named.length).toBeGreaterThan(20);
    const missing = named.filter((path) => !existsSync(join(root, 'src/engine', path)));
    expect(missing).toEqual([]);
  });
});

interface Request {
  readonly line: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

describe('the example', { timeout: 120_000 }, () => {
  const requests: Request[] = [];
  let service: HttpServer;
  let address: string;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request;
    const body: unknown = method === 'PATCH' ? await json(request) : undefined;
    requests.push({ line: `${method} ${url}`, authorization: headers.authorization, body });
    const [status, answer] = answerTo(new URL(url!, address), body);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  beforeEach(async () => {
    requests.length = 0;
    service = await httpServer((request, response) => void respond(request, response));
    address = `${service.url}/v1`;
  });

  afterEach(() => service.close());

  /** Runs the example as the README says. @returns the response, as it is printed */
  async function run(source: string): Promise<unknown> {
    const command = ['node', 'todo/main.ts', address, 'token-of-caller', source];
    const env = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
    const program = launch(command, { cwd: folder, env });
    expect([await program.ended, program.errorOutput()]).toEqual([0, '']);
    return JSON.parse(program.output());
  }

  it('compiles, with the engine, for the names of its own service', { timeout: 300_000 }, () => {
    expect(checkTypes(folder).files).toBeGreaterThan(100);
  });
  it('makes the calls and has the answer that the README shows', async () => {
    expect(await run(block('```graphql\n'))).toEqual(JSON.parse(block('```json\n')));
    expect(requests.map(({ line }) => line)).toEqual(block('```http\n').split('\n'));
    expect(requests.map(({ authorization }) => authorization)).toEqual([
      'Bearer token-of-caller',
      'Bearer token-of-caller',
    ]);
  });
  it('reads the tasks of a project by its key', async () => {
    const response = await run('{ project(id: "p2") { name tasks { nodes { title } } } }');
    expect(response).toMatchObject({
      data: { project: { name: 'House', tasks: { nodes: [{ title: 'Paint' }] } } },
      errors: [],
    });
    expect(requests.at(-1)!.line).toContain('/v1/tasks?projectId=p2&');
  });
  it('writes the fields of the input alone', async () => {
    const response = await run(
      'mutation { updateTask(input: { id: "t1", done: true }) { task { title done } errors { code } } }',
    );
    expect(response).toMatchObject({
      data: { updateTask: { task: { title: 'Write', done: true }, errors: [] } },
      errors: [],
    });
    // The service has not accepted the token yet: a read shows that it is valid.
    expect(requests).toMatchObject([
      { line: expect.stringMatching('^GET /v1/tasks/t1\\?fields=id') },
      { line: expect.stringMatching('^PATCH /v1/tasks/t1\\?'), body: { done: true } },
    ]);
  });
  it('has the error of a reason of the service', async () => {
    const response = await run(
      'mutation { updateTask(input: { id: "t2", done: true }) { task { title } errors { code reason message } } }',
    );
    const error = { code: 'CONFLICT', reason: 'taskLocked', message: 'Retry later.' };
    expect(response).toMatchObject({ data: { updateTask: { task: null, errors: [error] } } });
  });
  it('has the error of a read, with its path', async () => {
    expect(await run('{ project(id: "p3") { name } }')).toMatchObject({
      data: { project: null },
      errors: [{ path: ['project'], extensions: { code: 'NOT_FOUND', id: 'p3' } }],
    });
  });
  it('rejects a query above its limits without a call', async () => {
    const deep = 'tasks(first: 500) { nodes { title } }';
    const response = await run(`{ tasks(first: 500) { nodes { project { ${deep} } } } }`);
    expect(response).toMatchObject({
      errors: [{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }],
    });
    expect(requests).toEqual([]);
  });
});

const projects = [
  { id: 'p1', name: 'Book' },
  { id: 'p2', name: 'House' },
];

const tasks = [
  { id: 't1', title: 'Write', done: false, projectId: 'p1' },
  { id: 't2', title: 'Paint', done: false, projectId: 'p2' },
];

/** A service that ignores the `fields` mask. @returns status and body */
function answerTo({ pathname, searchParams }: URL, change: unknown): [number, object] {
  if (pathname === '/v1/projects') {
    const ids = searchParams.get('id')!.split(',');
    return [200, { items: projects.filter(({ id }) => ids.includes(id)) }];
  }
  if (pathname === '/v1/tasks') {
    const parent = searchParams.get('projectId');
    return [
      200,
      { items: tasks.filter(({ projectId }) => parent === null || projectId === parent) },
    ];
  }
  // Somebody else has the second task.
  if (pathname !== '/v1/tasks/t1') return [403, { error: { errors: [{ reason: 'taskLocked' }] } }];
  return [200, { ...tasks[0], ...(change as object) }];
}

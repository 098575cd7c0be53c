/**
 * The example in `src/engine/README.md`, as it is there: its types, and what it does against a
 * service on loopback.
 *
 * The names of the services are a type of the whole program (`Register`), so that files of another
 * service do not compile in the program of this repository. So the example is written to a folder
 * with a program of its own, which has the engine, too: a check of its types shows that no file of
 * the engine depends on the names of our services. A second API, which has other names, scopes,
 * reasons, error codes and limits, runs beside it in one process.
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

/** Texts of the example, and those of the second API in their place. */
const replacements: readonly (readonly [string | RegExp, string])[] = [
  ['todo', 'memo'],
  ['Todo', 'Memo'],
  ['TODO', 'MEMO'],
  ['task', 'note'],
  ['Task', 'Note'],
  [
    "noteLocked: { code: 'CONFLICT' }",
    "noteLocked: { code: 'NOTE_LOCKED' }, unlisted: { missingScope: 'certain' }",
  ],
  [
    /messages: \{[^]*?\n  \},\n/,
    `messages: { urlHint: 'name its id' },
  calls: { userAgent: 'memo-client' },
  codes: {
    NOTE_LOCKED: { meaning: 'Locked.', userText: 'Locked.', message: 'Ask its author.' },
  },\n`,
  ],
  ['addUserErrorTypes(sharedErrorTypes)', 'addUserErrorTypes([...sharedErrorTypes, locked])'],
  [
    'export function defineSchema',
    "const locked = errorType('NOTE_LOCKED', 'NoteLockedError', 'Locked.');\nexport function defineSchema",
  ],
  ['import { addUserErrorTypes,', 'import { errorType, addUserErrorTypes,'],
];

/** The files of the second API, and a program that has a gateway for each of the two. */
const otherFiles = [
  ...files
    .filter(([name]) => name !== 'todo/main.ts')
    .map((file) =>
      file.map((text) =>
        replacements.reduce(
          (all, [from, to]) =>
            all.replaceAll(from instanceof RegExp ? new RegExp(from, 'g') : from, to),
          text,
        ),
      ),
    ),
  [
    // Its imports have other quotes than those of this file, which tools look for.
    'both/main.ts',
    `import { createGateway } from "../engine/gateway.ts";
import { api as todo } from "../todo/api.ts";
import { defineSchema as defineTodo } from "../todo/schema.ts";
import { api as memo } from "../memo/api.ts";
import { defineSchema as defineMemo } from "../memo/schema.ts";

const [, , todoAddress, memoAddress, requests] = process.argv;
const few = { calls: 4, estimatedCalls: 4, units: 500, fields: 100_000, waitMs: 0 };
const gateways = {
  todo: createGateway({ api: todo, schema: defineTodo, bases: { todo: todoAddress } }),
  memo: createGateway({
    api: memo,
    schema: defineMemo,
    bases: { memo: memoAddress },
    limits: { caller: few, anonymous: few },
  }),
};
const send = ([name, source]) => gateways[name].execute({ source, token: 'token-of-caller' });
console.log(JSON.stringify(await Promise.all(JSON.parse(requests).map(send))));
for (const gateway of Object.values(gateways)) await gateway.close();
`,
  ],
] as unknown as readonly (readonly [name: string, code: string])[];

/** Contains the folder of the example, beside the engine. */
let folder: string;

/** Runs a program of the folder. @returns what it prints */
async function outputOf(command: readonly string[]): Promise<unknown> {
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled') };
  const program = launch(['node', ...command], { cwd: folder, env });
  expect([await program.ended, program.errorOutput()]).toEqual([0, '']);
  return JSON.parse(program.output());
}

beforeAll(() => {
  // In the repository, for its packages; Git and the tools ignore folders of this name.
  mkdirSync(join(root, 'generated'), { recursive: true });
  folder = mkdtempSync(join(root, 'generated/engine-readme-'));
  symlinkSync(join(root, 'src/engine'), join(folder, 'engine'));
  for (const name of ['todo', 'memo', 'both']) mkdirSync(join(folder, name));
  for (const [name, code] of [...files, ...otherFiles]) writeFileSync(join(folder, name), code);
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
  readonly userAgent: string | undefined;
  readonly body: unknown;
}

const requests: Request[] = [];
let service: HttpServer;
let address: string;

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request;
  const body: unknown = method === 'PATCH' ? await json(request) : undefined;
  requests.push({
    line: `${method} ${url}`,
    authorization: headers.authorization,
    userAgent: headers['user-agent'],
    body,
  });
  const [status, answer] = answerTo(new URL(url!, address), body);
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(answer));
}

async function startService(): Promise<void> {
  requests.length = 0;
  service = await httpServer((request, response) => void respond(request, response));
  address = `${service.url}/v1`;
}

describe('the example', { timeout: 120_000 }, () => {
  beforeEach(startService);
  afterEach(() => service.close());

  /** Runs the example as the README says. @returns the response, as it is printed */
  const run = (source: string): Promise<unknown> =>
    outputOf(['todo/main.ts', address, 'token-of-caller', source]);

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

describe('two gateways with two APIs in a process', { timeout: 120_000 }, () => {
  beforeEach(startService);
  afterEach(() => service.close());

  /** Sends a request to each of the two at once. @returns their responses */
  const ask = (todo: string, memo: string): Promise<unknown> => {
    const both = [
      ['todo', todo],
      ['memo', memo],
    ];
    return outputOf(['both/main.ts', address, `${address}/memo`, JSON.stringify(both)]);
  };

  it('answer side by side, each with its own types and calls', async () => {
    expect(
      await ask(
        '{ tasks(first: 2) { nodes { title } } }',
        '{ notes(first: 2) { nodes { title } } }',
      ),
    ).toMatchObject([
      { data: { tasks: { nodes: [{ title: 'Write' }, { title: 'Paint' }] } }, errors: [] },
      { data: { notes: { nodes: [{ title: 'Remember' }] } }, errors: [] },
    ]);
    const agents = Object.fromEntries(
      requests.map(({ line, userAgent }) => [/memo/.test(line) ? 'memo' : 'todo', userAgent]),
    );
    expect(agents).toEqual({ todo: 'graphql-gateway', memo: 'memo-client' });
    const types = '{ task: __type(name: "Task") { name } note: __type(name: "Note") { name } }';
    expect(await ask(types, types)).toMatchObject([
      { data: { task: { name: 'Task' }, note: null } },
      { data: { task: null, note: { name: 'Note' } } },
    ]);
  });
  it('have error codes and messages of their own', async () => {
    const change = (type: string): string =>
      `mutation { update${type}(input: { id: "x", done: true }) { errors { __typename code reason message } } }`;
    expect(await ask(change('Task'), change('Note'))).toMatchObject([
      { data: { updateTask: { errors: [{ code: 'CONFLICT', message: 'Retry later.' }] } } },
      {
        data: {
          updateNote: {
            errors: [
              {
                __typename: 'NoteLockedError',
                code: 'NOTE_LOCKED',
                reason: 'noteLocked',
                message: 'Ask its author.',
              },
            ],
          },
        },
      },
    ]);
    const codes = '{ __type(name: "ErrorCode") { enumValues { name } } }';
    const [ofTodo, ofMemo] = (await ask(codes, codes)) as readonly [unknown, unknown];
    expect(JSON.stringify(ofTodo)).not.toContain('NOTE_LOCKED');
    expect(JSON.stringify(ofMemo)).toContain('NOTE_LOCKED');
  });
  it('read reasons, scopes and ids by the tables of their own', async () => {
    const project = '{ project(id: "hidden") { name } }';
    expect(await ask(project, project)).toMatchObject([
      { errors: [{ extensions: { code: 'FORBIDDEN', reason: 'unlisted' } }] },
      {
        errors: [
          { extensions: { code: 'MISSING_SCOPE', anyOf: ['https://memo.example/auth/notes'] } },
        ],
      },
    ]);
    const url = '{ project(id: "https://example.com/p1") { name } }';
    const isUrl = 'id: "https://example.com/p1" is a URL, not an id of type Project';
    expect(await ask(url, url)).toMatchObject([
      { errors: [{ message: isUrl }] },
      { errors: [{ message: `${isUrl}; name its id` }] },
    ]);
    const node = `{ node(id: "~${Buffer.from('Note\nn1').toString('base64url')}") { __typename } }`;
    expect(await ask(node, node)).toMatchObject([
      { errors: [{ message: expect.stringContaining('whose objects cannot be read by an id') }] },
      { data: { node: { __typename: 'Note' } }, errors: [] },
    ]);
  });
  it('have limits of their own', async () => {
    const withProjects = (name: string): string =>
      `{ ${name}(first: 2) { nodes { title project { name ${name}(first: 1) { nodes { title } } } } } }`;
    expect(await ask(withProjects('tasks'), withProjects('notes'))).toMatchObject([
      { data: { tasks: { nodes: [{ project: { name: 'Book' } }, {}] } }, errors: [] },
      { errors: [{ extensions: { code: 'QUERY_TOO_EXPENSIVE' } }] },
    ]);
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
  if (pathname === '/v1/memo/notes') return [200, { items: [{ id: 'n1', title: 'Remember' }] }];
  if (pathname === '/v1/memo/notes/n1') return [200, { id: 'n1', title: 'Remember' }];
  if (pathname.startsWith('/v1/memo/notes/'))
    return [403, { error: { errors: [{ reason: 'noteLocked' }] } }];
  if (pathname.endsWith('/projects')) {
    const ids = searchParams.get('id')!.split(',');
    if (ids.includes('hidden')) return [403, { error: { errors: [{ reason: 'unlisted' }] } }];
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

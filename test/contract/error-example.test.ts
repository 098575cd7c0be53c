/**
 * The examples of errors and warnings are what the gateway sends. `EXAMPLES=write` writes them to
 * `src/services/error-examples.json`, from where `npm run schema` takes them.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { type DocumentNode, parse, print } from 'graphql';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { startSandbox } from '../../src/sandbox/sandbox.ts';
import type { ErrorExample } from '../../src/services/error-section.ts';
import { start } from '../support/gateway/sandbox.ts';
import { startGateway } from '../support/gateway/gateway.ts';
import { startEditingProxy } from '../support/proxy/editing-proxy.ts';
import { errorScenarios, type ErrorScenario } from '../support/scenario/error-example.ts';

const file = new URL('../../src/services/error-examples.json', import.meta.url);

const isWriting = process.env['EXAMPLES'] === 'write';

interface Sent {
  readonly code?: string;
  readonly message?: string;
  readonly path?: unknown;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

interface Answer {
  readonly data?: Readonly<Record<string, { readonly errors?: readonly Sent[] } | null>> | null;
  readonly errors?: readonly Sent[];
  readonly extensions?: { readonly warnings?: readonly Sent[] };
}

/** Sends the request of a scenario to a gateway of its own. */
async function answerTo({ request, token = 'studio-owner', ...scenario }: ErrorScenario) {
  const { options, prepare, edit, editWrites } = scenario;
  await using stack = new AsyncDisposableStack();
  const sandbox = await startSandbox({ now: start });
  stack.defer(() => sandbox.close());
  const proxy = await startEditingProxy(sandbox.url);
  stack.defer(() => proxy.close());
  const proxied = Object.entries(sandbox.bases).map(([name, url]) => [
    name,
    url.replace(sandbox.url, proxy.url),
  ]);
  const bases = edit || editWrites ? Object.fromEntries(proxied) : sandbox.bases;
  const gateway = stack.use(await startGateway({ sandbox, bases, ...options }));
  proxy.edit(edit);
  proxy.editWrites(editWrites);
  await prepare?.(gateway);
  const { body } = await gateway.send('/graphql', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/graphql-response+json',
      ...(token !== null && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(typeof request === 'string' ? { query: request } : request),
  });
  return body as Answer;
}

/** @returns what an answer has of a code, without all else */
function partOf({ data, errors = [], extensions }: Answer, code: string): object {
  const error = errors.find((each) => each.extensions?.['code'] === code);
  if (error) {
    const { message, path, extensions: { requestId, ...rest } = {} } = error;
    const shown = { message, ...(path !== undefined && { path }) };
    // Each request has another id.
    const id = typeof requestId === 'string' ? '…' : undefined;
    return { errors: [{ ...shown, extensions: { ...rest, requestId: id } }] };
  }
  for (const [name, payload] of Object.entries(data ?? {})) {
    const own = payload?.errors?.find((each) => each.code === code);
    if (own) return { data: { [name]: { errors: [own] } } };
  }
  const warning = extensions?.warnings?.find((each) => each.code === code);
  if (warning) return { extensions: { warnings: [warning] } };
  throw new Error(`${code} is not in ${JSON.stringify({ data, errors, extensions })}`);
}

function textOf(request: ErrorScenario['request']): string {
  if (typeof request !== 'string') return JSON.stringify(request, null, 2);
  let document: DocumentNode;
  try {
    document = parse(request);
  } catch {
    return request;
  }
  return print(document);
}

const written = (isWriting ? {} : JSON.parse(readFileSync(file, 'utf8'))) as Record<
  string,
  ErrorExample
>;

describe('the example of', () => {
  afterEach(() => void vi.restoreAllMocks());
  afterAll(() => {
    if (isWriting) writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
  });

  it.each(Object.entries(errorScenarios))(
    '%s is what the gateway sends',
    async (code, scenario) => {
      const answer = partOf(await answerTo(scenario), code);
      const found = { request: textOf(scenario.request), answer };
      if (isWriting) written[code] = found;
      expect(written[code]).toEqual(found);
    },
  );
});

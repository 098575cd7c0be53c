/**
 * Work of strangers that needs no REST call: whatever reads what they have sent does so in a turn
 * of theirs. `operation-limit.test.ts` has whose turn is next, `stranger.gate.test.ts` how long
 * others wait.
 */
import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { attacks } from '../../support/attack/kind.ts';
import { connectSocket } from '../../support/client/web-socket.ts';
import { type RunningGateway, startGateway } from '../../support/gateway/gateway.ts';
import { signInEnv } from '../../support/page/user-agent.ts';
import { Documents } from '../../../src/server/document/documents.ts';
import { OperationLimit } from '../../../src/server/limits/operation-limit.ts';
import { OperationPlace } from '../../../src/server/limits/operation-place.ts';
import { schema } from '../../../src/services/schema.ts';
import { Executor } from '../../../src/server/execution/executor.ts';

/** Shorter texts are read by Node and its libraries, too. */
const minBytes = 1_100;

let gateway: RunningGateway;
let signing: RunningGateway;
const limits = new Set<OperationLimit>();

/** What was read, and whether in a turn. */
const reads: { readonly what: string; readonly isInTurn: boolean }[] = [];

const note = (what: string): void =>
  void reads.push({ what, isInTurn: [...limits].some(({ runsPiece }) => runsPiece) });

beforeAll(async () => {
  for (const [name, prototype, method] of [
    ['turn', OperationLimit.prototype, 'start'],
    ['document', Documents.prototype, 'parse'],
    ['document', Documents.prototype, 'validate'],
    ['operation', Executor.prototype, 'execute'],
  ] as const) {
    const original = (prototype as any)[method];
    vi.spyOn(prototype as any, method).mockImplementation(function (this: any, ...args: any[]) {
      if (this instanceof OperationLimit) limits.add(this);
      else note(name);
      return original.apply(this, args);
    });
  }
  const parse = JSON.parse.bind(JSON);
  vi.spyOn(JSON, 'parse').mockImplementation((text, reviver) => {
    if (text.length >= minBytes) note('JSON');
    return parse(text, reviver);
  });
  gateway = await startGateway({
    env: { MCP: 'on', FEDERATION: '1', INTROSPECTION: '1', GRAPHIQL: '1' },
  });
  // There, agents are asked for other tokens.
  signing = await startGateway({ env: signInEnv, sandbox: gateway.sandbox });
});

afterEach(() => void reads.splice(0));

afterAll(async () => {
  vi.restoreAllMocks();
  await signing.close();
  await gateway.close();
});

/** Sends a request of a kind. @returns the status of the answer, and what was read for it */
async function attack(kind: string): Promise<{ status: number; expected: number }> {
  const { status: expected, path, method, headers, body } = attacks[kind]!();
  const length = body !== undefined && { 'content-length': String(Buffer.byteLength(body)) };
  const status = await new Promise<number>((resolve, reject) => {
    const { url } = kind === 'sign-ins' ? signing : gateway;
    const sent = request(url + path, { method, headers: { ...headers, ...length } });
    sent.on('response', (response) =>
      response.resume().on('end', () => resolve(response.statusCode!)),
    );
    sent.on('error', reject).end(body);
  });
  return { status, expected };
}

describe('what a stranger sends', { tags: ['S46'] }, () => {
  it.each(Object.keys(attacks))('is read in its turn, and needs no call: %s', async (kind) => {
    const { status, expected } = await attack(kind);
    expect(status).toBe(expected);
    expect(reads.filter(({ isInTurn }) => !isInTurn)).toEqual([]);
    expect(gateway.sandbox.calls()).toEqual([]);
  });
  it('is answered in many turns if it asks for the whole schema', async () => {
    const yields = vi.spyOn(OperationPlace.prototype, 'yieldTurn');
    const { status } = await attack('introspection');
    expect(status).toBe(200);
    const types = Object.keys(schema.getTypeMap()).length;
    // A gateway in a supergraph has some types more.
    expect(yields.mock.calls.length).toBeGreaterThanOrEqual(Math.ceil(types / 20));
  });
  it('is not parsed at all if it has too many values', async () => {
    for (const kind of ['JSON of many keys', 'JSON that is nested', 'JSON of many keys for agents'])
      await attack(kind);
    expect(reads).toEqual([]);
  });
  it('is read in its turn: messages of WebSockets', async () => {
    const client = await connectSocket(gateway.url);
    const { body } = attacks['syntax errors']!();
    client.socket.send(`{"id":"1","type":"subscribe","payload":${body}}`);
    await client.next('error');
    const { body: many } = attacks['JSON of many keys']!();
    expect(reads.map(({ what }) => what)).toEqual(['JSON', 'document']);
    expect(reads.filter(({ isInTurn }) => !isInTurn)).toEqual([]);
    reads.splice(0);
    client.socket.send(many!);
    expect((await client.closed)[0]).toBe(1009);
    expect(reads).toEqual([]);
  });
});

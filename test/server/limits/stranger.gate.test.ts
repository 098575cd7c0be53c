/**
 * Strangers keep the CPU busy with work that needs no REST call, and an accepted caller beside them
 * is measured. `stranger.test.ts` holds the rules that make it so.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { apiKey } from '../../../src/sandbox/user.ts';
import { attacks, socketAttacks } from '../../support/attack/kind.ts';
import { Victim } from '../../support/client/victim.ts';
import { gatewayCommand } from '../../support/gateway/bundle.ts';
import { launch, type Program } from '../../support/gateway/program.ts';
import { expectWithin } from '../../support/report/expect-within.ts';
import { promised, runsFull } from '../../support/report/promised-size.ts';

const cwd = fileURLToPath(new URL('../../../', import.meta.url));
const connections = promised(40, 4);

const kinds = promised(
  [...Object.keys(attacks), ...Object.keys(socketAttacks)],
  ['wrong ids in nodes', 'messages with rejected documents'],
);

let sandbox: Program;
let gateway: Program;
let url: string;

/** The services are another process: what they take is not the gateway's. */
beforeAll(async () => {
  sandbox = launch(['node', 'src/sandbox/main.ts', '0'], { cwd, env: {} });
  const [, base] = await sandbox.printed(/^sandbox on (\S+)$/m);
  gateway = launch(gatewayCommand, {
    cwd,
    env: {
      PORT: '0',
      VIDEO_BASE_URL: `${base}/youtube/v3`,
      STORAGE_BASE_URL: base!,
      CALENDAR_BASE_URL: `${base}/calendar/v3`,
      UPSTREAM_API_KEY: apiKey,
      LOG_LEVEL: 'error',
      MCP: 'on',
      GRAPHIQL: '1',
      GOOGLE_CLIENT_ID: 'client',
      GOOGLE_CLIENT_SECRET: 'secret',
      LINK_SECRET: 'x'.repeat(32),
      FEDERATION: '1',
    },
  });
  url = (await gateway.printed(/^GraphQL\s+(\S+)\/graphql$/m))[1]!;
});

afterAll(async () => {
  for (const program of [gateway, sandbox]) {
    program.signal('SIGKILL');
    await program.ended;
  }
});

async function ask(): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer studio-owner' },
    body: '{"query":"{ viewer { channel { title } } }"}',
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
  if (!data || errors) throw new Error(`${response.status} ${JSON.stringify(errors)}`);
}

async function probe(): Promise<void> {
  const { status } = await fetch(`${url}/health`);
  if (status !== 200) throw new Error(`/health: ${status}`);
}

const caller = (request: () => Promise<void>): Victim =>
  new Victim({ request, perSecond: 20, maxPending: runsFull ? undefined : 2 });

describe.each(kinds)(
  'beside connections of strangers: %s',
  { tags: ['S46', 'fullSize'] },
  (kind) => {
    it('an accepted caller is served as before, and so is /health', async () => {
      const victim = caller(ask);
      const health = caller(probe);
      const before = await victim.during(() => (runsFull ? wait(3_000) : victim.untilAnswered(2)));
      const command = ['node', 'test/support/attack/main.ts', url, kind, String(connections)];
      const attacker = launch(command, { cwd, env: {} });
      await attacker.printed(/^begun$/m);
      const during = await health.during(() =>
        victim.during(async () => {
          if (runsFull) await wait(20_000);
          else await Promise.all([victim.untilAnswered(10), health.untilAnswered(10)]);
        }),
      );
      attacker.signal('SIGTERM');
      await attacker.ended;
      const [, json] = /^begun\n(.*)$/m.exec(attacker.output())!;
      const counts = JSON.parse(json!) as Record<string, number>;
      // Figures for whoever runs the promises: nothing is measured elsewhere.
      if (runsFull)
        console.log(kind, {
          before: before.p99,
          victim: during.result.p99,
          health: during.p99,
          counts,
        });
      expect(during.result.failures).toEqual([]);
      expect(during.failures).toEqual([]);
      const answer = attacks[kind]?.().status ?? 'connection_ack';
      expect(counts[answer]).toBeGreaterThan(0);
      // What it has taken without strangers is no wait for the CPU.
      expectWithin(during.result.p99, before.p99 + 100);
      expectWithin(during.p99, 200);
    });
  },
);

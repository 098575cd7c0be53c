/** Starts the sandbox without the gateway: `npm run sandbox -- [port]`. Default port: 4010. */
import { startSandbox } from './sandbox.ts';
import { apiKey } from './user.ts';

const port = Number(process.argv[2] ?? 4010);

if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  process.stderr.write(`sandbox: port: "${process.argv[2]}" is not a port; expected 0 to 65535\n`);
  process.exit(1);
}

const sandbox = await startSandbox({
  port,
  clockSpeed: 1,
  startingMs: 5000,
  videoDelayMs: 5000,
}).catch((error: NodeJS.ErrnoException) => {
  const problem = error.code === 'EADDRINUSE' ? 'is in use' : 'cannot be used';
  process.stderr.write(
    `sandbox: port: ${port} ${problem} (${error.code}); expected a free port, or 0 for any\n`,
  );
  process.exit(1);
});

// Before it says that it runs: whoever reads that may stop it at once.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void sandbox.close());

const lines = [
  `sandbox on ${sandbox.url}`,
  `  video, live  ${sandbox.bases.video}`,
  `  storage      ${sandbox.bases.storage}`,
  `  calendar     ${sandbox.bases.calendar}`,
  `  control      ${sandbox.url}/_sandbox/`,
  `  API key      ${apiKey}`,
  'tokens',
  ...sandbox.users.map(({ token, description }) => `  ${token.padEnd(15)}${description}`),
];

process.stdout.write(`${lines.join('\n')}\n`);

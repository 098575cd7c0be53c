/** The sandbox as a process of its own: it tells which uploads have arrived. */
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { start } from './workload.ts';

const sandbox = await startSandbox({ now: start });
process.send!({ port: Number(new URL(sandbox.url).port) });

process.on('message', () => {
  process.send!(sandbox.uploads());
  sandbox.clearCalls();
});

process.on('disconnect', () => process.exit(0));

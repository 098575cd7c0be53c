/** The sandbox in a process of its own; it reports the uploads that it has received. */
import { startSandbox } from '../src/sandbox/sandbox.ts';
import { start } from './workload.ts';

const sandbox = await startSandbox({ now: start });
process.send!({ port: Number(new URL(sandbox.url).port) });

process.on('message', () => {
  process.send!(sandbox.uploads());
  sandbox.clearCalls();
});

process.on('disconnect', () => process.exit(0));

/**
 * The gateway in production with all its limits: on the upstream of the first argument, with the
 * settings of the second one (JSON).
 */
import type { AddressInfo } from 'node:net';
import type { Bases } from '../src/config.ts';
import { configureHeap } from '../src/runtime.ts';
import { report } from './usage.ts';

configureHeap();
const { assemble } = await import('../src/assemble.ts');
const { openProcessLog } = await import('../src/process-log.ts');
const { openStore } = await import('../src/open-store.ts');
const { startObservability } = await import('../src/observability/observability.ts');
const { gatewayConfig } = await import('./gateway-config.ts');

const [, , url, settings] = process.argv;
const config = gatewayConfig(url!, settings);
const bases = config.upstream as Bases;

const log = openProcessLog(config);
const observability = await startObservability(config, log);
const store = await openStore(config, log);
const { gateway } = assemble({ config, bases, log, store, observability });
await gateway.listen();
report((gateway.server.address() as AddressInfo).port);

/**
 * The gateway in production with all its limits: on the upstream of the first argument, with the
 * settings of the second one (JSON).
 */
import type { AddressInfo } from 'node:net';
import { configureHeap } from '../src/runtime.ts';
import { report } from './usage.ts';

configureHeap();
const { assemble } = await import('../src/assemble.ts');
const { readConfig } = await import('../src/config.ts');
const { createLog } = await import('../src/server/record/log.ts');
const { openStore } = await import('../src/open-store.ts');
const { startObservability } = await import('../src/observability/observability.ts');

const [, , url, settings = '{}'] = process.argv;
const bases = { video: `${url}/youtube/v3`, storage: url!, calendar: `${url}/calendar/v3` };

const config = readConfig({
  NODE_ENV: 'production',
  PORT: '0',
  LOG_LEVEL: 'warn',
  // W4: 50 events can have 25 attachments each.
  MAX_QUERY_CALLS: '2000',
  VIDEO_BASE_URL: bases.video,
  STORAGE_BASE_URL: bases.storage,
  CALENDAR_BASE_URL: bases.calendar,
  ...(JSON.parse(settings) as Record<string, string>),
});

const log = createLog(config);
const observability = await startObservability(config, log);
const store = await openStore(config, log);
const { gateway } = assemble({ config, bases, log, store, observability });
await gateway.listen();
report((gateway.server.address() as AddressInfo).port);

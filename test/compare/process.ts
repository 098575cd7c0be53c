/** `npm run compare` in a process of its own, as a user starts it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Bases } from '../../src/config.ts';
import { launch, type Program } from '../support/gateway/program.ts';

const cwd = fileURLToPath(new URL('../..', import.meta.url));

const manifest = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** The command of the script without `exec`. */
const command = manifest.scripts['compare']!.split(' ').slice(1);

/** @param env the complete environment, but for `PATH` */
export const launchCompare = (
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Program => launch([...command, ...args], { cwd, env });

/**
 * The environment of a run against services. Without a second token, its variable is empty.
 * @param others further variables
 */
export const environment = (
  bases: Bases,
  token = 'studio-owner',
  others: Readonly<Record<string, string>> = { SECOND_ACCESS_TOKEN: '' },
): Record<string, string> => ({
  VIDEO_BASE_URL: bases.video,
  STORAGE_BASE_URL: bases.storage,
  CALENDAR_BASE_URL: bases.calendar,
  ACCESS_TOKEN: token,
  ...others,
});

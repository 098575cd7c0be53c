/** The files in `deploy/`, and what an operator adds to them, as the tests read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { type Config, readConfig } from '../../../src/config.ts';

export const root = fileURLToPath(new URL('../../../', import.meta.url));

export const deploy = join(root, 'deploy');

/** @param path within the repository */
export const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** @param path within `deploy/` */
export const readYaml = (path: string): any => parse(read(`deploy/${path}`));

export const compose = readYaml('compose.yaml');

export const dockerfile = read('Dockerfile');

export const haproxy = read('deploy/haproxy/haproxy.cfg');

/** Lines `NAME=value`. */
export const readEnv = (path: string): Record<string, string> =>
  Object.fromEntries(
    read(path)
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Values that an operator puts into `deploy/.env` or the Secret. */
export const secrets = {
  LINK_SECRET: 'a'.repeat(64),
  REDIS_PASSWORD: 'b'.repeat(64),
  GRAFANA_PASSWORD: 'c'.repeat(64),
  UPSTREAM_API_KEY: 'key',
};

/** Replaces variables as Compose does. */
export const interpolate = (text: string, env: Readonly<Record<string, string>>): string =>
  text.replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, word = '') => {
      const value = env[name] ?? '';
      if (value === '' && kind === '?') throw new Error(`${name}: ${word}`);
      return value === '' ? word : value;
    },
  );

export const composeEnv = (
  env: Readonly<Record<string, string>> = secrets,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(compose.services.gateway.environment as Record<string, string>).map(
      ([name, value]) => [name, interpolate(value, { ...readEnv('deploy/.env.example'), ...env })],
    ),
  );

/** The environment of the image, with that of a deployment. */
export const imageEnv = Object.fromEntries(
  [...dockerfile.matchAll(/^ENV (.+)$/gm)].flatMap(([, line]) =>
    [...line!.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
      name!,
      value!.replace('$VERSION', 'v1'),
    ]),
  ),
);

/** The configuration of the gateway in its image, with the environment of a deployment. */
export const configOf = (env: Readonly<Record<string, string>>): Config =>
  readConfig({ ...imageEnv, ...env });

const unitMs = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** A duration such as `20s`, in milliseconds. */
export function milliseconds(text: string): number {
  const [, amount, unit] = /^(\d+)(ms|s|m|h)$/.exec(text)!;
  return Number(amount) * unitMs[unit as keyof typeof unitMs];
}

/** A size of memory of Compose or of Kubernetes, in MiB. */
export const mebibytesOf = (text: string): number =>
  Number.parseInt(text, 10) * (text.endsWith('M') || text.endsWith('Mi') ? 1 : 1_024);

/** Running requests end within this time in ms after `DRAIN_DELAY_MS`. */
export const drainMs = 10_000;

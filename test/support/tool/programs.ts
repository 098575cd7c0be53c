/**
 * Programs from Debian's packages that tests of the gate run. Tests of `npm test` need none. Which
 * test needs which follows from its imports.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A program and the modules that run it. */
interface Program {
  readonly path: string;
  /** The tests that need it, in a word. */
  readonly purpose: string;
  readonly usedBy: readonly string[];
}

/** The programs by their packages. */
const programs: Readonly<Record<string, Program>> = {
  chromium: {
    path: '/usr/bin/chromium',
    purpose: 'browser',
    usedBy: ['test/support/page/browser.ts'],
  },
  'firefox-esr': {
    path: '/usr/bin/firefox-esr',
    purpose: 'browser',
    usedBy: ['test/support/page/firefox.ts'],
  },
  haproxy: {
    path: '/usr/sbin/haproxy',
    purpose: 'proxy',
    usedBy: ['test/repository/deploy/deploy.gate.test.ts', 'test/support/proxy/haproxy.ts'],
  },
  'kubernetes-client': {
    path: '/usr/bin/kubectl',
    purpose: 'manifests',
    usedBy: ['test/support/tool/kubernetes.ts'],
  },
  nginx: {
    path: '/usr/sbin/nginx',
    purpose: 'caches',
    usedBy: ['test/repository/deploy/shared-cache.gate.test.ts'],
  },
  openssl: {
    path: '/usr/bin/openssl',
    purpose: 'TLS',
    usedBy: ['test/support/proxy/certificate.ts'],
  },
  prometheus: {
    path: '/usr/bin/prometheus',
    purpose: 'alerts',
    usedBy: [
      'test/observability/metrics.gate.test.ts',
      'test/repository/deploy/deploy.gate.test.ts',
      'test/support/tool/prometheus.ts',
    ],
  },
  'redis-server': {
    path: '/usr/bin/redis-server',
    purpose: 'replicas',
    usedBy: ['test/repository/deploy/deploy.gate.test.ts', 'test/support/gateway/redis.ts'],
  },
  'squid-openssl': {
    path: '/usr/sbin/squid',
    purpose: 'outgoing proxy',
    usedBy: ['test/repository/deploy/outgoing-proxy.gate.test.ts'],
  },
  varnish: {
    path: '/usr/sbin/varnishd',
    purpose: 'caches',
    usedBy: ['test/repository/deploy/shared-cache.gate.test.ts'],
  },
  'webkit2gtk-driver': {
    path: '/usr/bin/WebKitWebDriver',
    purpose: 'browser',
    usedBy: ['test/support/page/webkit.ts'],
  },
  xvfb: {
    path: '/usr/bin/Xvfb',
    purpose: 'browser',
    usedBy: ['test/support/page/webkit.ts'],
  },
};

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @returns the packages whose programs this machine lacks, with what needs them */
export const missingPackages = (): (readonly [name: string, purpose: string])[] =>
  Object.entries(programs).flatMap(([name, { path, purpose }]) =>
    existsSync(path) ? [] : [[name, purpose] as const],
  );

/** @returns the test files that need one of these packages; paths within the repository */
export function filesThatNeed(packages: readonly string[]): string[] {
  const modules = new Set(packages.flatMap((name) => programs[name]!.usedBy));
  const files = globSync('test/**/*.test.ts', { cwd: root });
  return files.filter((file) => [...importsOf(file)].some((each) => modules.has(each))).toSorted();
}

/** @returns the test files that need a program */
export const filesThatNeedPrograms = (): string[] => filesThatNeed(Object.keys(programs));

/** Installs packages by apt. @returns whether all of them are there */
export function install(packages: readonly string[]): boolean {
  const apt = (...args: string[]): boolean => {
    const { status, error } = spawnSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    return error === undefined && status === 0;
  };
  const isDone = apt('update') && apt('install', '--yes', '--no-install-recommends', ...packages);
  if (!isDone) console.error(`With CI set, the gate needs ${packages.join(', ')}: not installed.`);
  return isDone;
}

const known = new Map<string, ReadonlySet<string>>();

/** @returns the file, and the modules below `test/` that it imports, directly or not */
function importsOf(file: string): ReadonlySet<string> {
  const found = known.get(file);
  if (found) return found;
  const all = new Set([file]);
  // Before its imports are read: they may import each other.
  known.set(file, all);
  for (const [, path] of readFileSync(join(root, file), 'utf8').matchAll(relativeImport)) {
    const module = join(dirname(file), path!);
    if (module.startsWith('test/')) for (const each of importsOf(module)) all.add(each);
  }
  return all;
}

/** Of what runs: types alone need no program. */
const relativeImport = /^(?:import|export)(?! type\b)[^;]*? from '(\.{1,2}\/[^']+\.ts)';$/gm;

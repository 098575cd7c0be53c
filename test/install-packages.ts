/**
 * Before the tests: where they have to be complete (`CI` is set) and may install (root), missing
 * Debian packages are installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** The program of each package. */
const programs = {
  chromium: '/usr/bin/chromium',
  haproxy: '/usr/sbin/haproxy',
  nginx: '/usr/sbin/nginx',
  openssl: '/usr/bin/openssl',
  prometheus: '/usr/bin/prometheus',
  'redis-server': '/usr/bin/redis-server',
  varnish: '/usr/sbin/varnishd',
};

const wanted = (process.env['CI'] ?? '') !== '' && process.getuid?.() === 0;

const missing = Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : name));

if (wanted && missing.length > 0) {
  const apt = (...args: string[]): unknown =>
    execFileSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '--yes', '--no-install-recommends', ...missing);
}

/**
 * Before the tests: where they have to be complete (`CI` is set) and may install (root), a missing
 * browser is installed.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const wanted = (process.env['CI'] ?? '') !== '' && process.getuid?.() === 0;

if (wanted && !existsSync('/usr/bin/chromium')) {
  const apt = (...args: string[]): unknown =>
    execFileSync('apt-get', args, {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  apt('update');
  apt('install', '--yes', '--no-install-recommends', 'chromium');
}

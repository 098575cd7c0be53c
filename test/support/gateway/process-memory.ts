/** The memory of a process, as Linux counts it. */
import { readFileSync } from 'node:fs';

/** @returns resident bytes now, and at their largest */
export function memoryOf(pid: number): { rss: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytesOf = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)![1]) * 1_024;
  return { rss: bytesOf('VmRSS'), peak: bytesOf('VmHWM') };
}

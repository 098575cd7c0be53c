/** Files that options name. */
import { readFileSync } from 'node:fs';
import { UsageError } from './usage-error.ts';

/**
 * @param option such as `--settings`
 * @throws UsageError for a file that cannot be read
 */
export function readOptionFile(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code = 'cannot be read' } = error as NodeJS.ErrnoException;
    throw new UsageError(`${option}: ${path}: ${code}`, { cause: error });
  }
}

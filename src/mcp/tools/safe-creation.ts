/** Creations that an agent can repeat without making anything twice. */
import { agentError } from '../tool-result.ts';
import type { ToolRun } from './tool-run.ts';

/**
 * @param argument takes the id of what is created, by which a repetition finds it
 * @returns what the creation returns; errors that leave open whether it exists name the argument
 */
export async function repeatable<T>(
  argument: string,
  run: ToolRun,
  create: () => Promise<T>,
): Promise<T> {
  try {
    return await create();
  } catch (error) {
    for (const [index, { code, message, next: _, ...facts }] of run.errors.entries())
      if (facts['outcome'] === 'UNKNOWN' && typeof facts['id'] === 'string')
        run.errors[index] = agentError(code, message, { ...facts, argument });
    throw error;
  }
}

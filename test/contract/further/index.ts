/** What no worked example reaches, for the agreement with the official clients: a file for each room. */
import * as foundation from './foundation.ts';

export const further: readonly string[] = [foundation].flatMap(({ documents }) => documents);

/** How the process ends that cannot do what it was started for. */

/** Prints the message on standard error and exits with code 1. */
export function exitWithError(message: string): never {
  console.error(message);
  process.exit(1);
}

/** How a command says that its command line is wrong. */

/** A wrong command line. The message has no value of a setting. */
export class UsageError extends Error {}

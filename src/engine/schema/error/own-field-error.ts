/** Errors of fields of the host. */

/**
 * What a field of the host has done wrong. Clients get `INTERNAL`; the log has the message, which
 * is for the host, and the error of its own resolver as the cause.
 */
export class OwnFieldError extends Error {
  /**
   * @param place such as `Video.internalNote`
   * @param problem what follows it in the message
   */
  constructor(place: string, problem: string, cause?: unknown) {
    super(`${place} ${problem}`, { cause });
    this.name = 'OwnFieldError';
  }
}

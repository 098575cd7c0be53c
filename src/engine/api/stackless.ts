/**
 * Errors that are expected: nobody reads the stack of their caller, and walking it costs most of
 * the time of a failure. A service that is down makes each request fail, and a stranger can make as
 * many requests fail as it likes.
 */

/**
 * Runs what makes expected errors: these have no stack.
 * @param make should do little else: an unexpected error would have no stack either
 */
export function stackless<Made>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The base class of expected errors. */
export class ExpectedError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    // As `stackless` does, which cannot call `super`.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options);
    Error.stackTraceLimit = stackTraceLimit;
  }
}

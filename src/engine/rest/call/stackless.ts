/**
 * Makes an error that is expected, without the stack of the caller: nobody reads it, and walking
 * the stack costs most of the time of a failure. A service that is down makes each request fail.
 * @param make must not call anything else that makes errors
 */
export function stackless<Made extends Error>(make: () => Made): Made {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return make();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

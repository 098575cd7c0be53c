/**
 * The matchers in use accept values of any type, whatever the type of the actual value is: so the
 * compiler need not work out some 200 matchers for each of the 1,600 types that tests compare.
 */
import 'vitest';

declare module 'vitest' {
  interface ExpectStatic {
    (actual: unknown, message?: string): Assertion;
  }
}

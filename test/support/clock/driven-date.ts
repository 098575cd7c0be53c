/** A clock of this process that tests set: it changes `Date`, and no timer. */
import { afterAll, beforeAll, vi } from 'vitest';

/**
 * Stops `Date` during the tests of a file or `describe`. Must be called before what reads it.
 * @param instant RFC 3339
 */
export function useFixedDate(instant: string): void {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(instant) }));
  afterAll(() => void vi.useRealTimers());
}

/** Moves the stopped `Date`. @param instant RFC 3339 */
export const setDate = (instant: string): void => void vi.setSystemTime(Date.parse(instant));

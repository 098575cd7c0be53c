/** What agents are told to do about an error. */
import { describe, expect, it } from 'vitest';
import { googleApis } from '../../src/services/api.ts';
import { nextStep } from '../../src/mcp/next-step.ts';
import { errorCodes } from '../../src/engine/schema/error/error-code.ts';

describe('the next step', () => {
  it('is to tell the user at once only where nothing else helps', () => {
    const hopeless = errorCodes(googleApis).filter((code) =>
      nextStep(code, {}).startsWith('Do not try again'),
    );
    expect(hopeless.toSorted()).toEqual([
      'FORBIDDEN',
      'INTERNAL',
      'MORE_ERRORS',
      'OPERATION_RETIRED',
      'PERSISTED_QUERY_NOT_FOUND',
      'PERSISTED_QUERY_NOT_SUPPORTED',
      'PERSISTED_QUERY_ONLY',
      'UPSTREAM_INVALID',
    ]);
  });
  it('is to read what a service has taken and does not show', () => {
    expect(nextStep('NOT_APPLIED', {})).toMatch(/read the object.*try again once/);
  });
});

describe('the next step after a write that may have been made', () => {
  it.each(errorCodes(googleApis))('is to read the object, whatever the code is: %s', (code) => {
    expect(nextStep(code, { outcome: 'UNKNOWN' })).toBe(
      'It is unknown whether the change was made: read the object before you try again.',
    );
  });
  it('names the id that was sent', () => {
    expect(nextStep('UPSTREAM_TIMEOUT', { outcome: 'UNKNOWN', id: 'first0event' })).toBe(
      'It is unknown whether the change was made: read the object with the id "first0event" before you try again.',
    );
  });
  it('is to repeat it with the argument that recognizes the repetition', () => {
    const facts = { outcome: 'UNKNOWN', id: 'season-4', argument: 'requestId' };
    expect(nextStep('UPSTREAM_TIMEOUT', facts)).toBe(
      'It is unknown whether the change was made: try again only with the requestId "season-4".',
    );
  });
  it('is another one without a lost answer', () => {
    expect(nextStep('UPSTREAM_TIMEOUT', {})).toMatch(/^Try again once/);
  });
});

/** The description of a nullable input field says if the field rejects null. */
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/services/schema.ts';
import { elementsOf } from './schema-element.ts';

const textOf = (coordinate: string): string =>
  elementsOf(schema).find((each) => each.coordinate === coordinate)!.text;

describe('the description of an input field', () => {
  it.each(['UpdateEventInput.status', 'UpdateEventInput.start', 'UpdateCalendarInput.summary'])(
    'says that null is rejected: %s',
    (coordinate) => {
      expect(textOf(coordinate)).toMatch(/ Cannot be null\.$/);
    },
  );
  it.each(['UpdateEventInput.location', 'CreateEventInput.status', 'CreateEventInput.start'])(
    'says nothing of null where it is accepted, or where the type excludes it: %s',
    (coordinate) => {
      expect(textOf(coordinate)).not.toContain('Cannot be null');
    },
  );
});

/** Updates of a seeded event with `updateEvent`, their calls, and the event after them. */
import { beforeAll, expect } from 'vitest';
import { globalId } from '../../../src/engine/schema/type/global-id.ts';
import type { EventEntity } from '../../../src/sandbox/calendar/state.ts';
import { ids } from '../../../src/sandbox/seed/ids.ts';
import { eventNow } from './calendar.ts';
import type { GatewayOptions } from '../gateway/gateway.ts';
import { type Call, type Studio, useStudio } from '../gateway/studio.ts';

/** Key of an event. */
export type Keys = readonly [calendarId: string, eventId: string];
export const launch: Keys = [ids.calendar.release, ids.event.launchMeeting];
export const replaced = ['calendar:events.get', 'calendar:events.update'];
export const patched = ['calendar:events.get', 'calendar:events.patch'];

/** An event without the fields that every write changes. */
export const settled = (event: EventEntity): object => ({ ...event, etag: '', updated: '' });

interface Options {
  readonly selection?: string;
  readonly keys?: Keys;
  readonly token?: string;
}

/** Helpers that the tests of event updates share. */
interface EventUpdates {
  readonly studio: Studio;
  /** Updates an event; fails on GraphQL errors. @returns the payload */
  readonly update: (input: object, options?: Options) => Promise<any>;
  /** The event as the sandbox has it now. */
  readonly now: (keys?: Keys) => EventEntity;
  /** Operations of the calls in the order of their arrival. */
  readonly operations: () => string[];
  /** Calls that are not GET. */
  readonly writes: () => Call[];
}

const errors =
  'errors { __typename code message path reason ... on NotFoundError { id: objectId } ... on ConflictError { current { id ... on Event { etag summary description } } } }';

/**
 * Opens a studio whose gateway knows the callers' primary calendars: tests see only the calls of
 * their updates.
 */
export function useEventUpdates(overrides?: () => Promise<GatewayOptions>): EventUpdates {
  const studio = useStudio(overrides);
  beforeAll(async () => {
    for (const token of ['studio-owner', 'studio-guest'])
      await studio.query('{ calendar(id: "primary") { id } }', {}, token);
  });
  return {
    studio,
    update: async (input, { selection = 'id', keys = launch, token = 'studio-owner' } = {}) => {
      const document = `mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { event { ${selection} } ${errors} } }`;
      const answer = await studio.query(
        document,
        { input: { by: { id: globalId('Event', keys) }, ...input } },
        token,
      );
      expect(answer.errors).toBeUndefined();
      return answer.data.updateEvent;
    },
    now: (keys = launch) => eventNow(studio.sandbox, keys),
    operations: () => studio.calls().map(({ operation }) => operation),
    writes: () => studio.calls().filter(({ call }) => call.method !== 'GET'),
  };
}

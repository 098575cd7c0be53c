/** `resetOccurrence`: gives an occurrence that was changed or deleted singly back to its series. */
import { action } from '../../../../engine/write/action.ts';
import type { WriteOutcome, WriteRequest } from '../../../../engine/write/strategy.ts';
import { events } from '../../operations.ts';
import { InvalidInput } from '../../../../engine/api/error.ts';
import { write } from '../../../../engine/schema/write/write.ts';
import { parameters } from '../../../../engine/schema/write/write-input.ts';
import { EventRef } from '../../calendar-id.ts';
import { notifyAttendees } from './notify.ts';
import { Event } from '../../resources.ts';
import { clockOf } from '../../series/occurrence.ts';
import { placeOf, type WantedPlaces } from '../../series/plan.ts';
import { MAX_ROUNDS, settle } from '../../series/settle.ts';
import { MAX_PAGES, readNamed } from '../../series/series.ts';
import { inSeriesTurn } from '../../series/turn.ts';

/** The REST API has no such operation: the occurrence gets the values of its series. */
async function reset(write: WriteRequest): Promise<WriteOutcome> {
  const { event, series } = await readNamed(write);
  if (series === undefined || !event.originalStartTime)
    throw new InvalidInput(
      'by',
      'names no occurrence of a series; expected the id of an occurrence',
    );
  await settle(write, {
    ref: series,
    wantedOf: (read): WantedPlaces =>
      new Map([[placeOf(clockOf(read.series, 'by'), event), (ordinary) => ordinary]]),
    withDeleted: true,
    sendUpdates: write.parameters['sendUpdates'] as 'all' | 'externalOnly' | 'none',
  });
  write.execution.invalidate();
  return { ref: write.ref };
}

const resetOccurrence = write('resetOccurrence', {
  description:
    'Give an occurrence that was changed or deleted singly back to its series: it gets the times and all other values of the series, also the responses of attendees. Requires write access to the calendar. The REST API has no such operation: the occurrence stays an event of its own with equal values, and takes later changes of the series by `updateEvent` with the scope `ALL` or `FOLLOWING`. An occurrence without changes stays as it is, without a write. Costs 5 quota units, and about 4 more if something is written.',
  operation: events.patch,
  target: Event,
  id: {
    ref: EventRef,
    description: 'The occurrence: its own id, not that of its series.',
  },
  strategy: action({
    alsoCalls: [events.get, events.list, events.instances, events.update],
    calls: () => [
      [events.get, 3 + MAX_ROUNDS],
      [events.list, (1 + MAX_ROUNDS) * MAX_PAGES],
      [events.instances, (1 + MAX_ROUNDS) * MAX_PAGES],
      [events.patch, MAX_ROUNDS],
      [events.update, MAX_ROUNDS],
    ],
    run: (write) => inSeriesTurn(write, () => reset(write)),
  }),
  parameters: parameters(events.patch, {
    notify: notifyAttendees(
      'The attendees who receive an email about the change. Default: no attendee receives an email.',
    ),
  }),
  result: 'The occurrence as its series has it.',
});

export const resetWrites = [resetOccurrence];

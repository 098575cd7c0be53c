/** Deleting events. */
import * as z from 'zod/mini';
import { agentTool, idInput, input } from './agent-tool.ts';
import {
  checkSeries,
  eventBy,
  eventInWords,
  guestsOf,
  inNumber,
  type KnownEvent,
  readEvent,
  seriesChoices,
} from './known-event.ts';

const remove = `mutation ($input: DeleteEventInput!) {
  deleteEvent(input: $input) {
    deletedId
    errors { code message path ... on PartlyDoneError { done remaining } }
  }
}`;

export const deleteEvent = agentTool({
  name: 'delete_event',
  title: 'Delete an event',
  tier: 'write',
  description:
    'Delete an event, or occurrences of a series; asks first. If it is of the user, it is cancelled for all guests.',
  input: {
    id: idInput('the event'),
    series: z.optional(input.choice(seriesChoices, 'Left out: this. An id of a series needs all.')),
    notify: z.optional(input.flag('Mails the guests.')),
  },
  answer: { deletedId: ['string', 'The id of the deleted event.'] },
  isDestructive: true,
  isRepeatable: true,
  run: async ({ id, series = 'this', notify }, run) => {
    const by = eventBy(await run.idOf('id', id));
    const event = await readEvent(by, run);
    checkSeries(event, series);
    const mail = notify === true;
    run.ask(effect({ event, series, mail, name: eventInWords(event, await run.zone) }));
    const { deletedId } = await run.write<{ readonly deletedId: string }>(
      'Deleted the event.',
      remove,
      { input: { by, scope: series.toUpperCase(), notify: mail ? 'ALL' : 'NONE' } },
    );
    return { deletedId };
  },
});

interface Deletion {
  readonly event: KnownEvent;
  readonly series: (typeof seriesChoices)[number];
  readonly mail: boolean;
  readonly name: string;
}

function effect({ event, series, mail, name }: Deletion): string {
  const guests = guestsOf(event);
  const what = {
    this: 'the event',
    following: 'this and all later occurrences of the event',
    all: 'all occurrences, past ones too, of the series that has begun with the event',
  }[series];
  const whom = inNumber(guests, 'guest');
  if (guests.length === 0) return `Deletes ${what} ${name}.`;
  return `Deletes ${what} ${name}, ${mail ? `and mails its ${whom}` : `with ${whom}, who are not mailed`}.`;
}

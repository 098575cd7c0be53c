/** The filters of `events.list` that look at a single event. */
import type { ApiCall } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import type { EventEntity } from '../state.ts';

/** @throws ApiError 400 if an extended property filter is not `name=value` */
export function matchesEventQuery({ query }: ApiCall, event: EventEntity): boolean {
  const updatedMin = query.text('updatedMin');
  if (updatedMin !== undefined && Date.parse(event.updated) < Date.parse(updatedMin)) return false;
  // Clients that ask for changes must learn of deletions.
  const listsChanges = query.has('syncToken') || updatedMin !== undefined;
  if (event.status === 'cancelled' && !listsChanges && !showsCancelled(query, event)) return false;
  const iCalUid = query.text('iCalUID');
  if (iCalUid !== undefined && !hasICalUid(event, iCalUid)) return false;
  const types = query.list('eventTypes');
  if (types.length > 0 && !types.includes(event.eventType)) return false;
  const { private: own, shared } = event.extendedProperties ?? {};
  return (
    hasProperties(query, 'privateExtendedProperty', own) &&
    hasProperties(query, 'sharedExtendedProperty', shared) &&
    matchesText(event, query.text('q'))
  );
}

/** Lists of series include cancelled instances, because they are exceptions of a listed series. */
const showsCancelled = (query: ApiCall['query'], { recurringEventId }: EventEntity): boolean =>
  query.flag('showDeleted') || (recurringEventId !== undefined && !query.flag('singleEvents'));

/** Of a cancelled instance only the ids of the event and its series, and the start, are certain. */
const hasICalUid = ({ iCalUID, status, recurringEventId }: EventEntity, expected: string) =>
  iCalUID === expected && !(status === 'cancelled' && recurringEventId !== undefined);

function hasProperties(
  query: ApiCall['query'],
  parameter: string,
  properties: Readonly<Record<string, string>> | undefined,
): boolean {
  return query.list(parameter).every((pair) => {
    const separator = pair.indexOf('=');
    if (separator < 1)
      throw new ApiError(400, 'invalid', {
        message: `Invalid value '${pair}'. Expected name=value.`,
        location: parameter,
      });
    return properties?.[pair.slice(0, separator)] === pair.slice(separator + 1);
  });
}

/** Whether the texts and the people of an event contain every word of `q`. */
function matchesText(event: EventEntity, q: string | undefined): boolean {
  if (q === undefined) return true;
  const { summary, description, location, attendees = [], organizer } = event;
  const people = [...attendees, organizer].flatMap(({ email, displayName }) => [
    email,
    displayName,
  ]);
  const text = [summary, description, location, ...people].join('\n').toLowerCase();
  const words = q.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

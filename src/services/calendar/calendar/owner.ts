/** The person to whom a calendar belongs. */
import type { Field, FieldBuilder } from '../../../engine/schema/field/field-factory.ts';
import { person } from '../../shared/person.ts';
import { isSharedCalendarId } from '../calendar-id.ts';

/** A calendar, or an entry of a calendar list. */
interface OwnedCalendar {
  readonly id?: string | null;
  readonly dataOwner?: string | null;
}

/** The address of the owner; null if the calendar belongs to no person, or does not show it. */
export const ownerEmailOf = ({ id, dataOwner }: OwnedCalendar): string | null =>
  dataOwner ?? (id && !isSharedCalendarId(id) ? id : null);

export const owner = <Shape extends OwnedCalendar>(t: FieldBuilder<Shape>): Field =>
  person(
    t,
    ['dataOwner', 'id'],
    'The person to whom the calendar belongs: its data owner, or the user whose primary calendar it is. Null for other calendars, for example of rooms.',
    ownerEmailOf,
  );

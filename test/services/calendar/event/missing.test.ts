/** Errors about calendars and events that do not exist, or that the caller may not see. */
import { describe, expect, it } from 'vitest';
import { ids } from '../../../../src/sandbox/seed/ids.ts';
import { useStudio } from '../../../support/studio.ts';

const studio = useStudio();

const missing = 'c_none@group.calendar.example';
const times = 'start: { date: "2027-03-09" }, end: { date: "2027-03-10" }';
const event = `by: { key: { calendarId: "${ids.calendar.release}", eventId: "${ids.event.townhallMeeting}" } }`;

describe('a missing calendar', () => {
  it.each([
    ['createEvent', 'calendarId', `calendarId: "${missing}", ${times}`],
    ['quickAddEvent', 'calendarId', `calendarId: "${missing}", text: "Lunch"`],
    ['moveEvent', 'destinationCalendarId', `${event}, destinationCalendarId: "${missing}"`],
    ['addCalendarToList', 'calendarId', `calendarId: "${missing}"`],
    ['updateCalendar', 'id', `id: "${missing}", summary: "New"`],
  ])('is named with its type by %s', async (mutation, argument, input) => {
    const { data } = await studio.query(
      `mutation { ${mutation}(input: { ${input} }) { errors { code message path } } }`,
    );
    expect(data[mutation].errors).toEqual([
      {
        code: 'NOT_FOUND',
        message: `${argument}: Google Calendar has no Calendar with the id "${missing}" that the caller may see. Check it, or use the access token of another account.`,
        path: [argument],
      },
    ]);
  });
});

describe('a private object without an access token', () => {
  it.each([
    ['Calendar', ids.calendar.private, `calendar(id: "${ids.calendar.private}") { summary }`],
    ['File', ids.file.scripts, `file(id: "${ids.file.scripts}") { name }`],
  ])('asks for a token: %s', async (type, id, field) => {
    const { errors } = await studio.query(`{ ${field} }`, {}, null);
    expect(errors?.[0]?.message).toMatch(
      `no ${type} with the id "${id}" that the caller may see. Check it, or send an access token that may see it.`,
    );
  });
});

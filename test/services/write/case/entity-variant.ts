/** Kinds of entities that cannot have the same values, for the tests of what an update keeps. */

/** What the entity of a read is like, beside the added values. */
export interface Variant {
  readonly set?: Readonly<Record<string, unknown>>;
  /** Values that such an entity cannot have, with the reason. */
  readonly without?: Readonly<Record<string, string>>;
}

const fitsType = 'A section of another type has it.';
const fitsDate = 'An all-day event has no time and no time zone.';
const fitsTime = 'An event with a time has no date.';
const isPatched = 'Such an event is changed by a PATCH.';
const fitsStart = 'A rule has to fit the start.';

/** By update; default: one entity with any values. */
export const variantsOf: Readonly<Record<string, readonly Variant[]>> = {
  'video:videos.update': [
    { set: { 'status.privacyStatus': 'private', 'status.publishAt': '2099-01-01T00:00:00Z' } },
  ],
  'video:channelSections.update': [
    {
      set: { 'snippet.type': 'multiplePlaylists', 'contentDetails.playlists': ['kept'] },
      without: { 'contentDetails.channels[]': fitsType },
    },
    {
      set: { 'snippet.type': 'multipleChannels', 'contentDetails.channels': ['kept'] },
      without: { 'contentDetails.playlists[]': fitsType },
    },
  ],
  'calendar:calendarList.update': [
    { without: { colorId: 'Google Calendar derives it from the colors, or they from it.' } },
  ],
  'calendar:events.update': [
    {
      without: {
        'end.date': fitsTime,
        'start.date': fitsTime,
        'recurrence[]': fitsStart,
        privateCopy: isPatched,
      },
    },
    {
      set: {
        start: { date: '2026-05-04' },
        end: { date: '2026-05-05' },
        recurrence: ['RRULE:FREQ=DAILY;COUNT=2'],
      },
      without: {
        'end.dateTime': fitsDate,
        'end.timeZone': fitsDate,
        'start.dateTime': fitsDate,
        'start.timeZone': fitsDate,
        privateCopy: isPatched,
      },
    },
  ],
};

/** Applies a request body to an entry of a calendar list: colors, reminders, notifications. */
import type { ApiCall } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import { throwInvalid } from '../access.ts';
import { calendarColors } from '../color.ts';
import { maxReminderMinutes } from '../event/validation.ts';
import type { CalendarListEntry } from '../state.ts';

/** The colors of an entry: a color of the palette, or two hexadecimal colors. */
type Colors = Pick<CalendarListEntry, 'colorId' | 'backgroundColor' | 'foregroundColor'>;

type ColorBody = { readonly [name in keyof Colors]: string | null };

/** The color of a calendar for people who have not chosen one. */
export const defaultColorId = (calendarId: string): string =>
  `${(stableId(calendarId, 8).charCodeAt(0) % Object.keys(calendarColors).length) + 1}`;

/**
 * The entry that is stored.
 * @param written the stored entry with the fields of the body
 * @throws ApiError 400 for the first invalid field
 */
export function normalizeEntry(
  call: ApiCall,
  before: CalendarListEntry,
  written: CalendarListEntry,
): CalendarListEntry {
  const { backgroundColor: _, foregroundColor: __, hidden, selected, ...rest } = written;
  const entry: CalendarListEntry = {
    ...rest,
    defaultReminders: written.defaultReminders ?? [],
    ...colorsOf(call, before),
    ...(hidden && { hidden }),
    ...(selected && { selected }),
  };
  checkReminders(entry);
  checkNotifications(entry);
  return entry;
}

/**
 * The colors after the write. The two hexadecimal colors are read with `colorRgbFormat` only, and
 * then replace `colorId`. An update without colors resets them.
 */
function colorsOf({ operation, query, body }: ApiCall, before: CalendarListEntry): Colors {
  const { colorId, backgroundColor, foregroundColor } = body as ColorBody;
  const isPatch = operation.method === 'PATCH';
  if (query.flag('colorRgbFormat')) {
    if (backgroundColor || foregroundColor)
      return pairOf({ ...(isPatch && shownColors(before)), ...givenColors(body as ColorBody) });
    if (isPatch && backgroundColor === null && foregroundColor === null)
      return { colorId: before.colorId };
  }
  if (colorId) return { colorId: checkColorId(colorId) };
  if (!isPatch || colorId === null) return { colorId: defaultColorId(before.calendarId) };
  const { backgroundColor: background, foregroundColor: foreground } = before;
  return {
    colorId: before.colorId,
    ...(background && foreground && { backgroundColor: background, foregroundColor: foreground }),
  };
}

/** The colors that the answer shows. */
export function shownColors({
  colorId,
  backgroundColor = calendarColors[colorId]!.background,
  foregroundColor = calendarColors[colorId]!.foreground,
}: Colors): Required<Colors> {
  return { colorId, backgroundColor, foregroundColor };
}

const givenColors = ({ backgroundColor, foregroundColor }: ColorBody): Partial<Colors> => ({
  ...(backgroundColor && { backgroundColor }),
  ...(foregroundColor && { foregroundColor }),
});

/** Two hexadecimal colors, with the color of the palette that is nearest to the background. */
function pairOf({ backgroundColor = '', foregroundColor = '' }: Partial<Colors>): Colors {
  for (const color of [backgroundColor, foregroundColor])
    if (!/^#[0-9a-f]{6}$/i.test(color)) throwInvalid(`Invalid color: '${color}'.`);
  const distance = (id: string): number => {
    const [red, green, blue] = channelsOf(calendarColors[id]!.background);
    const [otherRed, otherGreen, otherBlue] = channelsOf(backgroundColor);
    return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
  };
  const [colorId] = Object.keys(calendarColors).toSorted((a, b) => distance(a) - distance(b));
  return { colorId: colorId!, backgroundColor, foregroundColor };
}

const channelsOf = (color: string): [number, number, number] => {
  const value = Number.parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

function checkColorId(colorId: string): string {
  if (!Object.hasOwn(calendarColors, colorId)) throwInvalid(`Invalid color id: '${colorId}'.`);
  return colorId;
}

function checkReminders({ defaultReminders }: CalendarListEntry): void {
  if (defaultReminders.length > 5) throwInvalid('Too many reminders; expected at most 5.');
  for (const { method, minutes } of defaultReminders) {
    if (method !== 'email' && method !== 'popup') throwInvalid('Invalid reminder method.');
    if (minutes === undefined || minutes < 0 || minutes > maxReminderMinutes)
      throwInvalid('Invalid reminder minutes.');
  }
}

const notificationTypes: ReadonlySet<string | undefined> = new Set([
  'eventCreation',
  'eventChange',
  'eventCancellation',
  'eventResponse',
  'agenda',
]);

function checkNotifications({ notificationSettings }: CalendarListEntry): void {
  for (const { type, method } of notificationSettings?.notifications ?? []) {
    if (method !== 'email') throwInvalid('Invalid notification method.');
    if (!notificationTypes.has(type)) throwInvalid('Invalid notification type.');
  }
}

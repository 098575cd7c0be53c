/** The color palettes that `colorId` values of calendars and events refer to. */
import type { Handler } from '../call/handler.ts';

type Palette = Readonly<
  Record<string, { readonly background: string; readonly foreground: string }>
>;

const foreground = '#1d1d1d';

/** @param backgrounds hexadecimal colors of the ids 1, 2, ..., separated by spaces */
const paletteOf = (backgrounds: string): Palette =>
  Object.fromEntries(
    backgrounds
      .split(' ')
      .map((background, index) => [`${index + 1}`, { background: `#${background}`, foreground }]),
  );

/** By `colorId` of an event. */
export const eventColors = paletteOf(
  'a4bdfc 7ae7bf dbadff ff887c fbd75b ffb878 46d6db e1e1e1 5484ed 51b749 dc2127',
);

/** By `colorId` of a calendar list entry. */
export const calendarColors = paletteOf(
  'ac725e d06b64 f83a22 fa573c ff7537 ffad46 42d692 16a765 7bd148 b3dc6c fbe983 fad165 ' +
    '92e1c0 9fe1e7 9fc6e7 4986e7 9a9cff b99aff c2c2c2 cabdbf cca6ac f691b2 cd74e6 a47ae2',
);

/** `colors.get`. */
export const getColors: Handler = () => ({
  kind: 'calendar#colors',
  updated: '2012-02-14T00:00:00.000Z',
  calendar: calendarColors,
  event: eventColors,
});

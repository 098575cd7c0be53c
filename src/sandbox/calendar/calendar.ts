/** Calendars. */
import type { Handler } from '../handler.ts';
import { findCalendar } from './access.ts';

/** Needs any role; the calendar `primary` is returned with its real id. */
export const getCalendar: Handler = (call) => findCalendar(call).resource;

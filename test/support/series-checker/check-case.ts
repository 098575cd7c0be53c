/** Runs a case: makes it over REST, sends the mutation to the gateway, and reads what is there. */
import { ask } from '../gateway/sandbox.ts';
import type { Studio } from '../gateway/studio.ts';
import {
  isExpressible,
  type Occurrence,
  occurrencesAfter,
  occurrencesBefore,
} from './expectation.ts';
import { occurrenceId, occurrenceIn, seriesBody, timeOf, timesOf } from './rest-form.ts';
import type { SeriesCase } from './series-case.ts';
import { showCase, showDifference } from './show-case.ts';

/** What came of a case. */
interface Verdict {
  readonly kind: 'right' | 'refused' | 'wrong';
  /** The code and the path of the refusal, or what is wrong. */
  readonly reason: string;
  /** The case and what differs, of a wrong one. */
  readonly text: string;
}

/** Errors of payloads that are refusals: the caller can act on them, and nothing was written. */
const refusals = new Set(['INVALID_INPUT', 'FORBIDDEN']);

/** @returns the verdict; never throws for a wrong answer of the gateway */
export async function checkCase(studio: Studio, series: SeriesCase): Promise<Verdict> {
  const { sandbox } = studio;
  const api = async (path: string, method = 'GET', body?: object): Promise<any> => {
    const answer = await ask(`${sandbox.bases.calendar}/calendars${path}`, { method, body });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}\n${showCase(series)}`);
    return answer.body;
  };
  const { id: calendarId } = await api('', 'POST', {
    summary: 'Cases',
    timeZone: series.calendarZone,
  });
  const events = `/${encodeURIComponent(calendarId)}/events`;
  const list = async (): Promise<Occurrence[]> => {
    const timeMax = new Date(series.windowEnd).toISOString();
    const { items } = await api(`${events}?singleEvents=true&maxResults=2500&timeMax=${timeMax}`);
    return (items as unknown[]).map(occurrenceIn);
  };
  sandbox.setSeriesModel(series.model);
  const seriesId = `case${series.seed >>> 0}`;
  await api(events, 'POST', seriesBody(series, seriesId));
  for (const { index, isDeleted, fields, times } of series.exceptions) {
    const path = `${events}/${occurrenceId(series, seriesId, index)}`;
    if (isDeleted) await api(path, 'DELETE');
    else await api(path, 'PATCH', { ...fields, ...(times && timesOf(series, times)) });
  }
  const wrong = (reason: string, details = ''): Verdict => ({
    kind: 'wrong',
    reason,
    text: `${reason}\n${showCase(series)}\n${details}`,
  });
  const before = showDifference(series, occurrencesBefore(series), await list());
  if (before !== undefined) return wrong('the sandbox expands the series in another way', before);
  sandbox.clearCalls();
  const eventId = occurrenceId(series, seriesId, series.named);
  const answer = await mutate(studio, series, { calendarId, eventId }).catch(String);
  if (typeof answer === 'string') return wrong('an answer that no test accepts', answer);
  const { errors, data } = answer;
  const writes = sandbox.calls().filter(({ method }) => method !== 'GET');
  const found = await list();
  await api(`/${encodeURIComponent(calendarId as string)}`, 'DELETE');
  if (errors) return wrong('an error of the request', JSON.stringify(errors));
  const [refusal] = data.result.errors;
  if (!refusal) {
    const difference = showDifference(series, occurrencesAfter(series), found);
    return difference === undefined
      ? { kind: 'right', reason: '', text: '' }
      : wrong('success, but other occurrences', difference);
  }
  const { code, path } = refusal as { readonly code: string; readonly path: readonly string[] };
  const details = JSON.stringify(data.result.errors);
  if (!refusals.has(code)) return wrong(`the error ${code}`, details);
  const left = showDifference(series, occurrencesBefore(series), found);
  if (left !== undefined || writes.length > 0)
    return wrong(`refused with ${code} after ${writes.length} writes`, `${details}\n${left ?? ''}`);
  if (isExpressible(series)) return wrong(`refused with ${code}, but expressible`, details);
  return { kind: 'refused', reason: `${code} ${path?.join('.')}`, text: '' };
}

/** Sends the mutation of the case. */
async function mutate(
  studio: Studio,
  series: SeriesCase,
  key: { readonly calendarId: string; readonly eventId: string },
): Promise<{ readonly errors: any[] | undefined; readonly data: any }> {
  const { change, scope } = series;
  const [field, type, result] = change
    ? ['updateEvent', 'UpdateEventInput', 'event { ... on Event { eventId } }']
    : ['deleteEvent', 'DeleteEventInput', 'deletedId'];
  const document = `mutation ($input: ${type}!) { result: ${field}(input: $input) { ${result} errors { code path message } } }`;
  const clock = { isAllDay: series.isAllDay, zone: change?.zone ?? series.zone };
  const timeZone = change?.zone ? { timeZone: change.zone } : {};
  const { start, end, fields = {} } = change ?? {};
  const input = {
    by: { key },
    scope,
    ...fields,
    ...(start !== undefined && { start: { ...timeOf(clock, start), ...timeZone } }),
    ...(end !== undefined && { end: { ...timeOf(clock, end), ...timeZone } }),
  };
  const { errors, data } = await studio.query(document, { input });
  return { errors: errors as any[] | undefined, data };
}

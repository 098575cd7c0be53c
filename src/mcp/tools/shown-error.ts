/** Errors of the graph in the words of a tool, whose agent knows nothing of the graph. */
import type { AgentError } from '../tool-result.ts';

/** What says nothing to an agent: fields and calls that it did not name. */
const internal: ReadonlySet<string> = new Set(['path', 'service', 'operation', 'argument']);

/** Arguments of the graph, and what tools call that which they pass on. */
const inputNames: Readonly<Record<string, readonly string[]>> = {
  addParentIds: ['folder'],
  after: ['page', 'cursor'],
  attendees: ['addGuests', 'guests'],
  calendarId: ['calendar', 'within'],
  categoryId: ['category'],
  channelId: ['within'],
  conference: ['videoCall'],
  contentType: ['mimeType'],
  defaultLanguage: ['language'],
  domain: ['with', 'from'],
  duration: ['minutes'],
  email: ['with', 'from'],
  emailMessage: ['message'],
  eventId: ['id'],
  expiresAt: ['expires'],
  fileId: ['asVideoOf', 'id'],
  first: ['max'],
  parentId: ['folder', 'ids', 'within'],
  playlistId: ['id', 'within'],
  privacyStatus: ['privacy'],
  recurrence: ['repeat'],
  responseStatus: ['answer'],
  scheduledEndAt: ['end'],
  scheduledStartAt: ['start'],
  scope: ['series'],
  search: ['text'],
  selfDeclaredMadeForKids: ['madeForKids'],
  streamId: ['stream'],
  summary: ['title'],
  updatedFrom: ['since'],
  videoId: ['add', 'on'],
  workingHours: ['hours'],
};

/**
 * @param inputs the arguments of the tool
 * @returns the error with arguments of the tool alone, at the beginning of its message, too
 */
export function shownError(error: AgentError, inputs: readonly string[]): AgentError {
  const { code, message, next, ...facts } = error;
  const [, prefix, text] = /^([a-z_][\w.[\]]*): ([^]*)$/i.exec(message) ?? [];
  const named = prefix ?? (typeof facts['argument'] === 'string' ? facts['argument'] : undefined);
  const input = named === undefined ? undefined : shownInput(named, inputs);
  const shown = Object.entries(facts).filter(
    ([name, value]) =>
      !internal.has(name) && value !== null && (name !== 'requestId' || next.includes('requestId')),
  );
  return {
    code,
    message: prefix === undefined ? message : `${input === undefined ? '' : `${input}: `}${text}`,
    ...(input !== undefined && { argument: input }),
    ...Object.fromEntries(shown),
    next,
  };
}

/** @returns the argument with the place in its list, for example `ids.0` */
function shownInput(argument: string, inputs: readonly string[]): string | undefined {
  const parts = argument.split('.');
  const found = parts.map((part) =>
    inputs.find((each) => each === part || inputNames[part]?.includes(each)),
  );
  const place = found.findLastIndex((each) => each !== undefined);
  if (place < 0) return undefined;
  const index = parts.findLast((part) => /^\d+$/.test(part));
  return index === undefined ? found[place] : `${found[place]!}.${index}`;
}

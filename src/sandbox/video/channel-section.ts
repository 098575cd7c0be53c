/** The shelves of a channel's home page: ten at most, each in a place. */
import type { ApiCall, Handler } from '../handler.ts';
import { stableId } from '../random.ts';
import { ApiError } from '../api-error.ts';
import {
  checkChannelSection,
  type ChannelSectionBody,
  listsOf,
  takesTitle,
} from './channel-section-validation.ts';
import { findTargetChannel, canActFor } from './content-owner.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { findByIds, listResponse } from './list-response.ts';
import { type ChannelSectionEntity, videoState } from './state.ts';

const domain = 'youtube.channelSection';

/** How many a channel may have. */
export const maxChannelSections = 10;

const wrong = (reason: string, location: string): never => {
  throw new ApiError(400, reason, { domain, location, locationType: 'other' });
};

const sectionsOf = ({ simulation }: ApiCall, channelId: string): ChannelSectionEntity[] => {
  const { channelSections } = videoState(simulation);
  const known = channelSections.get(channelId) ?? [];
  channelSections.set(channelId, known);
  return known;
};

const sectionOf = (call: ApiCall, id: string): ChannelSectionEntity | undefined =>
  sectionsOf(call, id.split('.', 1)[0]!).find((each) => each.id === id);

export const listChannelSections: Handler = (call) =>
  listResponse(call, 'channelSectionListResponse', choose(call), (section) => show(call, section));

function choose(call: ApiCall): readonly ChannelSectionEntity[] {
  const { query, user, simulation } = call;
  if (query.has('id')) return findByIds(query.list('id'), (id) => sectionOf(call, id));
  const channelId = query.text('channelId') ?? user.channelId!;
  if (!videoState(simulation).channels.has(channelId))
    return throwNotFound(domain, 'channelNotFound', 'channelId');
  return sectionsOf(call, channelId);
}

function show(call: ApiCall, section: ChannelSectionEntity): object {
  const { id, channelId, snippet, contentDetails } = section;
  return {
    kind: 'youtube#channelSection',
    id,
    snippet: { ...snippet, channelId, position: sectionsOf(call, channelId).indexOf(section) },
    ...(Object.keys(contentDetails).length > 0 ? { contentDetails } : {}),
  };
}

/** Puts a section into its place; without one it goes to the end. */
function place(
  all: ChannelSectionEntity[],
  section: ChannelSectionEntity,
  position: number | null | undefined,
): void {
  if (position != null && position > all.length) wrong('positionInvalid', 'body.snippet.position');
  all.splice(position ?? all.length, 0, section);
}

const contentOf = (
  body: ChannelSectionBody,
): {
  snippet: ChannelSectionEntity['snippet'];
  contentDetails: ChannelSectionEntity['contentDetails'];
} => {
  const { type, title } = body.snippet;
  return {
    snippet: { type, ...(takesTitle(type) && title ? { title } : {}) },
    contentDetails: listsOf(body),
  };
};

export const insertChannelSection: Handler = (call) => {
  const body = call.body as unknown as ChannelSectionBody;
  const channel = findTargetChannel(call, domain, 'channelSectionForbidden');
  const all = sectionsOf(call, channel.id);
  checkChannelSection(call, channel.id, body);
  if (all.length >= maxChannelSections) wrong('maxChannelSectionExceeded', 'body.snippet');
  const id = `${channel.id}.${stableId(`made ${call.simulation.now().toISOString()}`, 11)}`;
  const section: ChannelSectionEntity = { id, channelId: channel.id, ...contentOf(body) };
  place(all, section, body.snippet.position);
  return show(call, section);
};

/** A section that the caller may change. */
function mine(call: ApiCall, id: string, location: string): ChannelSectionEntity {
  const section = sectionOf(call, id);
  if (!section) return throwNotFound(domain, 'channelSectionNotFound', location);
  if (!canActFor(call, videoState(call.simulation).channels.get(section.channelId)!))
    return throwForbidden(domain, 'channelSectionForbidden');
  // The service made it of what the channel has subscribed to.
  return section.snippet.type === 'subscriptions' ? wrong('notEditable', location) : section;
}

export const updateChannelSection: Handler = (call) => {
  const body = call.body as unknown as ChannelSectionBody & { readonly id: string };
  const section = mine(call, body.id, 'body.id');
  checkChannelSection(call, section.channelId, body);
  const all = sectionsOf(call, section.channelId);
  const others = all.filter((each) => each !== section);
  place(others, section, body.snippet.position);
  all.splice(0, all.length, ...others);
  const { snippet, contentDetails } = contentOf(body);
  Object.assign(section, {
    snippet,
    ...(call.parts.has('contentDetails') ? { contentDetails } : {}),
  });
  return show(call, section);
};

export const deleteChannelSection: Handler = (call) => {
  const section = mine(call, call.query.text('id')!, 'id');
  const all = sectionsOf(call, section.channelId);
  all.splice(all.indexOf(section), 1);
  return undefined;
};

/** Sections of a channel's home page. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { stableId } from '../../random.ts';
import {
  type ChannelSectionBody,
  checkChannelSection,
  hasTitle,
  readContentDetails,
} from './validation.ts';
import { canActFor, findTargetChannel } from '../channel/content-owner.ts';
import { throwForbidden, throwInvalidValue, throwIdNotFound } from '../error.ts';
import { findByIds, listResponse } from '../list-response.ts';
import { type ChannelSectionEntity, videoState } from '../state.ts';

const domain = 'youtube.channelSection';

/** Number of sections that a channel can have. */
const maxChannelSections = 10;

/** Returns the stored array of a channel's sections; creates it for a channel without sections. */
function getSections({ simulation }: ApiCall, channelId: string): ChannelSectionEntity[] {
  const { channelSections } = videoState(simulation);
  const sections = channelSections.get(channelId) ?? [];
  channelSections.set(channelId, sections);
  return sections;
}

const findSection = (call: ApiCall, id: string): ChannelSectionEntity | undefined =>
  getSections(call, id.split('.', 1)[0]!).find((section) => section.id === id);

/** `channelSections.list`: the sections with these ids, of a channel, or of the caller. */
export const listChannelSections: Handler = (call) =>
  listResponse(call, selectSections(call), (section) => serializeSection(call, section));

function selectSections(call: ApiCall): readonly ChannelSectionEntity[] {
  const { query, user, simulation } = call;
  if (query.has('id')) return findByIds(query.list('id'), (id) => findSection(call, id));
  const channelId = query.text('channelId') ?? user.channelId!;
  if (!videoState(simulation).channels.has(channelId))
    throwIdNotFound(domain, 'channelNotFound', 'channelId');
  return getSections(call, channelId);
}

function serializeSection(call: ApiCall, section: ChannelSectionEntity): object {
  const { id, channelId, snippet, contentDetails } = section;
  return {
    kind: 'youtube#channelSection',
    id,
    snippet: { ...snippet, channelId, position: getSections(call, channelId).indexOf(section) },
    ...(Object.keys(contentDetails).length > 0 ? { contentDetails } : {}),
  };
}

/** Inserts a section at a position; at the end if there is none. */
function insertAt(
  sections: ChannelSectionEntity[],
  section: ChannelSectionEntity,
  position: number | null | undefined,
): void {
  if (position != null && position > sections.length)
    throwInvalidValue(domain, 'positionInvalid', 'body.snippet.position');
  sections.splice(position ?? sections.length, 0, section);
}

function readProperties(
  body: ChannelSectionBody,
): Pick<ChannelSectionEntity, 'snippet' | 'contentDetails'> {
  const { type, title } = body.snippet;
  return {
    snippet: { type, ...(hasTitle(type) && title ? { title } : {}) },
    contentDetails: readContentDetails(body),
  };
}

/** `channelSections.insert`. */
export const insertChannelSection: Handler = (call) => {
  const body = call.body as ChannelSectionBody;
  const channel = findTargetChannel(call, domain, 'channelSectionForbidden');
  const sections = getSections(call, channel.id);
  checkChannelSection(call, channel.id, body);
  if (sections.length >= maxChannelSections)
    throwInvalidValue(domain, 'maxChannelSectionExceeded', 'body.snippet');
  const id = `${channel.id}.${stableId(`made ${call.simulation.now().toISOString()}`, 11)}`;
  const section: ChannelSectionEntity = { id, channelId: channel.id, ...readProperties(body) };
  insertAt(sections, section, body.snippet.position);
  return serializeSection(call, section);
};

/**
 * Returns a section that the caller can change.
 * @throws ApiError 404 for an unknown id; 403 for a section of another channel; 400 for the section
 * of subscriptions, which YouTube creates itself
 */
function findEditableSection(call: ApiCall, id: string, location: string): ChannelSectionEntity {
  const section = findSection(call, id);
  if (!section) return throwIdNotFound(domain, 'channelSectionNotFound', location);
  if (!canActFor(call, videoState(call.simulation).channels.get(section.channelId)!))
    throwForbidden(domain, 'channelSectionForbidden');
  return section.snippet.type === 'subscriptions'
    ? throwInvalidValue(domain, 'notEditable', location)
    : section;
}

/** `channelSections.update`: a snippet without a position moves the section to the end. */
export const updateChannelSection: Handler = (call) => {
  const body = call.body as ChannelSectionBody & { readonly id: string };
  const section = findEditableSection(call, body.id, 'body.id');
  checkChannelSection(call, section.channelId, body);
  const sections = getSections(call, section.channelId);
  const others = sections.filter((other) => other !== section);
  insertAt(others, section, body.snippet.position);
  sections.splice(0, sections.length, ...others);
  const { snippet, contentDetails } = readProperties(body);
  section.snippet = snippet;
  if (call.parts.has('contentDetails')) section.contentDetails = contentDetails;
  return serializeSection(call, section);
};

/** `channelSections.delete`. */
export const deleteChannelSection: Handler = (call) => {
  const section = findEditableSection(call, call.query.text('id')!, 'id');
  const sections = getSections(call, section.channelId);
  sections.splice(sections.indexOf(section), 1);
  return undefined;
};

/** Chat messages as the responses contain them. */
import type { Simulation } from '../../simulation.ts';
import { videoState } from '../../video/state.ts';
import type { ChatEntity, ChatMessageEntity } from './entity.ts';
import { authorDetails, profileOf } from './profile.ts';
import { amountText, displayText } from './text.ts';

/** The parameters of a call that decide the form of messages. */
interface MessageForm {
  /** Language of texts and amounts. */
  readonly hl?: string | undefined;
  /** Width of profile images in pixels. */
  readonly imageSize?: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** A message with all parts. */
export function serializeMessage(
  simulation: Simulation,
  chat: ChatEntity,
  message: ChatMessageEntity,
  { hl, imageSize }: MessageForm = {},
): object {
  const { id, type, publishedAt, authorChannelId } = message;
  const details = Object.fromEntries(
    Object.entries(message.details).map(([name, fields]) => [
      name,
      serializeDetails(simulation, fields, { hl, imageSize }),
    ]),
  );
  const displayMessage = displayText(message, textParts(simulation, message, hl), hl);
  return {
    kind: 'youtube#liveChatMessage',
    id,
    snippet: {
      type,
      liveChatId: chat.id,
      ...(authorChannelId !== undefined && { authorChannelId }),
      publishedAt,
      hasDisplayContent: displayMessage !== undefined,
      ...(displayMessage !== undefined && { displayMessage }),
      ...details,
    },
    ...(authorChannelId !== undefined && {
      authorDetails: authorDetails(simulation, chat, authorChannelId, imageSize),
    }),
  };
}

/** Adds the texts that depend on the call, and the profile of a banned channel. */
function serializeDetails(
  simulation: Simulation,
  fields: Fields,
  { hl, imageSize }: MessageForm,
): object {
  const { bannedChannelId, ...rest } = fields;
  const money = amountText(fields, hl);
  return {
    ...rest,
    ...(money !== undefined && { amountDisplayString: money }),
    ...(typeof bannedChannelId === 'string' && {
      bannedUserDetails: profileOf(simulation, bannedChannelId, imageSize),
    }),
  };
}

function textParts(
  simulation: Simulation,
  { authorChannelId, details }: ChatMessageEntity,
  hl: string | undefined,
): Parameters<typeof displayText>[1] {
  const { channels } = videoState(simulation);
  const fields: Fields = Object.assign({}, ...Object.values(details));
  const value = (name: string): string | undefined => {
    const found = fields[name];
    return typeof found === 'string' || typeof found === 'number' ? String(found) : undefined;
  };
  const nameOf = (id: string | undefined): string => channels.get(id ?? '')?.snippet.title ?? '';
  return {
    name: nameOf(authorChannelId),
    otherName: nameOf(value('gifterChannelId') ?? value('bannedChannelId')),
    value,
    money: amountText(fields, hl) ?? '',
  };
}

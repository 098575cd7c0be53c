/** Updating a channel: one of its parts at a time, and what that part leaves out is lost. */
import type { ApiCall, Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { replaceParts } from '../replace.ts';
import { serializeChannel } from './channel.ts';
import { canActFor } from './content-owner.ts';
import { isSupportedLanguage, isSupportedRegion } from './language.ts';
import { throwForbidden, throwNotFound } from './error.ts';
import { type ChannelEntity, videoState } from './state.ts';

const domain = 'youtube.channel';

const defaults = {
  'brandingSettings.channel.description': '',
  'status.selfDeclaredMadeForKids': false,
};

export const updateChannel: Handler = (call) => {
  const { simulation, body, parts, operation } = call;
  const channel = videoState(simulation).channels.get(body['id'] as string);
  if (!channel) return throwNotFound(domain, 'channelNotFound', 'body.id');
  if (!canActFor(call, channel)) return throwForbidden(domain, 'channelForbidden');
  if ([...parts].filter((part) => part !== 'id').length > 1)
    throw new ApiError(400, 'unexpectedPart', {
      domain: 'youtube.part',
      message: 'One part at a time.',
      location: 'part',
    });
  if (parts.has('brandingSettings')) checkBranding(call, channel);
  if (parts.has('localizations')) checkLocalizations(call, channel);
  replaceParts(operation, channel, body, parts, defaults);
  if (parts.has('brandingSettings')) retell(channel);
  return serializeChannel(call, channel);
};

/** The snippet says again what the branding says. */
function retell({ brandingSettings, snippet }: ChannelEntity): void {
  const { description = '', country, defaultLanguage } = brandingSettings.channel;
  snippet.description = description;
  if (country === undefined) delete snippet.country;
  else snippet.country = country;
  if (defaultLanguage === undefined) delete snippet.defaultLanguage;
  else snippet.defaultLanguage = defaultLanguage;
}

interface Branding {
  readonly channel?: {
    readonly title?: string | null;
    readonly description?: string | null;
    readonly keywords?: string | null;
    readonly country?: string | null;
    readonly defaultLanguage?: string | null;
    readonly unsubscribedTrailer?: string | null;
  } | null;
  readonly image?: { readonly bannerExternalUrl?: string | null } | null;
}

const wrong = (reason: string, path: string): never => {
  throw new ApiError(400, reason, { domain, location: `body.${path}`, locationType: 'other' });
};

const longerThan = (text: string | null | undefined, most: number): boolean =>
  Array.from(text ?? '').length > most;

function checkBranding(call: ApiCall, { brandingSettings }: ChannelEntity): void {
  const { channel, image } = (call.body['brandingSettings'] ?? {}) as Branding;
  const { title, description, keywords, country, defaultLanguage, unsubscribedTrailer } =
    channel ?? {};
  if (title != null && title !== brandingSettings.channel.title)
    wrong('channelTitleUpdateForbidden', 'brandingSettings.channel.title');
  const faults: Readonly<Record<string, boolean>> = {
    'channel.description': longerThan(description, 1000),
    'channel.keywords': longerThan(keywords, 500),
    'channel.country': Boolean(country) && !isSupportedRegion(country!),
    'channel.defaultLanguage': Boolean(defaultLanguage) && !isSupportedLanguage(defaultLanguage!),
    'channel.unsubscribedTrailer':
      Boolean(unsubscribedTrailer) && !isTrailer(call, unsubscribedTrailer!),
    'image.bannerExternalUrl':
      Boolean(image?.bannerExternalUrl) && !image!.bannerExternalUrl!.startsWith('https://'),
  };
  for (const [path, fault] of Object.entries(faults))
    if (fault) wrong('brandingValidationError', `brandingSettings.${path}`);
}

/** A video of the channel's own that strangers can watch. */
function isTrailer({ simulation, body }: ApiCall, id: string): boolean {
  const video = videoState(simulation).videos.get(id);
  return (
    video !== undefined &&
    video.snippet.channelId === body['id'] &&
    video.status.privacyStatus !== 'private'
  );
}

/** Translations need to know what they translate from. */
function checkLocalizations({ body }: ApiCall, { brandingSettings }: ChannelEntity): void {
  const texts = Object.values(
    (body['localizations'] ?? {}) as Record<
      string,
      { readonly title?: string; readonly description?: string }
    >,
  );
  if (texts.length > 0 && !brandingSettings.channel['defaultLanguage'])
    wrong('defaultLanguageNotSetError', 'brandingSettings.channel.defaultLanguage');
  if (
    texts.some(
      ({ title, description }) => !title || longerThan(title, 100) || longerThan(description, 1000),
    )
  )
    wrong('localizationValidationError', 'localizations');
}

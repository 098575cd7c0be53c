/** Updates of channels. */
import type { ApiCall, Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { replaceParts } from '../../call/replace.ts';
import { serializeChannel } from './channel.ts';
import { canActFor } from './content-owner.ts';
import { throwForbidden, throwInvalidValue, throwIdNotFound } from '../error.ts';
import { isSupportedLanguage, isSupportedRegion } from '../language.ts';
import { areValidLocalizations, type LocalizationsBody } from '../localization.ts';
import { type ChannelEntity, videoState } from '../state.ts';
import { isLongerThan } from '../../text.ts';

const domain = 'youtube.channel';

const defaults = {
  'brandingSettings.channel.description': '',
  'status.selfDeclaredMadeForKids': false,
};

/** `channels.update`: replaces one part; properties that the body leaves out are removed. */
export const updateChannel: Handler = (call) => {
  const { simulation, body, parts } = call;
  const channel = videoState(simulation).channels.get(body['id'] as string);
  if (!channel) return throwIdNotFound(domain, 'channelNotFound', 'body.id');
  if (!canActFor(call, channel)) throwForbidden(domain, 'channelForbidden');
  checkOnePart(parts);
  if (parts.has('brandingSettings')) checkBranding(call, channel);
  if (parts.has('localizations')) checkLocalizations(call, channel);
  replaceParts(channel, call, defaults);
  if (parts.has('brandingSettings')) copyBrandingToSnippet(channel);
  return serializeChannel(call, channel);
};

/**
 * `brandingSettings` with another part is `invalidPart`: daiki-beppu/youtube-automation#230, May
 * 2026. The reason for others is assumed.
 */
function checkOnePart(parts: ReadonlySet<string>): void {
  if ([...parts].filter((part) => part !== 'id').length <= 1) return;
  const at = { domain: 'youtube.part', location: 'part' } as const;
  throw parts.has('brandingSettings')
    ? new ApiError(400, 'invalidPart', {
        ...at,
        message: "'branding_settings cannot be used with other parts'",
      })
    : new ApiError(400, 'unexpectedPart', {
        ...at,
        message: 'Expected exactly one part per update.',
      });
}

/** The snippet repeats some of the branding settings. */
function copyBrandingToSnippet({ brandingSettings, snippet }: ChannelEntity): void {
  const { description = '', country, defaultLanguage } = brandingSettings.channel;
  snippet.description = description;
  if (country === undefined) delete snippet.country;
  else snippet.country = country;
  if (defaultLanguage === undefined) delete snippet.defaultLanguage;
  else snippet.defaultLanguage = defaultLanguage;
}

interface BrandingBody {
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

function checkBranding(call: ApiCall, { brandingSettings }: ChannelEntity): void {
  const { channel, image } = (call.body['brandingSettings'] ?? {}) as BrandingBody;
  const { title, description, keywords, country, defaultLanguage, unsubscribedTrailer } =
    channel ?? {};
  const { bannerExternalUrl } = image ?? {};
  if (title != null && title !== brandingSettings.channel.title)
    throwInvalidValue(domain, 'channelTitleUpdateForbidden', 'body.brandingSettings.channel.title');
  const validity: Readonly<Record<string, boolean>> = {
    'channel.description': !isLongerThan(description, 1000),
    'channel.keywords': !isLongerThan(keywords, 500),
    'channel.country': !country || isSupportedRegion(country),
    'channel.defaultLanguage': !defaultLanguage || isSupportedLanguage(defaultLanguage),
    'channel.unsubscribedTrailer': !unsubscribedTrailer || canBeTrailer(call, unsubscribedTrailer),
    'image.bannerExternalUrl': !bannerExternalUrl || bannerExternalUrl.startsWith('https://'),
  };
  for (const [path, isValid] of Object.entries(validity))
    if (!isValid)
      throwInvalidValue(domain, 'brandingValidationError', `body.brandingSettings.${path}`);
}

/** A trailer is a video of the channel that is not private. */
function canBeTrailer({ simulation, body }: ApiCall, id: string): boolean {
  const video = videoState(simulation).videos.get(id);
  return (
    video !== undefined &&
    video.snippet.channelId === body['id'] &&
    video.status.privacyStatus !== 'private'
  );
}

/**
 * A channel with translations must have a default language. All of them cannot be removed:
 * daiki-beppu/youtube-automation#230, May 2026.
 */
function checkLocalizations({ body }: ApiCall, { brandingSettings }: ChannelEntity): void {
  const localizations = (body['localizations'] ?? {}) as LocalizationsBody;
  if (Object.keys(localizations).length === 0)
    throw new ApiError(400, 'required', { message: 'Required' });
  if (!brandingSettings.channel['defaultLanguage'])
    throwInvalidValue(
      domain,
      'defaultLanguageNotSetError',
      'body.brandingSettings.channel.defaultLanguage',
    );
  if (!areValidLocalizations(localizations, 100, 1000))
    throwInvalidValue(domain, 'localizationValidationError', 'body.localizations');
}

/** Downloads of caption tracks: the uploaded file, another format, or a machine translation. */
import { RepeatedBytes } from '../../bytes.ts';
import { FileResponse } from '../../http/file-response.ts';
import type { Handler } from '../../call/handler.ts';
import { ApiError } from '../../http/api-error.ts';
import { findOwnCaption } from './caption.ts';
import { captionFormats, parseCues } from './format.ts';
import { isLanguageTag } from '../language.ts';

/**
 * `captions.download`: the file of a track. `tfmt` selects a format and `tlang` a language.
 * @throws ApiError 400 if the file cannot be converted
 */
export const downloadCaption: Handler = (call) => {
  const { content, snippet } = findOwnCaption(call, call.path['id']!, 'id');
  const [format, language] = [call.query.text('tfmt'), call.query.text('tlang')];
  if (format === undefined && language === undefined)
    return new FileResponse('application/octet-stream', new RepeatedBytes(Buffer.from(content)));
  const cues = parseCues(content);
  const target = captionFormats.get(format ?? 'srt');
  const isKnownLanguage = language === undefined || isLanguageTag(language);
  if (target === undefined || !isKnownLanguage || cues.length === 0)
    throw new ApiError(400, 'couldNotConvert', {
      domain: 'youtube.caption',
      message: 'The track cannot be converted.',
    });
  const isTranslated = language !== undefined && language !== snippet.language;
  // The sandbox cannot translate: the language in brackets marks a translated text.
  const texts = isTranslated
    ? cues.map((cue) => ({ ...cue, text: `[${language}] ${cue.text}` }))
    : cues;
  return new FileResponse(target.type, new RepeatedBytes(Buffer.from(target.write(texts))));
};

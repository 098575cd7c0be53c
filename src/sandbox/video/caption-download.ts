/** The file of a caption track: as it was uploaded, in another format, or in another language by machine. */
import { FileResponse } from '../file-response.ts';
import type { Handler } from '../handler.ts';
import { ApiError } from '../api-error.ts';
import { findOwnCaption } from './caption.ts';
import { parseCues, captionFormats } from './caption-format.ts';

const original = 'application/octet-stream';

export const downloadCaption: Handler = (call) => {
  const { content, snippet } = findOwnCaption(call, call.path['id']!, 'id');
  const [format, language] = [call.query.text('tfmt'), call.query.text('tlang')];
  if (format === undefined && language === undefined)
    return new FileResponse(original, Buffer.from(content));
  const cues = parseCues(content);
  const chosen =
    format === undefined
      ? captionFormats['srt']
      : Object.hasOwn(captionFormats, format)
        ? captionFormats[format]
        : undefined;
  const known = language === undefined || /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(language);
  if (chosen === undefined || !known || cues.length === 0)
    throw new ApiError(400, 'couldNotConvert', {
      domain: 'youtube.caption',
      message: 'The track cannot be converted.',
    });
  // The sandbox speaks no languages: that a line was translated can be told by its mark.
  const translated =
    language === undefined || language === snippet.language
      ? cues
      : cues.map((cue) => ({ ...cue, text: `[${language}] ${cue.text}` }));
  return new FileResponse(chosen.type, Buffer.from(chosen.write(translated)));
};

/** Content of a caption track: as text, or as a download URL. */
import { ownId } from '../../../engine/read/resource.ts';
import { upstreamError } from '../../../engine/api/error.ts';
import { captions } from '../operations.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import { DownloadLink } from '../../../engine/schema/type/download-link.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { Caption } from '../resources.ts';
import { CaptionFormat } from '../../shared/youtube/enums.ts';

interface ContentArguments {
  readonly format?: string | null;
  readonly language?: string | null;
}

const contentArguments = {
  format: [
    CaptionFormat,
    'Convert the captions to this format. Default: the format of the uploaded file.',
  ],
  language: [
    'LanguageTag',
    'Translate the captions to this language by machine translation. Default: no translation.',
  ],
} as const;

const downloadParameters = (caption: unknown, { format, language }: ContentArguments) => ({
  id: ownId(caption),
  ...(format == null ? {} : { tfmt: format }),
  ...(language == null ? {} : { tlang: language }),
});

const noPaths: ReadonlySet<string> = new Set();

export function addCaptionContent(): void {
  builder.objectFields(Caption, (t) => ({
    text: field(t, {
      type: 'String',
      description:
        'The complete caption file. Error `INVALID_INPUT` with the reason `couldNotConvert` if YouTube cannot provide this format or language.',
      args: contentArguments,
      needs: {
        kind: 'calls',
        costOf: () => ({ calls: [[captions.download, 1]], loads: [], values: 0 }),
      },
      operations: [captions.download],
      resolve: (caption: unknown, args: ContentArguments, { execution }: Context) =>
        execution.sharedCall(captions.download, downloadParameters(caption, args), noPaths),
    }),
    content: field(t, {
      type: DownloadLink,
      description: 'A URL for downloading the caption file. Creating the URL costs no call.',
      args: contentArguments,
      needs: { kind: 'calls', costOf: () => ({ calls: [], loads: [], values: 0 }) },
      downloads: [captions.download],
      resolve: (caption: unknown, args: ContentArguments, { execution }: Context) => {
        // Each download is sent with the caller's token, so there must be one.
        if (execution.identities.of(captions.download).token === undefined)
          throw upstreamError(captions.download, 'UNAUTHENTICATED');
        const fileName = `captions-${ownId(caption)}.${args.format ?? 'txt'}`;
        return execution.downloadUrl({
          operation: captions.download,
          args: downloadParameters(caption, args),
          fileName,
        });
      },
    }),
  }));
}

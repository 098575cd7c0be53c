/** Content of a caption track: as text, or as a download URL. */
import { ownId } from '../../data/read/resource.ts';
import { upstreamError } from '../../upstream/error.ts';
import { captions } from '../../upstream/video/index.ts';
import { builder, type Context } from '../builder.ts';
import { DownloadLink } from '../download-link.ts';
import { type AnyFieldBuilder, field } from '../field/field-factory.ts';
import { enumeration } from '../field/enumeration.ts';
import { Caption } from './resource.ts';

const CaptionFormat = enumeration(
  'CaptionFormat',
  'A format in which the service writes captions.',
  {
    sbv: 'SubViewer: plain times and lines.',
    scc: 'Scenarist: the codes of broadcast captions; it knows few letters.',
    srt: 'SubRip: what most players read.',
    ttml: 'Timed text in XML.',
    vtt: 'WebVTT: what `<track>` in a page needs.',
  },
);

interface ContentArguments {
  readonly format?: string | null;
  readonly language?: string | null;
}

const contentArguments = (t: AnyFieldBuilder) => ({
  format: t.arg({
    type: CaptionFormat,
    description: 'Left out, the file comes as it was uploaded.',
  }),
  language: t.arg({ type: 'LanguageTag', description: 'Translates the captions by machine.' }),
});

const downloadParameters = (caption: unknown, { format, language }: ContentArguments) => ({
  id: ownId(caption),
  ...(format == null ? {} : { tfmt: format }),
  ...(language == null ? {} : { tlang: language }),
});

const noPaths: ReadonlySet<string> = new Set();

/** Adds the types and fields of this module to the schema. */
export function addCaptionContent(): void {
  builder.objectFields(Caption, (t) => ({
    text: field(t, {
      type: 'String',
      description:
        'The whole file. Refused with the reason `couldNotConvert` where it cannot be had in that format or language.',
      args: contentArguments(t),
      needs: {
        kind: 'calls',
        costOf: () => ({ calls: [[captions.download, 1]], loads: [], values: 0 }),
      },
      operations: [captions.download],
      resolve: (caption: unknown, args: ContentArguments, { execution }: Context) =>
        execution.page(captions.download, downloadParameters(caption, args), noPaths),
    }),
    content: field(t, {
      type: DownloadLink,
      description:
        'An address of the file, for a player or a link. It makes no call; following it costs 200 units each time.',
      args: contentArguments(t),
      needs: { kind: 'calls', costOf: () => ({ calls: [], loads: [], values: 0 }) },
      resolve: (caption: unknown, args: ContentArguments, { execution }: Context) => {
        if (execution.identity.token === undefined)
          throw upstreamError(captions.download, 'UNAUTHENTICATED');
        const fileName = `captions-${ownId(caption)}.${args.format ?? 'txt'}`;
        return execution.downloads.create(
          execution.identity,
          captions.download,
          downloadParameters(caption, args),
          fileName,
        );
      },
    }),
  }));
}

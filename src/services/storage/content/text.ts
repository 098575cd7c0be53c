/** The text of files: of documents, of texts and of PDFs. */
import type { drive_v3 } from '@googleapis/drive';
import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { asDownload } from '../../../engine/api/operation.ts';
import { InvalidInput, UpstreamError, upstreamError } from '../../../engine/api/error.ts';
import type { Execution } from '../../../engine/execution/execution.ts';
import { ownId } from '../../../engine/read/resource.ts';
import { builder, type Context } from '../../../engine/schema/builder.ts';
import { field } from '../../../engine/schema/field/field-factory.ts';
import { required } from '../../../engine/schema/field/input-row.ts';
import { madeType } from '../../../engine/schema/field/own-value.ts';
import { files } from '../operations.ts';
import { allDrives, File } from '../resources.ts';
import {
  bytesOfCharacters,
  type CutText,
  cutText,
  decodeText,
  withoutImages,
} from './decoded-text.ts';
import { inPdfTurn, type PdfLack, pdfText } from './pdf-text.ts';
import { type TextSource, textSourceOf } from './text-source.ts';

interface Text extends CutText {
  readonly mimeType: string;
}

interface TextArguments {
  readonly maxCharacters: number;
}

/** A file that is read. */
interface TextRead extends TextArguments {
  readonly file: drive_v3.Schema$File;
  readonly execution: Execution;
}

/** Why a file has no text: a reason of Google Drive, or one of the gateway. */
type TextLack = PdfLack | 'contentTooLarge' | typeof exportTooLarge;

/** The reason for which Google exports no document above `maxBytes`. */
const exportTooLarge = 'exportSizeLimitExceeded';

/** Maximum size of a PDF: that of the exports of Google. */
const maxBytes = 10 * 1024 * 1024;

const defaultCharacters = 50_000;
const maxCharacters = 200_000;

const FileText = madeType<Text>('FileText').rows('Text that was read from a file.', {
  content: [required('String'), 'The text, or its beginning.'],
  isCut: [
    required('Boolean'),
    'Whether the file has more text than `content`: more than `maxCharacters`, or, of a PDF, more than could be read.',
  ],
  mimeType: [
    required('String'),
    'The MIME type of `content`: that of the file, or the one that a document was exported to, or `text/plain` of a PDF.',
  ],
});

/** @throws InvalidInput */
function checkArguments({ maxCharacters: given }: TextArguments): void {
  if (given >= 1 && given <= maxCharacters) return;
  throw new InvalidInput(
    'maxCharacters',
    `${given} is out of range; expected a whole number from 1 to ${maxCharacters}`,
  );
}

export function addFileText(): void {
  builder.objectFields(File, (t) => ({
    text: field(t, {
      type: FileText,
      description:
        'The text of a Google document (Google Docs as Markdown, without images; Google Slides as plain text; of Google Sheets only the first sheet, as CSV), of a text file, or of a PDF up to 10 MB. Null with a warning for other files (`noText`; also a PDF of images), for a PDF that needs a password (`pdfEncrypted`), cannot be read within 10 seconds (`pdfUnreadable`) or is larger (`contentTooLarge`), and for a document whose export is larger (`exportSizeLimitExceeded`). One call for each file.',
      args: {
        maxCharacters: [
          required('Int'),
          `The maximum length of \`content\`. UTF-16 code units. Default: 50,000. Minimum: 1, maximum: 200,000.`,
          { default: defaultCharacters },
        ],
      },
      check: checkArguments,
      needs: {
        kind: 'calls',
        paths: ['mimeType', 'size', 'exportLinks'],
        // Either an export or a download: one call, of the same cost.
        costOf: () => ({ calls: [[files.export, 1]], loads: [], values: 1 }),
      },
      operations: [files.export, asDownload(files.get)],
      resolve: async (
        file: drive_v3.Schema$File,
        args: TextArguments,
        { execution }: Context,
        info: GraphQLResolveInfo,
      ) => {
        checkArguments(args);
        const source = textSourceOf(file);
        const text = source ? await readText(source, { file, execution, ...args }) : 'noText';
        if (typeof text === 'object') return text;
        const path = responsePathAsArray(info.path);
        execution.warn({ code: 'EXPECTED_ABSENCE', path, value: text });
        return null;
      },
    }),
  }));
}

async function readText(source: TextSource, read: TextRead): Promise<Text | TextLack> {
  if (source.kind === 'export') return exportedText(source.mimeType, read);
  // Nothing can be read of it, and nothing needs to be.
  if (source.kind === 'bytes') return ownText(read);
  return textOfPdf(read);
}

async function exportedText(
  mimeType: string,
  { file, execution, maxCharacters: max }: TextRead,
): Promise<Text | TextLack> {
  try {
    const fileId = ownId(file);
    const { body } = await execution.readContent(files.export, { fileId, mimeType });
    const text = decodeText(body, undefined, true);
    const shown = mimeType === 'text/markdown' ? withoutImages(text) : text;
    return { ...cutText(shown, max), mimeType };
  } catch (error) {
    const isLarge = error instanceof UpstreamError && error.failure.reason === exportTooLarge;
    if (isLarge) return exportTooLarge;
    throw error;
  }
}

async function ownText({ file, execution, maxCharacters: max }: TextRead): Promise<Text> {
  const needed = bytesOfCharacters(max);
  // A range of an empty file is refused.
  const some = Number(file.size) > needed ? ([0, needed - 1] as const) : undefined;
  const args = { ...allDrives, fileId: ownId(file) };
  const { headers, body } = await execution.readContent(files.get, args, some);
  // The service can ignore the range.
  const bytes = body.subarray(0, needed);
  const isWhole = bytes.length === body.length && some === undefined;
  const { content, isCut } = cutText(decodeText(bytes, headers['content-type'], isWhole), max);
  return { content, isCut: isCut || !isWhole, mimeType: file.mimeType! };
}

async function textOfPdf({
  file,
  execution,
  maxCharacters: max,
}: TextRead): Promise<Text | TextLack> {
  if (Number(file.size) > maxBytes) return 'contentTooLarge';
  const { clock, settings } = execution;
  const waiter = { clock, deadline: settings.deadline, signal: settings.signal };
  const args = { ...allDrives, fileId: ownId(file) };
  const text = await inPdfTurn(waiter, async () => {
    const { body } = await execution.readContent(files.get, args);
    return body.length > maxBytes ? 'contentTooLarge' : pdfText(body, max, waiter);
  });
  if (text === undefined) throw upstreamError(files.get, 'UPSTREAM_TIMEOUT');
  return typeof text === 'object' ? { ...text, mimeType: 'text/plain' } : text;
}

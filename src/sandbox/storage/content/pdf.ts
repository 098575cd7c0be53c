/** PDF documents that show a text. */

/** The characters of the font; others are shown as a question mark. */
const encoded = (text: string): string =>
  text.replace(/[^\x20-\xff]/g, '?').replace(/[\\()]/g, String.raw`\$&`);

/**
 * A PDF document of one page.
 * @param text its lines
 * @param size Bytes, which a stream that nothing shows fills up. Default: as many as needed
 */
export function pdfOf(text: string, size = 0): Buffer {
  const lines = text.split('\n').map((line) => `(${encoded(line)}) Tj T*`);
  const page = streamOf(`BT /F1 12 Tf 14 TL 72 720 Td\n${lines.join('\n')}\nET`);
  const needed = fileOf([...objects, page, streamOf('')]).length;
  // The length itself, and the places of what follows, have more digits with more bytes.
  let filling = Math.max(0, size - needed);
  let file: Buffer = Buffer.alloc(0);
  do {
    file = fileOf([...objects, page, streamOf(' '.repeat(filling))]);
    filling -= file.length - Math.max(size, needed);
  } while (file.length > Math.max(size, needed));
  return Buffer.concat([file, Buffer.alloc(Math.max(0, size - file.length), '\n')]);
}

/** All but the streams: the catalogue, the pages, the page, and its font. */
const objects = [
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 5 0 R /Resources << /Font << /F1 4 0 R >> >> >>',
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
];

const streamOf = (content: string): string =>
  `<< /Length ${content.length} >>\nstream\n${content}\nendstream`;

/** The file with a table of the places of its objects. */
function fileOf(bodies: readonly string[]): Buffer {
  let file = '%PDF-1.4\n';
  const places = bodies.map((body, index) => {
    const place = `${String(file.length).padStart(10, '0')} 00000 n \n`;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const count = bodies.length + 1;
  const table = `xref\n0 ${count}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<< /Root 1 0 R /Size ${count} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + trailer, 'latin1');
}

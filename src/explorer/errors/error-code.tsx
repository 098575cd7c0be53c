/** An error code with its section of the documentation. */
import errors from '../../../docs/errors.md?raw';
import { useDialog } from '../parts/dialog.tsx';
import { Markdown } from './markdown.tsx';

/** The rows of the tables of the page, by code. */
const sections = new Map(
  [...errors.matchAll(/^\| `(\w+)` \|(.*)\|$/gm)].map(([, code, rest]) => [
    code!,
    rest!.split(' | ').map((cell) => cell.trim()),
  ]),
);

/** @returns Markdown about a code; undefined for an unknown one */
function sectionOf(code: string): string | undefined {
  const [meaning, temporary, further = ''] = sections.get(code) ?? [];
  if (meaning === undefined) return undefined;
  const lines = [meaning];
  if (temporary === 'yes') lines.push('The same request can succeed later.');
  const names = further.replace(/\|$/, '').trim();
  if (names !== '') lines.push(`More in \`extensions\`: ${names}.`);
  return lines.join('\n\n');
}

/** A button that shows what a code means. */
export function ErrorCode({ code }: { readonly code: string }) {
  const { open } = useDialog();
  const section = sectionOf(code);
  if (section === undefined) return <code>{code}</code>;
  return (
    <button
      type="button"
      className="link"
      onClick={() => open(code, <Markdown>{section}</Markdown>)}
    >
      {code}
    </button>
  );
}

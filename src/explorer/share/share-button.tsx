/** Copies a link to the tab. */
import { useGraphiQL } from '@graphiql/react';
import { copyText } from '../parts/copy.ts';
import { useDialog } from '../parts/dialog.tsx';
import { useNotice } from './notice.tsx';
import { encode } from './share-link.ts';
import { ToolButton } from './tool-button.tsx';

export function ShareButton() {
  const { queryEditor, variableEditor } = useGraphiQL((state) => state);
  const { say } = useNotice();
  const { open } = useDialog();
  const share = async (): Promise<void> => {
    const query = queryEditor?.getValue() ?? '';
    const variables = variableEditor?.getValue() ?? '';
    const link = await encode({ query, variables }, location.origin + location.pathname);
    if (await copyText(link))
      say('Link copied. It has this operation and its variables, no token and no headers.');
    else open('A link to this tab', <LinkField link={link} />);
  };
  return (
    <ToolButton
      name="Share"
      label="Share: copy a link to this tab"
      icon="M12 15V3M7 8l5-5 5 5M5 12v8h14v-8"
      onClick={() => void share().catch((error: Error) => say(error.message))}
    />
  );
}

function LinkField({ link }: { readonly link: string }) {
  return (
    <>
      <p>The browser does not let the page copy. Copy it from here:</p>
      <input
        className="share-link"
        aria-label="Link to this tab"
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
    </>
  );
}
